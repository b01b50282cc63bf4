"""Whether a game of Spice Road can lead to a state: positions read from text must pass this."""

from __future__ import annotations

from century.core.cubes.packing import NARROW
from century.core.reading import Reading
from century.errors import BadPosition
from century.games.spice_road.cards import (
    CARAVAN_LIMIT,
    CARDS,
    CLAIMS_TO_END,
    STARTERS,
    gain_of,
    price_of,
    steps_of,
)
from century.games.spice_road.state import DISCARD, OVER, PAY, TRADE, TURN, UPGRADE
from century.games.spice_road.view import cards_in


def validate(s: Reading) -> None:
    """Raise BadPosition, which names the field at fault, unless a game can lead to the state."""
    if s.rounds < 1:
        raise BadPosition("round", "rounds count from 1")
    _check_cards(s)
    _check_claims(s)
    _check_lying(s)
    for seat in range(s.players):
        held = len(NARROW.spell(s.caravan[seat]))
        over_limit = s.phase in (TRADE, DISCARD) and seat == s.seat
        if held > CARAVAN_LIMIT and not over_limit:
            raise BadPosition(
                "cubes", f"seat {seat} holds {held}, more than {CARAVAN_LIMIT} (SR15)"
            )
    _CHECKS[s.phase](s)


def _check_cards(s: Reading) -> None:
    """Check that every card is in one place, the starting cards with each seat (SR3, SR4)."""
    seen = 0
    for number in s.merchants[s.merchants_taken :]:
        seen |= 1 << number
    starters = (1 << STARTERS) - 1
    for seat in range(s.players):
        hand, played = s.hand[seat], s.played[seat]
        twice = hand & played | (hand | played) & seen & ~starters
        if twice:
            raise BadPosition("hand", f"{_lowest(twice)} is in two places")
        if (hand | played) & starters != starters:
            raise BadPosition("hand", f"seat {seat} lacks a starting card (SR3)")
        seen |= hand | played
    absent = ~seen & ((1 << len(CARDS)) - 1)
    if absent:
        raise BadPosition("deck", f"{_lowest(absent)} is nowhere")


def _lowest(mask: int) -> str:
    return CARDS[(mask & -mask).bit_length() - 1]


def _check_claims(s: Reading) -> None:
    limit = CLAIMS_TO_END[s.players]
    for seat in range(s.players):
        claims = s.claims[seat]
        if claims > limit:
            raise BadPosition("claimed", f"seat {seat} has {claims} cards; {limit} end it (SR17)")
        if claims == limit and seat >= s.seat and s.phase != OVER:
            raise BadPosition("claimed", f"seat {seat} has its last card and is yet to move (SR17)")
        if s.gold[seat] + s.silver[seat] > claims:
            raise BadPosition("gold", f"seat {seat} has more coins than claimed cards (SR14)")


def _check_lying(s: Reading) -> None:
    """Check that each acquisition put at most one cube on a card (SR10)."""
    paid = s.slot - s.left if s.phase == PAY else 0
    for slot, lying in enumerate(s.lying):
        if len(NARROW.spell(lying)) > s.merchants_taken + (slot < paid):
            raise BadPosition("row", f"more cubes on card {slot + 1} than cards acquired (SR10)")


def _check_turn(_s: Reading) -> None:
    """Check nothing: `_check_claims` has checked that the game is not over."""


def _check_pay(s: Reading) -> None:
    held = len(NARROW.spell(s.caravan[s.seat]))
    if not (1 <= s.slot < s.merchant_row and 1 <= s.left <= s.slot):
        raise BadPosition("phase", "no such card to pay for (SR10)")
    if held < s.left or held + s.slot - s.left > CARAVAN_LIMIT:
        raise BadPosition("cubes", f"seat {s.seat} cannot be paying with {held} cubes (SR10)")
    if not all(s.lying[slot] for slot in range(s.slot - s.left)):
        raise BadPosition("row", "a card already paid for has no cube on it (SR10)")


def _check_card_in_play(s: Reading) -> None:
    if not s.played[s.seat] >> s.card & 1:
        raise BadPosition("phase", f"{CARDS[s.card]} was not played by seat {s.seat} (SR6)")


def _check_upgrade(s: Reading) -> None:
    _check_card_in_play(s)
    if not 1 <= s.left <= steps_of(CARDS[s.card]):
        raise BadPosition("phase", f"{CARDS[s.card]} has no {s.left} steps left (SR8)")
    if not NARROW.spell(s.caravan[s.seat]).strip("B"):
        raise BadPosition("phase", "no cube can rise (SR8)")


def _check_trade(s: Reading) -> None:
    """Check that trades made the caravan out of at most ten cubes, and that it can pay again."""
    _check_card_in_play(s)
    price, gain = price_of(CARDS[s.card]), gain_of(CARDS[s.card])
    cubes = NARROW.spell(s.caravan[s.seat])
    if not price or not _holds(cubes, price):
        raise BadPosition("phase", f"{CARDS[s.card]} cannot be paid again (SR9)")
    for trades in range(1, CARAVAN_LIMIT + 1):
        before = len(cubes) - trades * (len(gain) - len(price))
        if _holds(cubes, gain * trades) and before <= CARAVAN_LIMIT:
            return
    raise BadPosition("cubes", f"seat {s.seat} cannot have traded for these (SR9)")


def _holds(cubes: str, needed: str) -> bool:
    return all(cubes.count(colour) >= needed.count(colour) for colour in set(needed))


def _check_discard(s: Reading) -> None:
    held = len(NARROW.spell(s.caravan[s.seat]))
    if held <= CARAVAN_LIMIT:
        raise BadPosition("phase", f"seat {s.seat} is not over the limit (SR15)")
    most = max((_most_by_card(card) for card in cards_in(s.played[s.seat])), default=0)
    if s.merchants_taken:  # the card acquired last may have had a cube of each one before it
        most = max(most, CARAVAN_LIMIT + s.merchants_taken - 1)
    if held > most:
        raise BadPosition("cubes", f"seat {s.seat} holds {held}; {most} are possible here (SR15)")


def _most_by_card(card: str) -> int:
    """Return how many cubes a full caravan can become by playing a card (SR7, SR9)."""
    price, gain = price_of(card), gain_of(card)
    if not price:
        return CARAVAN_LIMIT + len(gain)
    trades, rest = divmod(CARAVAN_LIMIT, len(price))
    return trades * len(gain) + rest


def _check_over(s: Reading) -> None:
    if not s.ending or s.seat != s.players - 1:
        raise BadPosition("phase", "the game cannot be over yet (SR17)")


_CHECKS = {
    TURN: _check_turn,
    PAY: _check_pay,
    UPGRADE: _check_upgrade,
    TRADE: _check_trade,
    DISCARD: _check_discard,
    OVER: _check_over,
}
