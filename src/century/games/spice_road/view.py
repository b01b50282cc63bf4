"""What a seat may see of a Spice Road position, as JSON-able data."""

from __future__ import annotations

from functools import lru_cache

from century.core.cubes.packing import NARROW
from century.core.reading import Reading
from century.games.contract import View, Views
from century.games.spice_road.cards import (
    CARAVAN_LIMIT,
    CARDS,
    CLAIMS_TO_END,
    MERCHANT_ROW,
    POINT_CARDS,
    POINT_ROW,
)
from century.games.spice_road.state import MERCHANTS, OVER, PAY, PHASES, TRADE, UPGRADE

_COINS = (None, "gold", "silver")  # by NO_COIN, GOLD, SILVER


def view(s: Reading) -> Views:
    """Show all but the order of the decks, and the claimed cards to their owner alone (SR20)."""
    over = s.phase == OVER
    players = range(s.players)
    merchants, points = s.merchants[s.merchants_taken :], s.points[s.points_taken :]
    own = [view_seat(s, seat) for seat in players]
    public = {
        "game": "spice-road",
        "players": s.players,
        "seat": s.seat,
        "round": s.rounds,
        "phase": PHASES[s.phase],
        "acting": acting(s),
        "ending": bool(s.ending),
        "over": over,
        "scores": None,  # the position says them at the end
        "seats": own if over else [{**seat, "points": None, "cards": None} for seat in own],
        "merchant_row": [merchant_slot(s, slot) for slot in range(s.merchant_row)],
        "merchant_deck": len(merchants[MERCHANT_ROW:]),
        "merchant_slots": MERCHANT_ROW,
        "point_row": [point_slot(s, slot) for slot in range(POINT_ROW)],
        "point_deck": len(points[POINT_ROW:]),
        "point_slots": POINT_ROW,
        "gold": s.gold_left,
        "silver": s.silver_left,
        "claims_to_end": CLAIMS_TO_END[s.players],
    }
    return public, own


def hide_new(view: View, before: View) -> View:
    """Leave out the cards that were revealed since an earlier view."""
    known = dict(view)
    for row, deck in (("merchant_row", "merchant_deck"), ("point_row", "point_deck")):
        known[row] = view[row][: len(view[row]) - (before[deck] - view[deck])]
    return known


def face_down(s: Reading) -> int:
    """Count the cards of both decks."""
    merchants = MERCHANTS - MERCHANT_ROW - s.merchants_taken
    points = len(POINT_CARDS) - POINT_ROW - s.points_taken
    return int(max(0, merchants) + max(0, points))


def acting(s: Reading) -> View | None:
    """Show what is being carried out."""
    if s.phase == PAY:
        return {"acquire": s.slot + 1, "left": s.left, "next": s.slot - s.left + 1}
    if s.phase == UPGRADE:
        return {"card": CARDS[s.card], "left": s.left}
    if s.phase == TRADE:
        return {"card": CARDS[s.card]}
    return None


def view_seat(s: Reading, seat: int) -> View:
    """Show one seat as its holder sees it."""
    taken = zip(s.claimed_by[: s.points_taken], s.points, strict=False)
    claimed = [point_card(number) for owner, number in taken if owner == seat]
    return {
        "cubes": NARROW.spell(s.caravan[seat]),
        "limit": CARAVAN_LIMIT,
        "hand": list(cards_in(s.hand[seat])),
        "played": list(cards_in(s.played[seat])),
        "gold": s.gold[seat],
        "silver": s.silver[seat],
        "claimed": len(claimed),
        "points": sum(card["points"] for card in claimed),
        "cards": claimed,
    }


@lru_cache(maxsize=65_536)
def cards_in(mask: int) -> tuple[str, ...]:
    """Name the cards of a mask."""
    cards = []
    while mask:
        lowest = mask & -mask
        cards.append(CARDS[lowest.bit_length() - 1])
        mask ^= lowest
    return tuple(cards)


def merchant_slot(s: Reading, slot: int) -> View:
    """Show a card of the merchant row, the cubes on it and the cubes it costs (SR10)."""
    card = CARDS[s.merchants[s.merchants_taken + slot]]
    return {"card": card, "cubes": NARROW.spell(s.lying[slot]), "price": slot}


def point_slot(s: Reading, slot: int) -> View:
    """Show a card of the point row and the coins over it."""
    cost, points = POINT_CARDS[s.points[s.points_taken + slot]]
    kind = s.coin_over[slot]
    coins = (0, s.gold_left, s.silver_left)[kind]
    return {"cost": cost, "points": points, "coin": _COINS[kind], "coins": coins}


def point_card(number: int) -> View:
    """Show a point card."""
    cost, points = POINT_CARDS[number]
    return {"cost": cost, "points": points}
