"""Compare self-play in Numba's GPU simulator with the CPU; print "equal".

NUMBA_ENABLE_CUDASIM=1 NUMBA_DISABLE_JIT=1 python -m tests.training.compare_self_play GAME
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from century.core.features import features_of
from century.neural.network import Sizes, network_arrays, random_network
from century.neural.nodes import SearchParams, new_trees
from century.position import Game, game
from century.training.arrays import arrays_on
from century.training.deciders import CpuDecider, GpuDecider
from century.training.learner import padded, to_parameters
from century.training.self_play import Roots, new_moves, new_table

GAMES, MOVES, SIMULATIONS = 4, 3, 3
WIDTH, BLOCKS = 8, 1
PARAMS = SearchParams(
    exploration=0.35, reduction=0.1, value_scale=1.0, points_share=0.5, rounds=20, considered=4
)


def play(chosen: Game, kind: type[CpuDecider | GpuDecider]) -> list[np.ndarray[Any, Any]]:
    """Play a few decisions; return all that they have written."""
    features = features_of(chosen.package)
    sizes = Sizes(features.size, WIDTH, BLOCKS, len(chosen.actions), features.seats)
    weights = to_parameters(sizes, network_arrays(random_network(sizes, 1)))
    trees = new_trees(np.zeros, np.array, GAMES, SIMULATIONS, PARAMS.considered)
    table = new_table(np.array, chosen.blank({}), GAMES, chosen.players, 1)
    moves = new_moves(np.zeros, GAMES, sizes.actions)
    flags = np.zeros((GAMES, padded(sizes.features)), np.uint8)
    roots = Roots(flags, np.zeros((GAMES, sizes.seats), np.float32))
    decider = kind(arrays_on("cpu"), chosen, GAMES, sizes, weights)
    decider.renew()
    decider.start(table, 10, PARAMS.rounds)
    for _ in range(MOVES):
        decider.decide(trees, table, SIMULATIONS, PARAMS, roots, moves)
    words = decider.words
    words = words.copy_to_host() if hasattr(words, "copy_to_host") else words
    return [words, table.seeds, table.rngs, trees.action_visits, *roots, *moves, trees.prior]


def main() -> None:
    """Play with both kinds."""
    chosen = game(sys.argv[1])
    found, expected = (play(chosen, kind) for kind in (GpuDecider, CpuDecider))
    assert expected[0].any()
    for one, other in zip(found, expected, strict=True):
        # The two evaluate the network in another order of additions.
        np.testing.assert_allclose(one, other, rtol=1e-4, atol=1e-5)
    check_flags()
    print("equal")


def check_flags() -> None:
    """Compare flags that a kernel converts to bfloat16: the upper half of a 32-bit float."""
    from century.training.gpu_flags import spread_flags

    flags = np.random.default_rng(1).integers(0, 2, 1000, dtype=np.uint8)
    found = np.zeros(1000, np.uint16)
    spread_flags(flags.view(np.int32), found.view(np.int64))
    np.testing.assert_array_equal(found, flags.astype(np.float32).view(np.uint32) >> 16)


if __name__ == "__main__":
    main()
