"""The cards of Spice Road as arrays, for the kernels."""

from __future__ import annotations

import numpy as np

from century.core.cubes import COLOURS
from century.core.cubes.narrow import pack
from century.games.spice_road import cards
from century.games.spice_road.cards import CARDS, PLAYERS, POINT_CARDS, gain_of, price_of, steps_of

STARTING_CUBES = np.array([pack(cubes) for cubes in cards.STARTING_CUBES], dtype=np.uint32)
CLAIMS_TO_END = np.array(
    [cards.CLAIMS_TO_END.get(players, 0) for players in range(PLAYERS.stop)], dtype=np.uint8
)  # by number of players

PRICE = np.array([pack(price_of(card)) for card in CARDS], dtype=np.uint32)
GAIN = np.array([pack(gain_of(card)) for card in CARDS], dtype=np.uint32)
STEPS = np.array([steps_of(card) for card in CARDS], dtype=np.uint8)

# The last entry is the unseen point card, which no caravan can pay for.
COST = np.array([*(pack(cost) for cost, _ in POINT_CARDS), pack("YRGB" * 127)], dtype=np.uint32)
POINTS = np.array([*(points for _, points in POINT_CARDS), 0], dtype=np.uint8)

# More cubes of one colour than any caravan can hold: ten at the start of a turn, traded one for
# four and one, or one cube on a card by each of the other 42 acquisitions.
_TOO_MANY = 64

# AFFORDABLE[colour, n] is the mask of the cards whose price in that colour is at most n cubes. The
# cards that a caravan can play are then the hand and four such masks, without a loop over cards.
AFFORDABLE = np.array(
    [
        [
            sum(1 << i for i, card in enumerate(CARDS) if price_of(card).count(colour) <= n)
            for n in range(_TOO_MANY)
        ]
        for colour in COLOURS
    ],
    dtype=np.uint64,
)
