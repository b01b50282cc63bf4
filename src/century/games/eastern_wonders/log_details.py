"""What the log of an Eastern Wonders game says about a decision besides its token."""

from __future__ import annotations

from collections import Counter

from century.core.cubes import COLOURS
from century.core.cubes.packing import WIDE
from century.core.reading import Reading
from century.games.contract import View
from century.games.eastern_wonders.actions import ACTIONS
from century.games.eastern_wonders.map import Map
from century.games.eastern_wonders.state import TOLL
from century.games.eastern_wonders.tiles import (
    BONUS_KINDS,
    POINTS_STACK,
    START_SETS,
    TRADES,
    TYPE_OF,
    TYPES,
)
from century.games.eastern_wonders.view import vp_tile


def log_details(before: Reading, action: int, after: Reading) -> View:
    """Return what an action's token does not say: where, to whom, what it brought."""
    s, chart = before, Map.on(before)
    seat, here = s.seat, s.boat[s.seat]
    verb, _, rest = ACTIONS[action].partition(" ")
    if verb == "take":
        return {"cubes": START_SETS[int(rest) - 1]}
    if verb in ("harvest", "collect"):
        return {"cubes": _gained(WIDE.spell(s.hold[seat]), WIDE.spell(after.hold[seat]))}
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


def _gained(before: str, after: str) -> str:
    """Return the cubes that are in the second string and not in the first."""
    return "".join(sorted((Counter(after) - Counter(before)).elements(), key=COLOURS.index))
