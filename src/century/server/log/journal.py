"""Group commit: a thread that writes whatever has come in since its last commit in one go."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from time import perf_counter

from century.errors import NotSaved
from century.server.log.store import Entry, Store

__all__ = ["Journal"]

MOST_AT_ONCE = 1000  # entries handed over; a commit has less than twice as many, as databases allow

_Batch = list[tuple[Entry, "asyncio.Future[None]"]]


class Journal:
    """Appends to the log for an event loop, which never waits for the disk."""

    def __init__(self, store: Store, measured: Callable[[int, float], object]) -> None:
        self._store = store
        self._measured = measured  # told of each commit: how many entries, how many seconds
        self._loop = asyncio.get_running_loop()
        self._batch: _Batch = []  # what came in during this turn of the loop
        self._queue: SimpleQueue[_Batch | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="journal")
        self._thread.start()

    async def append(self, entry: Entry) -> None:
        """Return once the entry is on the disk, or raise NotSaved."""
        if not self._batch:
            self._loop.call_soon(self._hand_over)
        done: asyncio.Future[None] = self._loop.create_future()
        self._batch.append((entry, done))
        await done

    def _hand_over(self) -> None:
        """Give the thread all at once: to wake it for each entry would hold up the loop."""
        for first in range(0, len(self._batch), MOST_AT_ONCE):
            self._queue.put(self._batch[first : first + MOST_AT_ONCE])
        self._batch = []

    async def close(self) -> None:
        """Write what has come in, and end."""
        self._hand_over()
        self._queue.put(None)
        await self._loop.run_in_executor(None, self._thread.join)

    def _run(self) -> None:
        while (batch := self._queue.get()) is not None:
            last = self._gather(batch)
            begun = perf_counter()
            outcomes = self._store.append([entry for entry, _ in batch])
            self._measured(len(batch), perf_counter() - begun)
            futures = [done for _, done in batch]
            self._loop.call_soon_threadsafe(_settle, futures, outcomes)
            if last:
                return

    def _gather(self, batch: _Batch) -> bool:
        """Add what waits to be written; tell whether nothing comes after it."""
        while len(batch) < MOST_AT_ONCE:
            try:
                waiting = self._queue.get_nowait()
            except Empty:
                return False
            if waiting is None:
                return True
            batch += waiting
        return False


def _settle(futures: list[asyncio.Future[None]], outcomes: list[NotSaved | None]) -> None:
    for done, outcome in zip(futures, outcomes, strict=True):
        if done.done():
            continue
        if outcome is None:
            done.set_result(None)
        else:
            done.set_exception(outcome)
