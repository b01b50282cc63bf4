"""The load on a table server: many tables flat out, tables that wait, a bot that thinks.

The server is a process of its own, as `century serve` starts it; this one plays all the seats.
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

from century.bench.host import Server, passing_server, server
from century.bench.wire import Screen, Times
from century.client import Client, Seat

__all__ = ["main"]

TABLES = 500
SECONDS = 20.0
IDLE = 1_000
AT_ONCE = 50  # tables being made at the same time
MANY = 30  # tables of bots: enough to think about for as long as is measured
FEW, RATE = 4, 40.0  # tables beside which bots think, and their moves a second
STARTING = 600.0  # seconds in which a bot has to be ready, on a machine where it is compiled first


async def pair(client: Client, **wanted: Any) -> tuple[Seat, Seat]:
    """Make a table of two people and start it."""
    seats = [{"kind": "me"}, {"kind": "open"}]
    host = await client.create(seats=seats, order="seated", **wanted)
    guest = await client.join(host.state["code"], "guest")
    await host.ask("POST", "commands", json={"type": "start", "id": "start", "version": 2})
    return host, guest


async def pairs(client: Client, count: int, **wanted: Any) -> list[Seat]:
    """Make tables of two people and start them; return all seats."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one() -> tuple[Seat, Seat]:
        async with gate:
            return await pair(client, **wanted)

    return [seat for two in await asyncio.gather(*(one() for _ in range(count))) for seat in two]


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
    """What came of playing for a while."""

    times: Times
    server: float  # seconds of the processor
    players: float  # the same

    @property
    def moves(self) -> int:
        """How many moves were on all screens."""
        return len(self.times.seconds)


async def load(running: Server, count: int, seconds: float, rate: float | None) -> Load:
    """Play at many tables, flat out or at a rate."""
    async with Client(running.address) as client:
        seats = await pairs(client, count)
        return await play(running, seats, seconds, count / rate if rate else 0.0)


async def passing(running: Server, count: int, seconds: float) -> Load:
    """Do the same, flat out, at tables where every move is only passed on."""
    async with Client(running.address) as client:
        seats = [Seat(client, "", {"table": table}, {}) for table in range(count) for _ in range(2)]
        return await play(running, seats, seconds, 0.0)


async def play(running: Server, seats: list[Seat], seconds: float, pause: float) -> Load:
    """Let all decide whenever they are asked, after a pause."""
    times = Times()
    async with screens(seats, times, pause) as opened:
        used, own = running.processor_seconds(), time.process_time()
        for screen in opened:
            screen.begin()
        await asyncio.sleep(seconds)
        return Load(times, running.processor_seconds() - used, time.process_time() - own)


async def idle(running: Server, sockets: int, seconds: float) -> tuple[float, float]:
    """Open sockets and let them be; return megabytes more and the share of a processor."""
    async with Client(running.address) as client:
        host, _ = await pair(client)
        before = running.memory()
        async with screens([host] * sockets, Times(), 0.0):
            await asyncio.sleep(2)
            return running.memory() - before, await busy(running, seconds)


async def waiting(running: Server, count: int, seconds: float) -> tuple[float, float]:
    """Return the share of a processor without tables, and with tables that nobody looks at."""
    async with Client(running.address) as client:
        await asyncio.sleep(2)
        without = await busy(running, seconds)
        await pairs(client, count, clock={"kind": "bank", "seconds": 86_400})
    await asyncio.sleep(2)
    return without, await busy(running, seconds)


async def busy(running: Server, seconds: float) -> float:
    """Return the share of a processor that a server uses for a while."""
    used = running.processor_seconds()
    await asyncio.sleep(seconds)
    return (running.processor_seconds() - used) / seconds


