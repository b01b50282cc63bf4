"""What a seat may see of an Eastern Wonders position, as JSON-able data."""

from __future__ import annotations

from functools import lru_cache
from itertools import repeat

from century.core.cubes.packing import NARROW, WIDE
from century.core.reading import Reading
from century.games.contract import View, Views
from century.games.eastern_wonders.map import Map
from century.games.eastern_wonders.state import (
    DISCARD,
    DROP,
    NOWHERE,
    OVER,
    PHASES,
    PRICE_DUE,
    SAIL,
    SEATS,
    TOLL,
    UNREACHABLE,
    UPGRADE,
)
from century.games.eastern_wonders.tiles import (
    BONUS_KINDS,
    BONUS_POINTS,
    CLAIMS_TO_END,
    CUBE_POINTS,
    POINTS_STACK,
    START_SETS,
    TRADES,
    TYPE_OF,
    TYPES,
    VP_TILES,
)

_SEATS_BY_MASK = [[seat for seat in range(SEATS) if mask >> seat & 1] for mask in range(1 << SEATS)]
_TYPE_NAMES = tuple(TYPES[kind] for kind in TYPE_OF)  # by market tile
_CLOSED = 255  # instead of the VP tile of the closed port


def view(s: Reading) -> Views:
    """Show all but the order of the pile, and claimed tiles only to their owner (EW24).

    A decision changes few cells and seats. They are cached, which saves more than half of the time.
    """
    chart = Map.on(s)
    over = s.phase == OVER
    seats = [view_seat(s, seat, chart) for seat in range(s.players)]
    own = [seat for seat, _ in seats]
    public = {
        "game": "eastern-wonders",
        "players": s.players,
        "seat": s.seat,
        "round": s.rounds,
        "phase": PHASES[s.phase],
        "acting": acting(s, chart.names),
        "ending": bool(s.ending),
        "over": over,
        "scores": None,  # the position adds them at the end
        "seats": own if over else [public for _, public in seats],
        "map": view_map(s, chart),
        "vp_pile": face_down(s),
        "bonus_stacks": _bonus_stacks(s.stacks),
        "start_sets": [cubes for i, cubes in enumerate(START_SETS) if s.sets_open >> i & 1],
        "claims_to_end": CLAIMS_TO_END,
    }
    return public, own


def hide_new(view: View, before: View) -> View:
    """Leave out the VP tiles that were revealed since an earlier view."""
    cells = {name: dict(cell) for name, cell in view["map"].items()}
    for name, cell in cells.items():
        if cell["kind"] == "port" and cell["tile"] != before["map"][name]["tile"]:
            cell["tile"] = None
    return {**view, "map": cells}


def face_down(s: Reading) -> int:
    """Count the tiles of the pile, the closed-port tile included while it is in there."""
    return int(len(VP_TILES) - s.drawn + (s.closed_in > 0))


def acting(s: Reading, names: tuple[str, ...]) -> View | None:
    """Show the details of the current phase."""
    if s.phase == SAIL:
        free = max(0, s.free_steps[s.seat] - s.steps)
        # A boat that stays where it is makes no movement and pays no toll (EW9).
        toll = seats_in(s.toll[s.boat[s.seat]]) if s.steps else []
        return {"steps": s.steps, "free": free, "toll": toll}
    if s.phase == DROP:
        return {"left": names[s.came_from]}
    if s.phase == TOLL:
        return {"to": seats_in(s.left)}
    if s.phase in (PRICE_DUE, UPGRADE):
        return {"left": s.left}
    if s.phase == DISCARD:
        return {"left": len(WIDE.spell(s.hold[s.seat])) - s.hold_limit[s.seat]}
    return None


def view_seat(s: Reading, seat: int, chart: Map) -> tuple[View, View]:
    """Show one seat as its holder sees it, and as the others see it."""
    taken = zip(s.claimed_by[: s.taken], s.claimed, strict=False)
    boat = s.boat[seat]
    return _seat(
        s.hold[seat],
        s.hold_limit[seat],
        s.free_steps[seat],
        s.columns_emptied[seat],
        s.uncovered[seat],
        None if boat == NOWHERE else chart.names[boat],
        s.built[seat],
        s.bonus[seat],
        tuple(POINTS_STACK[i] for i, owner in enumerate(s.points_to) if owner == 1 + seat),
        tuple(number for owner, number in taken if owner == seat),
    )


