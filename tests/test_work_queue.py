"""A queue of games from which several threads take."""

from __future__ import annotations

import threading

import numpy as np

from century.core.kernel import kernel
from century.core.work_queue import WorkQueue, next_game, work_queue

GAMES = 200_000
THREADS = 4


@kernel
def count_games(queue: WorkQueue, counts: np.ndarray) -> None:
    """Count how often each game is taken."""
    i = next_game(queue)
    while i >= 0:
        counts[i] += 1
        i = next_game(queue)


def test_every_game_is_taken_once_by_one_of_several_threads() -> None:
    queue = work_queue(np.arange(0, 2 * GAMES, 2))
    counts = np.zeros((THREADS, 2 * GAMES), np.int64)
    count_games(work_queue(np.zeros(0, np.int64)), counts[0])  # compiled before the threads start
    threads = [threading.Thread(target=count_games, args=(queue, part)) for part in counts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
        assert not thread.is_alive()
    assert (counts.sum(axis=0) == np.tile([1, 0], GAMES)).all()


def test_an_empty_queue_has_no_game() -> None:
    queue = work_queue(np.zeros(0, np.int64))
    assert next_game(queue) == -1
    assert next_game(queue) == -1
