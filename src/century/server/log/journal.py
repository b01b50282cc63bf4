"""Group commit: a thread writes all entries that arrived since its last commit at once.

If the database does not answer, the thread tries again for some seconds. An entry whose outcome is
still unknown then fails with OutcomeUnknown, and its table has to be read again from the log.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from functools import partial
from queue import Empty, SimpleQueue
from time import monotonic, perf_counter

from century.extras import provided_by
from century.server.errors import NotSaved, OutcomeUnknown
from century.server.log.store import Entry, Store, Unavailable

with provided_by("server"):
    import structlog

__all__ = ["Journal", "Settle"]

# Entries in one queue item. A commit holds fewer than twice as many, which databases accept.
MAX_BATCH = 1000

RETRY_SECONDS = 5.0  # before an entry fails
FAULT_SECONDS = 3.0  # that a fault is reported, although the database accepts small writes again
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 0.5  # seconds between attempts

_log = structlog.get_logger("century.journal")

Settle = Callable[[NotSaved | None], object]  # called with the reason why an entry is not saved

_Batch = list[tuple[Entry, Settle]]


class Journal:
    """Appends to the log for an event loop, which never waits for the disk."""

    def __init__(self, store: Store, on_commit: Callable[[int, float], object]) -> None:
        self._store = store
        self._on_commit = on_commit  # called with the number of entries and the seconds
        self.fault: str | None = None  # why the last commit failed, until one succeeds
        self._failed_at = 0.0
        self._closing = threading.Event()
        self._loop = asyncio.get_running_loop()
        self._batch: _Batch = []  # the entries of this iteration of the loop
        self._queue: SimpleQueue[_Batch | None] = SimpleQueue()
        # Entries that are written, and the outcome of each; the thread adds them.
        self._written: deque[tuple[_Batch, list[NotSaved | None]]] = deque()
        # A daemon: a database that hangs must not keep the process alive.
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    def append(self, entry: Entry) -> asyncio.Future[None]:
        """Return a future that is done when the entry is on the disk, or that raises NotSaved."""
        saved: asyncio.Future[None] = self._loop.create_future()
        self.append_then(entry, partial(_resolve, saved))
        return saved

    def append_then(self, entry: Entry, settle: Settle) -> None:
        """Call a function in the event loop when the entry is on the disk, or cannot be saved."""
        if not self._batch:
            self._loop.call_soon(self._dispatch)
        self._batch.append((entry, settle))

    def settle_written(self) -> None:
        """Settle the entries that are written.

        The thread asks the event loop to do this. On a busy server, a hundred frames may wait
        before that, so the handler of frames also calls this, between two frames.
        """
        if not self._written:
            return
        self._dispatch()  # the thread has nothing to do now
        while self._written:
            batch, outcomes = self._written.popleft()
            for (entry, settle), outcome in zip(batch, outcomes, strict=True):
                try:
                    settle(outcome)
                except Exception:  # the other tables go on
                    _log.exception("an entry was not settled", table=entry.table)

    def _dispatch(self) -> None:
        """Queue the whole batch: waking the thread for each entry would slow down the loop."""
        for first in range(0, len(self._batch), MAX_BATCH):
            self._queue.put(self._batch[first : first + MAX_BATCH])
        self._batch = []

    async def close(self, seconds: float = RETRY_SECONDS) -> None:
        """Write all pending entries, and stop the thread; give up after some seconds."""
        self._dispatch()
        self._closing.set()
        self._queue.put(None)
        await asyncio.to_thread(self._thread.join, seconds)
        if self._thread.is_alive():
            _log.error("the database does not answer; the journal is not closed")

    def forget_old_fault(self) -> None:
        """Forget a fault if no other followed it; the caller has just written something."""
        if monotonic() > self._failed_at + FAULT_SECONDS:
            self.fault = None

    def _run(self) -> None:
        while (batch := self._queue.get()) is not None:
            closing = self._add_waiting(batch)
            entries = [entry for entry, _ in batch]
            started = perf_counter()
            try:
                outcomes = self._append(entries)
            except BaseException as error:  # the callers must get an answer
                _log.error("the journal failed", kind=type(error).__name__)
                outcomes = [OutcomeUnknown("the journal failed")] * len(entries)
            self._on_commit(len(batch), perf_counter() - started)
            self._written.append((batch, outcomes))
            self._loop.call_soon_threadsafe(self.settle_written)
            if closing:
                return

    def _append(self, entries: list[Entry]) -> list[NotSaved | None]:
        """Append entries; try those again for which the database did not answer."""
        outcomes = self._store.append(entries)
        deadline, pause = monotonic() + RETRY_SECONDS, FIRST_PAUSE
        while unanswered := [n for n, o in enumerate(outcomes) if isinstance(o, Unavailable)]:
            self.fault, self._failed_at = str(outcomes[unanswered[0]]), monotonic()
            if monotonic() > deadline:
                _log.error("entries could not be written", count=len(unanswered), why=self.fault)
                for number in unanswered:
                    outcomes[number] = OutcomeUnknown(self.fault)
                return outcomes
            self._closing.wait(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
            again = self._store.append([entries[number] for number in unanswered])
            for number, outcome in zip(unanswered, again, strict=True):
                outcomes[number] = outcome
        self.fault = None
        return outcomes

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


def _resolve(saved: asyncio.Future[None], outcome: NotSaved | None) -> None:
    if saved.done():
        return
    if outcome is None:
        saved.set_result(None)
    else:
        saved.set_exception(outcome)
