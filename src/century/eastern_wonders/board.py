"""What the kernels of Eastern Wonders ask about the map and the board of the seat to decide."""

from __future__ import annotations

import numpy as np

from century.eastern_wonders.state import NOWHERE
from century.eastern_wonders.tiles import (
    CARGO,
    CARGO_HOLD,
    COLUMNS,
    HOLD,
    MOVE,
    PRICE_FOR_TWO,
    TYPES,
)
from century.kernel import Int, Mask, State, bit, bit_count, kernel


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
def hold_limit(s: State) -> Int:
    """Return how many cubes may be held at the end of the turn (EW14, EW19)."""
    return HOLD + CARGO_HOLD * np.int64(s.bonus[s.seat, CARGO])


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
