"""The table service: it executes commands, appends their events to the log and broadcasts them.

Several servers may share the log. A server appends an event with the next version of its table; if
another server was faster, it reads the new events, checks the command again and answers as always.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from century.errors import BadGame
from century.extras import provided_by
from century.server.bot_tables import BotTables
from century.server.bots.bot_pool import BotPool
from century.server.broadcast import Broadcaster, encode
from century.server.errors import NoToken, NotSaved, StaleMove, UnknownTable, UnreadableTable
from century.server.log.coordination import Coordination
from century.server.log.index import created_columns, finished_columns, player_rows
from century.server.log.journal import Journal
from century.server.log.listener import Listener
from century.server.log.people import People
from century.server.log.store import TABLES_PER_NOTICE, Conflict, Due, Entry, Store
from century.server.metrics import Metrics
from century.server.phrases import Phrases
from century.server.scheduler import Scheduler
from century.server.settings import Settings
from century.server.table.clocks import ServerTime
from century.server.table.commands import Command, JoinTable, NewTable, Rematch, Start
from century.server.table.events import Event, PendingEvent
from century.server.table.execute import (
    create_table,
    join_table,
    produce_events,
    rematch_event,
)
from century.server.table.seats import Viewer
from century.server.table.table import Table

with provided_by("server"):
    import structlog
    from sqlalchemy.exc import SQLAlchemyError

__all__ = ["Outcome", "TableService"]

MAX_TABLES_IN_MEMORY = 10_000  # before idle ones are evicted
CODE_ATTEMPTS = 5  # to find a code that no other table has
CONFLICT_ATTEMPTS = 5  # to append to a table to which other servers write as well
RECOVERY_PAUSES = (0.2, 0.5, 1.0, 2.0)  # seconds between attempts to read a table again

_Result = TypeVar("_Result")
_log = structlog.get_logger("century.service")


class Outcome:
    """The events that a command produced, now or, if it is repeated, earlier."""

    def __init__(self, table: Table, events: Sequence[Event], repeated: bool = False) -> None:
        self.table = table
        self.events = events
        self.repeated = repeated


class TableService:
    """All tables of a server; a table is loaded from the log when it is first requested."""

    def __init__(self, settings: Settings, store: Store, metrics: Metrics) -> None:
        self.settings = settings
        self.source = settings.source
        self.store = store
        self.metrics = metrics
        self.node = store.node = self.source.token()
        self.people = People(store)
        self.coordination = Coordination(store, self.node, settings.count_outages)
        self.time = ServerTime(self.source.now)
        self.broadcaster = Broadcaster(settings)
        self.phrases = Phrases(self.broadcaster, self.time)
        self.journal = Journal(store, metrics.count_commit)
        self.bot_pool = BotPool(settings.workers, settings.bot_budget, settings.warm_up_bots)
        self.scheduler = Scheduler(
            self, self.coordination, self.journal, self.bot_pool, self.time, self.source, metrics
        )
        self.unplayable: Collection[str] = ()  # games that failed when the server started
        self._loop = asyncio.get_running_loop()
        self._listener: Listener | None = None
        self._tables: dict[str, Table] = {}
        self.bot_tables = BotTables(settings.bot_tables, self._tables)
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    async def open(self, unplayable: Collection[str] = ()) -> None:
        """Start the bots, and the work that is due at the tables in the log."""
        self.unplayable = unplayable
        own = self.source.now()
        ahead = await asyncio.to_thread(self.coordination.time, own) - own
        if ahead:
            self.time.now = lambda: self.source.now() + ahead
        self.time.outages += await asyncio.to_thread(self.coordination.outages)
        if self.store.shared:
            self._listener = Listener(
                self.store,
                lambda notice: self._call_soon(self._on_notice, notice),
                lambda: self._call_soon(self._catch_up_all),
            )
        await asyncio.to_thread(self.coordination.release)
        self.bot_pool.start(unplayable)
        self.spawn(self.scheduler.run())

    def _call_soon(self, function: Callable[..., None], *arguments: Any) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(function, *arguments)

    async def close(self) -> None:
        """Stop all tasks, then the bots, then the journal."""
        if self._listener is not None:
            self._listener.close()
        self.broadcaster.close()
        await self.scheduler.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bot_pool.close()  # after the tasks that wait for it
        await self.journal.close()
        with suppress(SQLAlchemyError):  # the leases run out by themselves
            await asyncio.to_thread(self.coordination.release)

    @property
    def faults(self) -> list[str]:
        """What does not work at the moment, for the readiness check."""
        found = [self.journal.fault, self.scheduler.fault]
        if self._listener is not None and not self._listener.connected.is_set():
            found.append("the notices of the other servers do not arrive")
        return [fault for fault in found if fault is not None]

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
        table = await asyncio.to_thread(self._read, name)
        if table is None:
            raise UnknownTable("there is no such table")
        return self._keep(table)

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
            busy = self.scheduler.is_busy(name) or table.lock.locked()
            if not busy and not self.broadcaster.queues(table):
                del self._tables[name]

    async def by_code(self, code: str) -> Table:
        """Return the table with this code, or raise UnknownTable."""
        name = await asyncio.to_thread(self.store.by_code, code.upper())
        if name is None:
            raise UnknownTable("there is no table with that code")
        return await self.get(name)

    async def authorized(self, name: str, person: str | None) -> tuple[Table, Viewer]:
        """Return a table and its viewer; raise NoToken if the viewer may not see the table."""
        table = await self.get(name)
        return table, await self._authorize(table, person)

    async def _authorize(self, table: Table, person: str | None) -> Viewer:
        viewer = table.viewer(person)
        if viewer.authorized:
            return viewer
        if person is None or not await asyncio.to_thread(self.people.may_watch, table.id, person):
            raise NoToken("this table is for the people at it, or with a link to watch")
        table.add_watcher(person)
        return table.viewer(person)

    # People

    async def person(self, secret: str) -> str | None:
        """Return the id of the person with this secret."""
        found = self.people.known(secret)
        return found or await asyncio.to_thread(self.people.find, secret)

    async def person_or_new(self, secret: str) -> str:
        """Return the id of the person with this secret, who is created if necessary."""
        found = self.people.known(secret)
        if found is not None:
            return found
        new_id, now = self.source.token(), self.time.now()
        return await asyncio.to_thread(self.people.find_or_create, secret, new_id, now)

    async def share(self, alive: set[str]) -> None:
        """Tell the other servers who is online here, and forget servers that are not alive."""
        changes, self.broadcaster.changed_presence = self.broadcaster.changed_presence, {}
        if not self.store.shared:
            return
        for table in self.broadcaster.forget_servers(alive):
            self._send_presence(table)
        parts = list(changes.items())
        for first in range(0, len(parts), TABLES_PER_NOTICE):
            await self._notify(presence=parts[first : first + TABLES_PER_NOTICE])

    async def _notify(self, **message: Any) -> None:
        """Send a message to the other servers; it may be lost if the database does not answer."""
        notice = encode({"node": self.node, **message})
        with suppress(SQLAlchemyError):
            await asyncio.to_thread(self.coordination.notify, notice)

    def _send_presence(self, name: str) -> None:
        if name in self._tables:
            self.broadcaster.send_presence(self._tables[name])

    async def forget(self, person: str) -> None:
        """Erase a person; their games stay."""
        tables = await asyncio.to_thread(self.people.forget, person)
        await self._reload(tables)
        await self._notify(person=person, reload=tables)

    async def people_changed(self, person: str) -> None:
        """Tell the other servers that a person's secrets have changed."""
        await self._notify(person=person)

    async def watch(self, table: Table, person: str) -> None:
        """Let a person watch a table."""
        await asyncio.to_thread(self.people.grant, table.id, person)
        table.add_watcher(person)

    # Commands

    async def create(self, request: NewTable, person: str, owner: str = "") -> Table:
        """Create a table; idempotent by the id of the request."""
        self._require_playable(request.game)
        self.bot_tables.check_new(request, owner)
        pending = create_table(request, person, self.source)
        key = None if request.id is None else f"{person}:{request.id}"
        table = await self.shielded(self._create(self.source.token(), pending, key))
        self.bot_tables.add(table, owner)
        return table

    def _require_playable(self, game: str) -> None:
        if game in self.unplayable:
            raise BadGame(f"the game {game} is broken and cannot be played on this server")

    async def _create(self, name: str, pending: list[PendingEvent], key: str | None) -> Table:
        due: Due | None = None
        for attempt in range(CODE_ATTEMPTS):
            code = self.source.code()
            pending[0].data["code"] = code
            events = self._number(pending, 0)
            table = Table(name, events, self.time)
            if table.position is not None:
                bots = any(seat.level is not None for seat in table.seats)
                due = self.scheduler.due_at_start(bots, table.clock.kind != "none")
            columns = created_columns(table, key)
            entry = Entry(name, events, table.status, code, columns, player_rows(table), due)
            try:
                await self.journal.append(entry)
                break
            except Conflict:
                created = key and await asyncio.to_thread(self.store.by_request, key)
                if created:
                    return await self.get(created)
                if attempt == CODE_ATTEMPTS - 1:
                    raise
        self._keep(table)
        self._broadcast(table, events)
        self.scheduler.committed(table, due)
        return table

    async def join(self, name: str, request: JoinTable, person: str) -> Table:
        """Seat a person; idempotent, because a person joins a table once."""
        table = await self.get(name)

        def produce() -> list[PendingEvent]:
            if table.viewer(person).seats:
                return []  # a retry of a request whose response was lost
            return [join_table(table, request, person)]

        await self.shielded(self.append_checked(table, produce))
        return table

    async def command(self, name: str, command: Command, person: str | None) -> Outcome:
        """Execute a command, or raise the reason why it is refused; idempotent by its id."""
        table, _ = await self.authorized(name, person)
        return await self.shielded(self.execute(table, command, person))

    async def execute(self, table: Table, command: Command, person: str | None) -> Outcome:
        """Execute a command; the caller must shield this from cancellation."""
        async with table.lock:
            for _ in range(CONFLICT_ATTEMPTS):
                if table.outdated or command.version > table.version:
                    await self._refresh(table)
                viewer = await self._authorize(table, person)
                key = f"{viewer.sender}:{command.id}"
                if key in table.keys:
                    return Outcome(table, table.keys[key], repeated=True)
                pending = await self._produce(table, viewer, command)
                pending[0] = pending[0]._replace(key=key)
                try:
                    return Outcome(table, await self._append(table, pending))
                except Conflict:
                    continue  # the table is up to date again; check the command once more
            raise StaleMove(command.version, table.version)

    async def _produce(self, table: Table, viewer: Viewer, command: Command) -> list[PendingEvent]:
        if not viewer.seats and not viewer.host:
            # A spectator gets the reason for the refusal before any StaleMove.
            produce_events(table, viewer, command, self.source)
        if command.version != table.version:
            raise StaleMove(command.version, table.version)
        if isinstance(command, (Rematch, Start)):
            self._require_playable(table.options["game"])
        pending = produce_events(table, viewer, command, self.source)
        self.bot_tables.check_command(table, command)
        if isinstance(command, Rematch):
            first = [rematch_event(table, self.source)]
            rematch = await self._create(pending[0].data["table"], first, f"rematch:{table.id}")
            pending[0].data["table"] = rematch.id  # of the faster one of two requests
        return pending

    async def append_checked(
        self, table: Table, produce: Callable[[], list[PendingEvent]]
    ) -> list[Event]:
        """Produce events with the table's lock held, and append them."""
        async with table.lock:
            for attempt in range(CONFLICT_ATTEMPTS):
                if table.outdated:
                    await self._refresh(table)
                try:
                    return await self._append(table, produce())
                except Conflict:
                    if attempt == CONFLICT_ATTEMPTS - 1:
                        raise
            raise AssertionError("unreachable")

    async def _append(self, table: Table, pending: list[PendingEvent]) -> list[Event]:
        """Commit, apply, broadcast: in this order, with the table's lock held."""
        if not pending:
            return []
        events = self._number(pending, table.version)
        due = self.scheduler.due_after(table, pending)
        try:
            await self.journal.append(self._entry(table, pending, events, due))
        except Conflict:
            await self._refresh(table)
            raise
        except NotSaved:
            self._recover(table)
            raise
        for event, produced in zip(events, pending, strict=True):
            table.apply(event, produced.next_position)
        self._broadcast(table, events)
        self.scheduler.committed(table, due)
        return events

    def _entry(
        self, table: Table, pending: list[PendingEvent], events: list[Event], due: Due | None
    ) -> Entry:
        status = next((p.status for p in pending if p.status is not None), None)
        columns = players = None
        if status == "over":
            final = pending[-1].next_position
            assert final is not None
            columns, players = finished_columns(final, events[-1].at), player_rows(table, final)
        elif table.status == "open":  # its log is short
            players = player_rows(Table(table.id, [*table.events, *events], self.time))
        return Entry(table.id, events, status, columns=columns, players=players, due=due)

    def _number(self, pending: list[PendingEvent], version: int) -> list[Event]:
        at = round(self.time.now(), 3)
        return [
            Event(version + number, event.kind, at, event.data, event.key)
            for number, event in enumerate(pending, start=1)
        ]

    def _broadcast(self, table: Table, events: Sequence[Event]) -> None:
        for event in events:
            self.metrics.count_event(event.kind)
        self.broadcaster.broadcast(table, events)
        if events and events[-1].kind == "started":  # the seats may have been shuffled
            self.broadcaster.send_presence(table)

    def spawn(self, work: Coroutine[Any, Any, _Result]) -> asyncio.Task[_Result]:
        """Run some work until it ends or the server is closed."""
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def shielded(self, work: Coroutine[Any, Any, _Result]) -> _Result:
        """Complete some work even if the caller is cancelled."""
        return await asyncio.shield(self.spawn(work))

    async def say(self, table: Table, person: str | None, phrase: object) -> None:
        """Broadcast a phrase of a person, here and on the other servers."""
        message = self.phrases.say(table, person, phrase)
        notice = {"node": self.node, "table": table.id, "said": message}
        await asyncio.to_thread(self.coordination.notify, encode(notice))

    # What other servers wrote, and what stands after a fault

    async def _refresh(self, table: Table) -> None:
        """Apply the events that are in the log but not here, with the table's lock held."""
        events = await asyncio.to_thread(self.store.events, table.id, table.version)
        told, table.outdated = table.outdated, False
        for event in events:
            table.apply(event)
        if events or told:  # after a fault, everybody is told what stands
            self._broadcast(table, events)

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
        if not table.outdated:
            table.outdated = True
            self.spawn(self._recover_until_read(table))

    async def _recover_until_read(self, table: Table) -> None:
        attempt = 0
        while table.outdated:
            await asyncio.sleep(RECOVERY_PAUSES[min(attempt, len(RECOVERY_PAUSES) - 1)])
            attempt += 1
            try:
                async with table.lock:
                    if table.outdated:
                        await self._refresh(table)
            except SQLAlchemyError as error:
                _log.warning("a table waits", table=table.id, kind=type(error).__name__)

    def _on_notice(self, notice: dict[str, Any]) -> None:
        """Handle a notice of another server."""
        if notice["node"] == self.node:
            return
        if "person" in notice:
            self.people.forget_cached(notice["person"])
        if "reload" in notice:
            self.spawn(self._reload(notice["reload"]))
        if "said" in notice and notice["table"] in self._tables:
            self.phrases.deliver(self._tables[notice["table"]], notice["said"])
        if "hello" in notice:
            self.broadcaster.publish_everything()
        for name, (online, watching) in notice.get("presence", ()):
            self.broadcaster.set_remote_presence(notice["node"], name, (online, watching))
            self._send_presence(name)
        for name, version in notice.get("tables", ()):
            table = self._tables.get(name)
            if table is not None and version > table.version:
                self.spawn(self._catch_up(table, version))

    async def _catch_up(self, table: Table, version: int) -> None:
        try:
            async with table.lock:
                if version > table.version:
                    await self._refresh(table)
        except SQLAlchemyError:
            self._recover(table)

    def _catch_up_all(self) -> None:
        """Look for missed events when the connection for notices is open, or open again."""
        self.broadcaster.publish_everything()
        self.spawn(self._notify(hello=True))
        self.spawn(self._find_missed())

    async def _find_missed(self) -> None:
        watched = [name for name, table in self._tables.items() if self.broadcaster.queues(table)]
        for name in set(self._tables) - set(watched):
            if not self._tables[name].lock.locked():
                del self._tables[name]  # it is loaded again when it is needed
        try:
            versions = await asyncio.to_thread(self.store.versions, watched)
        except SQLAlchemyError:
            return  # the listener will connect again
        for name, version in versions.items():
            if name in self._tables:
                await self._catch_up(self._tables[name], version)
