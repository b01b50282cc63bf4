"""The features of an Eastern Wonders position, for neural networks.

Counts are written as thermometers. The seats stand in turn order, beginning with the seat that
decides; places of seats that are not in play stay empty. Market tiles are described twice: by the
cell where they lie, because actions name cells, and by the tile itself with the distance to it, so
that what a network learns about a tile holds wherever the tile lies.
"""

from __future__ import annotations

import numpy as np

from century.core.cubes import COLOURS, narrow, wide
from century.core.features import decision_pieces, thermometer, write_decision
from century.core.kernel import Int, Mask, State, bit, bit_count, kernel, lowest_bit
from century.core.observation import Numbers, Piece, offsets, per_seat
from century.games.eastern_wonders.board import (
    free_steps,
    hold_limit,
    is_market,
    is_open_port,
    score,
)
from century.games.eastern_wonders.state import NOWHERE, OVER, SAIL, SEATS, TOLL
from century.games.eastern_wonders.tables import COST, PRICE, STACKS
from century.games.eastern_wonders.tiles import (
    BONUS_KINDS,
    CELLS,
    CLAIMS_TO_END,
    COLUMNS,
    PLAYERS,
    PORTS,
    START_SETS,
    TRADES,
    TYPES,
    VP_TILES,
)

_COLOURS = len(COLOURS)
_FEWEST = PLAYERS[0]
_MOST_LYING = 3  # cubes of a colour on a tile
_FAR = 6  # steps; longer distances count as this one
_MOST_MISSING = 5  # cubes of a colour that a VP tile costs
_MOST_MISSING_IN_ALL = 10
_MOST_CUBES = 12  # of a colour
_MOST_CUBES_IN_ALL = 20
_MOST_OF_A_KIND = int(STACKS.max())
_MOST_LEFT = 6  # cubes to pay, or upgrades
_POINTS, _POINTS_A_FLAG = 32, 4
_DRAWN, _TILES_A_FLAG = 7, 3

_TABLE = (
    *decision_pieces(PLAYERS, OVER),
    Piece("free_steps", (_MOST_OF_A_KIND + 1,), 1),  # left in this turn
    Piece("left", (_MOST_LEFT,), 1),
    Piece("start_sets", (len(START_SETS),), 1),
    Piece("drawn", (_DRAWN,), 1),  # VP tiles
    Piece("stacks", (len(BONUS_KINDS), _MOST_OF_A_KIND), 1),
    Piece("market_at", (CELLS, len(TRADES)), 1),
    Piece("lying", (CELLS, _COLOURS, _MOST_LYING), 1),
    Piece("distance", (CELLS, _FAR + 1), 1),  # of each cell from the deciding seat's boat
    Piece("port_at", (PORTS, CELLS), 1),
    Piece("port_tile", (PORTS, len(VP_TILES)), 1),
    Piece("port_closed", (PORTS,), 1),
    Piece("port_distance", (PORTS, _FAR), 1),
    Piece("missing", (PORTS, _COLOURS, _MOST_MISSING), 1),  # for a claim of the deciding seat
    Piece("tile_distance", (len(TRADES), _FAR), 1),
    Piece("tile_outposts", (len(TRADES), SEATS), 1),  # how many stand there
    Piece("tile_own", (len(TRADES),), 1),  # whether the deciding seat has one there
    Piece("tile_payable", (len(TRADES),), 1),  # whether the deciding seat can pay for the trade
)
_SEAT = (
    Piece("cubes", (_COLOURS, _MOST_CUBES), 1),
    Piece("cubes_in_all", (_MOST_CUBES_IN_ALL,), 1),
    Piece("room", (_MOST_CUBES_IN_ALL,), 1),  # for more cubes
    Piece("claimed", (CLAIMS_TO_END,), 1),
    Piece("points", (_POINTS,), 1),
    Piece("built", (len(TYPES), COLUMNS), 1),
    Piece("bonus", (len(BONUS_KINDS), _MOST_OF_A_KIND), 1),
    Piece("boat", (CELLS,), 1),
    Piece("outposts", (CELLS,), 1),
    Piece("toll_due", (), 1),
    Piece("missing_in_all", (PORTS, _MOST_MISSING_IN_ALL), 1),
)
PIECES = _TABLE + per_seat(SEATS, _SEAT)
_AT = dict(zip((piece.name for piece in _TABLE), offsets(_TABLE), strict=False))
_STEPS_AT, _LEFT_AT = _AT["free_steps"], _AT["left"]
_SETS_AT, _DRAWN_AT, _STACKS_AT = _AT["start_sets"], _AT["drawn"], _AT["stacks"]
_MARKET_AT, _LYING_AT, _DISTANCE_AT = _AT["market_at"], _AT["lying"], _AT["distance"]
_PORT_AT, _PORT_TILE_AT, _CLOSED_AT = _AT["port_at"], _AT["port_tile"], _AT["port_closed"]
_PORT_DISTANCE_AT, _MISSING_AT = _AT["port_distance"], _AT["missing"]
_TILE_DISTANCE_AT, _TILE_OUTPOSTS_AT = _AT["tile_distance"], _AT["tile_outposts"]
_TILE_OWN_AT, _TILE_PAYABLE_AT = _AT["tile_own"], _AT["tile_payable"]
_SEATS_AT = offsets(_TABLE)[-1]
(
    _CUBES_AT,
    _CUBES_IN_ALL_AT,
    _ROOM_AT,
    _CLAIMED_AT,
    _POINTS_AT,
    _BUILT_AT,
    _BONUS_AT,
    _BOAT_AT,
    _OUTPOSTS_AT,
    _TOLL_AT,
    _MISSING_IN_ALL_AT,
) = (_SEATS_AT + SEATS * at for at in offsets(_SEAT)[:-1])


