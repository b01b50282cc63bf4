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
SETTLED_AT_ONCE = 64  # entries of a commit in one turn of the event loop

_Waiting = tuple[Entry, "asyncio.Future[None]"]
_Outcome = tuple["asyncio.Future[None]", NotSaved | None]


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
            settled = list(zip(futures, outcomes, strict=True))
            self._loop.call_soon_threadsafe(self._settle, settled)
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

    def _settle(self, outcomes: list[_Outcome]) -> None:
        """Let those go on who wait, some at a time: the first are sent before the last are made."""
        for done, outcome in outcomes[:SETTLED_AT_ONCE]:
            if done.done():
                continue
            if outcome is None:
                done.set_result(None)
            else:
                done.set_exception(outcome)
        if len(outcomes) > SETTLED_AT_ONCE:
            self._loop.call_soon(self._settle, outcomes[SETTLED_AT_ONCE:])
