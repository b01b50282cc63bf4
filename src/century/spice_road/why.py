"""Why an action of Spice Road is not legal, in one sentence with its rule."""

from __future__ import annotations

from types import SimpleNamespace

from century.cubes import missing
from century.cubes.narrow import spell
from century.kernel import State, plain
from century.position import Why
from century.spice_road.cards import CARAVAN_LIMIT, CARDS, MERCHANT_ROW, POINT_CARDS, price_of
from century.spice_road.rules import ACTIONS
from century.spice_road.state import DISCARD, OVER, PAY, TRADE, TURN, UPGRADE


def why(state: State, action: int) -> Why:
    """Say why an action that is not legal is not."""
    s = plain(state)
    verb, _, rest = ACTIONS[action].partition(" ")
    if s.phase == OVER:
        return Why("the game is over", "SR17")
    if _PHASE_OF.get(verb, TURN) != s.phase and not (verb == "done" and s.phase == TRADE):
        return _out_of_place(s, verb)
    cubes = spell(s.caravan[s.seat])
    if verb == "rest":
        return Why("no card was played that could be taken back", "SR12")
    if verb == "claim":
        cost, _ = POINT_CARDS[s.points[s.points_taken + int(rest) - 1]]
        return Why(f"needs {missing(cubes, cost)}", "SR13")
    if verb == "acquire":
        return _why_not_acquire(s, int(rest), len(cubes))
    if verb == "play":
        return _why_not_play(s, rest, cubes)
    return Why(f"the caravan holds no {rest}", _RULE_OF[verb])


_PHASE_OF = {"pay": PAY, "upgrade": UPGRADE, "trade": TRADE, "done": UPGRADE, "discard": DISCARD}
_RULE_OF = {"pay": "SR10", "upgrade": "SR8", "trade": "SR9", "done": "SR6", "discard": "SR15"}


def _out_of_place(s: SimpleNamespace, verb: str) -> Why:
    if s.phase == PAY:
        return Why(f"a merchant card is being acquired: {s.left} more to pay", "SR10")
    if s.phase == UPGRADE:
        return Why(f"{CARDS[s.card]} is being carried out: upgrade a cube or say done", "SR8")
    if s.phase == TRADE:
        return Why(f"{CARDS[s.card]} is being carried out: trade again or say done", "SR9")
    if s.phase == DISCARD:
        held = len(spell(s.caravan[s.seat]))
        return Why(f"{held - CARAVAN_LIMIT} to discard: a caravan holds {CARAVAN_LIMIT}", "SR15")
    return Why(_NOTHING_TO[verb], _RULE_OF[verb])


_NOTHING_TO = {
    "pay": "no merchant card is being acquired",
    "upgrade": "no upgrade card is being carried out",
    "trade": "no trade card is being carried out; play one first",
    "done": "no card is being carried out",
    "discard": "the caravan is not over its limit",
}


def _why_not_acquire(s: SimpleNamespace, number: int, held: int) -> Why:
    row = len(s.merchants[s.merchants_taken :][:MERCHANT_ROW])
    if number > row:
        cards = {0: "is empty", 1: "has only 1 card"}.get(row, f"has only {row} cards")
        return Why(f"the merchant row {cards}", "SR11")
    return Why(f"costs {number - 1} cubes, the caravan holds {held}", "SR10")


def _why_not_play(s: SimpleNamespace, card: str, cubes: str) -> Why:
    bit = 1 << CARDS.index(card)
    if s.played[s.seat] & bit:
        return Why("already played; rest to take it back", "SR12")
    if not s.hand[s.seat] & bit:
        return Why("not in hand", "SR6")
    return Why(f"needs {missing(cubes, price_of(card))}", "SR9")
