"""What a seat may see of a Spice Road position, as plain data."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from century.core.cubes.narrow import spell
from century.core.kernel import Reading
from century.games.spice_road.cards import CARDS, MERCHANT_ROW, POINT_CARDS, POINT_ROW
from century.games.spice_road.state import MERCHANTS, OVER, PAY, PHASES, TRADE, UPGRADE

View = dict[str, Any]


def view(s: Reading) -> tuple[View, list[View]]:
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
        "merchant_row": list(map(merchant_card, merchants[:MERCHANT_ROW], s.lying)),
        "merchant_deck": len(merchants[MERCHANT_ROW:]),
        "point_row": [point_card(number) for number in points[:POINT_ROW]],
        "point_deck": len(points[POINT_ROW:]),
        "gold": s.gold_left,
        "silver": s.silver_left,
    }
    return public, own


def hide_new(view: View, before: View) -> View:
    """Leave out the cards that have come from the decks since an earlier view."""
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
        return {"acquire": s.slot + 1, "left": s.left}
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
        "cubes": spell(s.caravan[seat]),
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


def merchant_card(number: int, lying: int) -> View:
    """Show a card of the merchant row and the cubes on it."""
    return {"card": CARDS[number], "cubes": spell(lying)}


def point_card(number: int) -> View:
    """Show a point card."""
    cost, points = POINT_CARDS[number]
    return {"cost": cost, "points": points}
