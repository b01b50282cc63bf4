"""Due work: bots that have to move and clocks that run out, shared between all servers.

The table `due` in the database says when a table needs a server. The server that commits an event
takes the work that follows from it. It renews its leases every second. If it dies, another server
takes the work when the lease has run out. A row may be due too early, but never too late: a server
that takes a table looks at it, and then writes when it is really due.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from random import Random
from time import perf_counter
from typing import Any, Protocol

from century.errors import BotFault, CenturyError
from century.extras import provided_by
from century.position import Position
from century.server.context import ServerContext
from century.server.errors import UnknownTable, UnreadableTable
from century.server.log.coordination import LEASE_SECONDS
from century.server.log.store import Due
from century.server.table.clocks import NO_CLOCK
from century.server.table.events import Event, PendingEvent
from century.server.table.execute import move_event, require_room
from century.server.table.table import Table

with provided_by("server"):
    import structlog
    from sqlalchemy.exc import SQLAlchemyError

__all__ = ["Scheduler", "Tables", "TurnListener"]

ROUND_SECONDS = 0.5  # between two looks at what is due
CLOSE_SECONDS = 2.0  # to wait for a round when the server is closed
# Events before and after a game, and votes, which do not change what is due.
UNRELATED = frozenset(
    (
        *("created", "joined", "left", "seated", "rematched"),
        *("takeback-asked", "takeback-agreed", "takeback-refused"),
        *("stand-in-asked", "stand-in-agreed", "stand-in-refused"),
    )
)

HANDED_OVER = frozenset(("stand-in", "resigned"))  # a bot decides from now on

_log = structlog.get_logger("century.scheduler")


class Tables(Protocol):
    """What the scheduler needs from the service."""

    async def get(self, name: str) -> Table:
        """Return a table."""

    async def get_current(self, name: str) -> Table:
        """Return a table with all events that are in the log."""

    async def append_checked(
        self, table: Table, produce: Callable[[], list[PendingEvent]]
    ) -> list[Event]:
        """Produce events with the table's lock held, and append them."""

    async def share(self, alive: set[str], outages: Sequence[tuple[float, float]]) -> None:
        """Tell the other servers the news of this one, the living servers and new outages."""

    def spawn(self, work: Coroutine[Any, Any, Any]) -> Awaitable[Any]:
        """Run some work until it ends or the server is closed."""


class TurnListener(Protocol):
    """Learns when a person with a clock has to decide."""

    def note(self, table: Table) -> None:
        """Remember the turn; this does not block."""

    def flush(self) -> None:
        """Save the turns; the table stays due until this has succeeded."""


