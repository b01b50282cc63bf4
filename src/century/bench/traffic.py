"""Traffic of the load tests: people who play at many tables, and sockets that only listen."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from century.bench.host import Server
from century.bench.seeding import SeededTable
from century.bench.wire import Screen, Times

__all__ = ["Load", "idle_sockets", "play", "processor_share"]

CONCURRENT_HANDSHAKES = 100
SOCKETS_PER_SOURCE = 5_000  # of one loopback address, which has about 28,000 ports
SETTLE_SECONDS = 2.0  # after connecting, until presence messages have been sent


@dataclass
class Load:
    """The measurements of one run."""

    times: Times
    seconds: float
    server: float  # processor seconds of the server
    players: float  # processor seconds of the simulated players

    @property
    def moves(self) -> int:
        """The number of moves that all screens received."""
        return len(self.times.seconds)

    @property
    def moves_per_second(self) -> float:
        """The moves that all screens received in a second."""
        return self.moves / self.seconds

    @property
    def server_cost(self) -> float:
        """The processor time of the server in milliseconds for each move."""
        return 1000 * self.server / max(1, self.moves)


class _Tables:
    """The tables at which people play; when a game ends, they go on at the next free table."""

    def __init__(
        self, address: str, free: Sequence[SeededTable], pause: float, sockets_per_source: int
    ) -> None:
        self.times = Times()
        self._address, self._pause = address, pause
        self._sockets_per_source = sockets_per_source
        self._free = list(reversed(free))
        self._screens: set[Screen] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self, count: int) -> None:
        """Open a screen for each seat at a number of tables."""
        limit = asyncio.Semaphore(CONCURRENT_HANDSHAKES)

        async def open_one(number: int) -> None:
            async with limit:
                await self._open_next(number)

        await asyncio.gather(*(open_one(number) for number in range(count)))

    async def _open_next(self, number: int) -> list[Screen]:
        if not self._free:
            raise RuntimeError("too few tables: too many games ended during the measurement")
        table = self._free.pop()
        seats = range(len(table.secrets))
        screens = [Screen(self._address, table, s, self.times, self._pause) for s in seats]
        source = f"127.0.0.{2 + number * len(seats) // self._sockets_per_source}"
        for screen in screens:
            await screen.connect(source)
        self._screens.update(screens)
        screens[0].on_over = lambda: self._replace(screens, number)
        return screens

    def _replace(self, screens: list[Screen], number: int) -> None:
        task = asyncio.ensure_future(self._open_another(screens, number))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _open_another(self, screens: list[Screen], number: int) -> None:
        for screen in screens:
            screen.close()
            self._screens.discard(screen)
        for screen in await self._open_next(number):
            screen.start()

    def start(self) -> None:
        """Start to play at all tables."""
        for screen in list(self._screens):
            screen.start()

    async def close(self) -> None:
        """Close all screens; raise the error of a table that could not be replaced."""
        for screen in self._screens:
            screen.close()
        await asyncio.gather(*self._tasks)
        for screen in self._screens:
            screen.close()


async def play(
    running: Server,
    tables: Sequence[SeededTable],
    count: int,
    seconds: float,
    rate: float | None = None,
    sockets_per_source: int = SOCKETS_PER_SOURCE,
) -> Load:
    """Play at a number of tables, at full speed or at a rate for all together."""
    pause = count / rate if rate else 0.0
    playing = _Tables(running.address, tables, pause, sockets_per_source)
    await playing.open(count)
    await asyncio.sleep(SETTLE_SECONDS)
    used, own, started = running.processor_seconds(), time.process_time(), time.perf_counter()
    playing.start()
    await asyncio.sleep(seconds)
    load = Load(
        playing.times,
        time.perf_counter() - started,
        running.processor_seconds() - used,
        time.process_time() - own,
    )
    load.times, playing.times = _frozen(load.times), load.times
    await playing.close()
    return load


def _frozen(times: Times) -> Times:
    """Return a copy of the times that later messages do not change."""
    copy = Times()
    copy.seconds, copy.preview_seconds = list(times.seconds), list(times.preview_seconds)
    copy.decisions, copy.messages = times.decisions, times.messages
    return copy


@asynccontextmanager
async def idle_sockets(
    address: str, tables: Sequence[SeededTable], count: int
) -> AsyncIterator[None]:
    """Open a number of sockets that only listen, spread over tables and loopback addresses."""
    seats = [(table, seat) for table in tables for seat in range(len(table.secrets))]
    limit, times, opened = asyncio.Semaphore(CONCURRENT_HANDSHAKES), Times(), list[Screen]()

    async def open_one(number: int) -> None:
        table, seat = seats[number % len(seats)]
        screen = Screen(address, table, seat, times)
        async with limit:
            await screen.connect(f"127.0.0.{2 + number // SOCKETS_PER_SOURCE}")
        opened.append(screen)

    try:
        await asyncio.gather(*(open_one(number) for number in range(count)))
        yield
    finally:
        for screen in opened:
            screen.close()


async def processor_share(running: Server, seconds: float) -> float:
    """Return the share of a processor that the server uses."""
    used = running.processor_seconds()
    await asyncio.sleep(seconds)
    return (running.processor_seconds() - used) / seconds
