"""What searching bots need to know about Spice Road besides its rules."""

from __future__ import annotations

import numpy as np

from century.core.cubes import COLOURS
from century.core.cubes.narrow import count_of, most_plentiful, part_held, total
from century.core.heuristics import Weights, most_claims
from century.core.kernel import Int, Mask, State, bit, bit_count, kernel, lowest_bit, mix
from century.games.spice_road.actions import ACQUIRE_1, DONE, UPGRADE_Y
from century.games.spice_road.cards import (
    CARAVAN_LIMIT,
    CARDS,
    MERCHANT_ROW,
    POINT_ROW,
    STARTERS,
    UNSEEN_MERCHANT,
    UNSEEN_POINT_CARD,
)
from century.games.spice_road.rules import legal, score
from century.games.spice_road.state import DISCARD, MERCHANTS, PAY, TURN, UPGRADE
from century.games.spice_road.tables import (
    CLAIMS_TO_END,
    COST,
    POINTS,
)

MANY = 3  # cubes of one colour; each further one has a weight of its own
FEW_DISCARDS = 3  # cubes; up to this many, a search tries both kinds in all combinations
FULL = 7  # cubes; a caravan with more is short of room

# What `evaluate` weighs. Cubes and played cards count until shortly before the end; the value of a
# merchant card grows with the rounds that are left.
FEATURES: tuple[str, ...] = (
    *(f"cube {colour}" for colour in COLOURS),
    *(f"{colour} beyond {MANY}" for colour in COLOURS),
    f"cubes beyond {FULL}",
    "spent cards",
    "card in reach",
    "card paid for",
    "cards squared",
    *(f"card {card}" for card in CARDS[STARTERS:]),
)
BEYOND = len(COLOURS)
CROWDED = FEATURES.index(f"cubes beyond {FULL}")
SPENT = FEATURES.index("spent cards")
IN_REACH = FEATURES.index("card in reach")
PAID_FOR = FEATURES.index("card paid for")
SQUARE = FEATURES.index("cards squared")
FIRST_CARD = FEATURES.index(f"card {CARDS[STARTERS]}")

WHOLE_GAME = 36.0  # rounds, about
SOON = 4.0  # rounds; when this many are left, cubes count half

_DONE = np.uint64(1 << DONE - UPGRADE_Y)


@kernel
def hide_unseen(s: State) -> None:
    """Turn the hidden decks face down, so that no plan relies on their order (SR20)."""
    for i in range(s.merchants_taken + MERCHANT_ROW, MERCHANTS):
        s.merchants[i] = UNSEEN_MERCHANT
    for i in range(s.points_taken + POINT_ROW, len(s.points)):
        s.points[i] = UNSEEN_POINT_CARD


@kernel
def candidates(s: State) -> tuple[Int, Mask]:
    """Return the actions worth searching.

    A seat pays and discards only its cheapest or most plentiful cubes, and uses all upgrades. Far
    above the limit it discards only the most plentiful ones: else the ways to discard would be
    most of the positions that a search visits.
    """
    first, options = legal(s)
    if s.phase == TURN:
        for slot in range(min(MERCHANT_ROW, MERCHANTS - s.merchants_taken)):
            if s.merchants[s.merchants_taken + slot] == UNSEEN_MERCHANT:
                options &= ~bit(ACQUIRE_1 + slot)
    elif s.phase == PAY or s.phase == DISCARD:
        cubes = s.caravan[s.seat]
        many = s.phase == DISCARD and total(cubes) > CARAVAN_LIMIT + FEW_DISCARDS
        options = bit(most_plentiful(cubes)) | (np.uint64(0) if many else bit(lowest_bit(options)))
    elif s.phase == UPGRADE:
        options &= ~_DONE
    return first, options


@kernel
def start_turn(s: State, seat: Int) -> None:
    """Start a turn of a seat now, whatever the state of the game."""
    s.seat = seat
    s.phase = TURN
    s.card = s.slot = s.left = 0


@kernel
def plan_key(s: State, seat: Int) -> np.uint64:
    """Hash everything that a seat's own plan depends on."""
    # Mixed one by one: else a difference in the caravan could cancel one in the hand.
    digest = mix(np.uint64(0), s.caravan[seat])
    digest = mix(mix(digest, s.hand[seat]), s.played[seat])
    row = np.uint64(s.phase) << np.uint64(8) | np.uint64(s.left)
    for slot in range(POINT_ROW):
        row = row << np.uint64(8) | np.uint64(s.points[s.points_taken + slot])
    coins = np.uint64(s.gold[seat]) << np.uint64(8) | np.uint64(s.silver[seat])
    return mix(mix(digest, row), coins << np.uint64(8) | np.uint64(s.slot))


@kernel
def last_prize(s: State) -> Int:
    """Return the number of the point card claimed last."""
    return np.int64(s.points[s.points_taken - 1])


@kernel
def prize_points(_s: State, prize: Int) -> Int:
    """Return a point card's points."""
    return np.int64(POINTS[prize])


@kernel
def claims_to_go(s: State) -> Int:
    """Count the point cards that the leading seat still needs to end the game (SR17)."""
    return np.int64(CLAIMS_TO_END[s.players]) - most_claims(s)


@kernel
def evaluate(s: State, seat: Int, left: float, weights: Weights) -> float:
    """Estimate a seat's points at the end of the game, given the rounds left."""
    cubes = s.caravan[seat]
    soon = 0.0
    for colour in range(len(COLOURS)):
        count = np.int64(count_of(cubes, colour))
        soon += weights[colour] * count + weights[BEYOND + colour] * max(0, count - MANY)
    soon += weights[CROWDED] * max(0, np.int64(total(cubes)) - FULL)
    soon += weights[SPENT] * np.int64(bit_count(s.played[seat]))
    in_reach, paid_for = point_cards_in_reach(s, cubes)
    soon += weights[IN_REACH] * in_reach + weights[PAID_FOR] * paid_for
    cards = (s.hand[seat] | s.played[seat]) >> np.uint64(STARTERS)
    bought = np.int64(bit_count(cards))
    later = weights[SQUARE] * bought * bought
    while cards != 0:
        later += weights[FIRST_CARD + np.int64(lowest_bit(cards))]
        cards &= cards - np.uint64(1)
    return np.float64(score(s, seat)) + soon * (left / (left + SOON)) + later * (left / WHOLE_GAME)


@kernel
def point_cards_in_reach(s: State, cubes: np.uint32) -> tuple[float, float]:
    """Return the most points of a card, times the share of its cost held, and of a payable card."""
    in_reach, paid_for = 0.0, 0.0
    for slot in range(POINT_ROW):
        card = s.points[s.points_taken + slot]
        share = np.float64(part_held(cubes, COST[card])) / np.float64(total(COST[card]))
        in_reach = max(in_reach, POINTS[card] * share)
        if share == 1.0:
            paid_for = max(paid_for, np.float64(POINTS[card]))
    return in_reach, paid_for