async def beside_a_bot(running: Server, seconds: float) -> tuple[Load, Load, float]:
    """Play at a few tables without and with bots; return the share of a processor bots used."""
    async with Client(running.address) as client:
        await _ready(client)
        alone = await load(running, FEW, seconds, RATE)
        bots = [await _bots(client) for _ in range(MANY)]
        before = [(await table.ask("GET", ""))["decisions"] for table in bots]
        used, begun = running.thinking_seconds(), time.perf_counter()
        beside = await load(running, FEW, seconds, RATE)
        thought = (running.thinking_seconds() - used) / (time.perf_counter() - begun)
        after = [await table.ask("GET", "") for table in bots]
    assert all(state["status"] == "playing" for state in after), "the bots were done too early"
    assert sum(state["decisions"] for state in after) > sum(before), "no bot came to a decision"
    return alone, beside, thought


async def _bots(client: Client) -> Seat:
    return await client.create(seats=[{"kind": "bot", "level": "expert"}] * 2, start=True)


async def _ready(client: Client) -> None:
    """Wait until a bot has played out a game: then the bots are compiled, and none thinks."""
    table = await client.create(seats=[{"kind": "bot", "level": "medium"}] * 2, start=True)
    async with asyncio.timeout(STARTING):
        while (await table.ask("GET", ""))["status"] != "over":
            await asyncio.sleep(0.5)


def report(name: str, value: float, unit: str, limit: float, least: bool = False) -> bool:
    """Print a line of the result and tell whether the number is kept."""
    kept = value >= limit if least else value <= limit
    word = "at least" if least else "at most"
    mark = "ok  " if kept else "FAIL"
    sys.stdout.write(f"{mark} {name:58} {value:9.1f} {unit:9} ({word} {limit:g})\n")
    return kept


def tell(name: str, value: float, unit: str) -> None:
    """Print a line for which there is no limit."""
    sys.stdout.write(f"     {name:58} {value:9.2f} {unit}\n")


def flat_out(seconds: float, rate: float | None) -> list[bool]:
    """Measure many tables; those at a rate are for comparison."""
    with server() as running:
        came = uvloop.run(load(running, TABLES, seconds, rate))
    named = f"{TABLES} tables " + ("flat out" if rate is None else "that think between moves")
    kept = [
        report(named, came.moves / seconds, "moves/s", 1500 if rate is None else 0, least=True),
        report("  p99 from move to all screens", came.times.percentile(0.99), "ms", 150),
    ]
    tell("  p50", came.times.percentile(0.5), "ms")
    tell("  processor time of the server", 1000 * came.server / came.moves, "ms/move")
    tell("  processor time of the players", 1000 * came.players / came.moves, "ms/move")
    return kept if rate is None else []


def only_passed_on(seconds: float) -> None:
    """Measure the peer: what this machine takes for as many frames without anything behind them."""
    with passing_server() as running:
        came = uvloop.run(passing(running, TABLES, seconds))
    tell(f"{TABLES} tables where moves are only passed on", came.moves / seconds, "moves/s")
    tell("  p99 from move to all screens", came.times.percentile(0.99), "ms")
    tell("  processor time of the server", 1000 * came.server / came.moves, "ms/move")


def main() -> None:
    """Measure, and end with status 1 if a number is not kept."""
    seconds = float(os.environ.get("SECONDS", SECONDS))
    tell("load of this machine", os.getloadavg()[0], "")
    kept = flat_out(seconds, None)
    only_passed_on(seconds)
    kept += flat_out(seconds, 1500)
    with server() as running:
        more, used = uvloop.run(idle(running, IDLE, seconds / 2))
        kept.append(report(f"{IDLE} idle sockets", more, "MB", 100))
        kept.append(report("  processor while they idle", 100 * used, "%", 1))
    with server() as running:
        without, used = uvloop.run(waiting(running, TABLES, seconds / 2))
        named = f"{TABLES} tables that wait without sockets, processor"
        kept.append(report(named, 100 * (used - without), "%", 0.5))
        tell("  a server without tables", 100 * without, "%")
    with server() as running:
        alone, beside, thought = uvloop.run(beside_a_bot(running, seconds / 2))
        delay = beside.times.percentile(0.99) - alone.times.percentile(0.99)
        kept.append(report("delay by bots that think, at p99", delay, "ms", 50))
        kept.append(report("  processor of the bots meanwhile", 100 * thought, "%", 10, least=True))
    sys.exit(0 if all(kept) else 1)


if __name__ == "__main__":
    main()
