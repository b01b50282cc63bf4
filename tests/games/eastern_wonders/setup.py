"""Set up Eastern Wonders positions: a test gives what matters, and the rest is filled in validly.

The standard map, with the market tiles laid out by type: ginger in column B, tea on C1-C5, chili
in column D, cloves on A2, A3, C6, E2 and E3. The ports are A1, A4, E1 and E4. The tiles of one
column touch those of the next with the same number and the number beside it: C3 touches C2, C4,
B2, B3, D2 and D3.

Cells and tiles are listed in one string with spaces between them. Lists by seat may be shorter
than the table: the seats left out have nothing.

>>> pos = position(cubes=["YYYYYYYYY", ""], boats="A2", outposts=["A2"])
>>> cubes(play(pos, "anchor, trade, trade, done"), seat=0)
'YYYBB'
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

import century
from century import Map, Position
from tests.oracle.eastern_wonders_data import MARKET_TILES, VP_TILES

GAME = century.game("eastern-wonders")
STANDARD = Map.read("standard")
POINTS_OF = dict(VP_TILES)
COSTS = tuple(POINTS_OF)
TYPES = tuple(MARKET_TILES)
TYPE_OF = {trade: kind for kind, trades in MARKET_TILES.items() for trade in trades}

LAYOUT = {
    "B1": "R>YYY",
    "B2": "RR>YYB",
    "B3": "RR>YYYG",
    "B4": "G>YYYYR",
    "B5": "B>YYYG",
    "C1": "YY>G",
    "C2": "RR>GG",
    "C3": "B>GG",
    "C4": "YYYY>GB",
    "C5": "B>YRG",
    "D1": "YY>RR",
    "D2": "YYY>RG",
    "D3": "G>RR",
    "D4": "GG>RRB",
    "D5": "B>RRR",
    "A2": "YYY>B",
    "A3": "YR>B",
    "C6": "YYYYY>BB",
    "E2": "GG>BB",
    "E3": "RRR>BB",
}
PORTS = {"A1": "GGGG", "A4": "RRBB", "E1": "YYGGG", "E4": "BBBB"}
BOATS = ("C3", "D5", "B5", "E3")
CLOSED = "closed"


def position(
    cubes: Sequence[str] = ("YYYY", "RR"),
    *,
    boats: str = "",  # cells by seat; seats left out are somewhere far from C3
    bonus: Sequence[str] = (),  # by seat, as in "move points6"
    outposts: Sequence[str] = (),  # by seat: cells
    lying: Mapping[str, str] | None = None,  # cubes on cells
    tiles: Mapping[str, str] | None = None,  # market tiles, other than in the usual layout
    ports: Mapping[str, str] | None = None,  # costs of VP tiles, or "closed"
    pile: str = "",  # costs from the top, with "closed" among them
    claimed: Sequence[str] = (),  # by seat: costs
    claims: Sequence[int] = (),  # by seat: how many VP tiles at least
    seat: int = 0,
    rounds: int = 1,
    phase: str = "sail:0",
    chart: Map = STANDARD,
) -> Position:
    """Return the position of this set-up.

    What the arguments imply is added. A seat with more bonus tiles than emptied columns gets the
    missing outposts, on the tiles with the highest numbers. A closed port needs a claim: if nobody
    has made one, the last seat has. After six claims a port must be closed: E4, unless another one
    is given. A market tile on another cell swaps places with the tile there.
    """
    seats = len(cubes)
    markets = _markets(tiles or {}, chart)
    given = _padded(bonus, seats)
    held = [
        _with_columns(cells.split(), len(kinds.split()), markets)
        for cells, kinds in zip(_padded(outposts, seats), given, strict=True)
    ]
    by_cell = {
        cell: "".join(str(owner) for owner in range(seats) if cell in held[owner])
        for cell in chart.names
    }
    fields = {
        "round": str(rounds),
        "seat": str(seat),
        "phase": phase,
        "cubes": "/".join(hold or "-" for hold in cubes),
        "boats": "/".join([*boats.split(), *BOATS[len(boats.split()) : seats]]),
        "bonus": "/".join(_listed(kinds.split()) for kinds in given),
        "map": chart.to_text(),
        **_vp_fields(
            dict(ports or {}),
            pile.split(),
            [costs.split() for costs in _padded(claimed, seats)],
            [*claims, *[0] * (seats - len(claims))],
            markets,
            chart,
        ),
        "lying": _listed([f"{cell}:{lie}" for cell, lie in (lying or {}).items()]),
        "outposts": _listed([f"{cell}:{owners}" for cell, owners in by_cell.items() if owners]),
        "sets": "-",
    }
    return GAME.read(" ".join(["eastern-wonders/1", *(f"{k}={v}" for k, v in fields.items())]))


def _markets(changed: Mapping[str, str], chart: Map) -> dict[str, str]:
    cells = [
        name for name, cell in zip(chart.names, chart.cells, strict=True) if cell.letter == "M"
    ]
    laid = dict(LAYOUT) if chart == STANDARD else dict(zip(cells, LAYOUT.values(), strict=True))
    for cell, trade in changed.items():
        for other, lies_there in laid.items():
            if lies_there == trade:
                laid[other] = laid[cell]
        laid[cell] = trade
    return laid


def _with_columns(built: list[str], columns: int, markets: Mapping[str, str]) -> list[str]:
    for kind in TYPES:
        row = sorted((cell for cell in markets if TYPE_OF[markets[cell]] == kind), key=_number)
        while sum(cell in row for cell in built) < columns:
            built.append(next(cell for cell in reversed(row) if cell not in built))
    return built


def _number(cell: str) -> tuple[str, str]:
    return cell[1:], cell


def _vp_fields(
    ports: dict[str, str],
    pile: list[str],
    claimed: list[list[str]],
    claims: list[int],
    markets: Mapping[str, str],
    chart: Map,
) -> dict[str, str]:
    named = {*ports.values(), *pile}.union(*claimed)
    spare = [cost for cost in COSTS if cost not in named and cost not in PORTS.values()]
    spare += [cost for cost in PORTS.values() if cost not in named and cost not in spare]
    for costs, at_least in zip(claimed, claims, strict=True):
        for _ in range(at_least - len(costs)):
            costs.append(spare.pop(0))
    cells = [
        name for name, cell in zip(chart.names, chart.cells, strict=True) if cell.letter == "P"
    ]
    if sum(map(len, claimed)) >= 6 and CLOSED not in named:
        ports[cells[-1]] = CLOSED
    if CLOSED in ports.values() and not any(claimed):
        claimed[-1].append(spare.pop(0))
    for cell, usual in zip(cells, PORTS.values(), strict=True):
        if cell not in ports:
            ports[cell] = usual if usual in spare else spare[0]
            spare.remove(ports[cell])
    pile = pile + spare
    if CLOSED not in {*ports.values(), *pile}:
        pile.insert(5 - sum(map(len, claimed)), CLOSED)
    on_cells = {**markets, **ports}
    return {
        "tiles": ",".join(on_cells.get(name, "sea") for name in chart.names),
        "claimed": _listed([f"{n}:{cost}" for n, costs in enumerate(claimed) for cost in costs]),
        "pile": _listed(pile),
    }


def _padded(lists: Sequence[str], seats: int) -> list[str]:
    return [*lists, *[""] * (seats - len(lists))]


def _listed(items: Sequence[str]) -> str:
    return ",".join(items) or "-"


def column(number: int) -> str:
    """Return the cells with the outposts of the first columns of a board, in the usual layout."""
    cloves = ("A2", "A3", "C6", "E2", "E3")
    return " ".join(f"B{n + 1} D{n + 1} C{n + 1} {cloves[n]}" for n in range(number))


# Acting and reading views


def play(pos: Position, turns: str) -> Position:
    """Act by decisions written as in a record: with commas, and | between turns."""
    for token in turns.replace("|", ",").split(","):
        pos = pos.act(token.strip())
    return pos


def shown(pos: Position, seat: int) -> dict[str, Any]:
    """Return a seat's part of the spectator's view."""
    seen: dict[str, Any] = pos.view(None)["seats"][seat]
    return seen


def cubes(pos: Position, seat: int) -> str:
    """Return a seat's hold as sorted letters."""
    return str(shown(pos, seat)["cubes"])


