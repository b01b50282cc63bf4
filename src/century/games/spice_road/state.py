"""The fields of a Spice Road state."""

from __future__ import annotations

from century.core.reading import Draft, Field, Layout
from century.games.spice_road.cards import (
    CARDS,
    MAX_CLAIMS,
    MERCHANT_ROW,
    PLAYERS,
    POINT_CARDS,
    POINT_ROW,
    STARTERS,
)

SEATS = PLAYERS[-1]
MERCHANTS = len(CARDS) - STARTERS
PHASES = ("turn", "pay", "upgrade", "trade", "discard", "over")
TURN, PAY, UPGRADE, TRADE, DISCARD, OVER = range(len(PHASES))

MAX_ROUNDS = 2**16 - 1  # the count stops there; only players who avoid every claim get so far

# Seats, slots and card numbers count from 0; a handful of cubes is packed (century.core.cubes).
# Places not in use are 0, so that equal positions are equal bytes.
_FIELDS: list[Field] = [
    ("hand", "u8", (SEATS,)),  # mask of card numbers
    ("played", "u8", (SEATS,)),  # mask of card numbers
    ("caravan", "u4", (SEATS,)),  # cubes
    ("lying", "u4", (MERCHANT_ROW,)),  # cubes on the merchant row, by slot
    ("rounds", "u2"),  # begun, so from 1
    ("players", "u1"),
    ("seat", "u1"),  # who decides; at the end the last seat
    ("phase", "u1"),  # index into PHASES
    ("ending", "u1"),  # 1 once the card that ends the game was taken (SR17)
    ("card", "u1"),  # the card being carried out (upgrade, trade)
    ("slot", "u1"),  # the merchant slot being acquired (pay)
    ("left", "u1"),  # upgrade steps, or cubes to pay, still left
    ("gold_left", "u1"),
    ("silver_left", "u1"),
    ("gold", "u1", (SEATS,)),
    ("silver", "u1", (SEATS,)),
    ("claims", "u1", (SEATS,)),  # how many point cards each seat has
    # Both decks stand as they were shuffled. The row begins at the number of cards taken, and the
    # face-down deck follows it. Point cards taken stay in front, in the order they were claimed.
    ("merchants_taken", "u1"),
    ("points_taken", "u1"),
    ("merchants", "u1", (MERCHANTS,)),
    ("points", "u1", (len(POINT_CARDS),)),
    ("claimed_by", "u1", (MAX_CLAIMS,)),  # the seats that took points[0], points[1] ...
]
STATE = Layout(_FIELDS)

# What the rules derive from a state (facts.py).
FACTS = Layout(
    [
        ("coin_over", "u1", (POINT_ROW,)),  # the coin that a claim of each slot brings
        ("merchant_row", "u1"),  # how many merchant cards are face up
    ]
)
NO_COIN, GOLD, SILVER = range(3)


def blank() -> Draft:
    """Return a state to deal on."""
    return STATE.draft()
