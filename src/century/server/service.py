"""The table service: it executes commands, appends their events to the log and broadcasts them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Coroutine, Sequence
from random import Random
from time import perf_counter
from typing import Any, TypeVar

from century.errors import BadGame, BotFault, CenturyError
from century.extras import provided_by
from century.position import Position
from century.server.bot_tables import BotTables
from century.server.bots.bot_pool import BotPool
from century.server.broadcast import Broadcaster
from century.server.errors import NoToken, NotSaved, StaleMove, UnknownTable
from century.server.log.journal import Journal
from century.server.log.store import Entry, Store
from century.server.metrics import Metrics
from century.server.settings import Settings
from century.server.table.commands import Command, JoinTable, NewTable, Rematch, Start
from century.server.table.credentials import hash_token
from century.server.table.events import Event, PendingEvent
from century.server.table.execute import (
    create_table,
    join_table,
    move_event,
    produce_events,
    rematch_event,
    require_room,
)
from century.server.table.seats import Viewer
from century.server.table.table import Table

with provided_by("server"):
    import structlog

__all__ = ["Outcome", "TableService"]

MAX_TABLES_IN_MEMORY = 10_000  # before idle ones are evicted
CODE_ATTEMPTS = 5  # to find a code that no other table has

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
        self.broadcaster = Broadcaster(settings)
        self.journal = Journal(store, metrics.count_commit)
        self.bot_pool = BotPool(settings.workers, settings.bot_budget, settings.warm_up_bots)
        self.unplayable: Collection[str] = ()  # games that failed when the server started
        self._loop = asyncio.get_running_loop()
        self._tables: dict[str, Table] = {}
        self.bot_tables = BotTables(settings.bot_tables, self._tables)
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._bot_positions: dict[str, Position] = {}  # by table: where a bot is deciding now

    async def open(self, unplayable: Collection[str] = ()) -> None:
        """Start the bots and the clocks of all games that were interrupted."""
        self.unplayable = unplayable
        self.bot_pool.start(unplayable)
        for name in await asyncio.to_thread(self.store.with_status, "playing"):
            try:
                table = await self.get(name)
            except Exception as error:  # a broken game must not stop the others
                _log.error("a table cannot be loaded", table=name, kind=type(error).__name__)
            else:
                self._schedule_next(table)

    async def close(self) -> None:
        """Stop all tasks, then the bots, then the journal."""
        for timer in self._timers.values():
            timer.cancel()
        self.broadcaster.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bot_pool.close()  # after the tasks that wait for it
        await self.journal.close()

    # Finding tables

    async def get(self, name: str) -> Table:
        """Return a table, or raise UnknownTable."""
        if name in self._tables:
            return self._tables[name]
        if name not in self._loading:  # concurrent requests share one load
            self._loading[name] = self._spawn(self._load(name))
        try:
            return await asyncio.shield(self._loading[name])
        finally:
            self._loading.pop(name, None)

    async def _load(self, name: str) -> Table:
        events = await asyncio.to_thread(self.store.events, name)
        if not events:
            raise UnknownTable("there is no such table")
        return self._keep(Table(name, events))

    def _keep(self, table: Table) -> Table:
        if len(self._tables) >= MAX_TABLES_IN_MEMORY:
            self._evict_idle()
        self._tables[table.id] = table
        self.metrics.tables.set(len(self._tables))
        return table

    def _evict_idle(self) -> None:
        """Remove tables without sockets, timers and bots from memory; the log has them."""
        for name, table in list(self._tables.items()):
            busy = name in self._timers or name in self._bot_positions or table.lock.locked()
            if not busy and not self.broadcaster.queues(table):
                del self._tables[name]

    async def by_code(self, code: str) -> Table:
        """Return the table with this code, or raise UnknownTable."""
        name = await asyncio.to_thread(self.store.by_code, code.upper())
        if name is None:
            raise UnknownTable("there is no table with that code")
        return await self.get(name)

    async def authorized(self, name: str, token: str | None) -> tuple[Table, Viewer]:
        """Return a table and its viewer; raise NoToken if the viewer may not see the table."""
        table = await self.get(name)
        return table, _authorize(table, token)

    # Commands

    async def create(self, request: NewTable, owner: str = "") -> tuple[Table, str]:
        """Create a table; return it with the host's token."""
        self._require_playable(request.game)
        self.bot_tables.check_new(request, owner)
        token = self.source.token()
        pending = create_table(request, token, self.source)
        table = await self.shielded(self._create(self.source.token(), pending))
        self.bot_tables.add(table, owner)
        return table, token

    def _require_playable(self, game: str) -> None:
        if game in self.unplayable:
            raise BadGame(f"the game {game} is broken and cannot be played on this server")

    async def _create(self, name: str, pending: list[PendingEvent]) -> Table:
        for attempt in range(CODE_ATTEMPTS):
            code = self.source.code()
            pending[0].data["code"] = code
            events = self._number(pending, 0)
            status = next(p.status for p in reversed(pending) if p.status is not None)
            try:
                await self.journal.append(Entry(name, events, status, code))
                break
            except NotSaved:
                if attempt == CODE_ATTEMPTS - 1:
                    raise
        table = self._keep(Table(name, events))
        self._broadcast(table, events)
        return table

    async def join(self, name: str, request: JoinTable, token: str | None) -> tuple[Table, str]:
        """Seat a person; return the table with the person's token."""
        table = await self.get(name)
        if token is not None and table.viewer(token).seats:
            return table, token  # a retry of a request whose response was lost
        new_token = self.source.token()
        token_hash = hash_token(new_token)
        await self.shielded(
            self._append_checked(table, lambda: [join_table(table, request, token_hash)])
        )
        return table, new_token

    async def command(self, name: str, command: Command, token: str | None) -> Outcome:
        """Execute a command, or raise the reason why it is refused; idempotent by its id."""
        table, _ = await self.authorized(name, token)
        return await self.shielded(self.execute(table, command, token))

    async def execute(self, table: Table, command: Command, token: str | None) -> Outcome:
        """Execute a command; the caller must shield this from cancellation."""
        async with table.lock:
            viewer = _authorize(table, token)
            key = f"{viewer.sender}:{command.id}"
            if key in table.keys:
                return Outcome(table, table.keys[key], repeated=True)
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
                await self._create(pending[0].data["table"], [rematch_event(table)])
            pending[0] = pending[0]._replace(key=key)
            return Outcome(table, await self._append(table, pending))

    async def _append_checked(
        self, table: Table, produce: Callable[[], list[PendingEvent]]
    ) -> list[Event]:
        """Produce events with the table's lock held, and append them."""
        async with table.lock:
            return await self._append(table, produce())

    async def _append(self, table: Table, pending: list[PendingEvent]) -> list[Event]:
        """Commit, apply, broadcast: in this order, with the table's lock held."""
        if not pending:
            return []
        events = self._number(pending, table.version)
        status = next((p.status for p in pending if p.status is not None), None)
        try:
            await self.journal.append(Entry(table.id, events, status))
        except NotSaved:
            # The log is the truth, even if another process wrote to it.
            table.rebuild(await asyncio.to_thread(self.store.events, table.id))
            raise
        for event, produced in zip(events, pending, strict=True):
            table.apply(event, produced.next_position)
        self._broadcast(table, events)
        return events

    def _number(self, pending: list[PendingEvent], version: int) -> list[Event]:
        at = round(self.source.now(), 3)
        return [
            Event(version + number, event.kind, at, event.data, event.key)
            for number, event in enumerate(pending, start=1)
        ]

    def _broadcast(self, table: Table, events: Sequence[Event]) -> None:
        for event in events:
            self.metrics.count_event(event.kind)
        self.broadcaster.broadcast(table, events)
        if events[-1].kind == "started":  # the seats may have been shuffled
            self.broadcaster.send_presence(table)
        self._schedule_next(table)

    def _spawn(self, work: Coroutine[Any, Any, _Result]) -> asyncio.Task[_Result]:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def shielded(self, work: Coroutine[Any, Any, _Result]) -> _Result:
        """Complete some work even if the caller is cancelled."""
        return await asyncio.shield(self._spawn(work))

    # Bots and clocks

    def _schedule_next(self, table: Table) -> None:
        """Start the bot or the timer of the seat that has to decide."""
        timer = self._timers.pop(table.id, None)
        if timer is not None:
            timer.cancel()
        seat = table.seat_to_decide
        if seat is not None and seat.level is not None:
            if self._bot_positions.get(table.id) != table.position:
                self._spawn(self._play_bot(table))
        elif table.deadline is not None:
            delay = max(0.001, table.deadline - self.source.now())
            self._timers[table.id] = self._loop.call_later(delay, self._on_deadline, table)

    def _on_deadline(self, table: Table) -> None:
        self._spawn(self._append_checked(table, lambda: self._timed_out(table)))

    def _timed_out(self, table: Table) -> list[PendingEvent]:
        if table.deadline is None or table.deadline > self.source.now():
            self._schedule_next(table)  # the seat has just decided, or the timer was early
            return []
        assert table.position is not None
        return [PendingEvent("timed-out", {"seat": table.position.seat})]

    async def _play_bot(self, table: Table) -> None:
        """Let a bot decide, and append its move if the position is still the same."""
        position, seat = table.position, table.seat_to_decide
        assert position is not None
        assert seat is not None
        assert seat.level is not None
        self._bot_positions[table.id] = position
        tokens = await self._bot_decisions(table.id, position, seat.level)

        def move() -> list[PendingEvent]:
            if self._bot_positions.get(table.id) == position:
                del self._bot_positions[table.id]
            current = table.seat_to_decide
            if table.position != position or current is None or current.level is None:
                return []  # a takeback or a return came first
            require_room(table, len(tokens))
            return [move_event(position, tokens)]

        try:
            await self._append_checked(table, move)
        except CenturyError as error:
            _log.error("a bot's move was refused", table=table.id, code=error.code)

    async def _bot_decisions(self, table: str, position: Position, level: str) -> list[str]:
        """Return the decisions of a bot; if it fails, one random legal decision."""
        started = perf_counter()
        seed = self.source.bits(64)  # not the seed of the deal, which would reveal the decks
        try:
            tokens = await self.bot_pool.choose(position, position.seat, level, seed)
        except BotFault as fault:
            # A random decision lets the other players continue.
            _log.error("a failed bot decides at random", table=table, fault=str(fault))
            tokens = [Random(seed).choice(position.legal())]
        self.metrics.bot_seconds.observe(perf_counter() - started)
        return tokens


def _authorize(table: Table, token: str | None) -> Viewer:
    viewer = table.viewer(token)
    if not viewer.authorized:
        raise NoToken("this table needs the token of a seat, or of a link to watch")
    return viewer
