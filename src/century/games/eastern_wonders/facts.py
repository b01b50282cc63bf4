"""What the rules derive from an Eastern Wonders state, for views and reasons."""

from __future__ import annotations

from typing import Any

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
    for seat in range(s.players):
        facts.hold_limit[seat] = hold_limit(s, seat)
        facts.free_steps[seat] = free_steps(s, seat)
        facts.columns_emptied[seat] = columns_emptied(s, seat)
        facts.uncovered[seat] = points_uncovered(s, seat)
    for cell in range(s.cells):
        facts.toll[cell] = toll_seats(s, cell)
        facts.build_price[cell] = build_price(s, cell)
    find_reach(s, facts.reach, facts.via)
