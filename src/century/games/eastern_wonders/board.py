"""Kernels of Eastern Wonders that the others stand on: the map, the board, the end of a turn."""

from __future__ import annotations

import numpy as np

from century.core.cubes.wide import total, worth_points
from century.core.kernel import Int, Mask, State, bit, bit_count, kernel
from century.games.eastern_wonders.state import DISCARD, NOWHERE, OVER, SAIL
from century.games.eastern_wonders.tiles import (
    BONUS_KINDS,
    BONUS_POINTS,
    CARGO,
    CARGO_HOLD,
    COLUMNS,
    CUBE_POINTS,
    HOLD,
    MOVE,
    POINTS,
    PRICE_FOR_TWO,
    STACK_POINTS,
    TYPES,
    UNCOVERED,
)


@kernel
def is_market(s: State, cell: Int) -> bool:
    """Tell whether a market tile lies there."""
    return np.uint64(s.markets) & bit(cell) != 0


@kernel
def is_open_port(s: State, cell: Int) -> bool:
    """Tell whether a port lies there that is not closed (EW16)."""
    return np.uint64(s.ports) & bit(cell) != 0 and s.closed != cell


@kernel
def others_there(s: State, cell: Int) -> Int:
    """Count the players to pay for ending on a cell: other boats on a market tile (EW9)."""
    boats = 0
    if is_market(s, cell):
        for seat in range(s.players):
            if seat != s.seat and s.boat[seat] == cell:
                boats += 1
    return boats


@kernel
def crowded(s: State, held: Int) -> Mask:
    """Return the mask of the cells where movement cannot end with so many cubes (EW9)."""
    cells = np.uint64(0)
    for seat in range(s.players):
        cell = s.boat[seat]
        if seat != s.seat and cell != NOWHERE and others_there(s, cell) > held:
            cells |= bit(cell)
    return cells


@kernel
def free_steps(s: State) -> Int:
    """Count the steps of a turn that cost nothing (EW8, EW14)."""
    return 1 + np.int64(s.bonus[s.seat, MOVE])


@kernel
def hold_limit(s: State, seat: Int) -> Int:
    """Return how many cubes may be held at the end of the turn (EW14, EW19)."""
    return HOLD + CARGO_HOLD * np.int64(s.bonus[seat, CARGO])


@kernel
def build_price(s: State) -> Int:
    """Return the cubes an outpost costs on the boat's tile: one per outpost there (EW11)."""
    outposts = np.int64(bit_count(np.uint64(s.outposts[s.boat[s.seat]])))
    if s.players == 2:
        return PRICE_FOR_TWO * outposts
    return outposts


@kernel
def columns_emptied(s: State) -> Int:
    """Count the columns of the board that have no outpost left (EW13)."""
    fewest: Int = COLUMNS
    for kind in range(len(TYPES)):
        fewest = min(fewest, np.int64(s.built[s.seat, kind]))
    return fewest


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
    """Count a seat's points as they stand (EW22)."""
    points = np.int64(CUBE_POINTS * worth_points(s.hold[seat]))
    for kind in range(len(TYPES)):
        points += UNCOVERED[s.built[seat, kind]]
    for kind in range(len(BONUS_KINDS)):
        points += s.bonus[seat, kind] * BONUS_POINTS[kind]
    for i in range(len(s.points_to)):
        if s.points_to[i] == 1 + seat:
            points += STACK_POINTS[i]
    for i in range(s.taken):
        if s.claimed_by[i] == seat:
            points += POINTS[s.claimed[i]]
    return points
