"""The features of a Spice Road position, for neural networks.

Counts are written as thermometers. The seats stand in turn order, beginning with the seat that
decides; places of seats that are not in play stay empty.
"""

from __future__ import annotations

import numpy as np

from century.core.cubes import COLOURS
from century.core.cubes.narrow import count_of, part_held, total
from century.core.features import decision_pieces, thermometer, write_decision
from century.core.kernel import Int, Mask, State, kernel, lowest_bit
from century.core.observation import Numbers, Piece, offsets, per_seat
from century.games.spice_road.cards import (
    CARAVAN_LIMIT,
    CARDS,
    COINS_PER_PLAYER,
    MERCHANT_ROW,
    PLAYERS,
    POINT_CARDS,
    POINT_ROW,
)
from century.games.spice_road.rules import merchant_row_length, score
from century.games.spice_road.state import MERCHANTS, OVER, PAY, SEATS, TRADE, UPGRADE
from century.games.spice_road.tables import CLAIMS_TO_END, COST

_COLOURS = len(COLOURS)
_FEWEST = PLAYERS[0]
_MOST_CLAIMS = int(CLAIMS_TO_END.max())
_MOST_COINS = COINS_PER_PLAYER * SEATS
_MOST_LYING = 3  # cubes of a colour on a merchant card
_MOST_MISSING = 5  # cubes of a colour that a point card costs
_MOST_MISSING_IN_ALL = 8
_POINTS, _POINTS_A_FLAG = 30, 4
_DECK, _CARDS_A_FLAG = 6, 6

_TABLE = (
    *decision_pieces(PLAYERS, OVER),
    Piece("left", (MERCHANT_ROW - 1,), 1),
    Piece("card", (len(CARDS),), 1),
    Piece("paying_for", (MERCHANT_ROW,), 1),
    Piece("coins", (2, _MOST_COINS), 1),
    Piece("merchant_deck", (_DECK,), 1),
    Piece("merchant_row", (MERCHANT_ROW, len(CARDS)), 1),
    Piece("lying", (MERCHANT_ROW, _COLOURS, _MOST_LYING), 1),
    Piece("point_row", (POINT_ROW, len(POINT_CARDS)), 1),
    Piece("missing", (POINT_ROW, _COLOURS, _MOST_MISSING), 1),  # for a claim of the deciding seat
)
_SEAT = (
    Piece("cubes", (_COLOURS, CARAVAN_LIMIT), 1),
    Piece("cubes_in_all", (CARAVAN_LIMIT,), 1),
    Piece("hand", (len(CARDS),), 1),
    Piece("played", (len(CARDS),), 1),
    Piece("claimed", (_MOST_CLAIMS,), 1),
    Piece("points", (_POINTS,), 1),
    Piece("gold", (COINS_PER_PLAYER,), 1),
    Piece("silver", (COINS_PER_PLAYER,), 1),
    Piece("missing_in_all", (POINT_ROW, _MOST_MISSING_IN_ALL), 1),
)
PIECES = _TABLE + per_seat(SEATS, _SEAT)
_LEFT_AT, _CARD_AT = offsets(_TABLE)[5:7]
_PAYING_AT, _COINS_AT, _DECK_AT, _ROW_AT, _LYING_AT, _POINT_ROW_AT, _MISSING_AT, _SEATS_AT = (
    offsets(_TABLE)[7:]
)
(
    _CUBES_AT,
    _CUBES_IN_ALL_AT,
    _HAND_AT,
    _PLAYED_AT,
    _CLAIMED_AT,
    _POINTS_AT,
    _GOLD_AT,
    _SILVER_AT,
    _MISSING_IN_ALL_AT,
) = (_SEATS_AT + SEATS * at for at in offsets(_SEAT)[:-1])


@kernel
def write_features(s: State, seat: Int, out: Numbers) -> None:
    """Set the flags of a position as the seat that decides sees it."""
    write_decision(s, seat, _FEWEST, SEATS, OVER, out)
    write_details(s, out)
    write_merchant_row(s, out)
    write_point_row(s, seat, out)
    other: Int = np.int64(seat)
    for place in range(np.int64(s.players)):
        write_seat(s, other, place, out)
        other = other + 1 if other + 1 < s.players else 0


