"""Compare self-play in Numba's GPU simulator with the CPU; print "equal".

NUMBA_ENABLE_CUDASIM=1 NUMBA_DISABLE_JIT=1 python -m tests.training.compare_self_play GAME
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from century.core.features import features_of
from century.neural.nodes import SearchParams, new_trees
from century.position import Game, game
from century.training.kernels import CpuKernels, GpuKernels
from century.training.self_play import new_moves, new_table

GAMES, MOVES, SIMULATIONS = 4, 3, 3
PARAMS = SearchParams(
    exploration=0.35, reduction=0.1, value_scale=1.0, points_share=0.5, rounds=20, considered=4
)


def play(chosen: Game, kernels: Any) -> list[np.ndarray[Any, Any]]:
    """Play a few decisions; return all that the kernels have written."""
    features = features_of(chosen.package)
    trees = new_trees(np.zeros, np.array, GAMES, SIMULATIONS, PARAMS.considered)
    table = new_table(np.array, chosen.blank({}), GAMES, chosen.players, 1)
    moves = new_moves(np.zeros, GAMES, len(chosen.actions))
    rng = np.random.default_rng(1)
    kernels.start(table, 10, PARAMS.rounds)
    for _ in range(MOVES):
        kernels.start_moves(trees, table)
        for simulation in range(-1, SIMULATIONS):
            flags = np.zeros((GAMES, features.size), np.uint8)
            kernels.descend(trees, table, simulation, PARAMS, flags)
            logits = rng.normal(size=(GAMES, len(chosen.actions))).astype(np.float32)
            wins = rng.normal(size=(GAMES, features.seats)).astype(np.float32)
            kernels.back_up(trees, logits, wins)
        kernels.play_moves(trees, table, PARAMS, moves)
    words = kernels.words
    words = words.copy_to_host() if hasattr(words, "copy_to_host") else words
    return [words, flags, table.seeds, table.rngs, *moves, trees.action_visits, trees.prior]


def main() -> None:
    """Play with both kinds of kernels."""
    chosen = game(sys.argv[1])
    found, expected = (play(chosen, kind(chosen, GAMES)) for kind in (GpuKernels, CpuKernels))
    assert expected[0].any()
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_array_equal(one, other)
    print("equal")


if __name__ == "__main__":
    main()
