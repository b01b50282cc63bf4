"""Observations: what a seat knows of an Eastern Wonders position, as numbers for learners."""

from __future__ import annotations

import numpy as np

from century.core.cubes import COLOURS, narrow, wide
from century.core.kernel import Int, State, kernel
from century.core.observation import MAX_VALUE, Numbers, Piece, offsets, per_seat
from century.games.eastern_wonders.board import free_steps, is_market, is_open_port
from century.games.eastern_wonders.state import (
    DROP,
    NOWHERE,
    PHASES,
    PRICE_DUE,
    SAIL,
    TOLL,
    UPGRADE,
)
from century.games.eastern_wonders.tables import (
    COST,
    GAIN,
    POINTS,
    PRICE,
    STACK_POINTS,
    STACKS,
    TYPE_OF,
)
from century.games.eastern_wonders.tiles import (
    BONUS_KINDS,
    CELLS,
    CLAIMS_TO_END,
    COLUMNS,
    HOLD,
    POINTS_STACK,
    START_SETS,
    TYPES,
    VP_TILES,
)

_COLOURS = len(COLOURS)
_MARKET = len(TYPES) + 2 * _COLOURS  # which type, price, gain
_PORT = 2 + _COLOURS  # whether closed; points, cost
_MOST_POINTS = int(POINTS.max())
_MOST_OF_A_KIND = int(STACKS.max())

TABLE = (
    Piece("phase", (len(PHASES),), 1),
    Piece("round", (), MAX_VALUE),
    Piece("ending", (), 1),
    Piece("steps", (2,), MAX_VALUE),
    Piece("left", (), HOLD),
    Piece("came_from", (CELLS,), 1),
    Piece("start_sets", (len(START_SETS),), 1),
    Piece("vp_pile", (), len(VP_TILES)),
    Piece("bonus_stacks", (len(BONUS_KINDS),), _MOST_OF_A_KIND),
    Piece("places", (CELLS, 2), MAX_VALUE),
    Piece("markets", (CELLS, _MARKET), HOLD),
    Piece("ports", (CELLS, _PORT), _MOST_POINTS),
    Piece("lying", (CELLS, _COLOURS), MAX_VALUE),
    Piece("points", (), _MOST_POINTS * CLAIMS_TO_END),
)
_PHASE, _ROUND, _ENDING, _STEPS, _LEFT, _CAME_FROM, _START_SETS, *_ = offsets(TABLE)
*_, _VP_PILE, _STACKS, _PLACES, _MARKETS, _PORTS, _LYING, _POINTS, _SEATS = offsets(TABLE)

SEAT = (
    Piece("first", (), 1),
    Piece("toll_due", (), 1),
    Piece("cubes", (_COLOURS,), MAX_VALUE),
    Piece("claimed", (), CLAIMS_TO_END),
    Piece("point_tiles", (), sum(POINTS_STACK)),
    Piece("built", (len(TYPES),), COLUMNS),
    Piece("bonus", (len(BONUS_KINDS),), _MOST_OF_A_KIND),
    Piece("boat", (CELLS,), 1),
    Piece("outposts", (CELLS,), 1),
)
_FIRST, _TOLL_DUE, _CUBES, _CLAIMED, _POINT_TILES, _BUILT, *_ = offsets(SEAT)
*_, _BONUS, _BOAT, _OUTPOSTS = offsets(SEAT)[:-1]


def pieces(players: int) -> tuple[Piece, ...]:
    """Return the pieces of an observation for a number of players, in their order."""
    return TABLE + per_seat(players, SEAT)


@kernel
def observe(s: State, seat: Int, out: Numbers) -> None:
    """Write what a seat may know of a state, itself first and the others in turn order (EW24)."""
    observe_decision(s, out)
    observe_stacks(s, out)
    observe_map(s, out)
    points = 0
    for i in range(s.taken):
        if s.claimed_by[i] == seat:
            points += POINTS[s.claimed[i]]
    out[_POINTS] = points
    other: Int = np.int64(seat)
    for i in range(np.int64(s.players)):
        observe_seat(s, other, i, out)
        other = other + 1 if other + 1 < s.players else 0


