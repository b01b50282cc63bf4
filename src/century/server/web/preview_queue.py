"""The requests for previews that wait until no move waits."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from time import perf_counter

__all__ = ["PreviewQueue"]

SLICE_SECONDS = 0.005  # of previews, until the server looks for new moves again


class PreviewQueue:
    """Answers requests for previews in short slices of time, between which moves are read.

    Players wait for moves, their own and those of others, and a move needs less time than the
    hundreds of previews that may have arrived before it.
    """

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], object]] = deque()

    def add(self, answer: Callable[[], object]) -> None:
        """Call a function as soon as no move waits."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._answer_some)
        self._waiting.append(answer)

    def _answer_some(self) -> None:
        end = perf_counter() + SLICE_SECONDS
        try:
            while self._waiting and perf_counter() < end:
                self._waiting.popleft()()
        finally:
            if self._waiting:  # the event loop reads what has arrived before it goes on
                asyncio.get_running_loop().call_soon(self._answer_some)
