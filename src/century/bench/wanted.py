"""What the bench asks of a game: the figures in the game's bench.toml."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from century.position import Game

__all__ = ["Wanted", "wanted"]


class Wanted(NamedTuple):
    """The figures that a game's engine has to reach. None asks for nothing."""

    games: int = 100  # random games that take a fraction of a second
    speed: float | None = None  # random decisions a second, as a multiple of OpenSpiel's Hex
    state_bytes: int | None = None
    batch_masks: float | None = None  # decisions a second of the batch, with masks,
    batch_observations: float | None = None  # with observations too,
    batch_from_python: float | None = None  # and from a Python loop


@cache
def wanted(game: Game) -> Wanted:
    """Return what is asked of a game; a game without bench.toml is only measured."""
    path = files(game.package).joinpath("bench.toml")
    return Wanted(**tomllib.loads(path.read_text("utf-8"))) if path.is_file() else Wanted()
