"""Why an action of Eastern Wonders is not legal, in one sentence with its rule."""

from __future__ import annotations

from types import SimpleNamespace

from century.cubes import missing
from century.cubes.wide import spell
from century.eastern_wonders.board import build_price, others_there
from century.eastern_wonders.map import Map
from century.eastern_wonders.rules import actions
from century.eastern_wonders.state import (
    ACTION,
    BONUS,
    COLLECT,
    DISCARD,
    DROP,
    OVER,
    PLACE,
    PRICE_DUE,
    SAIL,
    TAKE,
    TOLL,
    TRADE,
    UPGRADE,
)
from century.eastern_wonders.tiles import MOVE, TRADES, VP_TILES
from century.kernel import State, plain
from century.position import Why

# In which phases a kind of action belongs, what is missing in all others, and by which rule.
_PLACES: dict[str, tuple[tuple[int, ...], str, str]] = {
    "take": ((TAKE,), "a starting set is taken once, before the game", "EW7"),
    "place": ((PLACE,), "the boats are placed", "EW7"),
    "sail": ((SAIL,), "this turn's movement is over", "EW8"),
    "anchor": ((SAIL,), "this turn's movement is over", "EW8"),
    "drop": ((DROP,), "no step is to be paid", "EW8"),
    "pay": ((TOLL, PRICE_DUE), "nothing is to be paid", "EW9"),
    "collect": ((COLLECT,), "there is nothing to take up now", "EW10"),
    "leave": ((COLLECT,), "there is nothing to leave now", "EW10"),
    "build": ((ACTION,), "this turn's action is under way", "EW11"),
    "trade": ((ACTION, TRADE), "trading comes after the price, bonus tile and upgrades", "EW15"),
    "claim": ((ACTION,), "this turn's action is under way", "EW16"),
    "harvest": ((ACTION,), "this turn's action is under way", "EW18"),
    "pass": ((ACTION,), "this turn's action is under way", "EW8"),
    "bonus": ((BONUS,), "no column of the board was emptied", "EW13"),
    "upgrade": ((UPGRADE,), "no upgrade tile serves now", "EW14"),
    "done": ((UPGRADE, TRADE), "nothing is being carried out", "EW15"),
    "discard": ((DISCARD,), "the hold is not over its limit", "EW19"),
}

# What the other phases wait for.
_DUE = {
    TAKE: ("a starting set is to be taken first", "EW7"),
    PLACE: ("the boat is to be placed on a market tile first", "EW7"),
    SAIL: ("the movement comes first: sail or anchor", "EW8"),
    DROP: ("the step is to be paid first: drop a cube", "EW8"),
    TOLL: ("the toll comes first: pay a cube for each boat", "EW9"),
    COLLECT: ("collect or leave what lies there first", "EW10"),
    ACTION: ("the action comes first, or pass", "EW11"),
    PRICE_DUE: ("the outpost is to be paid first", "EW11"),
    BONUS: ("a bonus tile is to be taken first", "EW13"),
    UPGRADE: ("upgrade a cube or say done", "EW14"),
    TRADE: ("trade again or say done", "EW15"),
    DISCARD: ("the hold is over its limit: discard", "EW19"),
}


def why(state: State, action: int) -> Why:
    """Say why an action that is not legal is not."""
    s, chart = plain(state), Map.on(state)
    verb, _, rest = actions(chart.names)[action].partition(" ")
    if s.phase == OVER:
        return Why("the game is over", "EW21")
    phases, absent, rule = _PLACES[verb]
    if s.phase not in phases:
        order = list(_DUE)
        too_early = order.index(s.phase) < order.index(phases[0])
        due = s.phase == DISCARD or (s.phase == DROP and verb in ("sail", "anchor"))
        return Why(*_DUE[s.phase]) if too_early or due else Why(absent, rule)
    if verb == "take":
        return Why("that set is taken", "EW7")
    if verb in ("place", "sail"):
        return _why_not_there(s, chart, verb, rest)
    if verb == "anchor":
        boats = others_there(state, s.boat[s.seat])
        return Why(f"the toll here is {boats}, a cube for each other boat's owner", "EW9")
    if verb in ("build", "trade", "claim"):
        return _why_not_here(state, s, chart, verb)
    if verb == "bonus":
        return Why(f"no {rest} tile is left", "EW13")
    return Why(f"the hold has no {rest}", "EW11" if s.phase == PRICE_DUE else rule)


def _why_not_there(s: SimpleNamespace, chart: Map, verb: str, name: str) -> Why:
    if name not in chart.names:
        return Why("the map has no such cell", "EW2")
    cell = chart.names.index(name)
    if verb == "place":
        return Why(f"{name} is a {chart.cells[cell].kind}, not a market", "EW7")
    if not s.near[s.boat[s.seat]] >> cell & 1:
        return Why(f"{name} is not next to {chart.names[s.boat[s.seat]]}", "EW8")
    if s.steps > s.bonus[s.seat][MOVE] and not s.hold[s.seat]:
        return Why("a further step costs a cube, and the hold is empty", "EW8")
    return Why("the toll could not be paid there, nor anywhere beyond", "EW9")


def _why_not_here(state: State, s: SimpleNamespace, chart: Map, verb: str) -> Why:
    here = s.boat[s.seat]
    name, kind = chart.names[here], chart.cells[here].kind
    cubes = spell(s.hold[s.seat])
    if verb == "claim":
        if kind != "port":
            return Why(f"{name} is not a port", "EW16")
        if s.closed == here:
            return Why(f"the port {name} is closed", "EW16")
        return Why(f"needs {missing(cubes, VP_TILES[s.tile[here]][0])}", "EW16")
    if kind != "market":
        return Why(f"{name} is not a market", "EW11" if verb == "build" else "EW15")
    own = s.outposts[here] >> s.seat & 1
    if verb == "build":
        if own:
            return Why(f"your outpost is on {name} already", "EW11")
        return Why(f"the price is {build_price(state)}, the hold has {len(cubes)}", "EW11")
    if not own:
        return Why(f"you have no outpost on {name}", "EW15")
    return Why(f"needs {missing(cubes, TRADES[s.tile[here]].split('>')[0])}", "EW15")
