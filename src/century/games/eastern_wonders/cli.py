"""The command that draws, checks and makes maps."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from century.errors import BadOption

if TYPE_CHECKING:
    from rich.console import Console

    from century.games.eastern_wonders.map import Map

CELL_WIDTH = 6


def add_commands(app: typer.Typer) -> None:
    """Add `century map`."""
    app.command(name="map")(map_command)


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

    A map is drawn with M for markets, P for ports and S for sea; a line is half a tile high. Start
    from the standard map: century map --out my-map.txt
    """
    from rich.console import Console

    from century.games.eastern_wonders import read_map
    from century.games.eastern_wonders.map import Map
    from century.games.eastern_wonders.random_map import random_map
    from century.games.eastern_wonders.svg import svg as draw

    if random_seed is None and sea:
        raise BadOption("--sea is for a map made with --random")
    if random_seed is not None and chart is not None:
        raise BadOption("either a map or --random, not both")
    if random_seed is None:
        shown = Map.read(read_map(chart or "standard"))
    else:
        shown = random_map(random_seed, sea)
    console = Console()
    print_map(console, shown)
    for path, text in ((svg, draw(shown)), (out, shown.drawing())):
        if path is not None:
            with path.open("x", encoding="utf-8") as file:  # never over a map drawn by hand
                file.write(text)
            console.print(f"Written to {path}", markup=False, soft_wrap=True)


def print_map(console: Console, chart: Map) -> None:
    """Draw a map with the names of its cells, then its text, and what is not advised."""
    from rich.text import Text

    from century.games.eastern_wonders.terminal import STYLES, in_columns

    lines: dict[int, dict[int, Text]] = {}
    for cell, name in zip(chart.cells, chart.names, strict=True):
        drawn = Text(f" {name:3}{cell.letter} ", STYLES[cell.kind])
        lines.setdefault(cell.line, {})[cell.column] = drawn
    console.print(in_columns(lines, CELL_WIDTH), no_wrap=True, crop=False, overflow="ignore")
    console.print(Text(f"\n{chart.drawing()}\n{chart.to_text()}"), soft_wrap=True)
    for line in chart.advice():
        console.print(f"Not advised: {line}", markup=False, style="yellow")
