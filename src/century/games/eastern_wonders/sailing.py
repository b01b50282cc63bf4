"""Movement in Eastern Wonders as kernels: sailing, toll, and taking what lies there."""

from __future__ import annotations

import numpy as np

from century.core.cubes import COLOURS, narrow
from century.core.cubes.wide import one, total
from century.core.engine import Bytes
from century.core.kernel import Int, Mask, State, bit, kernel, lowest_bit
from century.games.eastern_wonders.actions import ANCHOR, SAIL_1
from century.games.eastern_wonders.board import free_steps, toll, toll_seats, too_dear_to_end
from century.games.eastern_wonders.state import (
    ACTION,
    COLLECT,
    DROP,
    MAX_LYING,
    SAIL,
    TOLL,
    UNREACHABLE,
)


@kernel
def sail_options(s: State) -> Mask:
    """Return the mask of cells to sail to, and of anchoring (EW8, EW9)."""
    held = np.int64(total(s.hold[s.seat]))
    free = free_steps(s, s.seat) - s.steps
    here = s.boat[s.seat]
    options = np.uint64(0)
    if s.steps == 0 or too_dear_to_end(s, held) & bit(here) == 0:
        options |= bit(ANCHOR - SAIL_1)
    if free <= 0 and held == 0:
        return options
    after_free, after_held = (free - 1, held) if free > 0 else (0, held - 1)
    if after_held >= s.players - 1:  # enough for any toll
        return options | np.uint64(s.near[here])
    ahead, too_dear = np.uint64(s.near[here]), too_dear_to_end(s, after_held)
    options |= ahead & ~too_dear
    ahead &= too_dear
    while ahead != 0:
        cell = lowest_bit(ahead)
        if can_end(s, cell, after_free, after_held):
            options |= bit(cell)
        ahead &= ahead - np.uint64(1)
    return options


@kernel
def can_end(s: State, cell: Int, free: Int, held: Int) -> bool:
    """Tell whether a movement can still end, given the free steps and cubes left (EW9)."""
    reached = bit(cell)
    while reached & ~too_dear_to_end(s, held) == 0:
        if free > 0:
            free -= 1
        elif held > 0:
            held -= 1
        else:
            return False
        ahead = reached
        while ahead != 0:
            reached |= np.uint64(s.near[lowest_bit(ahead)])
            ahead &= ahead - np.uint64(1)
    return True


@kernel
def find_reach(s: State, reach: Bytes, via: Bytes) -> None:
    """Find the cheapest way to every cell where the movement under way may end (EW8, EW9).

    `reach` gets the cubes left behind on the way, or UNREACHABLE; `via` the cell before.
    """
    for cell in range(len(reach)):
        reach[cell] = UNREACHABLE
    if s.phase != SAIL:
        return
    here = np.int64(s.boat[s.seat])
    held = np.int64(total(s.hold[s.seat]))
    free = max(0, free_steps(s, s.seat) - s.steps)
    seen, edge = bit(here), bit(here)
    steps: Int = 0
    while edge != 0:
        steps += 1
        price = max(0, steps - free)
        ahead, edge = edge, np.uint64(0)
        while ahead != 0 and price <= held:
            from_cell = lowest_bit(ahead)
            ahead &= ahead - np.uint64(1)
            allowed = sail_options(s) if steps == 1 else ~np.uint64(0)
            new = np.uint64(s.near[from_cell]) & ~seen & allowed
            seen |= new
            edge |= new
            while new != 0:
                reach[lowest_bit(new)], via[lowest_bit(new)] = price, from_cell
                new &= new - np.uint64(1)
    for cell in range(s.cells):
        # A first step is legal even where the toll is too high, if one can sail on from there.
        one_step = (np.uint64(s.near[here]) >> np.uint64(cell)) & np.uint64(1) != 0
        if not one_step and reach[cell] + toll(s, np.uint8(cell)) > held:
            reach[cell] = UNREACHABLE


@kernel
def sail(s: State, cell: Int) -> None:
    """Sail a step; past the free ones it costs a cube left behind (EW8)."""
    s.steps += 1
    if s.steps > free_steps(s, s.seat):
        s.came_from = s.boat[s.seat]
        s.phase = DROP
    s.boat[s.seat] = cell


@kernel
def drop(s: State, colour: Int) -> None:
    """Leave the cube that a step costs on the tile it left (EW8)."""
    if narrow.count_of(s.lying[s.came_from], colour) < MAX_LYING:
        s.lying[s.came_from] += narrow.one(colour)
    s.came_from = 0
    s.phase = SAIL


@kernel
def anchor(s: State) -> None:
    """End the movement: then come toll and taking, if there was any (EW9, EW10)."""
    if s.steps == 0:
        s.phase = ACTION
        return
    s.steps = 0
    here = s.boat[s.seat]
    s.left = toll_seats(s, here)
    offer_toll(s)


@kernel
def offer_toll(s: State) -> None:
    """Ask for the next boat's toll, then whether to take what lies there (EW9, EW10)."""
    if s.left != 0:
        s.phase = TOLL
    elif s.lying[s.boat[s.seat]] != 0:
        s.phase = COLLECT
    else:
        s.phase = ACTION


@kernel
def pay_toll(s: State, colour: Int) -> None:
    """Give a cube to the next boat's owner in seat order (EW9)."""
    owner = lowest_bit(np.uint64(s.left))
    s.hold[owner] += one(colour)
    s.left ^= 1 << owner
    offer_toll(s)


@kernel
def collect(s: State) -> None:
    """Take all the cubes lying on the boat's tile (EW10)."""
    here = s.boat[s.seat]
    for colour in range(len(COLOURS)):
        s.hold[s.seat] += one(colour) * np.uint64(narrow.count_of(s.lying[here], colour))
    s.lying[here] = 0
