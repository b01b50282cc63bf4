"""Self-play on a GPU: the kernels of `self_play`, with one thread for each game."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy import uint64

from century.core.gpu import cuda, gpu_kernel_of
from century.core.kernel import Int
from century.neural.nodes import SearchParams, Trees
from century.neural.tree import back_up
from century.training.self_play import (
    Moves,
    Table,
    play_move,
    scatter_game,
    simulate_to_leaf,
    start_move,
)

__all__ = ["BLOCK", "SelfPlayKernels", "self_play_kernels"]

BLOCK = 64  # threads
DeviceArray = Any  # an array on the GPU


class SelfPlayKernels(NamedTuple):
    """The kernels of one game."""

    start_all: Any
    start_moves: Any
    descend_all: Any
    back_up_all: Any
    play_moves: Any


@cache
def self_play_kernels(state: np.dtype[Any], package: str) -> SelfPlayKernels:
    """Make the kernels of the game in a package."""
    start_all, play_moves = _game_kernels(state, package)
    start_moves, descend_all, back_up_all = _search_kernels(state, package)
    return SelfPlayKernels(start_all, start_moves, descend_all, back_up_all, play_moves)


def _game_kernels(state: np.dtype[Any], package: str) -> tuple[Any, Any]:
    """Make the kernels that change the games: deals and decisions."""
    words = state.itemsize // uint64().itemsize
    compile_for_game = gpu_kernel_of(package)

    @compile_for_game
    def start_all(states: DeviceArray, table: Table, most: Int, rounds: Int) -> None:
        """Deal all games."""
        g = cuda.grid(1)
        if g < len(states):
            memory = cuda.local.array(words, uint64)
            scratch = cuda.local.array(1, uint64)
            scatter_game(memory.view(state)[0], memory, table, g, most, rounds, scratch)
            for word in range(words):
                states[g, word] = memory[word]

    @compile_for_game
    def play_moves(
        states: DeviceArray, trees: Trees, table: Table, params: SearchParams, moves: Moves
    ) -> None:
        """Take a decision in each game."""
        g = cuda.grid(1)
        if g < len(states):
            memory = cuda.local.array(words, uint64)
            scratch = cuda.local.array(1, uint64)
            for word in range(words):
                memory[word] = states[g, word]
            s = memory.view(state)[0]
            play_move(s, memory, trees, table, g, params, moves, scratch)
            for word in range(words):
                states[g, word] = memory[word]

    return start_all, play_moves


def _search_kernels(state: np.dtype[Any], package: str) -> tuple[Any, Any, Any]:
    """Make the kernels that search for a decision: the games stay as they are."""
    words = state.itemsize // uint64().itemsize
    compile_for_game = gpu_kernel_of(package)

    @compile_for_game
    def start_moves(trees: Trees, table: Table) -> None:
        """Begin the search for a decision in each game."""
        g = cuda.grid(1)
        if g < len(table.seeds):
            start_move(trees, table, g)

    @compile_for_game
    def descend_all(
        states: DeviceArray,
        trees: Trees,
        table: Table,
        simulation: Int,
        params: SearchParams,
        features: DeviceArray,
    ) -> None:
        """Run the first half of a simulation in each game."""
        g = cuda.grid(1)
        if g < len(states):
            memory = cuda.local.array(words, uint64)
            for word in range(words):
                memory[word] = states[g, word]
            s = memory.view(state)[0]
            simulate_to_leaf(s, trees, table, g, simulation, params, features[g])

    @compile_for_game
    def back_up_all(trees: Trees, logits: DeviceArray, wins: DeviceArray) -> None:
        """Run the second half of a simulation in each game."""
        g = cuda.grid(1)
        if g < len(trees.size):
            back_up(trees, g, logits[g], wins[g])

    return start_moves, descend_all, back_up_all
