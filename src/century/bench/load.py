"""Load test of the table server: many tables at full speed, idle tables, and bots.

The server runs in its own process, started by `century serve`; this process plays all seats.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import uvloop

from century.bench.host import Server, relay_server, server
from century.bench.wire import Screen, Times
from century.client import Client, Seat

__all__ = ["main"]

TABLES = 500
SECONDS = 20.0
IDLE = 1_000
SOCKETS_PER_SEAT = 10  # of idle sockets; a server limits the sockets of one person
CONCURRENT_REQUESTS = 50  # for new tables
BOT_TABLES = 30  # enough to keep the bots busy during the measurement
PEOPLE_TABLES, PEOPLE_RATE = 4, 40.0  # tables of people beside the bots, and their moves per second
STARTUP_SECONDS = 600.0  # until a bot is ready; the first start compiles it


async def pair(client: Client, **options: Any) -> tuple[Seat, Seat]:
    """Create a table with two people and start the game."""
    seats = [{"kind": "me"}, {"kind": "open"}]
    host = await client.create(seats=seats, order="seated", **options)
    guest = await client.join(host.state["code"], "guest")
    await host.ask("POST", "commands", json={"type": "start", "id": "start", "version": 2})
    return host, guest


async def pairs(client: Client, count: int, **options: Any) -> list[Seat]:
    """Create tables with two people and start the games; return all seats."""
    semaphore = asyncio.Semaphore(CONCURRENT_REQUESTS)

    async def create() -> tuple[Seat, Seat]:
        async with semaphore:
            return await pair(client, **options)

    tables = await asyncio.gather(*(create() for _ in range(count)))
    return [seat for seats in tables for seat in seats]


@asynccontextmanager
async def screens(seats: list[Seat], times: Times, pause: float) -> AsyncIterator[list[Screen]]:
    """Open a socket for each seat."""
    opened = [
        await Screen.connect(seat, times, pause, random.Random(number))
        for number, seat in enumerate(seats)
    ]
    try:
        yield opened
    finally:
        for screen in opened:
            screen.close()


@dataclass
class Load:
    """The measurements of one run."""

    times: Times
    server: float  # processor seconds of the server
    players: float  # processor seconds of the simulated players

    @property
    def moves(self) -> int:
        """The number of moves that all screens received."""
        return len(self.times.seconds)


async def load(running: Server, count: int, seconds: float, rate: float | None) -> Load:
    """Play at many tables, at full speed or at a rate."""
    async with Client(running.address) as client:
        seats = await pairs(client, count)
        return await play(running, seats, seconds, count / rate if rate else 0.0)


async def relay_load(running: Server, count: int, seconds: float) -> Load:
    """Play at many tables of the relay server, at full speed."""
    async with Client(running.address) as client:
        seats = [Seat(client, "", {"table": table}, {}) for table in range(count) for _ in range(2)]
        return await play(running, seats, seconds, 0.0)


async def play(running: Server, seats: list[Seat], seconds: float, pause: float) -> Load:
    """Let all seats play; each waits for a random pause before its move."""
    times = Times()
    async with screens(seats, times, pause) as opened:
        used, own = running.processor_seconds(), time.process_time()
        for screen in opened:
            screen.start()
        await asyncio.sleep(seconds)
        return Load(times, running.processor_seconds() - used, time.process_time() - own)


async def idle_sockets(running: Server, sockets: int, seconds: float) -> tuple[float, float]:
    """Open idle sockets; return their memory in megabytes and the processor share."""
    async with Client(running.address) as client:
        seats = await pairs(client, -(-sockets // (2 * SOCKETS_PER_SEAT)))
        before = running.memory()
        async with screens((seats * SOCKETS_PER_SEAT)[:sockets], Times(), 0.0):
            await asyncio.sleep(2)
            return running.memory() - before, await processor_share(running, seconds)


async def idle_tables(running: Server, count: int, seconds: float) -> tuple[float, float]:
    """Return the processor share of a server without tables, and with tables without sockets."""
    async with Client(running.address) as client:
        await asyncio.sleep(2)
        without = await processor_share(running, seconds)
        await pairs(client, count, clock={"kind": "bank", "seconds": 86_400})
    await asyncio.sleep(2)
    return without, await processor_share(running, seconds)


async def processor_share(running: Server, seconds: float) -> float:
    """Return the share of a processor that the server uses."""
    used = running.processor_seconds()
    await asyncio.sleep(seconds)
    return (running.processor_seconds() - used) / seconds


async def load_with_bots(running: Server, seconds: float) -> tuple[Load, Load, float]:
    """Play at a few tables without and with bots; return the bots' processor share as well."""
    async with Client(running.address) as client:
        await _wait_for_bots(client)
        alone = await load(running, PEOPLE_TABLES, seconds, PEOPLE_RATE)
        bots = [await _bot_table(client) for _ in range(BOT_TABLES)]
        before = [(await table.ask("GET", ""))["decisions"] for table in bots]
        used, started = running.bot_seconds(), time.perf_counter()
        beside = await load(running, PEOPLE_TABLES, seconds, PEOPLE_RATE)
        share = (running.bot_seconds() - used) / (time.perf_counter() - started)
        after = [await table.ask("GET", "") for table in bots]
    assert all(state["status"] == "playing" for state in after), "the bots finished too early"
    assert sum(state["decisions"] for state in after) > sum(before), "no bot made a decision"
    return alone, beside, share


