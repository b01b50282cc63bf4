"""The cards and numbers of Spice Road, read from data.toml."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

DATA = tomllib.loads(files(__package__).joinpath("data.toml").read_text(encoding="utf-8"))

_SETUP = DATA["setup"]
RULES_VERSION: int = DATA["rules_version"]
PLAYERS = range(_SETUP["players"][0], _SETUP["players"][-1] + 1)
MERCHANT_ROW: int = _SETUP["merchant_row"]
POINT_ROW: int = _SETUP["point_row"]
COINS_PER_PLAYER: int = _SETUP["coins_per_player"]
CARAVAN_LIMIT: int = _SETUP["caravan_limit"]
GOLD_POINTS: int = DATA["scoring"]["gold"]
SILVER_POINTS: int = DATA["scoring"]["silver"]
CUBE_POINTS: int = DATA["scoring"]["cube_not_yellow"]

STARTING_HAND: tuple[str, ...] = tuple(_SETUP["starting_hand"])
STARTERS = len(STARTING_HAND)
CARDS: tuple[str, ...] = STARTING_HAND + tuple(DATA["cards"]["merchant"])  # number = card number
POINT_CARDS: tuple[tuple[str, int], ...] = tuple((c, p) for c, p in DATA["cards"]["point"])

STARTING_CUBES: tuple[str, ...] = tuple(_SETUP["starting_cubes"])  # by seat
CLAIMS_TO_END: dict[int, int] = {int(n): claims for n, claims in _SETUP["claims_to_end"].items()}
MAX_CLAIMS = max(players * CLAIMS_TO_END[players] for players in PLAYERS)


def price_of(card: str) -> str:
    """Return the cubes left of a trade's arrow; other cards cost nothing to play."""
    return card.partition(">")[0] if ">" in card else ""


def gain_of(card: str) -> str:
    """Return the cubes a card gives each time it is carried out."""
    return "" if card.startswith("up") else card.rpartition(">")[2]


def steps_of(card: str) -> int:
    """Return how many upgrade steps a card allows."""
    return int(card[2:]) if card.startswith("up") else 0


# A search must not count on cards that nobody has seen. In its states face-down cards have these
# numbers, and no caravan can claim or play one.
UNSEEN_POINT_CARD = len(POINT_CARDS)
UNSEEN_MERCHANT = len(CARDS)

# Constants for drawing the game that no view contains.
PIECES: dict[str, Any] = {
    "merchants": list(CARDS[STARTERS:]),
    "point_cards": [{"cost": cost, "points": points} for cost, points in POINT_CARDS],
    "coin_points": {"gold": GOLD_POINTS, "silver": SILVER_POINTS},
}
