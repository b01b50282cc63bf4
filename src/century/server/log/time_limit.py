"""A time limit for calls to PostgreSQL that works even if the server does not answer at all.

PostgreSQL's own `statement_timeout` needs a server that runs. A server that is stopped, or a
network that loses packets, would block the calling thread endlessly. The watchdog shuts down the
connection's socket from another thread, and the blocked call then fails like a lost connection.
"""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import monotonic

__all__ = ["Watchdog"]

CHECK_SECONDS = 0.25


class Watchdog:
    """Ends database calls that take too long; one thread watches all calls."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._calls: dict[object, tuple[float, int]] = {}  # the deadline and the file descriptor
        self._lock = threading.Lock()
        self._closed = threading.Event()
        threading.Thread(target=self._run, name="watchdog", daemon=True).start()

    @contextmanager
    def limit(self, descriptor: int) -> Iterator[None]:
        """Limit the time of a call that uses the socket with this file descriptor."""
        call = object()
        with self._lock:
            self._calls[call] = (monotonic() + self._seconds, descriptor)
        try:
            yield
        finally:
            with self._lock:
                self._calls.pop(call, None)

    def close(self) -> None:
        """Stop the thread."""
        self._closed.set()

    def _run(self) -> None:
        while not self._closed.wait(CHECK_SECONDS):
            now = monotonic()
            # The lock is held, so that no call can end and another connection get its descriptor.
            with self._lock:
                for call, (deadline, descriptor) in list(self._calls.items()):
                    if deadline < now:
                        del self._calls[call]
                        _shut_down(descriptor)


def _shut_down(descriptor: int) -> None:
    with suppress(OSError), socket.socket(fileno=os.dup(descriptor)) as copy:
        copy.shutdown(socket.SHUT_RDWR)
