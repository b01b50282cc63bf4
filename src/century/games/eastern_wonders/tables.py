"""The tiles of Eastern Wonders as arrays, for the kernels."""

from __future__ import annotations

import numpy as np

from century.core.cubes.wide import pack
from century.games.eastern_wonders import tiles
from century.games.eastern_wonders.tiles import (
    COLUMNS,
    POINTS_BY_COLUMN,
    POINTS_STACK,
    START_SETS,
    TRADES,
    VP_TILES,
)

START_CUBES = np.array([pack(cubes) for cubes in START_SETS], dtype=np.uint64)
HARVEST = np.uint64(pack(tiles.HARVEST))
HARVEST_BONUS = np.uint64(pack(tiles.HARVEST_BONUS))

TYPE_OF = np.array(tiles.TYPE_OF, dtype=np.uint8)  # by market tile
PRICE = np.array([pack(trade.split(">")[0]) for trade in TRADES], dtype=np.uint64)
GAIN = np.array([pack(trade.split(">")[1]) for trade in TRADES], dtype=np.uint64)

# The last entry is the unseen VP tile, which no hold can pay for.
COST = np.array([*(pack(cost) for cost, _ in VP_TILES), pack("YRGB" * 32767)], dtype=np.uint64)
POINTS = np.array([*(points for _, points in VP_TILES), 0], dtype=np.uint8)

STACKS = np.array(tiles.STACKS, dtype=np.uint8)
BONUS_POINTS = np.array(tiles.BONUS_POINTS, dtype=np.uint8)
STACK_POINTS = np.array(POINTS_STACK, dtype=np.uint8)

# UNCOVERED[n] is the points uncovered in a row from which n outposts were taken, left to right.
UNCOVERED = np.array([sum(POINTS_BY_COLUMN[:n]) for n in range(COLUMNS + 1)], dtype=np.uint8)
