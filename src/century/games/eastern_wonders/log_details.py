"""What decisions of Eastern Wonders came to, and what a seat's points are made of."""

from __future__ import annotations

from collections import Counter
from typing import Any

from century.core.cubes import COLOURS
from century.core.cubes.wide import spell, worth_points
from century.core.kernel import State, plain
from century.games.eastern_wonders.map import Map
from century.games.eastern_wonders.rules import ACTIONS
from century.games.eastern_wonders.state import TOLL
from century.games.eastern_wonders.tiles import (
    BONUS_KINDS,
    BONUS_POINTS,
    CUBE_POINTS,
    POINTS_STACK,
    START_SETS,
    TRADES,
    TYPE_OF,
    TYPES,
    UNCOVERED,
)
from century.games.eastern_wonders.view import view_seat, vp_tile


def about(before: State, action: int, after: State) -> dict[str, Any]:
    """Tell what an action's token leaves open: where, to whom, what it brought."""
    s, then, chart = plain(before), plain(after), Map.on(before)
    seat, here = s.seat, s.boat[s.seat]
    verb, _, rest = ACTIONS[action].partition(" ")
    if verb == "take":
        return {"cubes": START_SETS[int(rest) - 1]}
    if verb in ("harvest", "collect"):
        return {"cubes": _gained(spell(s.hold[seat]), spell(then.hold[seat]))}
    if verb == "anchor":
        return {"cell": chart.names[here]}
    if verb == "build":
        tile = s.tile[here]
        return {"cell": chart.names[here], "type": TYPES[TYPE_OF[tile]], "trade": TRADES[tile]}
    if verb == "trade":
        return {"cell": chart.names[here], "trade": TRADES[s.tile[here]]}
    if verb == "claim":
        return {"cell": chart.names[here], **vp_tile(s.tile[here])}
    if verb == "pay" and s.phase == TOLL:
        return {"to": (s.left & -s.left).bit_length() - 1}  # the owners are paid in seat order
    if verb == "bonus" and rest == "points":
        left = s.stacks[BONUS_KINDS.index("points")]
        return {"points": POINTS_STACK[len(POINTS_STACK) - left]}
    return {}


def sheet(state: State, seat: int) -> dict[str, int]:
    """Return a seat's points by kind, as they stand (EW22)."""
    s = plain(state)
    seen = view_seat(s, seat, Map.on(state))
    bonus = sum(int(BONUS_POINTS[i]) * s.bonus[seat][i] for i in range(len(BONUS_KINDS)))
    return {
        "tiles": seen["points"],
        "outposts": sum(int(UNCOVERED[built]) for built in s.built[seat]),
        "bonus": bonus + sum(seen["point_tiles"]),
        "cubes": CUBE_POINTS * int(worth_points(state["hold"][seat])),
    }


def _gained(before: str, after: str) -> str:
    """Return the cubes that are in the second string and not in the first."""
    return "".join(sorted((Counter(after) - Counter(before)).elements(), key=COLOURS.index))
