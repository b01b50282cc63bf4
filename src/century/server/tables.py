"""All tables of a server: commands in, events into the log, then out to everybody."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from random import Random
from time import perf_counter
from typing import Any, TypeVar

import structlog

from century.errors import (
    BotFault,
    CenturyError,
    NoToken,
    NotSaved,
    SeatTaken,
    StaleMove,
    UnknownTable,
)
from century.position import Position, game
from century.server import commands, messages
from century.server.clocks import Clock
from century.server.event import Draft, Event
from century.server.hub import Hub
from century.server.journal import Journal
from century.server.metrics import Metrics
from century.server.seats import Viewer, hashed, watch_token
from century.server.settings import Settings
from century.server.store import Entry, Store
from century.server.table import Table
from century.server.thinkers import Thinkers

__all__ = ["Outcome", "Tables"]

MOST_IN_MEMORY = 10_000  # tables, before the idle ones are dropped
CODES = 5  # attempts at a code that no other table has

_Result = TypeVar("_Result")
_log = structlog.get_logger("century.tables")


class Outcome:
    """What came of a command."""

    def __init__(self, table: Table, events: Sequence[Event], repeated: bool = False) -> None:
        self.table = table
        self.events = events
        self.repeated = repeated


class Tables:
    """The tables, each loaded from the log when it is first asked for."""

    def __init__(self, settings: Settings, store: Store, metrics: Metrics) -> None:
        self.settings = settings
        self.chance = settings.chance
        self.store = store
        self.metrics = metrics
        self.hub = Hub()
        self.journal = Journal(store, metrics.committed)
        self.thinkers = Thinkers(settings.workers, settings.budget, settings.warm)
        self._loop = asyncio.get_running_loop()
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        self._thought_about: dict[str, Position] = {}  # by table: where a bot thinks

    async def open(self) -> None:
        """Go on where the log ends: bots think, clocks run."""
        self.thinkers.start()
        for name in await asyncio.to_thread(self.store.with_status, "playing"):
            self._go_on(await self.get(name))

    async def close(self) -> None:
        """Stop in order; whatever was acknowledged is in the log."""
        for alarm in self._alarms.values():
            alarm.cancel()
        self.hub.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.thinkers.close()  # when nobody waits for an answer any more
        await self.journal.close()

    # Finding

    async def get(self, name: str) -> Table:
        """Return a table, or raise UnknownTable."""
        if name in self._tables:
            return self._tables[name]
        if name not in self._loading:  # all who ask at once get the same
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
        if len(self._tables) >= MOST_IN_MEMORY:
            self._forget_idle()
        self._tables[table.id] = table
        self.metrics.tables.set(len(self._tables))
        return table

    def _forget_idle(self) -> None:
        """Drop what nobody looks at and nothing happens at; the log has it all."""
        for name, table in list(self._tables.items()):
            busy = name in self._alarms or name in self._thought_about or table.lock.locked()
            if not busy and not self.hub.lines(table):
                del self._tables[name]

    async def by_code(self, code: str) -> Table:
        """Return the table that a code is for."""
        name = await asyncio.to_thread(self.store.by_code, code.upper())
        if name is None:
            raise UnknownTable("there is no table with that code")
        return await self.get(name)

    async def seen(self, name: str, token: str | None) -> tuple[Table, Viewer]:
        """Return a table for somebody who may see it."""
        table = await self.get(name)
        return table, _known(table, token)

    # Doing

    async def create(self, wanted: messages.CreateTable) -> tuple[Table, str]:
        """Make a table; return it with the host's token."""
        token = self.chance.token()
        drafts = [_created(wanted, token)]
        if wanted.start:
            drafts.append(self._started(wanted))
        return await self.to_its_end(self._create(self.chance.token(), drafts)), token

    def _started(self, wanted: messages.CreateTable) -> Draft:
        if any(seat.kind == "open" for seat in wanted.seats):
            raise SeatTaken("a game begins when no seat is open")
        return commands.started(len(wanted.seats), wanted.order, self.chance)

    async def _create(self, name: str, drafts: list[Draft]) -> Table:
        for attempt in range(CODES):
            code = self.chance.code()
            drafts[0].data["code"] = code
            events = self._numbered(drafts, 0)
            status = next(d.status for d in reversed(drafts) if d.status is not None)
            try:
                await self.journal.append(Entry(name, events, status, code))
                break
            except NotSaved:
                if attempt == CODES - 1:
                    raise
        table = self._keep(Table(name, events))
        self._told(table, events)
        return table

    async def join(self, name: str, wanted: messages.Join, token: str | None) -> tuple[Table, str]:
        """Seat somebody; return the table with their token."""
        table = await self.get(name)
        if token is not None and table.viewer(token).seats:
            return table, token  # they sit there already and did not hear of it
        given = self.chance.token()
        secret = hashed(given)
        await self.to_its_end(
            self._of(table, lambda: [commands.join(table, wanted.name, wanted.seat, secret)])
        )
        return table, given

    async def command(self, name: str, command: messages.Command, token: str | None) -> Outcome:
        """Carry out a command, or raise what stands against it; the same id only once."""
        table, _ = await self.seen(name, token)
        return await self.to_its_end(self.obey(table, command, token))

    async def obey(self, table: Table, command: messages.Command, token: str | None) -> Outcome:
        """Carry out a command in a task that nothing ends half-way."""
        async with table.lock:
            viewer = _known(table, token)
            key = f"{viewer.mark}:{command.id}"
            if key in table.keys:
                return Outcome(table, table.keys[key], repeated=True)
            if not viewer.seats and not viewer.host:
                commands.carry_out(table, viewer, command, self.chance)  # says what is missing
            if command.version != table.version:
                raise StaleMove(command.version, table.version)
            drafts = commands.carry_out(table, viewer, command, self.chance)
            if isinstance(command, messages.Rematch):
                beginning = [commands.rematch_table(table, "")]
                await self._create(drafts[0].data["table"], beginning)
            drafts[0] = drafts[0]._replace(key=key)
            return Outcome(table, await self._append(table, drafts))

    async def _of(self, table: Table, drafts: Callable[[], list[Draft]]) -> list[Event]:
        """Let something happen at a table that nobody's command asks for."""
        async with table.lock:
            return await self._append(table, drafts())

    async def _append(self, table: Table, drafts: list[Draft]) -> list[Event]:
        """Append, commit, apply, broadcast: in this order, with the table's lock held."""
        if not drafts:
            return []
        events = self._numbered(drafts, table.version)
        status = next((d.status for d in drafts if d.status is not None), None)
        try:
            await self.journal.append(Entry(table.id, events, status))
        except NotSaved:
            # Whatever is in the log counts, whoever wrote it.
            table.refold(await asyncio.to_thread(self.store.events, table.id))
            raise
        for event, draft in zip(events, drafts, strict=True):
            table.apply(event, draft.leads_to)
        self._told(table, events)
        return events

    def _numbered(self, drafts: list[Draft], version: int) -> list[Event]:
        at = round(self.chance.now(), 3)
        return [
            Event(version + number, draft.kind, at, draft.data, draft.key)
            for number, draft in enumerate(drafts, start=1)
        ]

    def _told(self, table: Table, events: Sequence[Event]) -> None:
        for event in events:
            self.metrics.happened(event.kind)
        self.hub.broadcast(table, events)
        if events[-1].kind == "started":  # everybody may sit elsewhere now
            self.hub.tell_who_is_there(table)
        self._go_on(table)

    def _spawn(self, work: Coroutine[Any, Any, _Result]) -> asyncio.Task[_Result]:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def to_its_end(self, work: Coroutine[Any, Any, _Result]) -> _Result:
        """Do something to its end even if whoever asked for it is gone."""
        return await asyncio.shield(self._spawn(work))

    # What happens by itself

    def _go_on(self, table: Table) -> None:
        """See to whoever is to decide: a bot thinks, a person's clock runs."""
        alarm = self._alarms.pop(table.id, None)
        if alarm is not None:
            alarm.cancel()
        seat = table.to_decide
        if seat is not None and seat.level is not None:
            if self._thought_about.get(table.id) != table.position:
                self._spawn(self._let_think(table))
        elif table.deadline is not None:
            wait = max(0.001, table.deadline - self.chance.now())
            self._alarms[table.id] = self._loop.call_later(wait, self._ring, table)

    def _ring(self, table: Table) -> None:
        self._spawn(self._of(table, lambda: self._timed_out(table)))

    def _timed_out(self, table: Table) -> list[Draft]:
        if table.deadline is None or table.deadline > self.chance.now():
            self._go_on(table)  # somebody was quicker, or the alarm rang too early
            return []
        assert table.position is not None
        return [Draft("timed-out", {"seat": table.position.seat})]

    async def _let_think(self, table: Table) -> None:
        position, seat = table.position, table.to_decide
        assert position is not None
        assert seat is not None
        assert seat.level is not None
        self._thought_about[table.id] = position
        begun = perf_counter()
        seed = self.chance.bits(64)  # never the deal's, which would tell the decks
        try:
            tokens = await self.thinkers.think(position, position.seat, seat.level, seed)
        except BotFault as fault:
            # The others want to go on: any decision is better than none.
            _log.error("a bot is replaced by chance", table=table.id, fault=str(fault))
            tokens = [Random(seed).choice(position.legal())]
        self.metrics.thinking.observe(perf_counter() - begun)

        def decided() -> list[Draft]:
            if self._thought_about.get(table.id) == position:
                del self._thought_about[table.id]
            playing = table.to_decide
            if table.position != position or playing is None or playing.level is None:
                return []  # somebody took something back, or came back, in the meantime
            return [commands.moved(position, tokens)]

        try:
            await self._of(table, decided)
        except CenturyError as error:
            _log.error("a bot's decision was not taken", table=table.id, code=error.code)