class Scheduler:
    """Lets bots move and clocks run out, on the tables that this server has taken."""

    def __init__(self, context: ServerContext, tables: Tables) -> None:
        self._context = context
        self._coordination, self._time = context.coordination, context.time
        self._tables = tables
        self._with_due: set[str] = set()  # tables that have a row in `due`
        self._changes: dict[str, Due] = {}  # corrections to write in the next round
        self._bot_positions: dict[str, Position] = {}  # by table: where a bot is deciding now
        self._closing, self._closed = asyncio.Event(), asyncio.Event()
        self._in_round = asyncio.Lock()
        self._new_outages: list[tuple[float, float]] = []
        self._last_round = 0.0  # when this server could last read what is due
        self._alive: set[str] = set()  # the servers that are alive
        self.turns: TurnListener | None = None
        self.fault: str | None = None  # why the last round failed

    def is_busy(self, table: str) -> bool:
        """Whether a bot is deciding at a table."""
        return table in self._bot_positions

    # What a commit writes

    def due_at_start(self, levels: bool, clock: bool) -> Due | None:
        """Return the due work of a new table that starts at once."""
        return self._taken() if levels or clock else None

    def due_after(self, table: Table, pending: list[PendingEvent]) -> Due | None:
        """Return the due work after some events, perhaps too early; None if it does not change."""
        last = pending[-1]
        if last.kind in UNRELATED:
            return None
        if any(event.status == "over" for event in pending):
            return self._nothing_due(table)
        bots = any(seat.level is not None for seat in table.seats) or last.kind in HANDED_OVER
        if last.kind == "moved" and table.clock is NO_CLOCK:
            assert last.next_position is not None
            bots = table.seats[last.next_position.seat].level is not None
        if bots or table.clock is not NO_CLOCK:
            return self._taken()
        return self._nothing_due(table)

    def _taken(self) -> Due:
        now = self._time.now()
        return Due(now, self._context.node, now + LEASE_SECONDS)

    def _nothing_due(self, table: Table) -> Due | None:
        return Due(None) if table.id in self._with_due else None

    def committed(self, table: Table, due: Due | None) -> None:
        """Do the work that follows from a commit of this server."""
        if due is not None:
            self._changes.pop(table.id, None)
            (self._with_due.discard if due.at is None else self._with_due.add)(table.id)
        if table.id in self._with_due:
            self.schedule_next(table)

    # Doing due work

    def schedule_next(self, table: Table) -> None:
        """Let a bot move, or remember when a clock runs out."""
        seat, deadline = table.seat_to_decide, table.deadline
        if seat is not None and seat.level is not None:
            if self._bot_positions.get(table.id) != table.position:
                self._tables.spawn(self._play_bot(table))
        elif deadline is None:
            self._change(table, Due(None))
        elif deadline > self._time.now():
            self._change(table, Due(deadline))
            if self.turns is not None:
                self.turns.note(table)
        else:
            self._tables.spawn(self._append(table, lambda: self._timed_out(table)))

    def _change(self, table: Table, due: Due) -> None:
        self._changes[table.id] = due
        if due.at is None:
            self._with_due.discard(table.id)

    def _timed_out(self, table: Table) -> list[PendingEvent]:
        if table.deadline is None or table.deadline > self._time.now():
            return []  # the seat has just decided
        assert table.position is not None
        return [PendingEvent("timed-out", {"seat": table.position.seat})]

    async def _play_bot(self, table: Table) -> None:
        """Let a bot decide, and append its move if the position is still the same."""
        position, seat = table.position, table.seat_to_decide
        assert position is not None
        assert seat is not None
        assert seat.level is not None
        self._bot_positions[table.id] = position
        try:
            tokens, _ = await asyncio.gather(
                self._bot_decisions(table.id, position, seat.level), asyncio.sleep(seat.pause)
            )
        finally:
            if self._bot_positions.get(table.id) is position:
                del self._bot_positions[table.id]

        def move() -> list[PendingEvent]:
            current = table.seat_to_decide
            if table.position != position or current is None or current.level is None:
                return []  # a takeback or a return came first
            require_room(table, len(tokens))
            return [move_event(position, tokens)]

        await self._append(table, move)

    async def _append(self, table: Table, produce: Callable[[], list[PendingEvent]]) -> None:
        """Append events; after a failure the table is due again when the lease has run out."""
        try:
            await self._tables.append_checked(table, produce)
        except CenturyError as error:
            _log.error("due work failed", table=table.id, code=error.code)
        except SQLAlchemyError as error:
            _log.error("due work failed", table=table.id, kind=type(error).__name__)

    async def _bot_decisions(self, table: str, position: Position, level: str) -> list[str]:
        """Return the decisions of a bot; if it fails, one random legal decision."""
        started = perf_counter()
        # Not the seed of the deal, which would reveal the decks.
        seed = self._context.settings.source.bits(64)
        try:
            tokens = await self._context.bot_pool.choose(position, position.seat, level, seed)
        except BotFault as fault:
            # A random decision lets the other players continue.
            _log.error("a failed bot decides at random", table=table, fault=str(fault))
            tokens = [Random(seed).choice(position.legal())]
        self._context.metrics.bot_seconds.observe(perf_counter() - started)
        return tokens

    # Rounds

    async def run(self) -> None:
        """Repeat rounds until the server closes."""
        while not self._closing.is_set():
            await self.round()
            with suppress(TimeoutError):
                async with asyncio.timeout(ROUND_SECONDS):
                    await self._closing.wait()
        self._closed.set()

    async def close(self) -> None:
        """Wait for the end of a round, whose thread cannot be stopped."""
        self._closing.set()
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._closed.wait()

    async def round(self) -> None:
        """Renew leases, write corrections, and take due work; one round at a time."""
        async with self._in_round:
            await self._do_round()

    async def _do_round(self) -> None:
        self._context.metrics.flush()
        changes, self._changes = self._changes, {}
        try:
            taken = await asyncio.to_thread(self._share, changes, list(self._bot_positions))
        except Exception as error:  # bots and clocks must go on, whatever it is
            self._changes = changes | self._changes
            if self.fault is None:
                _log.error("due work cannot be read", kind=type(error).__name__)
            self.fault = f"due work cannot be read: {type(error).__name__}"
            return
        self.fault = None
        for table in taken:
            self._tables.spawn(self._take(table))
        outages, self._new_outages = self._new_outages, []
        await self._tables.share(self._alive, outages)

    def _share(self, changes: dict[str, Due], renewed: list[str]) -> list[str]:
        now = self._time.now()
        if self.turns is not None:
            self.turns.flush()
        self._coordination.update_due(changes, renewed, now)
        if self._context.journal.fault is not None or self._coordination.must_beat():
            # A server without due work is alive, too, although it writes no heartbeat.
            outage = self._coordination.beat(now, self._last_round)
            self._context.journal.forget_old_fault()
            if outage is not None:
                self._time.add_outage(*outage)
                self._new_outages.append(outage)
                _log.warning("no server was alive", seconds=round(outage[1] - outage[0], 1))
        if self._coordination.shared:
            self._alive = self._coordination.report_alive(now)
        taken = self._coordination.take_due(now)
        self._last_round = now
        return taken

    async def _take(self, name: str) -> None:
        """Do the due work of a table; set a table aside that cannot be read."""
        try:
            table = await self._tables.get_current(name)
        except (UnknownTable, UnreadableTable) as error:
            _log.error("a table is set aside", table=name, why=str(error))
            await asyncio.to_thread(self._coordination.remove_due, name)
            return
        except SQLAlchemyError:
            return  # it is due again when the lease has run out
        self._with_due.add(name)
        self.schedule_next(table)
