"""The other servers on the same database: messages to them and from them.

Events of tables need no message of their own: each commit sends a notice that contains them. All
other messages, such as who is online, are sent here. A message may be lost: nothing depends on it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from typing import Any, Protocol

from century.extras import provided_by
from century.server.broadcast import encode
from century.server.context import ServerContext
from century.server.log.listener import Listener
from century.server.log.store import Row
from century.server.table.table import Table

with provided_by("server"):
    from sqlalchemy.exc import SQLAlchemyError

__all__ = ["Peers", "Replica"]

ENTRIES_PER_NOTICE = 150  # a notice has at most 8,000 bytes


class Replica(Protocol):
    """What this server does after another server has written something."""

    def catch_up(self, name: str, version: int, rows: Sequence[Row] = ()) -> None:
        """Apply or read the events of a table up to a version, if the table is in memory."""

    def catch_up_all(self) -> None:
        """Read events of which this server got no notice."""

    def reload(self, names: Sequence[str]) -> None:
        """Read tables again whose logs were changed."""

    def spawn(self, work: Coroutine[Any, Any, Any]) -> object:
        """Run some work until it ends or the server is closed."""


class Peers:
    """Sends messages to the other servers, and handles theirs."""

    def __init__(
        self, context: ServerContext, replica: Replica, tables: Mapping[str, Table]
    ) -> None:
        self._context = context
        self._store = context.store
        self._broadcaster = context.broadcaster
        self._replica = replica
        self._tables = tables  # the tables in memory
        self._loop = asyncio.get_running_loop()
        self.listener: Listener | None = None

    def open(self) -> None:
        """Start to listen, if there may be other servers."""
        if self._store.shared:
            self.listener = Listener(
                self._store,
                encode({"node": self._context.node})[:-1],
                lambda notice: self._call_soon(self.on_notice, notice),
                lambda: self._call_soon(self._on_connect),
            )

    def close(self) -> None:
        """Stop listening."""
        if self.listener is not None:
            self.listener.close()

    @property
    def fault(self) -> str | None:
        """Why the notices of the other servers do not arrive."""
        if self.listener is None or self.listener.connected.is_set():
            return None
        return "the notices of the other servers do not arrive"

    def _call_soon(self, function: Callable[..., None], *arguments: Any) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(function, *arguments)

    # Messages to other servers

    async def tell(self, **message: Any) -> None:
        """Send a message to the other servers."""
        notice = encode({"node": self._context.node, **message})
        with suppress(SQLAlchemyError):
            await asyncio.to_thread(self._context.coordination.notify, notice)

    async def tell_in_parts(self, kind: str, entries: Sequence[Any]) -> None:
        """Send a message for each part of a long list."""
        for first in range(0, len(entries), ENTRIES_PER_NOTICE):
            await self.tell(**{kind: entries[first : first + ENTRIES_PER_NOTICE]})

    async def share(self, alive: set[str], outages: Sequence[tuple[float, float]]) -> None:
        """Tell who is online here and which outages have ended; forget dead servers."""
        changes, self._broadcaster.changed_presence = self._broadcaster.changed_presence, {}
        if not self._store.shared:
            return
        for name in self._broadcaster.forget_servers(alive):
            self._send_presence(name)
        await self.tell_in_parts("presence", list(changes.items()))
        await self.tell_in_parts("outages", outages)

    # Messages from other servers

    def on_notice(self, notice: dict[str, Any]) -> None:
        """Handle a message of another server."""
        if "person" in notice:
            self._context.people.forget_cached(notice["person"])
            self._broadcaster.close_sockets_of(notice["person"])
        if "said" in notice and notice["table"] in self._tables:
            self._context.phrases.deliver(self._tables[notice["table"]], notice["said"])
        if "hello" in notice:
            self._broadcaster.publish_everything()
        if "reload" in notice:
            self._replica.reload(notice["reload"])
        for start, end in notice.get("outages", ()):
            self._context.time.add_outage(start, end)
        for name, (online, watching) in notice.get("presence", ()):
            self._broadcaster.set_remote_presence(notice["node"], name, (online, watching))
            self._send_presence(name)
        for name, version, *rows in notice.get("tables", ()):  # an older server sends no rows
            self._replica.catch_up(name, version, rows[0] if rows else ())

    def _on_connect(self) -> None:
        self._broadcaster.publish_everything()
        self._replica.spawn(self.tell(hello=True))
        self._replica.catch_up_all()

    def _send_presence(self, name: str) -> None:
        if name in self._tables:
            self._broadcaster.send_presence(self._tables[name])
