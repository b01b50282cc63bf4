"""Random games on a GPU; each thread plays one game to its end."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt
from numpy import uint64

from century.core.engine import TO_THE_END, deal_from, playout, write_scores
from century.core.gpu import BLOCK, blocks, check_gpu, cuda, device_copy, gpu_kernel_of, launch
from century.core.kernel import Int

__all__ = ["gpu_playouts", "playouts_kernel"]


@cache
def playouts_kernel(state: np.dtype[Any], package: str) -> Any:
    """Return the kernel that plays random games of a package."""
    words = state.itemsize // uint64().itemsize

    @gpu_kernel_of(package)
    def playouts(blank: Any, players: Int, seed: Any, totals: Any, scores: Any) -> None:
        """Play a random game for each row of scores; add its decisions and turns to the totals."""
        i = cuda.grid(1)
        if i >= len(scores):
            return
        memory = cuda.local.array(words, uint64)
        for word in range(words):
            memory[word] = blank[word]
        s = memory.view(state)[0]
        rng = cuda.local.array(1, uint64)
        deal_from(s, players, seed + uint64(i), rng)
        cuda.atomic.add(totals, 0, playout(s, rng, TO_THE_END))
        cuda.atomic.add(totals, 1, players * s.rounds)
        write_scores(s, scores[i])

    return playouts


def gpu_playouts(
    state: np.dtype[Any], package: str, blank: bytes, players: int, games: int, seed: int
) -> tuple[int, int, npt.NDArray[np.int64]]:
    """Play random games of a package; return the decisions, the turns and the scores."""
    check_gpu()
    totals = device_copy(np.zeros(2, np.int64))
    scores = device_copy(np.zeros((games, players), np.int64))
    first = device_copy(np.frombuffer(blank, np.uint64))
    kernel = playouts_kernel(state, package)
    launch(kernel, blocks(games), BLOCK, first, players, np.uint64(seed), totals, scores)
    steps, turns = totals.copy_to_host().tolist()
    return steps, turns, scores.copy_to_host()
