"""Group commit: a thread writes all entries that arrived since its last commit at once."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from time import perf_counter

from century.server.errors import NotSaved
from century.server.log.store import Entry, Store

__all__ = ["Journal"]

# Entries in one queue item. A commit holds fewer than twice as many, which databases accept.
MAX_BATCH = 1000

_Batch = list[tuple[Entry, "asyncio.Future[None]"]]


class Journal:
    """Appends to the log for an event loop, which never waits for the disk."""

    def __init__(self, store: Store, on_commit: Callable[[int, float], object]) -> None:
        self._store = store
        self._on_commit = on_commit  # called with the number of entries and the seconds
        self._loop = asyncio.get_running_loop()
        self._batch: _Batch = []  # the entries of this iteration of the loop
        self._queue: SimpleQueue[_Batch | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="journal")
        self._thread.start()

    async def append(self, entry: Entry) -> None:
        """Return when the entry is on the disk, or raise NotSaved."""
        if not self._batch:
            self._loop.call_soon(self._dispatch)
        saved: asyncio.Future[None] = self._loop.create_future()
        self._batch.append((entry, saved))
        await saved

    def _dispatch(self) -> None:
        """Queue the whole batch: waking the thread for each entry would slow down the loop."""
        for first in range(0, len(self._batch), MAX_BATCH):
            self._queue.put(self._batch[first : first + MAX_BATCH])
        self._batch = []

    async def close(self) -> None:
        """Write all pending entries, and stop the thread."""
        self._dispatch()
        self._queue.put(None)
        await self._loop.run_in_executor(None, self._thread.join)

    def _run(self) -> None:
        while (batch := self._queue.get()) is not None:
            closing = self._add_waiting(batch)
            started = perf_counter()
            outcomes = self._store.append([entry for entry, _ in batch])
            self._on_commit(len(batch), perf_counter() - started)
            futures = [saved for _, saved in batch]
            self._loop.call_soon_threadsafe(_settle, futures, outcomes)
            if closing:
                return

    def _add_waiting(self, batch: _Batch) -> bool:
        """Add queued entries to the batch; return whether the journal is closing."""
        while len(batch) < MAX_BATCH:
            try:
                waiting = self._queue.get_nowait()
            except Empty:
                return False
            if waiting is None:
                return True
            batch += waiting
        return False


def _settle(futures: list[asyncio.Future[None]], outcomes: list[NotSaved | None]) -> None:
    for saved, outcome in zip(futures, outcomes, strict=True):
        if saved.done():
            continue
        if outcome is None:
            saved.set_result(None)
        else:
            saved.set_exception(outcome)
