"""A policy for Eastern Wonders whose games end: random games hardly ever do."""

from __future__ import annotations

from random import Random
from typing import Any

from century import Position
from century.core.cubes import COLOURS
from century.games.eastern_wonders.tiles import VP_TILES
from tests.oracle.eastern_wonders import EasternWonders

EASTERN_WONDERS = "eastern-wonders"
Cells = dict[str, dict[str, Any]]
_NEXT_TO = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


def purposeful(rng: Random, pos: Position) -> str:
    """Claim, build and collect, trade upwards, and sail to a port whose tile can be paid."""
    legal = pos.legal()
    for verb in ("claim", "build", "collect", "upgrade"):
        wanted = [token for token in legal if token.startswith(verb)]
        if wanted and rng.random() < 0.95:
            return rng.choice(wanted)
    if pos.phase == "sail":
        return sail(rng, pos, legal)
    if "trade" in legal and (gains(pos) or rng.random() < 0.1):
        return "trade"
    if "harvest" in legal and rng.random() < 0.9:
        return "harvest"
    if pos.phase in ("drop", "toll", "price", "discard") and rng.random() < 0.8:
        return legal[0]  # the cheapest colour
    return rng.choice(legal)


def gains(pos: Position) -> bool:
    """Return whether trading once raises the value of the cubes."""
    return value(pos.act("trade"), pos.seat) > value(pos, pos.seat)


def value(pos: Position, seat: int) -> int:
    (view,) = pos.views([None])
    cubes: str = view["seats"][seat]["cubes"]
    return sum(1 + COLOURS.index(cube) for cube in cubes)


def sail(rng: Random, pos: Position, legal: list[str]) -> str:
    """Sail towards a port whose tile can be claimed, or one step in any direction."""
    (view,) = pos.views([pos.seat])
    own = view["seats"][pos.seat]
    cells: Cells = view["map"]
    ports = [name for name, cell in cells.items() if pays(own["cubes"], cell.get("tile"))]
    steps = [token for token in legal if token != "anchor"]
    if own["boat"] in ports and "anchor" in legal:
        return "anchor"
    if ports and steps and rng.random() < 0.95:
        return min(
            steps, key=lambda token: min(distance(cells, token.split()[1], p) for p in ports)
        )
    if "anchor" in legal and (view["acting"]["steps"] or not steps) and rng.random() < 0.9:
        return "anchor"
    return rng.choice(steps or legal)


def pays(cubes: str, tile: dict[str, Any] | None) -> bool:
    return tile is not None and all(cubes.count(c) >= tile["cost"].count(c) for c in COLOURS)


def distance(cells: Cells, start: str, end: str) -> int:
    """Count the steps between two cells."""
    places = {(cell["q"], cell["r"]): name for name, cell in cells.items()}
    reached, steps = {start}, 0
    while end not in reached:
        around = {(cells[n]["q"] + q, cells[n]["r"] + r) for n in reached for q, r in _NEXT_TO}
        reached |= {places[place] for place in around if place in places}
        steps += 1
    return steps


def oracle_of(start: Position) -> EasternWonders:
    """Set up the reference engine with the same deal."""
    view, s = start.view(None), start.reading
    cells: Cells = view["map"]
    kinds = {name: (cell["kind"], cell["q"], cell["r"]) for name, cell in cells.items()}
    markets = {n: (c["type"], c["trade"]) for n, c in cells.items() if c["kind"] == "market"}
    on_ports = [cell["tile"] for cell in cells.values() if cell["kind"] == "port"]
    tiles = [(tile["cost"], tile["points"]) for tile in on_ports]
    tiles += [VP_TILES[number] for number in s.pile[s.drawn :]]
    return EasternWonders(start.players, kinds, markets, tiles, s.closed_in - 1)