@lru_cache(maxsize=4096)
def _seat(
    hold: int,
    limit: int,
    free_steps: int,
    columns_emptied: int,
    uncovered: int,
    boat: str | None,
    built: tuple[int, ...],
    bonus: tuple[int, ...],
    point_tiles: tuple[int, ...],
    claimed: tuple[int, ...],
) -> tuple[View, View]:
    """Show a seat that holds this, to its holder and to the others."""
    tiles = [vp_tile(number) for number in claimed]
    own = {
        "cubes": WIDE.spell(hold),
        "limit": limit,
        "free_steps": free_steps,
        "columns_emptied": columns_emptied,
        "uncovered": uncovered,
        "boat": boat,
        "outposts": dict(zip(TYPES, built, strict=True)),
        "bonus": dict(zip(BONUS_KINDS, bonus, strict=True)),
        "point_tiles": list(point_tiles),
        "claimed": len(claimed),
        "points": sum(tile["points"] for tile in tiles),
        "open_points": _open_points(hold, uncovered, bonus) + sum(point_tiles),
        "tiles": tiles,
    }
    return own, {**own, "points": None, "tiles": None}


def _open_points(hold: int, uncovered: int, bonus: tuple[int, ...]) -> int:
    """Count the points that everybody sees, except those of the tiles of the points stack."""
    tiles = sum(points * n for points, n in zip(BONUS_POINTS, bonus, strict=True))
    return uncovered + tiles + CUBE_POINTS * len(WIDE.spell(hold).strip("Y"))


@lru_cache(maxsize=1024)
def _bonus_stacks(stacks: tuple[int, ...]) -> View:
    """Show how many bonus tiles are left of each kind, and which points tiles."""
    return {
        kind: left if kind != "points" else list(POINTS_STACK[len(POINTS_STACK) - left :])
        for kind, left in zip(BONUS_KINDS, stacks, strict=True)
    }


def view_map(s: Reading, chart: Map) -> View:
    """Show all cells by name."""
    boats = [0] * s.cells
    for seat, cell in enumerate(s.boat[: s.players]):
        if cell != NOWHERE:
            boats[cell] |= 1 << seat
    tiles = s.tile
    if s.closed != NOWHERE:
        tiles = (*tiles[: s.closed], _CLOSED, *tiles[s.closed + 1 :])
    columns = (s.q, s.r, s.lying, boats, s.toll, tiles, s.outposts, s.build_price)
    shown = map(_cell, chart.kinds, *columns, repeat(s.seat))  # a loop would double the time
    cells: View = dict(zip(chart.names, shown, strict=True))
    if s.phase == SAIL:
        routes = _routes(chart.names, s.reach, s.via, s.boat[s.seat])
        cells.update({name: {**cells[name], "reach": route} for name, route in routes.items()})
    return cells


@lru_cache(maxsize=16_384)  # 500 tables have 12,000 cells
def _cell(
    kind: str,
    q: int,
    r: int,
    lying: int,
    boats: int,
    toll: int,
    tile: int,
    outposts: int,
    build_price: int,
    seat: int,
) -> View:
    """Show a cell with this on it, to which no boat can sail now."""
    cell: View = {
        "kind": kind,
        "q": q,
        "r": r,
        "cubes": NARROW.spell(lying),
        "boats": seats_in(boats),
        "toll": seats_in(toll),
        "reach": None,
    }
    if kind == "market":
        cell["type"] = _TYPE_NAMES[tile]
        cell["trade"] = TRADES[tile]
        cell["outposts"] = seats_in(outposts)
        cell["price"] = None if outposts >> seat & 1 else build_price
    elif kind == "port":
        cell["tile"] = None if tile == _CLOSED else vp_tile(tile)
    return cell


@lru_cache(maxsize=4096)
def _routes(
    names: tuple[str, ...], reach: tuple[int, ...], via: tuple[int, ...], boat: int
) -> dict[str, View]:
    """Show the price of each cell that a boat can reach, and the cells on the way to it."""
    return {
        name: {"price": reach[cell], "path": _path(names, via, boat, cell)}
        for cell, name in enumerate(names)
        if reach[cell] != UNREACHABLE
    }


def _path(names: tuple[str, ...], via: tuple[int, ...], boat: int, cell: int) -> list[str]:
    """List the cells on the way of a boat to a cell, which is the last one."""
    path = []
    while cell != boat:
        path.append(names[cell])
        cell = via[cell]
    return path[::-1]


def vp_tile(number: int) -> View:
    """Show a VP tile."""
    cost, points = VP_TILES[number]
    return {"cost": cost, "points": points}


def seats_in(mask: int) -> list[int]:
    """List the seats of a mask."""
    return list(_SEATS_BY_MASK[mask])
