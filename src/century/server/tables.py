"""Tables in memory, which follow the log: they are loaded, kept up to date and evicted."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from math import inf
from typing import Any, TypeVar

from century.extras import provided_by
from century.server.context import ServerContext
from century.server.errors import UnknownTable, UnreadableTable
from century.server.log.store import Row, decode_event
from century.server.table.events import Event
from century.server.table.table import Table

with provided_by("server"):
    import structlog
    from sqlalchemy.exc import SQLAlchemyError

__all__ = ["LoadedTables"]

MAX_TABLES_IN_MEMORY = 10_000  # before idle ones are evicted
RECOVERY_PAUSES = (0.2, 0.5, 1.0, 2.0)  # seconds between attempts to read a table again

_Result = TypeVar("_Result")
_log = structlog.get_logger("century.tables")


class LoadedTables:
    """The tables in memory; a table is loaded from the log when it is first requested."""

    def __init__(self, context: ServerContext) -> None:
        self.store = context.store
        self.time = context.time
        self.broadcaster = context.broadcaster
        self.metrics = context.metrics
        self._loop = asyncio.get_running_loop()
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._heard: dict[str, float] = {}  # versions that other servers wrote during a load
        self._tasks: set[asyncio.Task[Any]] = set()
        self._recovering: set[Table] = set()  # with a task that reads the table again

    def is_busy(self, table: Table) -> bool:
        """Whether a table has to stay in memory."""
        return table.lock.locked() or bool(self.broadcaster.queues(table))

    def spawn(self, work: Coroutine[Any, Any, _Result]) -> asyncio.Task[_Result]:
        """Run some work until it ends or the server is closed."""
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def shielded(self, work: Coroutine[Any, Any, _Result]) -> _Result:
        """Complete some work even if the caller is cancelled."""
        return await asyncio.shield(self.spawn(work))

    # Finding tables

    async def get(self, name: str) -> Table:
        """Return a table, or raise UnknownTable or UnreadableTable."""
        table = self._tables.get(name)
        if table is not None:
            if table.outdated:
                return await self.get_current(name)
            return table
        if name not in self._loading:  # concurrent requests share one load
            self._loading[name] = self.spawn(self._load(name))
        try:
            return await asyncio.shield(self._loading[name])
        finally:
            self._loading.pop(name, None)

    async def get_current(self, name: str) -> Table:
        """Return a table with all events that are in the log."""
        known = name in self._tables
        table = self._tables[name] if known else await self.get(name)
        if table.outdated or (known and self.store.shared):
            async with table.lock:
                await self._refresh(table)
        return table

    async def _load(self, name: str) -> Table:
        self._heard[name] = 0
        try:
            table = await asyncio.to_thread(self._read, name)
        finally:
            heard = self._heard.pop(name)
        if table is None:
            raise UnknownTable("there is no such table")
        self._keep(table)
        if heard > table.version:  # it was written after the log was read
            self.spawn(self._catch_up(table, heard))
        return table

    def _read(self, name: str) -> Table | None:
        try:
            events = self.store.events(name)
            return Table(name, events, self.time) if events else None
        except SQLAlchemyError:
            raise
        except Exception as error:  # the other tables go on
            _log.error("a table cannot be read", table=name, kind=type(error).__name__)
            raise UnreadableTable("the log of this table is damaged") from error

    def _keep(self, table: Table) -> Table:
        if len(self._tables) >= MAX_TABLES_IN_MEMORY:
            self._evict_idle()
        self._tables[table.id] = table
        self.metrics.tables.set(len(self._tables))
        return table

    def _evict_idle(self) -> None:
        """Remove tables without sockets and bots from memory; the log has them."""
        for name, table in list(self._tables.items()):
            if not self.is_busy(table):
                del self._tables[name]

    # Events of other servers, and recovery after a fault

    async def _refresh(self, table: Table) -> None:
        """Apply the events that are in the log but not here, with the table's lock held."""
        events = await asyncio.to_thread(self.store.events, table.id, table.version)
        after_fault, table.outdated = table.outdated, False
        for event in events:
            table.apply(event)
        if events or after_fault:  # viewers do not know what was written during a fault
            self._broadcast(table, events)

    def reload(self, names: Sequence[str]) -> None:
        """Read tables again whose logs were changed."""
        self.spawn(self._reload(names))

    async def _reload(self, names: Sequence[str]) -> None:
        """Read tables again whose logs were changed, to erase a name."""
        for name in names:
            table = self._tables.get(name)
            if table is not None:
                async with table.lock:
                    table.rebuild(await asyncio.to_thread(self.store.events, name))
                    self._broadcast(table, [])

    def _recover(self, table: Table) -> None:
        """Read a table again as soon as the database answers, after a write without an answer."""
        table.outdated = True
        if table not in self._recovering:
            self._recovering.add(table)
            self.spawn(self._recover_until_read(table))

    async def _recover_until_read(self, table: Table) -> None:
        attempt = 0
        try:
            while table.outdated:
                await asyncio.sleep(RECOVERY_PAUSES[min(attempt, len(RECOVERY_PAUSES) - 1)])
                attempt += 1
                try:
                    async with table.lock:
                        if table.outdated:
                            await self._refresh(table)
                except SQLAlchemyError as error:
                    _log.warning("a table waits", table=table.id, kind=type(error).__name__)
        finally:
            self._recovering.discard(table)

    def catch_up(self, name: str, version: int, rows: Sequence[Row] = ()) -> None:
        """Apply or read the events of a table up to a version, if the table is in memory.

        `rows` are the last events, if the notice contains them.
        """
        if name in self._heard:
            self._heard[name] = max(version, self._heard[name])
        table = self._tables.get(name)
        if table is None or version <= table.version:
            return
        follows = bool(rows) and rows[0][0] == table.version + 1
        if not follows or table.outdated or table.lock.locked():
            self.spawn(self._catch_up(table, version))
            return
        events = [decode_event(*row) for row in rows]
        for event in events:
            table.apply(event)
        self._broadcast(table, events)

    def ensure_current(self, table: Table) -> None:
        """Read missing events of a table that somebody has begun to watch."""
        if table.outdated:
            self.spawn(self._catch_up(table, inf))

    async def _catch_up(self, table: Table, version: float) -> None:
        try:
            async with table.lock:
                if version > table.version:
                    await self._refresh(table)
        except SQLAlchemyError:
            self._recover(table)

    def catch_up_all(self) -> None:
        """Read events of which this server got no notice."""
        self._heard = dict.fromkeys(self._heard, inf)
        self.spawn(self._find_missed())

    async def _find_missed(self) -> None:
        watched = [name for name, table in self._tables.items() if self.broadcaster.queues(table)]
        for name in set(self._tables) - set(watched):
            self._tables[name].outdated = True  # it is read when it is needed
        try:
            versions = await asyncio.to_thread(self.store.versions, watched)
        except SQLAlchemyError:
            return  # the listener will connect again
        for name, version in versions.items():
            if name in self._tables:
                await self._catch_up(self._tables[name], version)

    def _broadcast(self, table: Table, events: Sequence[Event]) -> None:
        for event in events:
            self.metrics.count_event(event.kind)
        self.broadcaster.broadcast(table, events)
        if events and events[-1].kind == "started":  # the seats may have been shuffled
            self.broadcaster.send_presence(table)
