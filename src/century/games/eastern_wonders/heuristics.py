"""What searching bots need to know about Eastern Wonders besides its rules."""

from __future__ import annotations

import numpy as np

from century.core.cubes import COLOURS
from century.core.cubes.wide import count_of, most_plentiful, part_held, total
from century.core.heuristics import Weights, most_claims
from century.core.kernel import Int, Mask, State, bit, kernel, lowest_bit, mix
from century.games.eastern_wonders.actions import (
    ANCHOR,
    BUILD,
    COLLECT_ALL,
    DONE,
    LEAVE,
    PASS,
    SAIL_1,
    UPGRADE_Y,
)
from century.games.eastern_wonders.board import free_steps, hold_limit, score
from century.games.eastern_wonders.rules import legal
from century.games.eastern_wonders.state import (
    ACTION,
    COLLECT,
    DISCARD,
    DROP,
    PRICE_DUE,
    SAIL,
    TOLL,
    UPGRADE,
)
from century.games.eastern_wonders.tables import (
    COST,
    POINTS,
)
from century.games.eastern_wonders.tiles import (
    BONUS_KINDS,
    CLAIMS_TO_END,
    CLOSED_PORT_AMONG,
    COLUMNS,
    POINTS_TILE,
    TRADES,
    TYPES,
    UNSEEN_TILE,
    VP_TILES,
)

PAID_STEPS = 2  # a search sails no farther in one turn
MANY = 3  # cubes of one colour; each further one has a weight of its own
ROOM = 3  # cubes; a hold with less room left is short of room

# What `evaluate` weighs. Cubes count until shortly before the end; the value of outposts and bonus
# tiles grows with the rounds that are left.
FEATURES: tuple[str, ...] = (
    *(f"cube {colour}" for colour in COLOURS),
    *(f"{colour} beyond {MANY}" for colour in COLOURS),
    "room short",
    "tile in reach",
    "tile paid for",
    "outposts squared",
    "column begun",
    *(f"bonus {kind}" for kind in BONUS_KINDS[:POINTS_TILE]),
    *(f"outpost {trade}" for trade in TRADES),
)
BEYOND = len(COLOURS)
SHORT = FEATURES.index("room short")
IN_REACH = FEATURES.index("tile in reach")
PAID_FOR = FEATURES.index("tile paid for")
SQUARE = FEATURES.index("outposts squared")
COLUMN = FEATURES.index("column begun")
BONUS_TILE = FEATURES.index(f"bonus {BONUS_KINDS[0]}")
OUTPOST = FEATURES.index(f"outpost {TRADES[0]}")

WHOLE_GAME = 36.0  # rounds, about
SOON = 4.0  # rounds; when this many are left, cubes count half

_DONE = np.uint64(1 << DONE - UPGRADE_Y)
_PASS = np.uint64(1 << PASS - BUILD)
_LEAVE = np.uint64(1 << LEAVE - COLLECT_ALL)


@kernel
def hide_unseen(s: State) -> None:
    """Turn the hidden pile face down, so that no plan relies on its order (EW24)."""
    for i in range(s.drawn, len(VP_TILES)):
        s.pile[i] = UNSEEN_TILE
    if s.closed_in > 0:
        # After the last possible draw: a port with an unseen tile is as good as closed.
        s.closed_in = CLOSED_PORT_AMONG + 1


@kernel
def candidates(s: State) -> tuple[Int, Mask]:
    """Return the actions worth searching: short trips, and payments with the cheapest cubes."""
    first, options = legal(s)
    phase = s.phase
    if phase == SAIL:
        anchored = bit(ANCHOR - SAIL_1)
        if s.steps >= free_steps(s, s.seat) + PAID_STEPS and options & anchored:
            return first, anchored
    elif phase in (DROP, TOLL, PRICE_DUE, DISCARD):
        options = bit(lowest_bit(options))
        if phase == DISCARD:
            options |= bit(most_plentiful(s.hold[s.seat]))
    elif phase == ACTION:
        options &= ~_PASS
    elif phase == UPGRADE:
        options &= ~_DONE
    elif phase == COLLECT:
        options &= ~_LEAVE
    return first, options


@kernel
def start_turn(s: State, seat: Int) -> None:
    """Start a turn of a seat now, whatever the state of the game."""
    s.seat = seat
    s.phase = SAIL
    s.steps = s.came_from = s.left = 0


