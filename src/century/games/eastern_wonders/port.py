"""The port action of Eastern Wonders as kernels."""

from __future__ import annotations

from century.core.kernel import Int, State, kernel
from century.games.eastern_wonders.state import NOWHERE
from century.games.eastern_wonders.tables import (
    COST,
)
from century.games.eastern_wonders.tiles import (
    CLAIMS_TO_END,
)


@kernel
def claim(s: State) -> None:
    """Pay for a port's VP tile, take it, and refill the port (EW16)."""
    here = s.boat[s.seat]
    s.hold[s.seat] -= COST[s.tile[here]]
    s.claimed[s.taken] = s.tile[here]
    s.claimed_by[s.taken] = s.seat
    s.taken += 1
    s.claims[s.seat] += 1
    if s.claims[s.seat] == CLAIMS_TO_END:
        s.ending = 1  # EW21
    refill(s, here)


@kernel
def refill(s: State, port: Int) -> None:
    """Put a new VP tile out, or close the port (EW16, EW17)."""
    s.tile[port] = 0
    if s.closed != NOWHERE:
        s.tile[s.closed] = draw_vp_tile(s)
        s.closed = port
        return
    s.closed_in -= 1
    if s.closed_in == 0:
        s.closed = port
    else:
        s.tile[port] = draw_vp_tile(s)


@kernel
def draw_vp_tile(s: State) -> Int:
    """Draw the top VP tile of the pile."""
    tile = s.pile[s.drawn]
    s.pile[s.drawn] = 0
    s.drawn += 1
    return tile
