"""The targets of a game's benchmarks, from the file bench.toml in its folder."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from century.position import Game

__all__ = ["Targets", "targets"]


class Targets(NamedTuple):
    """The figures that a game's engine should reach; None means no target."""

    games: int = 100  # to play for a measurement; should take a fraction of a second
    speed: float | None = None  # random decisions per second, as a multiple of OpenSpiel's Hex
    state_bytes: int | None = None
    # Decisions per second of the batch:
    batch_masks: float | None = None  # without observations
    batch_observations: float | None = None  # with observations
    batch_from_python: float | None = None  # with observations, from a Python loop
    # Decisions per second of the batch on one NVIDIA H200:
    gpu_random: float | None = None  # random play without returning to Python
    gpu_steps: float | None = None  # from given actions, legal actions as bits
    gpu_observations: float | None = None  # from given actions, with masks and observations


@cache
def targets(game: Game) -> Targets:
    """Return the targets of a game; a game without bench.toml has none."""
    path = files(game.package).joinpath("bench.toml")
    return Targets(**tomllib.loads(path.read_text("utf-8"))) if path.is_file() else Targets()
