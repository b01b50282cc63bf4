"""Why an action of Eastern Wonders is not legal: the reason and its rule."""

from __future__ import annotations

from century.core.cubes.packing import WIDE
from century.core.reading import Reading
from century.core.reasons import Reason, needs
from century.core.words import Cube
from century.games.eastern_wonders.actions import actions
from century.games.eastern_wonders.map import Map
from century.games.eastern_wonders.state import (
    ACTION,
    BONUS,
    COLLECT,
    DISCARD,
    DROP,
    OVER,
    PHASES,
    PLACE,
    PRICE_DUE,
    SAIL,
    TAKE,
    TOLL,
    TRADE,
    UPGRADE,
)
from century.games.eastern_wonders.tiles import TRADES, VP_TILES

# In which phases a kind of action belongs, and by which rule.
_PLACES: dict[str, tuple[tuple[int, ...], str]] = {
    "take": ((TAKE,), "EW7"),
    "place": ((PLACE,), "EW7"),
    "sail": ((SAIL,), "EW8"),
    "anchor": ((SAIL,), "EW8"),
    "drop": ((DROP,), "EW8"),
    "pay": ((TOLL, PRICE_DUE), "EW9"),
    "collect": ((COLLECT,), "EW10"),
    "leave": ((COLLECT,), "EW10"),
    "build": ((ACTION,), "EW11"),
    "trade": ((ACTION, TRADE), "EW15"),
    "claim": ((ACTION,), "EW16"),
    "harvest": ((ACTION,), "EW18"),
    "pass": ((ACTION,), "EW8"),
    "bonus": ((BONUS,), "EW13"),
    "upgrade": ((UPGRADE,), "EW14"),
    "done": ((UPGRADE, TRADE), "EW15"),
    "discard": ((DISCARD,), "EW19"),
}

# The rule of what each phase waits for, in the order of a turn.
_DUE = {
    TAKE: "EW7",
    PLACE: "EW7",
    SAIL: "EW8",
    DROP: "EW8",
    TOLL: "EW9",
    COLLECT: "EW10",
    ACTION: "EW11",
    PRICE_DUE: "EW11",
    BONUS: "EW13",
    UPGRADE: "EW14",
    TRADE: "EW15",
    DISCARD: "EW19",
}


def why(s: Reading, action: int) -> Reason:
    """Return the reason why an action is not legal."""
    chart = Map.on(s)
    verb, _, rest = actions(chart.names)[action].partition(" ")
    if s.phase == OVER:
        return Reason("game-over", "EW21")
    phases, rule = _PLACES[verb]
    if s.phase not in phases:
        order = list(_DUE)
        too_early = order.index(s.phase) < order.index(phases[0])
        due = s.phase == DISCARD or (s.phase == DROP and verb in ("sail", "anchor"))
        if too_early or due:
            return Reason("first", _DUE[s.phase], phase=PHASES[s.phase])
        return Reason("out-of-place", rule, verb=verb)
    if verb == "take":
        return Reason("set-taken", "EW7")
    if verb in ("place", "sail"):
        return _why_not_there(s, chart, verb, rest)
    if verb == "anchor":
        return Reason("toll-here", "EW9", boats=s.toll[s.boat[s.seat]].bit_count())
    if verb in ("build", "trade", "claim"):
        return _why_not_here(s, chart, verb)
    if verb == "bonus":
        return Reason("no-bonus", "EW13")
    return Reason("no-cube", "EW11" if s.phase == PRICE_DUE else rule, cube=Cube(rest))


def _why_not_there(s: Reading, chart: Map, verb: str, name: str) -> Reason:
    if name not in chart.names:
        return Reason("no-cell", "EW2")
    cell = chart.names.index(name)
    if verb == "place":
        return Reason("no-place", "EW7", cell=name, kind=chart.cells[cell].kind)
    if not s.near[s.boat[s.seat]] >> cell & 1:
        return Reason("not-next", "EW8", cell=name, boat=chart.names[s.boat[s.seat]])
    if s.steps >= s.free_steps[s.seat] and not s.hold[s.seat]:
        return Reason("empty-hold", "EW8")
    return Reason("toll-there", "EW9")


def _why_not_here(s: Reading, chart: Map, verb: str) -> Reason:
    here = s.boat[s.seat]
    name, kind = chart.names[here], chart.cells[here].kind
    cubes = WIDE.spell(s.hold[s.seat])
    if verb == "claim":
        if kind != "port":
            return Reason("no-port", "EW16", cell=name)
        if s.closed == here:
            return Reason("closed", "EW16", cell=name)
        return needs(VP_TILES[s.tile[here]][0], cubes, "EW16")
    if kind != "market":
        return Reason("no-market", "EW11" if verb == "build" else "EW15", cell=name)
    own = s.outposts[here] >> s.seat & 1
    if verb == "build":
        if own:
            return Reason("built", "EW11", cell=name)
        return Reason("too-dear", "EW11", price=s.build_price[here], held=len(cubes))
    if not own:
        return Reason("not-built", "EW15", cell=name)
    return needs(TRADES[s.tile[here]].split(">")[0], cubes, "EW15")
