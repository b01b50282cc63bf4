"""What a seat may see of an Eastern Wonders position, as JSON-able data."""

from __future__ import annotations

from century.core.cubes.packing import NARROW, WIDE
from century.core.reading import Reading
from century.games.contract import View, Views
from century.games.eastern_wonders.map import Map
from century.games.eastern_wonders.state import (
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
    CLAIMS_TO_END,
    POINTS_STACK,
    START_SETS,
    TRADES,
    TYPE_OF,
    TYPES,
    VP_TILES,
)

_SEATS_BY_MASK = [[seat for seat in range(SEATS) if mask >> seat & 1] for mask in range(1 << SEATS)]
_TYPE_NAMES = tuple(TYPES[kind] for kind in TYPE_OF)  # by market tile


def view(s: Reading) -> Views:
    """Show all but the order of the pile, and the claimed tiles to their owner alone (EW24)."""
    chart = Map.on(s)
    over = s.phase == OVER
    players = range(s.players)
    own = [view_seat(s, seat, chart) for seat in players]
    public = {
        "game": "eastern-wonders",
        "players": s.players,
        "seat": s.seat,
        "round": s.rounds,
        "phase": PHASES[s.phase],
        "acting": acting(s, chart.names),
        "ending": bool(s.ending),
        "over": over,
        "scores": None,  # the position says them at the end
        "seats": own if over else [{**seat, "points": None, "tiles": None} for seat in own],
        "map": {name: view_cell(s, i, chart) for i, name in enumerate(chart.names)},
        "vp_pile": face_down(s),
        "bonus_stacks": {
            kind: left if kind != "points" else list(POINTS_STACK[len(POINTS_STACK) - left :])
            for kind, left in zip(BONUS_KINDS, s.stacks, strict=True)
        },
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
    """Show what is being carried out."""
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
    return None


def view_seat(s: Reading, seat: int, chart: Map) -> View:
    """Show one seat as its holder sees it."""
    taken = zip(s.claimed_by[: s.taken], s.claimed, strict=False)
    claimed = [vp_tile(number) for owner, number in taken if owner == seat]
    point_tiles = [POINTS_STACK[i] for i, owner in enumerate(s.points_to) if owner == 1 + seat]
    return {
        "cubes": WIDE.spell(s.hold[seat]),
        "limit": s.hold_limit[seat],
        "free_steps": s.free_steps[seat],
        "columns_emptied": s.columns_emptied[seat],
        "uncovered": s.uncovered[seat],
        "boat": None if s.boat[seat] == NOWHERE else chart.names[s.boat[seat]],
        "outposts": dict(zip(TYPES, s.built[seat], strict=True)),
        "bonus": dict(zip(BONUS_KINDS, s.bonus[seat], strict=True)),
        "point_tiles": point_tiles,
        "claimed": len(claimed),
        "points": sum(tile["points"] for tile in claimed),
        "tiles": claimed,
    }


def view_cell(s: Reading, i: int, chart: Map) -> View:
    """Show one cell of the map and what lies on it."""
    cell: View = {
        "kind": chart.cells[i].kind,
        "q": s.q[i],
        "r": s.r[i],
        "cubes": NARROW.spell(s.lying[i]),
        "boats": [seat for seat in range(s.players) if s.boat[seat] == i],
        "toll": seats_in(s.toll[i]),
        "reach": None,
    }
    if s.reach[i] != UNREACHABLE:
        cell["reach"] = {"price": s.reach[i], "path": path_to(s, i, chart)}
    if cell["kind"] == "market":
        cell["type"] = _TYPE_NAMES[s.tile[i]]
        cell["trade"] = TRADES[s.tile[i]]
        cell["outposts"] = seats_in(s.outposts[i])
        cell["price"] = None if s.outposts[i] >> s.seat & 1 else s.build_price[i]
    elif cell["kind"] == "port":
        cell["tile"] = None if s.closed == i else vp_tile(s.tile[i])
    return cell


def path_to(s: Reading, cell: int, chart: Map) -> list[str]:
    """List the cells on the way of the deciding seat's boat to a cell, which is the last one."""
    path = []
    while cell != s.boat[s.seat]:
        path.append(chart.names[cell])
        cell = s.via[cell]
    return path[::-1]


def vp_tile(number: int) -> View:
    """Show a VP tile."""
    cost, points = VP_TILES[number]
    return {"cost": cost, "points": points}


def seats_in(mask: int) -> list[int]:
    """List the seats of a mask."""
    return list(_SEATS_BY_MASK[mask])
