"""What the rules derive from an Eastern Wonders state, for views and reasons."""

from __future__ import annotations

from typing import Any

import numpy as np

from century.core.kernel import State, kernel
from century.games.eastern_wonders.board import (
    build_price,
    columns_emptied,
    free_steps,
    hold_limit,
    points_uncovered,
    toll_seats,
)
from century.games.eastern_wonders.sailing import find_reach


@kernel
def derive_facts(s: State, facts: Any) -> None:
    """Write limits, prices, tolls and where the boat of the seat that decides can go."""
    # Seats and cells are bytes, as in the state. Numba compiles the rules again for other types.
    for number in range(s.players):
        seat = np.uint8(number)
        facts.hold_limit[seat] = hold_limit(s, seat)
        facts.free_steps[seat] = free_steps(s, seat)
        facts.columns_emptied[seat] = columns_emptied(s, seat)
        facts.uncovered[seat] = points_uncovered(s, np.int64(seat))
    for number in range(s.cells):
        cell = np.uint8(number)
        facts.toll[cell] = toll_seats(s, cell)
        facts.build_price[cell] = build_price(s, cell)
    find_reach(s, facts.reach, facts.via)
