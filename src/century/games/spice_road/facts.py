"""What the rules derive from a Spice Road state, for views and reasons."""

from __future__ import annotations

from typing import Any

from century.core.kernel import State, kernel
from century.games.spice_road.cards import POINT_ROW
from century.games.spice_road.rules import coin_over, merchant_row_length


@kernel
def derive_facts(s: State, facts: Any) -> None:
    """Write the coins over the point row and the length of the merchant row (SR11, SR14)."""
    facts.merchant_row = merchant_row_length(s)
    for slot in range(POINT_ROW):
        facts.coin_over[slot] = coin_over(s, slot)
