"""Observations: what a seat knows of a Spice Road position, as numbers for learners."""

from __future__ import annotations

import numpy as np

from century.core.cubes import COLOURS
from century.core.cubes.narrow import count_of
from century.core.kernel import Int, Mask, State, kernel, lowest_bit
from century.core.observation import MAX_VALUE, Numbers, Piece, offsets, per_seat
from century.games.spice_road.cards import (
    CARAVAN_LIMIT,
    CARDS,
    COINS_PER_PLAYER,
    MERCHANT_ROW,
    POINT_CARDS,
    POINT_ROW,
)
from century.games.spice_road.rules import merchant_row_length
from century.games.spice_road.state import MERCHANTS, PAY, PHASES, SEATS, TRADE, UPGRADE
from century.games.spice_road.tables import (
    CLAIMS_TO_END,
    COST,
    GAIN,
    POINTS,
    PRICE,
    STEPS,
)

_COLOURS = len(COLOURS)
_CARD = 1 + 2 * _COLOURS  # upgrade steps, price, gain
_SLOT = 1 + _CARD + _COLOURS  # whether there is a card; the card; the cubes lying on it
_POINT_CARD = 1 + _COLOURS  # points, cost
_MOST_CUBES = 127  # of one colour, in the midst of a trade
_MOST_COINS = COINS_PER_PLAYER * SEATS
_MOST_CLAIMS = int(CLAIMS_TO_END.max())
_MOST_POINTS = int(POINTS.max())

TABLE = (
    Piece("phase", (len(PHASES),), 1),
    Piece("round", (), MAX_VALUE),
    Piece("ending", (), 1),
    Piece("paying_for", (MERCHANT_ROW,), 1),
    Piece("left", (), MERCHANT_ROW),
    Piece("card", (_CARD,), CARAVAN_LIMIT),
    Piece("coins", (2,), _MOST_COINS),
    Piece("decks", (2,), MERCHANTS),
    Piece("merchant_row", (MERCHANT_ROW, _SLOT), _MOST_CUBES),
    Piece("point_row", (POINT_ROW, _POINT_CARD), _MOST_POINTS),
    Piece("points", (), _MOST_POINTS * _MOST_CLAIMS),
)
_PHASE, _ROUND, _ENDING, _PAYING_FOR, _LEFT, _ACTING, *_ = offsets(TABLE)
*_, _COINS, _DECKS, _MERCHANT_ROW, _POINT_ROW, _POINTS, _SEATS = offsets(TABLE)

SEAT = (
    Piece("first", (), 1),
    Piece("cubes", (_COLOURS,), _MOST_CUBES),
    Piece("claimed", (), _MOST_CLAIMS),
    Piece("gold", (), _MOST_COINS),
    Piece("silver", (), _MOST_COINS),
    Piece("hand", (len(CARDS),), 1),
    Piece("played", (len(CARDS),), 1),
)
_FIRST, _CUBES, _CLAIMED, _GOLD, _SILVER, _HAND, _PLAYED = offsets(SEAT)[:-1]


def pieces(players: int) -> tuple[Piece, ...]:
    """Return the pieces of an observation for a number of players, in their order."""
    return TABLE + per_seat(players, SEAT)


@kernel
def observe(s: State, seat: Int, out: Numbers) -> None:
    """Write what a seat may know of a state, itself first and the others in turn order (SR20)."""
    observe_decision(s, out)
    observe_rows(s, out)
    points = 0
    for i in range(s.points_taken):
        if s.claimed_by[i] == seat:
            points += POINTS[s.points[i]]
    out[_POINTS] = points
    observe_seats(s, seat, out)


@kernel
def observe_decision(s: State, out: Numbers) -> None:
    """Write the current decision."""
    out[_PHASE + np.int64(s.phase)] = 1
    out[_ROUND] = min(s.rounds, MAX_VALUE)
    out[_ENDING] = s.ending
    out[_LEFT] = s.left
    if s.phase == PAY:
        out[_PAYING_FOR + np.int64(s.slot)] = 1
    elif s.phase == UPGRADE or s.phase == TRADE:
        observe_card(s.card, out, _ACTING)


@kernel
def observe_rows(s: State, out: Numbers) -> None:
    """Write the coins, the decks' sizes and the cards on show."""
    out[_COINS] = s.gold_left
    out[_COINS + 1] = s.silver_left
    row = merchant_row_length(s)
    out[_DECKS] = MERCHANTS - s.merchants_taken - row
    out[_DECKS + 1] = len(POINT_CARDS) - s.points_taken - POINT_ROW
    for slot in range(row):
        at = _MERCHANT_ROW + slot * _SLOT
        out[at] = 1
        observe_card(s.merchants[s.merchants_taken + slot], out, at + 1)
        observe_cubes(s.lying[slot], out, at + 1 + _CARD)
    for slot in range(POINT_ROW):
        point_card = s.points[s.points_taken + slot]
        at = _POINT_ROW + slot * _POINT_CARD
        out[at] = POINTS[point_card]
        observe_cubes(COST[point_card], out, at + 1)


@kernel
def observe_seats(s: State, seat: Int, out: Numbers) -> None:
    """Write the open cards, cubes and coins of each seat."""
    players = np.int64(s.players)
    other: Int = np.int64(seat)
    for i in range(players):
        out[_SEATS + _FIRST * players + i] = other == 0
        observe_cubes(s.caravan[other], out, _SEATS + _CUBES * players + i * _COLOURS)
        out[_SEATS + _CLAIMED * players + i] = s.claims[other]
        out[_SEATS + _GOLD * players + i] = s.gold[other]
        out[_SEATS + _SILVER * players + i] = s.silver[other]
        observe_cards(s.hand[other], out, _SEATS + _HAND * players + i * len(CARDS))
        observe_cards(s.played[other], out, _SEATS + _PLAYED * players + i * len(CARDS))
        other = other + 1 if other + 1 < players else 0


@kernel
def observe_cards(cards: Mask, out: Numbers, at: Int) -> None:
    """Write which cards there are."""
    while cards != 0:
        out[np.int64(at) + np.int64(lowest_bit(cards))] = 1
        cards &= cards - np.uint64(1)


@kernel
def observe_card(card: Int, out: Numbers, at: Int) -> None:
    """Write a merchant card: upgrade steps, price, gain."""
    out[at] = STEPS[card]
    observe_cubes(PRICE[card], out, at + 1)
    observe_cubes(GAIN[card], out, at + 1 + _COLOURS)


@kernel
def observe_cubes(cubes: np.uint32, out: Numbers, at: Int) -> None:
    """Write how many cubes there are of each colour."""
    for colour in range(_COLOURS):
        out[at + colour] = count_of(cubes, colour)
