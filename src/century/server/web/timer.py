"""A timer that ends a connection."""

from __future__ import annotations

import asyncio
from typing import Any

__all__ = ["Timer"]


class Timer:
    """At most one timer, which ends a connection."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._handle: asyncio.TimerHandle | None = None

    def start(self, seconds: float, callback: Any) -> None:
        """Start the timer, unless it runs."""
        if self._handle is None:
            self._handle = self._loop.call_later(seconds, callback)

    def stop(self) -> None:
        """Stop the timer."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None
