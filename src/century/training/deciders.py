"""How the games of self-play go on: one searched decision in each game, on a CPU or on a GPU."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from century.arena.executors import cores
from century.core.kernel import generator
from century.neural.network import Network, Sizes, make_network
from century.neural.nodes import CLEARED, SearchParams, Trees
from century.position import Game
from century.training.arrays import Array, Arrays
from century.training.learner import POINTS_UNIT, forward, from_parameters, padded
from century.training.self_play import (
    Leaf,
    Moves,
    Roots,
    Table,
    new_leaf,
    play_decisions,
    start_all,
)

__all__ = ["CpuDecider", "GpuDecider", "current_network", "decider_on"]


def current_network(arrays: Arrays, sizes: Sizes, weights: dict[str, Array]) -> Network:
    """Return the network that has these weights now, for the kernels of a CPU."""
    found = from_parameters(sizes, {name: arrays.to_numpy(part) for name, part in weights.items()})
    return make_network(found, sizes.features, sizes.actions, sizes.seats)


class CpuDecider:
    """Finishes the search of one game before that of the next, so that its tree stays in the cache.

    Each core plays a part of the games. The network is evaluated for one position at a time, by the
    kernels that `master` uses: they skip zeros, and are several times as fast as matrix products.
    """

    def __init__(
        self, arrays: Arrays, game: Game, games: int, sizes: Sizes, weights: dict[str, Array]
    ) -> None:
        self._arrays, self._sizes, self._weights = arrays, sizes, weights
        self._states = game.scratch(games)
        self.words = self._states.view(np.uint64).reshape(games, -1)  # the memory of the states
        threads = min(cores(), games)
        self._ends = [games * part // threads for part in range(threads + 1)]
        self._threads = ThreadPoolExecutor(threads)
        network = current_network(arrays, sizes, weights)
        self._leaves = [new_leaf(game.scratch(1), network) for _ in range(threads)]

    def renew(self) -> None:
        """Take over the weights as they are now."""
        self._network = current_network(self._arrays, self._sizes, self._weights)

    def start(self, table: Table, most: int, rounds: int) -> None:
        """Deal all games, and take up to `most` random decisions in each."""
        start_all(self._states, self.words, table, most, rounds, generator(0))

    def decide(
        self,
        trees: Trees,
        table: Table,
        simulations: int,
        params: SearchParams,
        roots: Roots,
        moves: Moves,
    ) -> None:
        """Search for a decision in each game, and take it."""

        def play_part(leaf: Leaf, begin: int, end: int) -> None:
            play_decisions(
                self._states,
                self.words,
                trees,
                table,
                simulations,
                params,
                self._network,
                leaf,
                roots,
                moves,
                begin,
                end,
            )

        list(self._threads.map(play_part, self._leaves, self._ends, self._ends[1:]))


class GpuDecider:
    """Searches in all games at once: each simulation evaluates the leaves of all games together."""

    def __init__(
        self, arrays: Arrays, game: Game, games: int, sizes: Sizes, weights: dict[str, Array]
    ) -> None:
        from century.core.gpu import blocks, device_copy, launch
        from century.training.gpu_self_play import BLOCK, self_play_kernels

        self._arrays, self._sizes, self._weights = arrays, sizes, weights
        self._kernels = self_play_kernels(game.state, game.package)
        words = game.state.itemsize // np.uint64().itemsize
        self.words = device_copy(np.zeros((games, words), np.uint64))  # the memory of the states
        grid = blocks(games, BLOCK)
        self._launch: Callable[..., None] = lambda kernel, *arguments: launch(
            kernel, grid, BLOCK, *arguments
        )
        self._features = arrays.zeros((games, padded(sizes.features)), np.uint8)
        self._policy = arrays.zeros((games, sizes.actions))
        self._win = arrays.zeros((games, sizes.seats))

    def renew(self) -> None:
        """Take over the weights as they are now: they are used where they are."""

    def start(self, table: Table, most: int, rounds: int) -> None:
        """Deal all games, and take up to `most` random decisions in each."""
        self._launch(self._kernels.start_all, self.words, table, most, rounds)

    def decide(
        self,
        trees: Trees,
        table: Table,
        simulations: int,
        params: SearchParams,
        roots: Roots,
        moves: Moves,
    ) -> None:
        """Search for a decision in each game, and take it."""
        kernels, for_kernels = self._kernels, self._arrays.for_kernels
        features = for_kernels(self._features)
        for name in CLEARED:  # at once, instead of node by node in each game
            self._arrays.kernel_clear(getattr(trees, name))
        self._launch(kernels.start_moves, trees, table)
        for simulation in range(-1, simulations):
            self._features[...] = 0
            self._launch(
                kernels.descend_all, self.words, trees, table, simulation, params, features
            )
            found = forward(self._arrays, self._sizes, self._weights, self._features)
            self._policy[...], self._win[...] = found["policy"], found["win"]
            if simulation < 0:  # the leaf is the root
                roots.features[...] = self._features
                roots.points[...] = found["points"] * POINTS_UNIT
            self._launch(
                kernels.back_up_all, trees, for_kernels(self._policy), for_kernels(self._win)
            )
        played = Moves(*(for_kernels(part) for part in moves))
        self._launch(kernels.play_moves, self.words, trees, table, params, played)


def decider_on(
    arrays: Arrays, game: Game, games: int, sizes: Sizes, weights: dict[str, Array]
) -> CpuDecider | GpuDecider:
    """Return what plays the games on the device of the arrays."""
    kind = CpuDecider if arrays.device == "cpu" else GpuDecider
    return kind(arrays, game, games, sizes, weights)
