"""Games handed out one by one to threads that run the same compiled loop."""

from __future__ import annotations

from threading import Lock
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba.core import cgutils
from numba.extending import intrinsic, overload

from century.core.kernel import Int, kernel

__all__ = ["WorkQueue", "next_game", "work_queue"]

_UNCOMPILED = Lock()


class WorkQueue(NamedTuple):
    """Numbers of games. Turns take unequally long, so no thread gets a fixed part of them."""

    games: npt.NDArray[np.int64]
    taken: npt.NDArray[np.int64]  # shape (1,): how many of them threads have asked for


def work_queue(games: npt.NDArray[np.int64]) -> WorkQueue:
    """Return a queue of these games."""
    return WorkQueue(games, np.zeros(1, np.int64))


@kernel
def next_game(queue: WorkQueue) -> Int:
    """Take the next game from the queue; return its number, or -1 if none is left."""
    place = count_up(queue.taken)
    return queue.games[place] if place < len(queue.games) else np.int64(-1)


def count_up(counter: npt.NDArray[np.int64]) -> np.int64:
    """Add 1 to a counter that threads share; return what it was before."""
    with _UNCOMPILED:
        before = np.int64(counter[0])
        counter[0] += 1
    return before


@intrinsic
def _atomic_increment(_context: Any, counter: Any) -> Any:
    """Add 1 by one instruction of the processor, for which Numba has no name."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        one = context.get_constant(signature.return_type, 1)
        first = cgutils.gep_inbounds(builder, array.data, 0)
        return builder.atomic_rmw("add", first, one, "monotonic")

    return counter.dtype(counter), generate


@overload(count_up)
def _count_up(counter: Any) -> Any:  # noqa: ARG001
    def implementation(counter: Any) -> Any:
        return _atomic_increment(counter)

    return implementation
