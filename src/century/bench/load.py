"""The load on a table server: many tables flat out, idle sockets, a bot that thinks.

The server is a process of its own, as `century serve` starts it; this one plays all the seats.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from century.client import Client, Seat

__all__ = ["main"]

TABLES = 500
SECONDS = 20.0
IDLE = 1_000
AT_ONCE = 50  # tables being made, or sockets being opened, at the same time


@dataclass
class Server:
    """A server process."""

    address: str
    process: subprocess.Popen[str]

    def memory(self) -> float:
        """Return its resident memory in megabytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found is not None
        return int(found[1]) / 1024

    def processor_seconds(self) -> float:
        """Return how much processor time it has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").split()
        return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def server() -> Iterator[Server]:
    """Run a server on an empty database, with room for one who plays for all."""
    with TemporaryDirectory() as folder:
        command = [sys.executable, "-c", "from century.cli import main; main()", "serve"]
        command += ["--port", "0", "--no-browser"]
        command += ["--db", f"{folder}/tables.db", "--workers", "1"]
        command += ["--tables-per-hour", "1000000", "--rate", "100000"]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+:\d+", process.stdout.readline())
            assert found is not None
            yield Server(found[0], process)
        finally:
            process.terminate()
            process.wait(30)


@dataclass
class Times:
    """When moves were sent and when they had reached all screens."""

    sent: dict[str, float] = field(default_factory=dict)
    seen: dict[str, int] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list)

    def heard(self, message: dict[str, Any]) -> None:
        """Note what came to one of two screens."""
        for event in message.get("events", ()):
            if event["kind"] == "moved":
                key = event["id"]
                if key in self.sent and self.seen.pop(key, 0) == 1:
                    self.seconds.append(time.perf_counter() - self.sent.pop(key))
                elif key in self.sent:
                    self.seen[key] = 1

    def percentile(self, share: float) -> float:
        """Return a percentile in milliseconds."""
        ordered = sorted(self.seconds)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


async def pair(client: Client, **wanted: Any) -> tuple[Seat, Seat]:
    """Make a table of two people and start it."""
    seats = [{"kind": "me"}, {"kind": "open"}]
    host = await client.create(seats=seats, order="seated", **wanted)
    guest = await client.join(host.state["code"], "guest")
    await host.ask("POST", "commands", json={"type": "start", "id": "start", "version": 2})
    return host, guest


@asynccontextmanager
async def tables(client: Client, count: int, times: Times) -> AsyncIterator[list[Seat]]:
    """Seat people at tables, and let them listen."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def one() -> tuple[Seat, Seat]:
        async with gate:
            return await pair(client)

    made = await asyncio.gather(*(one() for _ in range(count)))
    seats = [seat for two in made for seat in two]
    async with AsyncExitStack() as stack:
        for start in range(0, len(seats), AT_ONCE):
            for seat in seats[start : start + AT_ONCE]:
                seat.heard = times.heard
                await stack.enter_async_context(seat)
            here = seats[start : start + AT_ONCE]
            await asyncio.gather(*(seat.until(seat.connected) for seat in here))
        yield seats


async def play(seat: Seat, times: Times, until: float, pause: float, rng: random.Random) -> int:
    """Decide at random whenever asked; return how many decisions were acknowledged."""
    moves = 0
    async for legal in seat.turns():
        if pause:
            await asyncio.sleep(rng.uniform(0, 2 * pause))
        if time.perf_counter() > until:
            break
        given = f"{id(seat):x}-{moves}"
        times.sent[given] = time.perf_counter()
        await seat.do("move", id=given, tokens=[rng.choice(legal)])
        moves += 1
    return moves


async def load(address: str, count: int, seconds: float, rate: float | None) -> tuple[float, Times]:
    """Play at many tables; return moves per second and their times."""
    times = Times()
    async with Client(address, patience=10) as client, tables(client, count, times) as seats:
        pause = count / rate if rate else 0.0
        begun = time.perf_counter()
        players = [
            asyncio.create_task(play(s, times, begun + seconds, pause, random.Random(i)))
            for i, s in enumerate(seats)
        ]
        await asyncio.sleep(seconds)
        acknowledged = len(times.seconds)
        await asyncio.wait(players, timeout=2)
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)
    return acknowledged / seconds, times


async def idle(running: Server, sockets: int, seconds: float) -> tuple[float, float]:
    """Open sockets and let them be; return megabytes more and processor seconds a second."""
    async with Client(running.address, patience=3600) as client:
        host, _ = await pair(client)
        before = running.memory()
        async with AsyncExitStack() as stack:
            for start in range(0, sockets, AT_ONCE):
                seats = [
                    await client.resume(host.table, host.token)
                    for _ in range(min(AT_ONCE, sockets - start))
                ]
                for seat in seats:
                    await stack.enter_async_context(seat)
                await asyncio.gather(*(seat.until(seat.connected) for seat in seats))
            await asyncio.sleep(2)
            after, used = running.memory(), running.processor_seconds()
            await asyncio.sleep(seconds)
            busy = (running.processor_seconds() - used) / seconds
    return after - before, busy


async def beside_a_bot(address: str, seconds: float) -> tuple[Times, Times]:
    """Play at a few tables without and with bots thinking all the time."""
    _, alone = await load(address, 4, seconds, 40)
    async with Client(address) as client:
        for _ in range(3):
            await client.create(seats=[{"kind": "bot", "level": "expert"}] * 2, start=True)
        _, beside = await load(address, 4, seconds, 40)
    return alone, beside


def report(name: str, value: float, unit: str, limit: float, least: bool = False) -> bool:
    """Print a line of the result and tell whether the number is kept."""
    kept = value >= limit if least else value <= limit
    word = "at least" if least else "at most"
    mark = "ok  " if kept else "FAIL"
    sys.stdout.write(f"{mark} {name:58} {value:9.1f} {unit:9} ({word} {limit:g})\n")
    return kept


def main() -> None:
    """Measure, and end with status 1 if a number is not kept."""
    seconds = float(os.environ.get("SECONDS", SECONDS))
    kept = []
    with server() as running:
        flat_out, times = asyncio.run(load(running.address, TABLES, seconds, None))
        kept.append(report(f"{TABLES} tables flat out", flat_out, "moves/s", 1500, least=True))
        kept.append(report("  p99 from move to all screens", times.percentile(0.99), "ms", 150))
    with server() as running:
        steady, times = asyncio.run(load(running.address, TABLES, seconds, 1500))
        # For comparison: people who think, for 1,500 moves a second if the answers took no time.
        report(f"{TABLES} tables that think between moves", steady, "moves/s", 0, least=True)
        report("  p99 from move to all screens", times.percentile(0.99), "ms", 150)
    with server() as running:
        more, busy = asyncio.run(idle(running, IDLE, 5.0))
        kept.append(report(f"{IDLE} idle sockets", more, "MB", 100))
        kept.append(report("  processor while they idle", 100 * busy, "%", 1))
    with server() as running:
        alone, beside = asyncio.run(beside_a_bot(running.address, seconds / 2))
        delay = beside.percentile(0.99) - alone.percentile(0.99)
        kept.append(report("delay by bots that think, at p99", delay, "ms", 50))
    sys.exit(0 if all(kept) else 1)


if __name__ == "__main__":
    main()
