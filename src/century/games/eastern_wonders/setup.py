"""Set-up of Eastern Wonders as kernels."""

from __future__ import annotations

import numpy as np

from century.core.kernel import Generator, Int, State, draw, kernel, shuffle, sort
from century.games.eastern_wonders.port import draw_vp_tile
from century.games.eastern_wonders.state import PLACE, SAIL, TAKE
from century.games.eastern_wonders.tables import (
    STACKS,
    START_CUBES,
)
from century.games.eastern_wonders.tiles import (
    BONUS_KINDS,
    CLOSED_PORT_AMONG,
    MARKETS,
    PORTS,
    START_SETS,
    TILES_PER_TYPE,
    TYPES,
)


@kernel
def deal(s: State, players: int, rng: Generator) -> None:
    """Set up a game on a record that holds only a map (EW1-EW6)."""
    s.players = players
    s.seat = players - 1
    s.phase = TAKE
    s.sets_open = (1 << len(START_SETS)) - 1
    for kind in range(len(BONUS_KINDS)):
        s.stacks[kind] = STACKS[kind]
    deal_markets(s, rng)
    for tile in range(len(s.pile)):
        s.pile[tile] = tile
    shuffle(s.pile, rng)
    for cell in range(s.cells):
        if s.ports >> np.uint32(cell) & np.uint32(1):
            s.tile[cell] = draw_vp_tile(s)
    s.closed_in = 1 + draw(rng, CLOSED_PORT_AMONG)  # EW4


@kernel
def deal_markets(s: State, rng: Generator) -> None:
    """Put the market tiles on the map, one of each type left out (EW1, EW2)."""
    # The pile is dealt later, so its field serves as scratch space for the market tiles.
    dealt, of_type = s.pile[:MARKETS], s.pile[MARKETS : MARKETS + TILES_PER_TYPE]
    for kind in range(len(TYPES)):
        for i in range(TILES_PER_TYPE):
            of_type[i] = kind * TILES_PER_TYPE + i
        shuffle(of_type, rng)
        for i in range(TILES_PER_TYPE - 1):
            dealt[kind * (TILES_PER_TYPE - 1) + i] = of_type[i]
    shuffle(dealt, rng)
    next_tile = 0
    for cell in range(s.cells):
        if s.markets >> np.uint32(cell) & np.uint32(1):
            s.tile[cell] = dealt[next_tile]
            next_tile += 1


@kernel
def redeal(s: State, _seat: int, rng: Generator) -> None:
    """Reshuffle what a seat cannot know: the pile of VP tiles, the same for every seat (EW24)."""
    # Sorting first removes every trace of the old order, even for somebody who knows the seed.
    sort(s.pile[s.drawn :])
    shuffle(s.pile[s.drawn :], rng)
    if s.closed_in > 0:
        s.closed_in = 1 + draw(rng, CLOSED_PORT_AMONG + PORTS - s.drawn)


@kernel
def take(s: State, number: Int) -> None:
    """Take a starting set (EW7)."""
    s.hold[s.seat] = START_CUBES[number]
    s.sets_open ^= 1 << number
    s.phase = PLACE


@kernel
def place(s: State, cell: Int) -> None:
    """Put the boat on a market tile; the seat before is next, and seat 0 begins the game (EW7)."""
    s.boat[s.seat] = cell
    if s.seat > 0:
        s.seat -= 1
        s.phase = TAKE
    else:
        s.sets_open = 0
        s.rounds = 1
        s.phase = SAIL
