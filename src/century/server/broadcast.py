"""The sockets of each table, and what waits to be sent to them."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import orjson

from century.server.table import snapshot as shown
from century.server.table.events import Event
from century.server.table.seats import Viewer
from century.server.table.table import Table

__all__ = ["Hub", "Line", "encode"]


def encode(data: Any) -> str:
    """Write a message."""
    return orjson.dumps(data).decode()


def state_message(table: Table, viewer: Viewer, events: Sequence[Event] = (), **more: Any) -> str:
    """Write what happened and how the table is now; whoever reads the latest knows everything."""
    happened = [shown.event(event) for event in events]
    state = shown.state(table, viewer)
    return encode({"type": "state", "events": happened, "state": state, **more})


class Line:
    """One socket's messages on their way out, so that nobody waits for a slow reader."""

    def __init__(self, token: str | None, backlog: int) -> None:
        self.token = token  # who it is may change while the line is open
        self._backlog = backlog
        self._waiting: deque[str] = deque()
        self._reader: asyncio.Future[None] | None = None  # done as soon as there is something
        self._snapshot: Callable[[], str] | None = None
        self.closed = False

    def put(self, message: str, snapshot: Callable[[], str] | None = None) -> None:
        """Send a message in time; too many that wait give way to one snapshot."""
        if len(self._waiting) >= self._backlog and snapshot is not None:
            self._waiting.clear()
            self._snapshot = snapshot
        elif self._snapshot is None:
            self._waiting.append(message)
        self._wake()

    def close(self) -> None:
        """Let the line end once all is sent."""
        self.closed = True
        self._wake()

    def _wake(self) -> None:
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def next(self) -> str | None:
        """Return the next message to send; None when the line is closed."""
        while not self._waiting and self._snapshot is None:
            if self.closed:
                return None
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        if self._snapshot is not None:
            snapshot, self._snapshot = self._snapshot, None
            return snapshot()
        return self._waiting.popleft()


class Hub:
    """All lines, by table."""

    def __init__(self) -> None:
        self._lines: dict[str, set[Line]] = {}

    def __len__(self) -> int:
        return sum(len(lines) for lines in self._lines.values())

    def add(self, table: Table, line: Line) -> None:
        """Open a line."""
        self._lines.setdefault(table.id, set()).add(line)
        self.tell_who_is_there(table)

    def remove(self, table: Table, line: Line) -> None:
        """Close a line."""
        lines = self._lines.get(table.id, set())
        lines.discard(line)
        if not lines:
            self._lines.pop(table.id, None)
        self.tell_who_is_there(table)

    def lines(self, table: Table) -> set[Line]:
        """Return the lines of a table."""
        return self._lines.get(table.id, set())

    def broadcast(self, table: Table, events: Sequence[Event]) -> None:
        """Tell everybody at a table what happened, each what they may know."""
        lines = self.lines(table)
        if not lines:
            return
        viewers = {line.token: table.viewer(line.token) for line in lines}
        known = {token: viewer for token, viewer in viewers.items() if viewer.known}
        happened = [shown.event(event) for event in events]
        messages = {
            token: encode({"type": "state", "events": happened, "state": state})
            for token, state in zip(known, shown.states(table, list(known.values())), strict=True)
        }
        for line in lines:
            if line.token in messages:
                snapshot = partial(state_message, table, viewers[line.token])
                line.put(messages[line.token], snapshot)
            else:  # somebody who has left the table
                line.close()

    def presence(self, table: Table) -> dict[str, Any]:
        """Show which seats somebody is looking through, and how many watch."""
        viewers = [table.viewer(line.token) for line in self.lines(table)]
        online = sorted({seat for viewer in viewers for seat in viewer.seats})
        watching = sum(viewer.watching for viewer in viewers)
        return {"type": "presence", "online": online, "watching": watching}

    def tell_who_is_there(self, table: Table) -> None:
        """Send everybody at a table who is there."""
        lines = self.lines(table)
        if lines:
            message = encode(self.presence(table))
            for line in lines:
                line.put(message)

    def close(self) -> None:
        """Close all lines."""
        for lines in self._lines.values():
            for line in lines:
                line.close()
