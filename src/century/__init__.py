"""Unofficial software for the board games Century: Spice Road and Century: Eastern Wonders.

`import century` is enough: the functions, classes and submodules below are loaded when first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

# `century.games` is both this function and a package. Importing the package would bind its name
# here, in place of the function. The import below loads the package first and binds the function
# afterwards; later imports of the package find it in sys.modules and bind nothing.
from century.games import games

if TYPE_CHECKING:
    from century import arena, bots, client, env, errors, position, record
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
    "arena",
    "bots",
    "check_game",
    "client",
    "env",
    "errors",
    "game",
    "games",
    "perft",
    "playouts",
    "position",
    "read_record",
    "record",
]
__version__ = "0.1.0"

# Importing the compiler behind the engine takes half a second, which `century --help` does not
# need. So each name is imported from its module when first used.
_MODULE_OF = {
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
_SUBMODULES = ("arena", "bots", "client", "env", "errors", "position", "record")


def __getattr__(name: str) -> Any:
    if name in _SUBMODULES:
        return import_module(f"century.{name}")
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'century' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f"century.{_MODULE_OF[name]}"), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
