"""What the tests know about single games: one folder for each game, named like its package.

Generic tests run over `century.games()` and find what they need to know about a game in its folder,
by the names below. A new game needs no change outside its folder. All of it is optional, except
that the games in `century.games` keep recorded files; `make golden` writes all but the signature.

`__init__.py`: `RANDOM_GAMES_ARE_SHORT` says whether games of random decisions end soon;
    `GOLDEN_SEEDS` gives the seed of the recorded game for each number of players.
`play.py`: `purposeful(rng, pos)` chooses a token so that games end soon.
`perft_positions.py`: `positions()` yields titles and positions to count from.
`observation.py`: `expected(view, seat)` computes the pieces of an observation from a view.
`chance.py`: `agrees(ours, dealt)` compares the face-up pieces, for games with chance nodes.
`bots.py`: `choose(rng, pos)` plays the games of the tests of bots, instead of `purposeful`;
    `relevant_to_plan(s, seat)` returns what a plan key distinguishes; `PRIZES` lists cost and
    points by number, and `claimable(pos)` the costs on the table; `TURN_FIELDS` names the state
    fields that are 0 between turns; `route(verbs, end, seat)` returns the destination and the cost
    of a turn, for games with detours; `STALEMATE` is the text of a position in which no player
    wants to claim.
`decks.py`: `DECKS` lists the decks with hidden cards; `COUNTDOWNS` names other state fields that
    depend on their order; `SEED` is the seed of decisions that soon lead to claims.
`words.py`: `VALUES` lists the values of the facts that choose among sentences.
`golden/`, `observations/`, `counts.perft`, `signature.txt`: recorded files.
`rules/`: tests of the rules, named by rule id.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import century


def package_of_tests(name: str) -> str:
    """Return the name of the package with a game's tests, whether or not it exists."""
    return f"{__name__}.{century.game(name).package.rpartition('.')[2]}"


def folder(name: str) -> Path:
    """Return the folder with a game's tests and recorded files."""
    return Path(__file__).parent / package_of_tests(name).rpartition(".")[2]


def module(name: str, of: str) -> ModuleType | None:
    """Import a module of a game's test folder, or return None if the game has none."""
    package = package_of_tests(name)
    if find_spec(package) is None or find_spec(f"{package}.{of}") is None:
        return None
    return import_module(f"{package}.{of}")


def declared(name: str, what: str, default: Any) -> Any:
    """Return what a game's tests declare in their `__init__.py`, or a default."""
    package = package_of_tests(name)
    if find_spec(package) is None:
        return default
    return getattr(import_module(package), what, default)


# The games of this package. Games of other packages may be installed, but keep no files here.
OWN_GAMES = tuple(
    name for name in century.games() if century.game(name).package.startswith("century.games.")
)
OWN_TABLES = [(name, players) for name in OWN_GAMES for players in century.game(name).players]

SHORT_GAMES = tuple(
    name for name in century.games() if declared(name, "RANDOM_GAMES_ARE_SHORT", default=False)
)
EXAMPLE = SHORT_GAMES[0]  # for tests that need any one game
OTHER_EXAMPLE = next(name for name in century.games() if name != EXAMPLE)  # or any second one