@kernel
def observe_decision(s: State, out: Numbers) -> None:
    """Write the current decision."""
    out[_PHASE + np.int64(s.phase)] = 1
    out[_ROUND] = min(s.rounds, MAX_VALUE)
    out[_ENDING] = s.ending
    if s.phase == SAIL:
        out[_STEPS] = s.steps
        out[_STEPS + 1] = max(0, free_steps(s, s.seat) - s.steps)
    elif s.phase == PRICE_DUE or s.phase == UPGRADE:
        out[_LEFT] = s.left
    elif s.phase == DROP:
        out[_CAME_FROM + np.int64(s.came_from)] = 1


@kernel
def observe_stacks(s: State, out: Numbers) -> None:
    """Write the stacks and piles beside the map."""
    for number in range(len(START_SETS)):
        out[_START_SETS + number] = s.sets_open >> number & 1
    out[_VP_PILE] = len(VP_TILES) - s.drawn + (1 if s.closed_in > 0 else 0)
    for kind in range(len(BONUS_KINDS)):
        out[_STACKS + kind] = s.stacks[kind]


@kernel
def observe_map(s: State, out: Numbers) -> None:
    """Write where the cells are, their markets and ports, and the cubes lying there."""
    top = line_of(s, 0)
    for cell in range(s.cells):
        top = min(top, line_of(s, cell))
    for cell in range(s.cells):
        out[_PLACES + 2 * cell] = s.q[cell] - s.q[0]  # the first cell is in the leftmost column
        out[_PLACES + 2 * cell + 1] = line_of(s, cell) - top
        lying = s.lying[cell]
        if lying != 0:
            for colour in range(_COLOURS):
                out[_LYING + cell * _COLOURS + colour] = narrow.count_of(lying, colour)
        tile = s.tile[cell]
        if is_market(s, cell):
            at = _MARKETS + cell * _MARKET
            out[at + np.int64(TYPE_OF[tile])] = 1
            observe_cubes(PRICE[tile], out, at + len(TYPES))
            observe_cubes(GAIN[tile], out, at + len(TYPES) + _COLOURS)
        elif s.closed == cell:
            out[_PORTS + cell * _PORT] = 1
        elif is_open_port(s, cell):
            at = _PORTS + cell * _PORT
            out[at + 1] = POINTS[tile]
            observe_cubes(COST[tile], out, at + 2)


@kernel
def line_of(s: State, cell: Int) -> Int:
    """Return the half-line a cell is on, counted from the map's middle."""
    return 2 * np.int64(s.r[cell]) + np.int64(s.q[cell])


@kernel
def observe_seat(s: State, seat: Int, i: Int, out: Numbers) -> None:
    """Write the public part of a seat, at place i of the observation."""
    players = np.int64(s.players)
    out[_SEATS + _FIRST * players + i] = seat == 0
    if s.phase == TOLL:
        out[_SEATS + _TOLL_DUE * players + i] = s.left >> seat & 1
    observe_cubes(s.hold[seat], out, _SEATS + _CUBES * players + i * _COLOURS)
    out[_SEATS + _CLAIMED * players + i] = s.claims[seat]
    for tile in range(len(POINTS_STACK)):
        if s.points_to[tile] == 1 + seat:
            out[_SEATS + _POINT_TILES * players + i] += STACK_POINTS[tile]
    for kind in range(len(TYPES)):
        out[_SEATS + _BUILT * players + i * len(TYPES) + kind] = s.built[seat, kind]
    for kind in range(len(BONUS_KINDS)):
        out[_SEATS + _BONUS * players + i * len(BONUS_KINDS) + kind] = s.bonus[seat, kind]
    if s.boat[seat] != NOWHERE:
        out[_SEATS + _BOAT * players + i * CELLS + np.int64(s.boat[seat])] = 1
    for cell in range(CELLS):
        if s.outposts[cell] >> seat & 1:
            out[_SEATS + _OUTPOSTS * players + i * CELLS + cell] = 1


@kernel
def observe_cubes(cubes: np.uint64, out: Numbers, at: Int) -> None:
    """Write how many cubes there are of each colour."""
    for colour in range(_COLOURS):
        out[at + colour] = min(wide.count_of(cubes, colour), np.uint64(MAX_VALUE))
