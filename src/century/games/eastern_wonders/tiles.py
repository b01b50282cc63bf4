"""The tiles and numbers of Eastern Wonders, read from data.toml."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

from century.core.cubes import COLOURS

DATA = tomllib.loads(files(__package__).joinpath("data.toml").read_text(encoding="utf-8"))

_SETUP, _BONUS = DATA["setup"], DATA["bonus"]
RULES_VERSION: int = DATA["rules_version"]
PLAYERS = range(_SETUP["players"][0], _SETUP["players"][-1] + 1)
HOLD: int = _SETUP["hold"]
CLAIMS_TO_END: int = _SETUP["claims_to_end"]
CLOSED_PORT_AMONG: int = _SETUP["closed_port_among"]
PRICE_FOR_TWO: int = _SETUP["price_for_two"]
CUBE_POINTS: int = DATA["scoring"]["cube_not_yellow"]
MAX_SEA: int = _SETUP["sea_tiles"]

START_SETS: tuple[str, ...] = tuple(_SETUP["start_sets"])
HARVEST: str = _SETUP["harvest"]
HARVEST_BONUS: str = _BONUS["harvest"]["gain"]

# Market tiles are numbered type by type.
TYPES: tuple[str, ...] = tuple(DATA["markets"])
TRADES: tuple[str, ...] = tuple(trade for tiles in DATA["markets"].values() for trade in tiles)
TILES_PER_TYPE = len(TRADES) // len(TYPES)
TYPE_OF = tuple(tile // TILES_PER_TYPE for tile in range(len(TRADES)))  # by market tile

VP_TILES: tuple[tuple[str, int], ...] = tuple((c, p) for c, p in DATA["victory"]["tiles"])

# A search must not count on tiles that nobody has seen. In its states they have this number, and no
# hold can pay for one.
UNSEEN_TILE = len(VP_TILES)


BONUS_KINDS: tuple[str, ...] = tuple(_BONUS)
MOVE, HARVEST_TILE, UPGRADE_TILE, CARGO, POINTS_TILE = range(len(BONUS_KINDS))
CARGO_HOLD: int = _BONUS["cargo"]["hold"]
POINTS_STACK: tuple[int, ...] = tuple(_BONUS["points"]["stack"])  # from the top
STACKS = tuple(kind.get("count", len(POINTS_STACK)) for kind in _BONUS.values())  # tiles by kind
BONUS_POINTS = tuple(kind.get("points", 0) for kind in _BONUS.values())  # of a tile, by kind

COLUMNS: int = DATA["board"]["columns"]
POINTS_BY_COLUMN: list[int] = DATA["board"]["points_by_column"]

PORTS = 4
MARKETS = (TILES_PER_TYPE - 1) * len(TYPES)  # after one of each type was removed
CELLS = PORTS + MARKETS + MAX_SEA  # the most a map can have

# Constants for drawing the game that no view contains.
PIECES: dict[str, Any] = {
    "types": dict(zip(TYPES, COLOURS, strict=True)),
    "start_sets": list(START_SETS),
    "victory_tiles": [{"cost": cost, "points": points} for cost, points in VP_TILES],
    "hold": HOLD,
    "harvest": HARVEST,
    "claims_to_end": CLAIMS_TO_END,
    "points_by_column": POINTS_BY_COLUMN,
    "bonus": _BONUS,
    "map": {"market": MARKETS, "port": PORTS, "sea": MAX_SEA},
}