async def _bot_table(client: Client) -> Seat:
    return await client.create(seats=[{"kind": "bot", "level": "expert"}] * 2, start=True)


async def _wait_for_bots(client: Client) -> None:
    """Wait until bots have finished a game, so that they are compiled and idle."""
    table = await client.create(seats=[{"kind": "bot", "level": "medium"}] * 2, start=True)
    async with asyncio.timeout(STARTUP_SECONDS):
        while (await table.ask("GET", ""))["status"] != "over":
            await asyncio.sleep(0.5)


def report(name: str, value: float, unit: str, limit: float, least: bool = False) -> bool:
    """Print a measurement with its limit; return whether the limit is met."""
    passed = value >= limit if least else value <= limit
    word = "at least" if least else "at most"
    mark = "ok  " if passed else "FAIL"
    sys.stdout.write(f"{mark} {name:58} {value:9.1f} {unit:9} ({word} {limit:g})\n")
    return passed


def report_value(name: str, value: float, unit: str) -> None:
    """Print a measurement without a limit."""
    sys.stdout.write(f"     {name:58} {value:9.2f} {unit}\n")


def measure_tables(seconds: float, rate: float | None) -> list[bool]:
    """Measure many tables; a run at a fixed rate has no limits."""
    with server() as running:
        measured = uvloop.run(load(running, TABLES, seconds, rate))
    name = f"{TABLES} tables " + ("at full speed" if rate is None else "at a fixed rate")
    passed = [
        report(name, measured.moves / seconds, "moves/s", 1500 if rate is None else 0, least=True),
        report("  p99 from move to all screens", measured.times.percentile(0.99), "ms", 150),
    ]
    report_value("  p50", measured.times.percentile(0.5), "ms")
    report_value(
        "  processor time of the server", 1000 * measured.server / measured.moves, "ms/move"
    )
    report_value(
        "  processor time of the players", 1000 * measured.players / measured.moves, "ms/move"
    )
    return passed if rate is None else []


def measure_relay(seconds: float) -> None:
    """Measure the relay server: the cost of the frames alone on this machine."""
    with relay_server() as running:
        measured = uvloop.run(relay_load(running, TABLES, seconds))
    report_value(f"{TABLES} tables on the relay server", measured.moves / seconds, "moves/s")
    report_value("  p99 from move to all screens", measured.times.percentile(0.99), "ms")
    report_value(
        "  processor time of the server", 1000 * measured.server / measured.moves, "ms/move"
    )


def main() -> None:
    """Run all measurements; exit with status 1 if a limit is not met."""
    seconds = float(os.environ.get("SECONDS", SECONDS))
    report_value("load of this machine", os.getloadavg()[0], "")
    passed = measure_tables(seconds, None)
    measure_relay(seconds)
    passed += measure_tables(seconds, 1500)
    with server() as running:
        more, used = uvloop.run(idle_sockets(running, IDLE, seconds / 2))
        passed.append(report(f"{IDLE} idle sockets", more, "MB", 100))
        passed.append(report("  processor while they idle", 100 * used, "%", 1))
    with server() as running:
        without, used = uvloop.run(idle_tables(running, TABLES, seconds / 2))
        name = f"{TABLES} idle tables without sockets, processor"
        passed.append(report(name, 100 * (used - without), "%", 0.5))
        report_value("  a server without tables", 100 * without, "%")
    with server() as running:
        alone, beside, share = uvloop.run(load_with_bots(running, seconds / 2))
        delay = beside.times.percentile(0.99) - alone.times.percentile(0.99)
        passed.append(report("delay by busy bots, at p99", delay, "ms", 50))
        passed.append(
            report("  processor of the bots at that time", 100 * share, "%", 10, least=True)
        )
    sys.exit(0 if all(passed) else 1)


if __name__ == "__main__":
    main()
