"""Games whose positions test the search bots, and exhaustive walks in plain Python.

What depends on a game is in the module `bots` of its test folder (see `tests.games`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from random import Random
from typing import Any

import century
from century import Position
from century.bots.levels import bots_of, levels_of
from century.core import engine
from century.core.heuristics import candidates
from century.core.kernel import Int, Mask, State
from tests.games import module
from tests.property.play import purposeful

# Games without heuristics have no search bots.
SEARCHED_GAMES = tuple(
    name for name in century.games() if find_spec(f"{century.game(name).package}.heuristics")
)
# Each of these games with each bot that plays it: `master` needs a network.
GAMES_AND_BOTS = [(name, one) for name in SEARCHED_GAMES for one in bots_of(century.game(name))]
GAMES_AND_LEVELS = [(name, one) for name in SEARCHED_GAMES for one in levels_of(century.game(name))]
SEARCHED_TABLES = [
    (name, players) for name in SEARCHED_GAMES for players in century.game(name).players
]


def declared(name: str, what: str, default: Any = None) -> Any:
    """Return what a game's tests declare for the tests of bots, or a default."""
    return getattr(module(name, "bots"), what, default)


def tables_that_declare(what: str) -> list[tuple[str, int]]:
    """Return the tables of the games whose tests declare this for the tests of bots."""
    return [(name, players) for name, players in SEARCHED_TABLES if declared(name, what)]


def choose(rng: Random, pos: Position) -> str:
    """Choose so that a game has positions of all phases, and ends soon."""
    token: str = declared(pos.game.name, "choose", purposeful)(rng, pos)
    return token


@cache
def whole_game(name: str, players: int, seed: int = 3) -> tuple[Position, ...]:
    """Return all positions of a game, the end included."""
    rng, positions = Random(seed), [century.game(name).start(players, seed)]
    while not positions[-1].over:
        positions.append(positions[-1].act(choose(rng, positions[-1])))
    return tuple(positions)


def some(name: str, players: int, count: int, seed: int = 3) -> list[Position]:
    """Return about this number of positions of a game, evenly spread, without its end."""
    *positions, _end = whole_game(name, players, seed)
    return positions[:: max(1, len(positions) // count)]


def some_beginnings(name: str, players: int, count: int, seed: int = 3) -> list[Position]:
    """Return about this number of positions at the beginning of a turn, set-up left out."""
    *positions, _end = whole_game(name, players, seed)
    found = [
        after
        for before, after in pairwise(positions)
        if after.turn != before.turn and after.turn[0] > 0
    ]
    return found[:: max(1, len(found) // count)]


def some_midst(name: str, players: int, count: int, seed: int = 3) -> list[Position]:
    """Return about this number of positions in the middle of a turn, set-up left out."""
    *positions, _end = whole_game(name, players, seed)
    found = [
        after
        for before, after in pairwise(positions)
        if after.turn == before.turn and after.turn[0] > 0
    ]
    return found[:: max(1, len(found) // count)]


def first_turn(pos: Position) -> tuple[str, ...]:
    """Return the turn of a player who always takes the first legal action."""
    tokens, here = [], pos
    while here.turn == pos.turn and not here.over:
        tokens.append(here.legal()[0])
        here = here.act(tokens[-1])
    return tuple(tokens)


def numbers(found: tuple[Int, Mask]) -> list[int]:
    """Return the action numbers of a first number and a mask."""
    first, options = int(found[0]), int(found[1])
    return [first + i for i in range(engine.MAX_OPTIONS) if options >> i & 1]


Path = tuple[int, ...]  # decisions


def walks(s: State) -> Iterator[tuple[Path, State]]:
    """Yield all candidate turns, or completions of the turn in progress, and where they lead."""
    turn, visited = (int(s.rounds), int(s.seat)), set()
    begun: list[tuple[Path, State]] = [((), s.copy())]
    while begun:
        path, here = begun.pop()
        for action in numbers(candidates(here)):
            then = here.copy()
            engine.act(then, action)
            if then.tobytes() in visited:
                continue
            visited.add(then.tobytes())
            way = (*path, action)
            if (int(then.rounds), int(then.seat)) != turn or not numbers(engine.legal(then)):
                yield way, then
            else:
                begun.append((way, then))
