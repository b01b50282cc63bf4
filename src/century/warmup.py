"""Compiling all kernels of a game ahead of their use."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from functools import cache, partial
from pathlib import Path

from century.bots import ask, bot, bots
from century.core.kernel import COMPILED, PACKAGE, kernel_cache
from century.playout import playouts
from century.position import Game, Position, perft

__all__ = ["is_warm", "steps", "warm_up"]

Step = Callable[[], object]

RULES = "rules"


def _rules(game: Game) -> dict[str, Step]:
    fewest = game.players[0]
    return {
        "the deal": lambda: game.start(fewest, 0),
        "what is legal": lambda: game.start(fewest, 0).actions(),
        "decisions": lambda: _first_decision(game.start(fewest, 0)),
        "scores": lambda: game.start(fewest, 0).scores(),
        "redeals": lambda: game.start(fewest, 0).redeal(0, 0),
        "random games": lambda: playouts(game.name, fewest, 1, 0),
        "perft": lambda: perft(game.start(fewest, 0), 2),
    }


def _first_decision(position: Position) -> Position:
    return position.apply(position.actions()[0])


def _let_think(game: Game, name: str) -> None:
    """Let a bot choose in the first round, with no time to think it over."""
    position = game.start(game.players[0], 0)
    while position.turn[0] == 0:
        position = _first_decision(position)
    ask(bot(name, 0), position, position.seat, 0.0, seed=0, name=name)


def steps(game: Game, players: Iterable[str] = ()) -> dict[str, Step]:
    """Return what is left to compile for a game and those of our bots that are to play it."""
    if not COMPILED:
        return {}
    left = {} if _mark(game, RULES).exists() else _rules(game)
    for name in dict.fromkeys(players):
        if name in bots() and not _mark(game, name).exists():
            left[f"the bot {name}"] = partial(_let_think, game, name)
    return left


def is_warm(game: Game, players: Iterable[str] = ()) -> bool:
    """Tell whether nothing is left to compile."""
    return not steps(game, players)


def warm_up(game: Game, tell: Callable[[str], object], players: Iterable[str] = ()) -> None:
    """Compile a game's kernels, telling the name of each step before it is taken."""
    players = tuple(players)
    for name, step in steps(game, players).items():
        tell(name)
        step()
    if kernel_cache().is_dir():  # not there where nothing can be kept: then every run compiles
        for mark in (RULES, *(name for name in players if name in bots())):
            _mark(game, mark).touch()


def _mark(game: Game, what: str) -> Path:
    return kernel_cache() / f"{game.name}.{what}.{_copy()}.warm"


@cache
def _copy() -> str:
    """Tell copies of the sources apart: Numba keeps machine code by a file's place and time."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(f"{path} {path.stat().st_mtime_ns}\n".encode())
    return digest.hexdigest()[:8]