@kernel
def write_features(s: State, seat: Int, out: Numbers) -> None:
    """Set the flags of a position as the seat that decides sees it."""
    write_decision(s, seat, _FEWEST, SEATS, OVER, out)
    write_details(s, seat, out)
    write_map(s, seat, out)
    other: Int = np.int64(seat)
    for place in range(np.int64(s.players)):
        write_seat(s, other, place, out)
        other = other + 1 if other + 1 < s.players else 0


@kernel
def write_details(s: State, seat: Int, out: Numbers) -> None:
    """Write the rest of the decision, and the stacks and piles beside the map."""
    if s.phase == SAIL:
        free = max(0, free_steps(s, seat) - np.int64(s.steps))
        thermometer(free, _MOST_OF_A_KIND + 1, out, _STEPS_AT)
    elif s.phase != TOLL:
        thermometer(s.left, _MOST_LEFT, out, _LEFT_AT)
    for number in range(len(START_SETS)):
        out[_SETS_AT + number] = s.sets_open >> number & 1
    thermometer(s.drawn // _TILES_A_FLAG, _DRAWN, out, _DRAWN_AT)
    for kind in range(len(BONUS_KINDS)):
        thermometer(s.stacks[kind], _MOST_OF_A_KIND, out, _STACKS_AT + kind * _MOST_OF_A_KIND)


@kernel
def write_map(s: State, seat: Int, out: Numbers) -> None:
    """Write the cells ring by ring around the deciding seat's boat."""
    ring, seen, distance = np.uint64(0), np.uint64(0), 0
    if s.boat[seat] == NOWHERE:
        # Before the boat is placed every cell is equally far away.
        ring, distance = bit(s.cells) - np.uint64(1), _FAR
    else:
        ring = bit(s.boat[seat])
    while ring != 0:
        write_ring(s, seat, ring, distance, out)
        seen |= ring
        ring = neighbours(s, ring) & ~seen
        distance += 1


@kernel
def neighbours(s: State, cells: Mask) -> Mask:
    """Return the mask of the cells next to any of the given ones."""
    found = np.uint64(0)
    while cells != 0:
        found |= np.uint64(s.near[lowest_bit(cells)])
        cells &= cells - np.uint64(1)
    return found


@kernel
def write_ring(s: State, seat: Int, ring: Mask, distance: Int, out: Numbers) -> None:
    """Write the cells at one distance from the boat."""
    while ring != 0:
        cell = np.int64(lowest_bit(ring))
        ring &= ring - np.uint64(1)
        out[_DISTANCE_AT + cell * (_FAR + 1) + min(distance, _FAR)] = 1
        if s.lying[cell] != 0:
            for colour in range(_COLOURS):
                at = _LYING_AT + (cell * _COLOURS + colour) * _MOST_LYING
                thermometer(narrow.count_of(s.lying[cell], colour), _MOST_LYING, out, at)
        if is_market(s, cell):
            write_market(s, seat, cell, distance, out)
        elif np.uint64(s.ports) & bit(cell) != 0:
            write_port(s, seat, cell, distance, out)


@kernel
def write_market(s: State, seat: Int, cell: Int, distance: Int, out: Numbers) -> None:
    """Write the market tile on a cell."""
    tile = np.int64(s.tile[cell])
    out[_MARKET_AT + cell * len(TRADES) + tile] = 1
    thermometer(distance, _FAR, out, _TILE_DISTANCE_AT + tile * _FAR)
    outposts = np.uint64(s.outposts[cell])
    thermometer(bit_count(outposts), SEATS, out, _TILE_OUTPOSTS_AT + tile * SEATS)
    if outposts & bit(seat) != 0:
        out[_TILE_OWN_AT + tile] = 1
    if wide.covers(s.hold[seat], PRICE[tile]):
        out[_TILE_PAYABLE_AT + tile] = 1


@kernel
def write_port(s: State, seat: Int, cell: Int, distance: Int, out: Numbers) -> None:
    """Write the port on a cell, and what a claim there still needs."""
    port = port_number(s, cell)
    out[_PORT_AT + port * CELLS + cell] = 1
    thermometer(distance, _FAR, out, _PORT_DISTANCE_AT + port * _FAR)
    if not is_open_port(s, cell):
        out[_CLOSED_AT + port] = 1
        return
    tile = np.int64(s.tile[cell])
    if tile < len(VP_TILES):
        out[_PORT_TILE_AT + port * len(VP_TILES) + tile] = 1
    for colour in range(_COLOURS):
        cost = np.int64(wide.count_of(COST[tile], colour))
        missing = cost - np.int64(wide.count_of(s.hold[seat], colour))
        at = _MISSING_AT + (port * _COLOURS + colour) * _MOST_MISSING
        thermometer(missing, _MOST_MISSING, out, at)


@kernel
def port_number(s: State, cell: Int) -> Int:
    """Return the number of a port, counted by cells."""
    return np.int64(bit_count(np.uint64(s.ports) & (bit(cell) - np.uint64(1))))


@kernel
def write_seat(s: State, seat: Int, place: Int, out: Numbers) -> None:
    """Write what a seat has, at a place in turn order."""
    cubes = s.hold[seat]
    for colour in range(_COLOURS):
        at = _CUBES_AT + (place * _COLOURS + colour) * _MOST_CUBES
        thermometer(wide.count_of(cubes, colour), _MOST_CUBES, out, at)
    held = np.int64(wide.total(cubes))
    thermometer(held, _MOST_CUBES_IN_ALL, out, _CUBES_IN_ALL_AT + place * _MOST_CUBES_IN_ALL)
    room = hold_limit(s, seat) - held
    thermometer(room, _MOST_CUBES_IN_ALL, out, _ROOM_AT + place * _MOST_CUBES_IN_ALL)
    thermometer(s.claims[seat], CLAIMS_TO_END, out, _CLAIMED_AT + place * CLAIMS_TO_END)
    thermometer(score(s, seat) // _POINTS_A_FLAG, _POINTS, out, _POINTS_AT + place * _POINTS)
    for kind in range(len(TYPES)):
        at = _BUILT_AT + (place * len(TYPES) + kind) * COLUMNS
        thermometer(s.built[seat, kind], COLUMNS, out, at)
    for kind in range(len(BONUS_KINDS)):
        at = _BONUS_AT + (place * len(BONUS_KINDS) + kind) * _MOST_OF_A_KIND
        thermometer(s.bonus[seat, kind], _MOST_OF_A_KIND, out, at)
    if s.phase == TOLL:
        out[_TOLL_AT + place] = s.left >> seat & 1
    write_places(s, seat, place, out)


@kernel
def write_places(s: State, seat: Int, place: Int, out: Numbers) -> None:
    """Write where a seat's boat and outposts are, and what it lacks for each port's tile."""
    if s.boat[seat] != NOWHERE:
        out[_BOAT_AT + place * CELLS + np.int64(s.boat[seat])] = 1
    port = 0
    for cell in range(s.cells):
        if s.outposts[cell] >> seat & 1:
            out[_OUTPOSTS_AT + place * CELLS + cell] = 1
        if np.uint64(s.ports) & bit(cell) != 0:
            if s.closed != cell:
                cost = COST[s.tile[cell]]
                missing = np.int64(wide.total(cost)) - np.int64(wide.part_held(s.hold[seat], cost))
                at = _MISSING_IN_ALL_AT + (place * PORTS + port) * _MOST_MISSING_IN_ALL
                thermometer(missing, _MOST_MISSING_IN_ALL, out, at)
            port += 1
