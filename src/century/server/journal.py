"""Group commit: a thread that writes whatever has come in since its last commit in one go."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from time import perf_counter

from century.errors import NotSaved
from century.server.store import Entry, Store

__all__ = ["Journal"]

MOST_AT_ONCE = 1000  # entries in a commit

_Waiting = tuple[Entry, "asyncio.Future[None]"]


class Journal:
    """Appends to the log for an event loop, which never waits for the disk."""

    def __init__(self, store: Store, measured: Callable[[int, float], object]) -> None:
        self._store = store
        self._measured = measured  # told of each commit: how many entries, how many seconds
        self._loop = asyncio.get_running_loop()
        self._queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="journal")
        self._thread.start()

    async def append(self, entry: Entry) -> None:
        """Return once the entry is on the disk, or raise NotSaved."""
        done: asyncio.Future[None] = self._loop.create_future()
        self._queue.put((entry, done))
        await done

    async def close(self) -> None:
        """Write what has come in, and end."""
        self._queue.put(None)
        await self._loop.run_in_executor(None, self._thread.join)

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            batch, last = self._gather(first)
            begun = perf_counter()
            outcomes = self._store.append([entry for entry, _ in batch])
            self._measured(len(batch), perf_counter() - begun)
            futures = [done for _, done in batch]
            self._loop.call_soon_threadsafe(_settle, futures, outcomes)
            if last:
                return

    def _gather(self, first: _Waiting) -> tuple[list[_Waiting], bool]:
        """Return what waits to be written, and whether nothing comes after it."""
        batch = [first]
        while len(batch) < MOST_AT_ONCE:
            try:
                waiting = self._queue.get_nowait()
            except Empty:
                break
            if waiting is None:
                return batch, True
            batch.append(waiting)
        return batch, False


def _settle(futures: list[asyncio.Future[None]], outcomes: list[NotSaved | None]) -> None:
    for done, outcome in zip(futures, outcomes, strict=True):
        if done.done():
            continue
        if outcome is None:
            done.set_result(None)
        else:
            done.set_exception(outcome)
