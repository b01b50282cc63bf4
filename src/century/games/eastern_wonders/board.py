"""Kernels that all parts of an Eastern Wonders turn use: map, player board, end of a turn."""

from __future__ import annotations

import numpy as np

from century.core.cubes.wide import total, worth_points
from century.core.kernel import Int, Mask, State, bit, bit_count, kernel
from century.games.eastern_wonders.state import DISCARD, NOWHERE, OVER, SAIL
from century.games.eastern_wonders.tables import (
    BONUS_POINTS,
    POINTS,
    STACK_POINTS,
    UNCOVERED,
)
from century.games.eastern_wonders.tiles import (
    BONUS_KINDS,
    CARGO,
    CARGO_HOLD,
    COLUMNS,
    CUBE_POINTS,
    HOLD,
    MOVE,
    PRICE_FOR_TWO,
    TYPES,
)


@kernel
def is_market(s: State, cell: Int) -> bool:
    """Tell whether a market tile lies there."""
    return np.uint64(s.markets) & bit(cell) != 0


@kernel
def is_open_port(s: State, cell: Int) -> bool:
    """Tell whether an open port lies there (EW16)."""
    return np.uint64(s.ports) & bit(cell) != 0 and s.closed != cell


@kernel
def toll_seats(s: State, cell: Int) -> Mask:
    """Return the mask of the seats to pay for ending a movement on a cell (EW9).

    They are the owners of the other boats there, if the cell is a market.
    """
    seats = np.uint64(0)
    if is_market(s, cell):
        for seat in range(s.players):
            if seat != s.seat and s.boat[seat] == cell:
                seats |= bit(seat)
    return seats


@kernel
def toll(s: State, cell: Int) -> Int:
    """Count the cubes to pay for ending a movement on a cell (EW9)."""
    return np.int64(bit_count(toll_seats(s, cell)))


@kernel
def too_dear_to_end(s: State, held: Int) -> Mask:
    """Return the mask of the cells whose toll is more than the cubes held (EW9)."""
    one = two = three = np.uint64(0)  # the cells with so many boats of others, or more
    for seat in range(s.players):
        if seat != s.seat and s.boat[seat] != NOWHERE:
            cell = bit(s.boat[seat])
            three |= two & cell
            two |= one & cell
            one |= cell
    cells = np.uint64(0)
    if held == 0:
        cells = one
    elif held == 1:
        cells = two
    elif held == 2:
        cells = three
    return cells & np.uint64(s.markets)


@kernel
def free_steps(s: State, seat: Int) -> Int:
    """Count the steps of a seat's turn that cost nothing (EW8, EW14)."""
    return 1 + np.int64(s.bonus[seat, MOVE])


@kernel
def hold_limit(s: State, seat: Int) -> Int:
    """Return how many cubes may be held at the end of the turn (EW14, EW19)."""
    return HOLD + CARGO_HOLD * np.int64(s.bonus[seat, CARGO])


@kernel
def build_price(s: State, cell: Int) -> Int:
    """Return the cubes an outpost costs on a tile where one has none: one per outpost (EW11)."""
    outposts = np.int64(bit_count(np.uint64(s.outposts[cell])))
    if s.players == 2:
        return PRICE_FOR_TWO * outposts
    return outposts


@kernel
def columns_emptied(s: State, seat: Int) -> Int:
    """Count the columns of a seat's board that have no outpost left (EW13)."""
    fewest: Int = COLUMNS
    for kind in range(len(TYPES)):
        fewest = min(fewest, np.int64(s.built[seat, kind]))
    return fewest


@kernel
def points_uncovered(s: State, seat: Int) -> Int:
    """Count the points uncovered on a seat's board (EW12)."""
    points = np.int64(0)
    for kind in range(len(TYPES)):
        points += UNCOVERED[s.built[seat, kind]]
    return points


@kernel
def end_turn(s: State) -> None:
    """Ask for discards while the hold is over its limit, then let the next seat sail (EW19)."""
    s.left = 0
    if total(s.hold[s.seat]) > hold_limit(s, s.seat):
        s.phase = DISCARD
    elif s.seat + 1 < s.players:
        s.seat += 1
        s.phase = SAIL
    elif s.ending:
        s.phase = OVER  # EW21
    else:
        s.seat = 0
        s.rounds += 1
        s.phase = SAIL


@kernel
def score(s: State, seat: Int) -> Int:
    """Count a seat's points so far (EW22)."""
    points = np.int64(CUBE_POINTS * worth_points(s.hold[seat]))
    points += points_uncovered(s, seat)
    for kind in range(len(BONUS_KINDS)):
        points += s.bonus[seat, kind] * BONUS_POINTS[kind]
    for i in range(len(s.points_to)):
        if s.points_to[i] == 1 + seat:
            points += STACK_POINTS[i]
    for i in range(s.taken):
        if s.claimed_by[i] == seat:
            points += POINTS[s.claimed[i]]
    return points
