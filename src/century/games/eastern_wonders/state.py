"""The fields of an Eastern Wonders state."""

from __future__ import annotations

from century.core.reading import Field, Layout
from century.games.eastern_wonders.tiles import (
    BONUS_KINDS,
    CELLS,
    CLAIMS_TO_END,
    PLAYERS,
    POINTS_STACK,
    TYPES,
    VP_TILES,
)

SEATS = PLAYERS[-1]
MAX_CLAIMS = SEATS * CLAIMS_TO_END
PHASES = (
    "take",
    "place",
    "sail",
    "drop",
    "toll",
    "collect",
    "action",
    "price",
    "bonus",
    "upgrade",
    "trade",
    "discard",
    "over",
)
(
    TAKE,
    PLACE,
    SAIL,
    DROP,
    TOLL,
    COLLECT,
    ACTION,
    PRICE_DUE,
    BONUS,
    UPGRADE,
    TRADE,
    DISCARD,
    OVER,
) = range(len(PHASES))

NOWHERE = 255  # the cell of a boat not yet placed, and of a closed-port tile not yet drawn

# Seats, cells and tiles count from 0. Holds are packed wide, cubes lying on tiles narrow
# (century.core.cubes). Places not in use are 0, so that equal positions are equal bytes.
_FIELDS: list[Field] = [
    # The map, the same throughout a game.
    ("near", "u4", (CELLS,)),  # mask of the cells next to each cell
    ("markets", "u4"),  # mask of cells
    ("ports", "u4"),  # mask of cells; all other cells are sea
    ("q", "i1", (CELLS,)),  # axial coordinates
    ("r", "i1", (CELLS,)),
    ("cells", "u1"),  # how many
    # The tiles on it.
    ("tile", "u1", (CELLS,)),  # the market tile, or the VP tile of an open port
    ("outposts", "u1", (CELLS,)),  # mask of the seats that have one
    ("lying", "u4", (CELLS,)),  # cubes
    ("closed", "u1"),  # the cell of the closed port, or NOWHERE
    # The seats.
    ("hold", "u8", (SEATS,)),  # cubes
    ("boat", "u1", (SEATS,)),  # cell, or NOWHERE
    ("built", "u1", (SEATS, len(TYPES))),  # outposts taken from each row of the board
    ("bonus", "u1", (SEATS, len(BONUS_KINDS))),  # tiles of each kind
    ("claims", "u1", (SEATS,)),  # how many VP tiles each seat has
    # Stacks and piles.
    ("sets_open", "u1"),  # mask of the starting sets nobody took yet
    ("stacks", "u1", (len(BONUS_KINDS),)),  # bonus tiles left
    ("points_to", "u1", (len(POINTS_STACK),)),  # 1 + the taker of each points tile
    ("drawn", "u1"),  # VP tiles drawn from the pile's order so far, those on the ports included
    ("closed_in", "u1"),  # the closed-port tile comes with this draw; 0 once it is out
    ("pile", "u1", (len(VP_TILES),)),  # VP tiles in the order drawn
    ("taken", "u1"),  # VP tiles claimed so far
    ("claimed", "u1", (MAX_CLAIMS,)),  # which, in the order claimed
    ("claimed_by", "u1", (MAX_CLAIMS,)),  # the seats that claimed them
    # The decision.
    ("rounds", "u4"),  # begun; 0 during set-up
    ("players", "u1"),
    ("seat", "u1"),  # who decides; at the end the last seat
    ("phase", "u1"),  # index into PHASES
    ("ending", "u1"),  # 1 once somebody has the tile that ends the game (EW21)
    ("steps", "u1"),  # steps sailed this turn (sail, drop)
    ("came_from", "u1"),  # the cell the last step left (drop)
    ("left", "u1"),  # mask of seats to pay (toll), cubes to pay (price), or upgrades left
]
STATE = Layout(sorted(_FIELDS, key=lambda field: -int(field[1][1:])))  # wide ones first: no gaps

UNREACHABLE = 255  # in `reach`
MAX_LYING = 255  # cubes of a colour that a tile keeps: more go back to the supply

# What the rules derive from a state (facts.py). Prices, tolls and reach are those of the seat that
# decides.
FACTS = Layout(
    [
        ("hold_limit", "u1", (SEATS,)),
        ("free_steps", "u1", (SEATS,)),  # a turn
        ("columns_emptied", "u1", (SEATS,)),
        ("uncovered", "u1", (SEATS,)),  # points on the player's board
        ("toll", "u1", (CELLS,)),  # mask of the seats to pay for ending a movement there
        ("build_price", "u1", (CELLS,)),  # cubes, on markets
        ("reach", "u1", (CELLS,)),  # cubes left behind on the way there, or UNREACHABLE
        ("via", "u1", (CELLS,)),  # the cell before it on that way
    ]
)
