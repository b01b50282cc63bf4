"""A time limit on stopping: the process ends even if a database call or a bot hangs."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["SECONDS", "limit_shutdown", "limited_shutdown"]

SECONDS = 9.0  # from the signal until the process ends itself

# Nothing acknowledged is lost by a forced end, so it does not count as a failure.
STATUS = {signal.SIGTERM: 0, signal.SIGINT: 130}  # 130 is the shell's status after Ctrl-C


def limit_shutdown(
    seconds: float | None = None, before_exit: Callable[[], object] = lambda: None
) -> None:
    """Extend the current handlers of SIGTERM and SIGINT by the time limit.

    Where no handler is installed yet, SIGTERM raises SystemExit with status 0.
    """
    for number, status in STATUS.items():
        _extend_handler(number, status, SECONDS if seconds is None else seconds, before_exit)


@contextmanager
def limited_shutdown() -> Iterator[None]:
    """Extend the signal handlers by the time limit, and restore them at the end."""
    handlers = {number: signal.getsignal(number) for number in STATUS}
    limit_shutdown()
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)


def _extend_handler(
    number: signal.Signals, status: int, seconds: float, before_exit: Callable[[], object]
) -> None:
    previous = signal.getsignal(number)

    def end() -> None:
        sys.stderr.write(f"The server did not stop within {seconds:g} s and was ended.\n")
        before_exit()
        os._exit(status)

    def end_where_exceptions_are_ignored(ignored: sys.UnraisableHookArgs) -> None:
        if isinstance(ignored.exc_value, SystemExit):
            os._exit(status)  # it was raised inside a destructor
        sys.__unraisablehook__(ignored)

    def handle(received: int, frame: FrameType | None) -> None:
        if previous == signal.SIG_IGN:
            return
        timer = threading.Timer(seconds, end)
        timer.daemon = True
        timer.start()
        if callable(previous):
            previous(received, frame)
        else:
            sys.unraisablehook = end_where_exceptions_are_ignored
            raise SystemExit(status)

    signal.signal(number, handle)
