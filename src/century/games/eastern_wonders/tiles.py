"""The tiles of Eastern Wonders, read from data.toml, and the tables the kernels look them up in."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import numpy as np

from century.core.cubes import COLOURS
from century.core.cubes.wide import pack

DATA = tomllib.loads(files(__package__).joinpath("data.toml").read_text(encoding="utf-8"))

_SETUP, _BONUS = DATA["setup"], DATA["bonus"]
RULES_VERSION: int = DATA["rules_version"]
PLAYERS = range(_SETUP["players"][0], _SETUP["players"][-1] + 1)
HOLD: int = _SETUP["hold"]
CLAIMS_TO_END: int = _SETUP["claims_to_end"]
CLOSED_PORT_AMONG: int = _SETUP["closed_port_among"]
PRICE_FOR_TWO: int = _SETUP["price_for_two"]
CUBE_POINTS: int = DATA["scoring"]["cube_not_yellow"]
MOST_SEA: int = _SETUP["sea_tiles"]

START_SETS: tuple[str, ...] = tuple(_SETUP["start_sets"])
START_CUBES = np.array([pack(cubes) for cubes in START_SETS], dtype=np.uint64)
HARVEST = np.uint64(pack(_SETUP["harvest"]))
HARVEST_BONUS = np.uint64(pack(_BONUS["harvest"]["gain"]))

# Market tiles are numbered type by type.
TYPES: tuple[str, ...] = tuple(DATA["markets"])
TRADES: tuple[str, ...] = tuple(trade for tiles in DATA["markets"].values() for trade in tiles)
TILES_PER_TYPE = len(TRADES) // len(TYPES)
TYPE_OF = np.arange(len(TRADES), dtype=np.uint8) // TILES_PER_TYPE
PRICE = np.array([pack(trade.split(">")[0]) for trade in TRADES], dtype=np.uint64)
GAIN = np.array([pack(trade.split(">")[1]) for trade in TRADES], dtype=np.uint64)

VP_TILES: tuple[tuple[str, int], ...] = tuple((c, p) for c, p in DATA["victory"]["tiles"])

# A search must not count on tiles nobody has seen: in its states they have this number, and no hold
# can pay for one.
UNSEEN_TILE = len(VP_TILES)

COST = np.array([*(pack(cost) for cost, _ in VP_TILES), pack("YRGB" * 32767)], dtype=np.uint64)
POINTS = np.array([*(points for _, points in VP_TILES), 0], dtype=np.uint8)

BONUS_KINDS: tuple[str, ...] = tuple(_BONUS)
MOVE, HARVEST_TILE, UPGRADE_TILE, CARGO, POINTS_TILE = range(len(BONUS_KINDS))
CARGO_HOLD: int = _BONUS["cargo"]["hold"]
POINTS_STACK: tuple[int, ...] = tuple(_BONUS["points"]["stack"])  # from the top
STACKS = np.array(
    [entry.get("count", len(POINTS_STACK)) for entry in _BONUS.values()], dtype=np.uint8
)
BONUS_POINTS = np.array([entry.get("points", 0) for entry in _BONUS.values()], dtype=np.uint8)
STACK_POINTS = np.array(POINTS_STACK, dtype=np.uint8)

COLUMNS: int = DATA["board"]["columns"]
_BY_COLUMN: list[int] = DATA["board"]["points_by_column"]
# UNCOVERED[n]: the points uncovered in a row from which n outposts were taken, left to right.
UNCOVERED = np.array([sum(_BY_COLUMN[:n]) for n in range(COLUMNS + 1)], dtype=np.uint8)

PORTS = 4
MARKETS = (TILES_PER_TYPE - 1) * len(TYPES)  # after one of each type was removed
CELLS = PORTS + MARKETS + MOST_SEA  # the most a map can have

# What a table needs to draw the game and no view says.
PIECES: dict[str, Any] = {
    "types": dict(zip(TYPES, COLOURS, strict=True)),
    "start_sets": list(START_SETS),
    "hold": HOLD,
    "harvest": _SETUP["harvest"],
    "claims_to_end": CLAIMS_TO_END,
    "points_by_column": _BY_COLUMN,
    "bonus": _BONUS,
    "map": {"market": MARKETS, "port": PORTS, "sea": MOST_SEA},
}
