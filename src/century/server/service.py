"""The table service: it executes commands, appends their events to the log and broadcasts them.

Several servers may share the log. A server appends an event with the next version of its table; if
another server was faster, it reads the new events, checks the command again and answers as always.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import partial

from century.bots.levels import levels_of
from century.errors import BadGame, UnknownBot
from century.extras import provided_by
from century.position import game
from century.server.bot_tables import BotTables
from century.server.context import ServerContext
from century.server.errors import NoToken, NotSaved, StaleMove, UnknownTable, UnreadableTable
from century.server.log.index import created_columns, finished_columns, player_rows
from century.server.log.journal import Settle
from century.server.log.store import Conflict, Due, Entry, Store
from century.server.metrics import Metrics
from century.server.peers import Peers
from century.server.scheduler import Scheduler
from century.server.settings import Settings
from century.server.table.commands import (
    Command,
    JoinTable,
    MakeMove,
    NewTable,
    Rematch,
    SetSeat,
    StandIn,
    Start,
)
from century.server.table.events import Event, PendingEvent
from century.server.table.execute import (
    create_table,
    join_table,
    produce_events,
    rematch_event,
)
from century.server.table.seats import Viewer
from century.server.table.stand_ins import give_up_events
from century.server.table.table import Table
from century.server.tables import LoadedTables

with provided_by("server"):
    from sqlalchemy.exc import SQLAlchemyError

__all__ = ["Outcome", "TableService"]

CODE_ATTEMPTS = 5  # to find a code that no other table has
CONFLICT_ATTEMPTS = 5  # to append to a table to which other servers write as well


class Outcome:
    """The events that a command produced, now or, if it is repeated, earlier."""

    def __init__(self, table: Table, events: Sequence[Event], repeated: bool = False) -> None:
        self.table = table
        self.events = events
        self.repeated = repeated


class TableService(LoadedTables):
    """All tables of a server, the people at them, and their commands."""

    def __init__(self, settings: Settings, store: Store, metrics: Metrics) -> None:
        context = ServerContext.create(settings, store, metrics)
        super().__init__(context)
        self.settings = settings
        self.source = settings.source
        self.node = context.node
        self.people = context.people
        self.coordination = context.coordination
        self.phrases = context.phrases
        self.journal = context.journal
        self.bot_pool = context.bot_pool
        self.peers = Peers(context, self, self._tables)
        self.scheduler = Scheduler(context, self)
        self.unplayable: Collection[str] = ()  # games that failed when the server started
        self.bot_tables = BotTables(settings.bot_tables, self._tables)

    async def open(self, unplayable: Collection[str] = ()) -> None:
        """Start the bots, and the work that is due at the tables in the log."""
        self.unplayable = unplayable
        own = self.source.now()
        ahead = await asyncio.to_thread(self.coordination.time, own) - own
        if ahead:
            self.time.now = lambda: self.source.now() + ahead
        self.time.outages += await asyncio.to_thread(self.coordination.outages)
        self.peers.open()
        await asyncio.to_thread(self.coordination.release)
        self.bot_pool.start(unplayable)
        self.spawn(self.scheduler.run())

    async def close(self) -> None:
        """Stop all tasks, then the bots, then the journal."""
        self.peers.close()
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
        found = [self.journal.fault, self.scheduler.fault, self.peers.fault]
        return [fault for fault in found if fault is not None]

    def is_busy(self, table: Table) -> bool:
        """Whether a table has to stay in memory."""
        return self.scheduler.is_busy(table.id) or super().is_busy(table)

    # Finding tables

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

    async def forget(self, person: str) -> None:
        """Erase a person; their games stay, and do not wait for the person."""
        unfinished = await asyncio.to_thread(self.people.unfinished_tables, person)
        for name in unfinished:
            await self._give_up_seats(name, person)
        tables = await asyncio.to_thread(self.people.forget, person, unfinished)
        await self.people_changed(person)
        await self._reload(tables)
        await self.peers.tell_in_parts("reload", tables)

    async def _give_up_seats(self, name: str, person: str) -> None:
        """Resign for a person who will be forgotten, or leave the table before its game."""
        try:
            table = await self.get(name)
        except UnreadableTable:
            return  # nobody can play there
        await self.shielded(
            self.append_checked(table, lambda: give_up_events(table, table.viewer(person)))
        )

    async def share(self, alive: set[str], outages: Sequence[tuple[float, float]]) -> None:
        """Tell the other servers the news of this one."""
        await self.peers.share(alive, outages)

    async def people_changed(self, person: str) -> None:
        """Close the sockets of a person whose secrets have changed, here and on other servers."""
        self.broadcaster.close_sockets_of(person)
        await self.peers.tell(person=person)

    async def watch(self, table: Table, person: str) -> None:
        """Let a person watch a table."""
        await asyncio.to_thread(self.people.grant, table.id, person)
        table.add_watcher(person)

    # Commands

    async def create(self, request: NewTable, person: str, owner: str = "") -> Table:
        """Create a table; idempotent by the id of the request."""
        self._require_playable(request.game)
        for seat in request.seats:
            if seat.kind == "bot":
                _require_level(request.game, seat.level)
        self.bot_tables.check_new(request, owner)
        pending = create_table(request, person, self.source)
        key = None if request.id is None else f"{person}:{request.id}"
        table = await self.shielded(self._create(self.source.token(), pending, key))
        self.bot_tables.add(table, owner)
        await self._require_not_forgotten(person)
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
        await self._require_not_forgotten(person)
        return table

    async def _require_not_forgotten(self, person: str) -> None:
        """Forget a person again who took a seat while they were forgotten; then raise NoToken.

        The name was written either before they were forgotten, and is erased, or is found here.
        """
        if not await asyncio.to_thread(self.people.exists, person):
            await self.forget(person)
            raise NoToken("this person was forgotten")

    async def command(self, name: str, command: Command, person: str | None) -> Outcome:
        """Execute a command, or raise the reason why it is refused; idempotent by its id."""
        table, _ = await self.authorized(name, person)
        return await self.shielded(self.execute(table, command, person))

    async def execute(self, table: Table, command: Command, person: str | None) -> Outcome:
        """Execute a command; after a cancellation, the table is read again from the log."""
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

    def move_now(self, table: Table, move: MakeMove, person: str | None, settle: Settle) -> bool:
        """Execute a move of a socket like `execute`, but without a task that waits for the commit.

        Calls `settle` when the move is applied, or cannot be saved. Returns False if `execute` has
        to find out what becomes of the move: something has to be awaited, or it is refused.
        """
        viewer = table.viewer(person)
        if table.outdated or not viewer.seats or move.version != table.version:
            return False
        key = f"{viewer.sender}:{move.id}"
        if key in table.keys or not table.lock.acquire_now():
            return False
        try:
            pending = produce_events(table, viewer, move, self.source)
            pending[0] = pending[0]._replace(key=key)
            events = self._number(pending, table.version)
            due = self.scheduler.due_after(table, pending)
            entry = self._entry(table, pending, events, due)
        except BaseException:
            table.lock.release()
            raise
        self.journal.append_then(
            entry, partial(self._settle_move, table, pending, events, due, settle)
        )
        return True

    def _settle_move(
        self,
        table: Table,
        pending: list[PendingEvent],
        events: list[Event],
        due: Due | None,
        settle: Settle,
        outcome: NotSaved | None,
    ) -> None:
        try:
            if outcome is None:
                self._apply(table, pending, events, due)
            else:  # after a conflict, the sender tries again, which reads the new events at once
                self._recover(table)
        except Exception:  # the move stands in the log, so that reading it again shows it to all
            self._recover(table)
            raise
        finally:
            table.lock.release()
            settle(outcome)

    async def _produce(self, table: Table, viewer: Viewer, command: Command) -> list[PendingEvent]:
        if not viewer.seats and not viewer.host:
            # A spectator gets the reason for the refusal before any StaleMove.
            produce_events(table, viewer, command, self.source)
        if command.version != table.version:
            raise StaleMove(command.version, table.version)
        if isinstance(command, (Rematch, Start)):
            self._require_playable(table.options["game"])
        pending = produce_events(table, viewer, command, self.source)
        if isinstance(command, SetSeat | StandIn) and command.level is not None:
            _require_level(table.options["game"], command.level)
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
        written = self.journal.append(self._entry(table, pending, events, due))
        try:
            await asyncio.shield(written)
        except asyncio.CancelledError:
            written.add_done_callback(lambda _: self._recover_from(written, table))
            raise
        except Conflict:
            await self._refresh(table)
            raise
        except NotSaved:
            self._recover(table)
            raise
        self._apply(table, pending, events, due)
        return events

    def _apply(
        self, table: Table, pending: list[PendingEvent], events: list[Event], due: Due | None
    ) -> None:
        """Apply events that are in the log, and broadcast them."""
        for event, produced in zip(events, pending, strict=True):
            table.apply(event, produced.positions)
        self._broadcast(table, events)
        self.scheduler.committed(table, due)

    def _recover_from(self, written: asyncio.Future[None], table: Table) -> None:
        """Read a table again after a write whose sender was cancelled meanwhile."""
        written.exception()  # nobody else looks at it
        self._recover(table)

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

    async def say(self, table: Table, person: str | None, phrase: object) -> None:
        """Broadcast a phrase of a person, here and on the other servers."""
        message = self.phrases.say(table, person, phrase)
        await self.peers.tell(table=table.id, said=message)


def _require_level(name: str, level: str) -> None:
    """Raise UnknownBot if a game has levels of bots, but not this one."""
    levels = levels_of(game(name))
    if levels and level not in levels:
        raise UnknownBot(f"{name} has no level {level!r}; it has {', '.join(levels)}")