def _known(table: Table, token: str | None) -> Viewer:
    viewer = table.viewer(token)
    if not viewer.known:
        raise NoToken("this table is for those who sit at it or were sent a link to watch")
    return viewer


def _created(wanted: messages.CreateTable, token: str) -> Draft:
    """Check what is wanted of a table and turn it into its first event."""
    found = game(wanted.game)
    found.check_players(len(wanted.seats))
    found.check_options(wanted.game_options)
    clock = Clock(**wanted.clock.model_dump()) if wanted.clock is not None else None
    return Draft(
        "created",
        {
            "game": wanted.game,
            "game_options": dict(wanted.game_options),
            "clock": clock and clock.to_data(),
            "undo": wanted.undo,
            "takeback": wanted.takeback,
            "watch": wanted.watch,
            "order": wanted.order,
            "seats": [_new_seat(seat, wanted.name, hashed(token)) for seat in wanted.seats],
            "host": hashed(token),
            "watch_key": hashed(watch_token(token)),
            "code": "",
        },
        status="open",
    )


def _new_seat(seat: messages.NewSeat, host: str, token_hash: str) -> dict[str, Any]:
    if seat.kind == "me":
        return {"name": seat.name or host, "token": token_hash}
    if seat.kind == "bot":
        return {"name": seat.name or seat.level, "level": seat.level}
    return {}