@kernel
def write_details(s: State, out: Numbers) -> None:
    """Write the rest to pay or to upgrade, and the card that is played or paid for."""
    thermometer(s.left, MERCHANT_ROW - 1, out, _LEFT_AT)
    if s.phase == PAY:
        out[_PAYING_AT + np.int64(s.slot)] = 1
    elif s.phase == UPGRADE or s.phase == TRADE:
        out[_CARD_AT + np.int64(s.card)] = 1


@kernel
def write_merchant_row(s: State, out: Numbers) -> None:
    """Write the merchant cards on show and the cubes on them."""
    row = merchant_row_length(s)
    thermometer((MERCHANTS - s.merchants_taken - row) // _CARDS_A_FLAG, _DECK, out, _DECK_AT)
    for slot in range(row):
        out[_ROW_AT + slot * len(CARDS) + np.int64(s.merchants[s.merchants_taken + slot])] = 1
        for colour in range(_COLOURS):
            at = _LYING_AT + (slot * _COLOURS + colour) * _MOST_LYING
            thermometer(count_of(s.lying[slot], colour), _MOST_LYING, out, at)


@kernel
def write_point_row(s: State, seat: Int, out: Numbers) -> None:
    """Write the point cards, the coins over them and what a claim still needs."""
    thermometer(s.gold_left, _MOST_COINS, out, _COINS_AT)
    thermometer(s.silver_left, _MOST_COINS, out, _COINS_AT + _MOST_COINS)
    for slot in range(POINT_ROW):
        card = np.int64(s.points[s.points_taken + slot])
        if card < len(POINT_CARDS):
            out[_POINT_ROW_AT + slot * len(POINT_CARDS) + card] = 1
        for colour in range(_COLOURS):
            cost = np.int64(count_of(COST[card], colour))
            missing = cost - np.int64(count_of(s.caravan[seat], colour))
            at = _MISSING_AT + (slot * _COLOURS + colour) * _MOST_MISSING
            thermometer(missing, _MOST_MISSING, out, at)


@kernel
def write_seat(s: State, seat: Int, place: Int, out: Numbers) -> None:
    """Write the cards, cubes and coins of a seat, at a place in turn order."""
    cubes = s.caravan[seat]
    for colour in range(_COLOURS):
        at = _CUBES_AT + (place * _COLOURS + colour) * CARAVAN_LIMIT
        thermometer(count_of(cubes, colour), CARAVAN_LIMIT, out, at)
    thermometer(total(cubes), CARAVAN_LIMIT, out, _CUBES_IN_ALL_AT + place * CARAVAN_LIMIT)
    write_cards(s.hand[seat], out, _HAND_AT + place * len(CARDS))
    write_cards(s.played[seat], out, _PLAYED_AT + place * len(CARDS))
    thermometer(s.claims[seat], _MOST_CLAIMS, out, _CLAIMED_AT + place * _MOST_CLAIMS)
    thermometer(score(s, seat) // _POINTS_A_FLAG, _POINTS, out, _POINTS_AT + place * _POINTS)
    thermometer(s.gold[seat], COINS_PER_PLAYER, out, _GOLD_AT + place * COINS_PER_PLAYER)
    thermometer(s.silver[seat], COINS_PER_PLAYER, out, _SILVER_AT + place * COINS_PER_PLAYER)
    for slot in range(POINT_ROW):
        cost = COST[s.points[s.points_taken + slot]]
        missing = np.int64(total(cost)) - np.int64(part_held(cubes, cost))
        at = _MISSING_IN_ALL_AT + (place * POINT_ROW + slot) * _MOST_MISSING_IN_ALL
        thermometer(missing, _MOST_MISSING_IN_ALL, out, at)


@kernel
def write_cards(cards: Mask, out: Numbers, at: Int) -> None:
    """Write which cards there are."""
    while cards != 0:
        out[at + np.int64(lowest_bit(cards))] = 1
        cards &= cards - np.uint64(1)
