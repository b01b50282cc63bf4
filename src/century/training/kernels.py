"""The kernels of self-play, called alike on a CPU and on a GPU."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from century.core.kernel import generator
from century.position import Game
from century.training import self_play

__all__ = ["CpuKernels", "GpuKernels", "kernels_on"]


class CpuKernels:
    """The kernels of a game on a CPU, with the states that they work on."""

    def __init__(self, game: Game, games: int) -> None:
        self._states = game.scratch(games)
        self.words = self._states.view(np.uint64).reshape(games, -1)  # the memory of the states
        self._leaf = game.scratch(1)
        self._scratch = generator(0)

    def start(self, table: Any, most: int, rounds: int) -> None:
        """Deal all games, and take up to `most` random decisions in each."""
        self_play.start_all(self._states, self.words, table, most, rounds, self._scratch)

    def start_moves(self, trees: Any, table: Any) -> None:
        """Begin the search for a decision in each game."""
        self_play.start_moves(trees, table)

    def descend(self, trees: Any, table: Any, simulation: int, params: Any, features: Any) -> None:
        """Run the first half of a simulation in each game; write the features of its leaf."""
        self_play.descend_all(self._states, trees, table, simulation, params, features, self._leaf)

    def back_up(self, trees: Any, policy: Any, win: Any) -> None:
        """Run the second half of a simulation in each game."""
        self_play.back_up_all(trees, policy, win)

    def play_moves(self, trees: Any, table: Any, params: Any, moves: Any) -> None:
        """Take the decision in each game that the search found best."""
        self_play.play_moves(self._states, self.words, trees, table, params, moves, self._scratch)


class GpuKernels:
    """The kernels of a game on a GPU, with the states that they work on."""

    def __init__(self, game: Game, games: int) -> None:
        from century.core.gpu import blocks, device_copy, launch
        from century.training.gpu_self_play import BLOCK, self_play_kernels

        self._kernels = self_play_kernels(game.state, game.package)
        words = game.state.itemsize // np.uint64().itemsize
        self.words = device_copy(np.zeros((games, words), np.uint64))  # the memory of the states
        grid = blocks(games, BLOCK)
        self._launch: Callable[..., None] = lambda kernel, *arguments: launch(
            kernel, grid, BLOCK, *arguments
        )

    def start(self, table: Any, most: int, rounds: int) -> None:
        """Deal all games, and take up to `most` random decisions in each."""
        self._launch(self._kernels.start_all, self.words, table, most, rounds)

    def start_moves(self, trees: Any, table: Any) -> None:
        """Begin the search for a decision in each game."""
        self._launch(self._kernels.start_moves, trees, table)

    def descend(self, trees: Any, table: Any, simulation: int, params: Any, features: Any) -> None:
        """Run the first half of a simulation in each game; write the features of its leaf."""
        self._launch(
            self._kernels.descend_all, self.words, trees, table, simulation, params, features
        )

    def back_up(self, trees: Any, policy: Any, win: Any) -> None:
        """Run the second half of a simulation in each game."""
        self._launch(self._kernels.back_up_all, trees, policy, win)

    def play_moves(self, trees: Any, table: Any, params: Any, moves: Any) -> None:
        """Take the decision in each game that the search found best."""
        self._launch(self._kernels.play_moves, self.words, trees, table, params, moves)


def kernels_on(device: str, game: Game, games: int) -> CpuKernels | GpuKernels:
    """Return the kernels for a device: "cpu" or "cuda"."""
    return CpuKernels(game, games) if device == "cpu" else GpuKernels(game, games)
