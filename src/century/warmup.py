"""Compiling all kernels of a game ahead of their use."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from century.kernel import COMPILED, kernel_cache
from century.playout import playouts
from century.position import Game, perft

__all__ = ["STEPS", "is_warm", "warm_up"]

STEPS: dict[str, Callable[[Game], object]] = {
    "the deal": lambda game: game.start(game.players[0], 0),
    "what is legal": lambda game: game.start(game.players[0], 0).actions(),
    "decisions": lambda game: _first_decision(game),
    "scores": lambda game: game.start(game.players[0], 0).scores(),
    "redeals": lambda game: game.start(game.players[0], 0).redeal(0, 0),
    "random games": lambda game: playouts(game.name, game.players[0], 1, 0),
    "perft": lambda game: perft(game.start(game.players[0], 0), 2),
}


def _first_decision(game: Game) -> object:
    start = game.start(game.players[0], 0)
    return start.apply(start.actions()[0])


def is_warm(game: Game) -> bool:
    """Tell whether nothing is left to compile for a game."""
    return not COMPILED or _mark(game).exists()


def warm_up(game: Game, tell: Callable[[str], object]) -> None:
    """Compile a game's kernels, telling the name of each step before it is taken."""
    for name, step in STEPS.items():
        tell(name)
        step(game)
    if _mark(game).parent.is_dir():  # not there where nothing can be kept: then every run compiles
        _mark(game).touch()


def _mark(game: Game) -> Path:
    return kernel_cache() / f"{game.name}.warm"