def holds(pos: Position) -> list[str]:
    """Return the holds of all seats."""
    return [cubes(pos, seat) for seat in range(pos.players)]


def boat(pos: Position, seat: int) -> str:
    """Return the cell of a seat's boat."""
    return str(shown(pos, seat)["boat"])


def claims(pos: Position, seat: int) -> int:
    """Return the number of VP tiles that a seat has claimed."""
    return int(shown(pos, seat)["claimed"])


def built(pos: Position, seat: int) -> list[int]:
    """Return the outposts that a seat has taken from each row: ginger, chili, tea, cloves."""
    return [shown(pos, seat)["outposts"][kind] for kind in TYPES]


def on(pos: Position, cell: str) -> dict[str, Any]:
    """Return a cell's part of the spectator's view."""
    seen: dict[str, Any] = pos.view(None)["map"][cell]
    return seen


def lying(pos: Position) -> dict[str, str]:
    """Return the cubes of all cells with cubes."""
    cells = pos.view(None)["map"]
    return {name: cell["cubes"] for name, cell in cells.items() if cell["cubes"]}


def port_tiles(pos: Position) -> dict[str, str]:
    """Return the costs of the VP tiles on the ports, with "closed" for the closed one."""
    cells = pos.view(None)["map"].items()
    return {
        name: cell["tile"]["cost"] if cell["tile"] else CLOSED
        for name, cell in cells
        if cell["kind"] == "port"
    }


def sails(pos: Position) -> set[str]:
    """Return the cells that can be sailed to."""
    return {token.removeprefix("sail ") for token in pos.legal() if token.startswith("sail ")}


def verbs(pos: Position) -> set[str]:
    """Return the first words of the legal tokens."""
    return {token.partition(" ")[0] for token in pos.legal()}


@cache
def random_game(players: int, seed: int) -> tuple[Position, ...]:
    """Return all positions of the second half of a game played by a purposeful policy."""
    hold = "YYYRRGGBB"
    start = position(cubes=[hold] * players, claims=[2] * players, rounds=20, bonus=["move", ""])
    weights = {"claim": 10_000, "build": 10, "trade": 10, "anchor": 8, "harvest": 3, "pass": 0.1}
    rng, positions = Random(seed), [start]
    for _ in range(20_000):
        if positions[-1].over:
            return tuple(positions)
        legal = positions[-1].legal()
        likely = [weights.get(token.partition(" ")[0], 1) for token in legal]
        positions.append(positions[-1].act(rng.choices(legal, likely)[0]))
    raise AssertionError("the game does not end")


def random_walk(start: Position, seed: int, decisions: int) -> list[Position]:
    """Return a start and the positions after a number of random decisions."""
    rng, positions = Random(seed), [start]
    for _ in range(decisions):
        positions.append(positions[-1].act(rng.choice(positions[-1].legal())))
    return positions
