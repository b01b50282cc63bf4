"""Why an action of Spice Road is not legal: the reason and its rule."""

from __future__ import annotations

from century.core.cubes.packing import NARROW
from century.core.reading import Reading
from century.core.reasons import Reason, needs
from century.core.words import Cube
from century.games.spice_road.actions import ACTIONS
from century.games.spice_road.cards import CARAVAN_LIMIT, CARDS, POINT_CARDS, price_of
from century.games.spice_road.state import DISCARD, OVER, PAY, TRADE, TURN, UPGRADE


def why(s: Reading, action: int) -> Reason:
    """Return the reason why an action is not legal."""
    verb, _, rest = ACTIONS[action].partition(" ")
    if s.phase == OVER:
        return Reason("game-over", "SR17")
    if _PHASE_OF.get(verb, TURN) != s.phase and not (verb == "done" and s.phase == TRADE):
        return _out_of_place(s, verb)
    cubes = NARROW.spell(s.caravan[s.seat])
    if verb == "rest":
        return Reason("nothing-played", "SR12")
    if verb == "claim":
        cost, _ = POINT_CARDS[s.points[s.points_taken + int(rest) - 1]]
        return needs(cost, cubes, "SR13")
    if verb == "acquire":
        return _why_not_acquire(s, int(rest), len(cubes))
    if verb == "play":
        return _why_not_play(s, rest, cubes)
    return Reason("no-cube", _RULE_OF[verb], cube=Cube(rest))


_PHASE_OF = {"pay": PAY, "upgrade": UPGRADE, "trade": TRADE, "done": UPGRADE, "discard": DISCARD}
_RULE_OF = {"pay": "SR10", "upgrade": "SR8", "trade": "SR9", "done": "SR6", "discard": "SR15"}


def _out_of_place(s: Reading, verb: str) -> Reason:
    if s.phase == PAY:
        return Reason("still-to-pay", "SR10", count=s.left)
    if s.phase == UPGRADE:
        return Reason("upgrading", "SR8")
    if s.phase == TRADE:
        return Reason("trading", "SR9")
    if s.phase == DISCARD:
        over = len(NARROW.spell(s.caravan[s.seat])) - CARAVAN_LIMIT
        return Reason("still-to-discard", "SR15", count=over, limit=CARAVAN_LIMIT)
    return Reason("out-of-place", _RULE_OF[verb], verb=verb)


def _why_not_acquire(s: Reading, number: int, held: int) -> Reason:
    if number > s.merchant_row:
        return Reason("short-row", "SR11", cards=s.merchant_row)
    return Reason("too-dear", "SR10", price=number - 1, held=held)


def _why_not_play(s: Reading, card: str, cubes: str) -> Reason:
    bit = 1 << CARDS.index(card)
    if s.played[s.seat] & bit:
        return Reason("already-played", "SR12")
    if not s.hand[s.seat] & bit:
        return Reason("not-in-hand", "SR6")
    return needs(price_of(card), cubes, "SR9")
