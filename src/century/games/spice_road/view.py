"""What a seat may see of a Spice Road position, as JSON-able data."""

from __future__ import annotations

from functools import lru_cache
from itertools import repeat

from century.core.cubes import missing
from century.core.cubes.packing import NARROW
from century.core.reading import Reading
from century.games.contract import View, Views
from century.games.spice_road.cards import (
    CARAVAN_LIMIT,
    CARDS,
    CLAIMS_TO_END,
    CUBE_POINTS,
    GOLD_POINTS,
    MERCHANT_ROW,
    POINT_CARDS,
    POINT_ROW,
    SILVER_POINTS,
)
from century.games.spice_road.state import DISCARD, MERCHANTS, OVER, PAY, PHASES, TRADE, UPGRADE

_COINS = (None, "gold", "silver")  # by NO_COIN, GOLD, SILVER


def view(s: Reading) -> Views:
    """Show all but the order of the decks, and claimed cards only to their owner (SR20).

    A decision changes few seats and cards, so they are cached.
    """
    over = s.phase == OVER
    seats = [view_seat(s, seat) for seat in range(s.players)]
    own = [seat for seat, _ in seats]
    merchants = s.merchants[s.merchants_taken :]
    points = s.points[s.points_taken :]
    coins = ((0, s.gold_left, s.silver_left)[kind] for kind in s.coin_over)
    caravans = tuple(s.caravan[: s.players])
    public = {
        "game": "spice-road",
        "players": s.players,
        "seat": s.seat,
        "round": s.rounds,
        "phase": PHASES[s.phase],
        "acting": acting(s),
        "ending": bool(s.ending),
        "over": over,
        "scores": None,  # the position adds them at the end
        "seats": own if over else [public for _, public in seats],
        "merchant_row": list(map(_merchant_slot, range(s.merchant_row), merchants, s.lying)),
        "merchant_deck": len(merchants[MERCHANT_ROW:]),
        "merchant_slots": MERCHANT_ROW,
        "point_row": list(map(_point_slot, points, s.coin_over, coins, repeat(caravans))),
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
    """Show the details of the current phase."""
    if s.phase == PAY:
        return {"acquire": s.slot + 1, "left": s.left, "next": s.slot - s.left + 1}
    if s.phase == UPGRADE:
        return {"card": CARDS[s.card], "left": s.left}
    if s.phase == TRADE:
        return {"card": CARDS[s.card]}
    if s.phase == DISCARD:
        return {"left": len(NARROW.spell(s.caravan[s.seat])) - CARAVAN_LIMIT}
    return None


def view_seat(s: Reading, seat: int) -> tuple[View, View]:
    """Show one seat as its holder sees it, and as the others see it."""
    taken = zip(s.claimed_by[: s.points_taken], s.points, strict=False)
    claimed = tuple(number for owner, number in taken if owner == seat)
    hands = s.hand[seat], s.played[seat]
    return _seat(s.caravan[seat], *hands, s.gold[seat], s.silver[seat], claimed)


@lru_cache(maxsize=4096)
def _seat(
    caravan: int, hand: int, played: int, gold: int, silver: int, claimed: tuple[int, ...]
) -> tuple[View, View]:
    """Show a seat that holds this, to its holder and to the others."""
    cards = [point_card(number) for number in claimed]
    cubes = NARROW.spell(caravan)
    # Everybody sees the points of the coins and of the cubes that are not yellow.
    coins = GOLD_POINTS * gold + SILVER_POINTS * silver
    own = {
        "cubes": cubes,
        "limit": CARAVAN_LIMIT,
        "hand": list(cards_in(hand)),
        "played": list(cards_in(played)),
        "gold": gold,
        "silver": silver,
        "claimed": len(claimed),
        "points": sum(card["points"] for card in cards),
        "open_points": coins + CUBE_POINTS * len(cubes.strip("Y")),
        "cards": cards,
    }
    return own, {**own, "points": None, "cards": None}


@lru_cache(maxsize=65_536)
def cards_in(mask: int) -> tuple[str, ...]:
    """Name the cards of a mask."""
    cards = []
    while mask:
        lowest = mask & -mask
        cards.append(CARDS[lowest.bit_length() - 1])
        mask ^= lowest
    return tuple(cards)


@lru_cache(maxsize=8192)
def _merchant_slot(slot: int, card: int, lying: int) -> View:
    """Show a card of the merchant row, the cubes on it and the cubes it costs (SR10)."""
    return {"card": CARDS[card], "cubes": NARROW.spell(lying), "price": slot}


@lru_cache(maxsize=8192)
def _point_slot(number: int, coin: int, coins: int, caravans: tuple[int, ...]) -> View:
    """Show a card of the point row, the coins over it, and the cubes each seat lacks for it."""
    cost, points = POINT_CARDS[number]
    lacking = [missing_cubes(cost, caravan) for caravan in caravans]
    coin_name = _COINS[coin]
    return {"cost": cost, "points": points, "coin": coin_name, "coins": coins, "missing": lacking}


@lru_cache(maxsize=65_536)
def missing_cubes(cost: str, caravan: int) -> str:
    """Return the cubes of a cost that a caravan does not have."""
    counts = missing(NARROW.spell(caravan), cost)
    return "".join(letter * count for letter, count in counts.items())


def point_card(number: int) -> View:
    """Show a point card."""
    cost, points = POINT_CARDS[number]
    return {"cost": cost, "points": points}
