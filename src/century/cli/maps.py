"""The command that draws, checks and makes maps."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from century.cli.common import app, fail, map_text, the_console


@app.command(name="map")
def map_command(
    chart: Annotated[
        str | None,
        typer.Argument(
            metavar="[MAP]", help="A map's text or file.  \\[default: the standard map]"
        ),
    ] = None,
    random_seed: Annotated[
        int | None, typer.Option("--random", help="Make a random map by a seed.", metavar="SEED")
    ] = None,
    sea: Annotated[int, typer.Option(help="Sea tiles of a random map.")] = 0,
    svg: Annotated[Path | None, typer.Option(help="Write a picture of the map.")] = None,
    out: Annotated[Path | None, typer.Option(help="Write the drawing, to edit it.")] = None,
) -> None:
    """Draw, check or make a map of Eastern Wonders.

    A map is drawn with M for markets, P for ports and S for sea; a line is half a tile high. Begin
    with the standard one: century map --out my-map.txt
    """
    from century.games.eastern_wonders.cli import print_map
    from century.games.eastern_wonders.map import Map
    from century.games.eastern_wonders.random_map import random_map
    from century.games.eastern_wonders.svg import svg as draw
    from century.position import check_seed

    if random_seed is None and sea:
        fail("--sea is for a map made with --random")
    if random_seed is not None and chart is not None:
        fail("either a map or --random, not both")
    if random_seed is None:
        shown = Map.read(map_text(chart or "standard"))
    else:
        shown = random_map(check_seed(random_seed), sea)
    console = the_console()
    print_map(console, shown)
    for path, text in ((svg, draw(shown)), (out, shown.drawing())):
        if path is not None:
            with path.open("x", encoding="utf-8") as file:  # never over a map drawn by hand
                file.write(text)
            console.print(f"Written to {path}", markup=False, soft_wrap=True)
