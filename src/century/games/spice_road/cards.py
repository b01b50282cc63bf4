"""The cards of Spice Road, read from data.toml, and the tables the kernels look them up in."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import numpy as np

from century.core.cubes import COLOURS
from century.core.cubes.narrow import pack

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

STARTING_CUBES = np.array([pack(cubes) for cubes in _SETUP["starting_cubes"]], dtype=np.uint32)
CLAIMS_TO_END = np.zeros(PLAYERS.stop, dtype=np.uint8)  # by number of players
for _players, _claims in _SETUP["claims_to_end"].items():
    CLAIMS_TO_END[int(_players)] = _claims
MOST_CLAIMS = max(players * int(CLAIMS_TO_END[players]) for players in PLAYERS)


def price_of(card: str) -> str:
    """Return the cubes left of a trade's arrow; other cards cost nothing to play."""
    return card.partition(">")[0] if ">" in card else ""


def gain_of(card: str) -> str:
    """Return the cubes a card gives each time it is carried out."""
    return "" if card.startswith("up") else card.rpartition(">")[2]


def steps_of(card: str) -> int:
    """Return how many upgrade steps a card allows."""
    return int(card[2:]) if card.startswith("up") else 0


PRICE = np.array([pack(price_of(card)) for card in CARDS], dtype=np.uint32)
GAIN = np.array([pack(gain_of(card)) for card in CARDS], dtype=np.uint32)
STEPS = np.array([steps_of(card) for card in CARDS], dtype=np.uint8)

# A search must not count on cards nobody has seen: in its states face-down cards have these
# numbers, and no caravan can claim or play one.
UNSEEN_POINT_CARD = len(POINT_CARDS)
UNSEEN_MERCHANT = len(CARDS)

COST = np.array([*(pack(cost) for cost, _ in POINT_CARDS), pack("YRGB" * 127)], dtype=np.uint32)
POINTS = np.array([*(points for _, points in POINT_CARDS), 0], dtype=np.uint8)

# More cubes of one colour than any caravan can come to hold: ten at the turn's start traded one for
# four and one, or one cube on a card by each of the other 42 acquisitions.
_MANY = 64

# AFFORDABLE[colour, n]: the mask of the cards whose price in that colour is at most n cubes. What a
# caravan can play is then the hand and four such masks, with no walk over the cards.
AFFORDABLE = np.array(
    [
        [
            sum(1 << i for i, card in enumerate(CARDS) if price_of(card).count(colour) <= n)
            for n in range(_MANY)
        ]
        for colour in COLOURS
    ],
    dtype=np.uint64,
)
