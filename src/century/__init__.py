"""The board games Century: Spice Road and Century: Eastern Wonders, unofficial, as software."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

# Imported here so that the function, and not the package of the same name, is `century.games`.
from century.games import games

if TYPE_CHECKING:
    from century.bots.advice import Advice, advise
    from century.check import check_game
    from century.errors import CenturyError, IllegalMove
    from century.games.eastern_wonders.map import Map
    from century.playout import Playouts, playouts
    from century.position import Game, Position, game, perft
    from century.record import Record, read_record

__all__ = [
    "Advice",
    "CenturyError",
    "Game",
    "IllegalMove",
    "Map",
    "Playouts",
    "Position",
    "Record",
    "advise",
    "check_game",
    "game",
    "games",
    "perft",
    "playouts",
    "read_record",
]
__version__ = "0.1.0"

# Loaded when first used: the compiler behind the engine takes half a second to import, and
# `century --help` needs none of it.
_HOME = {
    "Advice": "bots.advice",
    "advise": "bots.advice",
    "check_game": "check",
    "CenturyError": "errors",
    "IllegalMove": "errors",
    "Map": "games.eastern_wonders.map",
    "Game": "position",
    "Position": "position",
    "game": "position",
    "perft": "position",
    "Playouts": "playout",
    "playouts": "playout",
    "Record": "record",
    "read_record": "record",
}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'century' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"century.{_HOME[name]}"), name)
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
