"""Long work that anyone may ask for: one piece at a time, so that the tables keep the processor."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from century.server.errors import TooMany

__all__ = ["LongWork"]

MAX_WAITING = 8  # requests, with the one whose turn it is


class LongWork:
    """Lets requests for one kind of work wait for their turn, and refuses them if many wait."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._waiting = 0

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for a turn, or raise TooMany."""
        if self._waiting >= MAX_WAITING:
            raise TooMany("the server has much to do; try again in a moment")
        self._waiting += 1
        try:
            async with self._lock:
                yield
        finally:
            self._waiting -= 1

    @asynccontextmanager
    async def step(self) -> AsyncIterator[None]:
        """Wait for a turn, for a part of work that has begun and cannot be refused any more."""
        async with self._lock:
            yield