@kernel
def plan_key(s: State, seat: Int) -> np.uint64:
    """Hash everything that a seat's own plan depends on."""
    # Mixed one by one: else a difference in the hold could cancel one in the phase.
    digest = mix(np.uint64(0), s.hold[seat])
    digest = mix(digest, np.uint64(s.boat[seat]) << np.uint64(8) | s.phase)
    mine = outposts_of(s, seat)
    # How many steps were taken does not count: a search finds the shortest way to a cell first.
    sailing = np.uint64(s.steps != 0)
    digest = mix(digest, mine << np.uint64(16) | sailing << np.uint64(8) | s.left)
    tiles = np.uint64(s.taken)
    ports = np.uint64(s.ports)
    while ports != 0:
        tiles = tiles << np.uint64(8) | np.uint64(s.tile[lowest_bit(ports)])
        ports &= ports - np.uint64(1)
    kinds = np.uint64(0)
    for kind in range(len(BONUS_KINDS)):
        kinds = kinds << np.uint64(8) | np.uint64(s.bonus[seat, kind])
    return mix(mix(digest, tiles), kinds)


@kernel
def last_prize(s: State) -> Int:
    """Return the number of the VP tile claimed last."""
    return np.int64(s.claimed[s.taken - 1])


@kernel
def prize_points(_s: State, prize: Int) -> Int:
    """Return a VP tile's points."""
    return np.int64(POINTS[prize])


@kernel
def claims_to_go(s: State) -> Int:
    """Count the VP tiles that the leading seat still needs to end the game (EW21)."""
    return CLAIMS_TO_END - most_claims(s)


@kernel
def evaluate(s: State, seat: Int, left: float, weights: Weights) -> float:
    """Estimate a seat's points at the end of the game, given the rounds left."""
    hold = s.hold[seat]
    soon = 0.0
    for colour in range(len(COLOURS)):
        count = np.int64(count_of(hold, colour))
        soon += weights[colour] * count + weights[BEYOND + colour] * max(0, count - MANY)
    soon += weights[SHORT] * max(0, np.int64(total(hold)) + ROOM - hold_limit(s, seat))
    in_reach, paid_for = tiles_in_reach(s, hold)
    soon += weights[IN_REACH] * in_reach + weights[PAID_FOR] * paid_for
    later = prospects(s, seat, weights)
    return np.float64(score(s, seat)) + soon * (left / (left + SOON)) + later * (left / WHOLE_GAME)


@kernel
def prospects(s: State, seat: Int, weights: Weights) -> float:
    """Evaluate outposts and bonus tiles, which are useful for the rest of the game."""
    later = 0.0
    outposts: Int = 0
    fewest: Int = COLUMNS
    for kind in range(len(TYPES)):
        built = np.int64(s.built[seat, kind])
        outposts += built
        fewest = min(fewest, built)
    for kind in range(len(TYPES)):
        if s.built[seat, kind] > fewest:
            later += weights[COLUMN]
    later += weights[SQUARE] * outposts * outposts
    for kind in range(POINTS_TILE):
        later += weights[BONUS_TILE + kind] * s.bonus[seat, kind]
    mine = outposts_of(s, seat)
    while mine != 0:
        later += weights[OUTPOST + s.tile[lowest_bit(mine)]]
        mine &= mine - np.uint64(1)
    return later


@kernel
def outposts_of(s: State, seat: Int) -> Mask:
    """Return the cells in which a seat has an outpost."""
    mine = np.uint64(0)
    # Four cells at a time, which is twice as fast: a search asks for each turn that it finds.
    fours = s.outposts.view(np.uint32)
    for four in range(len(fours)):
        lowest_bits = np.uint64(fours[four]) >> np.uint64(seat) & np.uint64(0x01010101)
        # The product has the lowest bits of the four bytes side by side from bit 24 on.
        found = lowest_bits * np.uint64(0x01020408) >> np.uint64(24) & np.uint64(0xF)
        mine |= found << np.uint64(4 * four)
    return mine


@kernel
def tiles_in_reach(s: State, hold: np.uint64) -> tuple[float, float]:
    """Return the most points of a tile, times the share of its cost held, and of a payable tile."""
    in_reach, paid_for = 0.0, 0.0
    ports = np.uint64(s.ports)
    while ports != 0:
        port = lowest_bit(ports)
        ports &= ports - np.uint64(1)
        if port == s.closed:
            continue
        tile = s.tile[port]
        share = np.float64(part_held(hold, COST[tile])) / np.float64(total(COST[tile]))
        in_reach = max(in_reach, POINTS[tile] * share)
        if share == 1.0:
            paid_for = max(paid_for, np.float64(POINTS[tile]))
    return in_reach, paid_for
