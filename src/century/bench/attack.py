"""Load test with attacks: people play while another process attacks the server in several ways.

The server has the limits that it has by default. The attackers have addresses of their own, and
their process has the lowest priority: real attackers use processors of their own.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import time
from base64 import b64encode
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

import uvloop

from century.bench.host import Server, server
from century.bench.report import Report
from century.bench.seeding import SeededTable, seed_tables
from century.bench.traffic import Load, play

__all__ = ["ATTACKS", "attackers", "attacking_process", "main", "measure"]

SECONDS = 20.0
TABLES, RATE = 15, 60.0  # ordinary tables, and their moves per second together
SPARE_TABLES = 4  # for each table, because games end
MAX_P99, MAX_MEMORY = 100.0, 400.0  # milliseconds, megabytes
SOURCES = [f"127.{network}.0.1" for network in range(1, 5)]  # four addresses in four networks
LONG_GAME = 1_500  # decisions of the game whose log is read
CONNECTION_SECONDS = 5.0
MORE_SECONDS = 60.0  # for attacks that have not done anything yet

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Attacker:
    """One address that attacks a server."""

    def __init__(self, address: str, source: str) -> None:
        parts = urlsplit(address)
        self._host, self._port, self._source = parts.hostname or "", parts.port or 80, source
        self.counts: Counter[str] = Counter()

    def count(self, what: str, times: int = 1) -> None:
        """Count something that an attack has done."""
        self.counts[what] += times

    async def open(self) -> Streams:
        """Open a connection."""
        async with asyncio.timeout(CONNECTION_SECONDS):
            return await asyncio.open_connection(
                self._host, self._port, local_addr=(self._source, 0)
            )

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Streams]:
        """Open a connection, and abort it in the end."""
        reader, writer = await self.open()
        try:
            yield reader, writer
        finally:
            writer.transport.abort()

    async def ask(
        self, method: str, path: str, body: Any = None, token: str | None = None
    ) -> tuple[int, Any]:
        """Send a request; return the status and the data of the response."""
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n"
        head += "content-type: application/json\r\n"
        head += f"authorization: Bearer {token}\r\n" if token else ""
        head += f"content-length: {len(content)}\r\n\r\n"
        async with self.connection() as (reader, writer):
            writer.write(head.encode() + content)
            async with asyncio.timeout(60):
                answer = await reader.read(-1)
        if not answer:
            raise ConnectionError("no response")
        return int(answer.split(b" ", 2)[1]), json.loads(answer.partition(b"\r\n\r\n")[2])

    async def handshake(self, table: str, token: str) -> Streams:
        """Open a WebSocket."""
        reader, writer = await self.open()
        key = b64encode(os.urandom(16)).decode()
        head = f"GET /api/tables/{table}/socket HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\n"
        head += f"connection: Upgrade\r\nsec-websocket-key: {key}\r\nsec-websocket-version: 13\r\n"
        writer.write(f"{head}authorization: Bearer {token}\r\n\r\n".encode())
        async with asyncio.timeout(CONNECTION_SECONDS):
            await reader.readuntil(b"\r\n\r\n")
        return reader, writer

    async def new_table(self) -> tuple[dict[str, Any], str]:
        """Create a table for one person; return its state and the token."""
        seats = [{"kind": "me"}, {"kind": "me"}]
        while True:
            status, body = await self.ask("POST", "/api/tables", {"seats": seats, "start": True})
            if status == 201:
                return body["state"], body["token"]
            await asyncio.sleep(0.5)


def frame(payload: bytes, kind: int = 0x81) -> bytes:
    """Return a frame of a client, with a mask that changes nothing."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else bytes([0xFE]) + size.to_bytes(2, "big")
    return bytes([kind]) + length + bytes(4) + payload


# The attacks. Each runs until it is cancelled.


async def endless_headers(attacker: Attacker) -> None:
    """Send heads of requests without an end."""
    line = b"x-header: " + b"a" * 1_000 + b"\r\n"
    while True:
        with suppress(OSError, TimeoutError):
            async with attacker.connection() as (_, writer):
                writer.write(b"GET / HTTP/1.1\r\nhost: x\r\n")
                while not writer.is_closing():
                    writer.write(line * 100)
                    attacker.count("headers of 1 kB", 100)
                    async with asyncio.timeout(CONNECTION_SECONDS):
                        await writer.drain()
        await asyncio.sleep(0.05)


async def silent_connections(attacker: Attacker) -> None:
    """Open connections that send nothing."""
    opened: list[asyncio.StreamWriter] = []
    while True:
        with suppress(OSError, TimeoutError):
            for _ in range(20):
                opened.append((await attacker.open())[1])
                attacker.count("silent connections")
        opened = [writer for writer in opened if not writer.transport.is_closing()]
        await asyncio.sleep(0.1)


async def sockets_that_never_read(attacker: Attacker) -> None:
    """Ask for the whole state all the time, and never read it."""
    state, token = await attacker.new_table()
    sync = frame(b'{"type":"sync","version":0}'.ljust(2_000))
    opened: list[asyncio.StreamWriter] = []
    while True:
        with suppress(OSError, TimeoutError, EOFError):
            reader, writer = await attacker.handshake(state["table"], token)
            reader._transport.pause_reading()  # type: ignore[attr-defined]
            opened.append(writer)
        opened = [writer for writer in opened if not writer.transport.is_closing()]
        for writer in opened:
            if writer.transport.get_write_buffer_size() < 1_000_000:
                writer.write(sync * 20)
                attacker.count("frames that ask for the state", 20)
        await asyncio.sleep(0.1)


async def many_sockets(attacker: Attacker) -> None:
    """Open sockets as fast as possible."""
    state, token = await attacker.new_table()
    while True:
        opened = await asyncio.gather(
            *(attacker.handshake(state["table"], token) for _ in range(50)), return_exceptions=True
        )
        attacker.count("handshakes", len(opened))
        for one in opened:
            if not isinstance(one, BaseException):
                one[1].transport.abort()
        await asyncio.sleep(0.1)


async def floods_of_frames(attacker: Attacker) -> None:
    """Send tiny frames and pings as fast as possible."""
    state, token = await attacker.new_table()
    pings = frame(b"x" * 100, kind=0x89) * 500
    texts = frame(b"") * 20_000
    while True:
        for flood in (pings, texts):
            with suppress(OSError, TimeoutError, EOFError):
                _, writer = await attacker.handshake(state["table"], token)
                for _ in range(20):
                    writer.write(flood)
                    async with asyncio.timeout(1):
                        await writer.drain()
                    attacker.count("floods of frames")
                writer.transport.abort()
        await asyncio.sleep(0.2)


async def long_logs(attacker: Attacker) -> None:
    """Play a long game, and read its log and its positions all the time."""
    state, token = await attacker.new_table()
    path = f"/api/tables/{state['table']}"
    rng = random.Random(0)
    while state["decisions"] < LONG_GAME and state["status"] == "playing":
        legal = [move for move in state["legal"] if not move.startswith("claim")]
        body = {"type": "move", "id": f"a{state['version']}", "version": state["version"]}
        body["tokens"] = [rng.choice(legal or state["legal"])]
        with suppress(OSError, TimeoutError):
            status, answer = await attacker.ask("POST", f"{path}/commands", body, token)
            if status == 200:
                state = answer["state"]
        await asyncio.sleep(0.005)
        if state["version"] % 50 == 0:
            await _read_history(attacker, path, token, state["decisions"])
    while True:
        await _read_history(attacker, path, token, state["decisions"])


async def _read_history(attacker: Attacker, path: str, token: str, decisions: int) -> None:
    with suppress(OSError, TimeoutError):
        for what in ("log", "events", f"positions/{decisions}", "log?after=1"):
            await attacker.ask("GET", f"{path}/{what}", None, token)
            attacker.count("reads of a log")


async def tables_of_bots(attacker: Attacker) -> None:
    """Start tables of bots alone."""
    body = {"seats": [{"kind": "bot", "level": "expert"}] * 2, "start": True}
    while True:
        with suppress(OSError, TimeoutError):
            status, _ = await attacker.ask("POST", "/api/tables", body)
            attacker.count("tables of bots" if status == 201 else "refused tables")
        await asyncio.sleep(0.2)


async def guessed_codes(attacker: Attacker) -> None:
    """Try codes."""
    while True:
        code = "".join(random.choices("ABCDEFGHJKLMNPQRSTUVWXYZ23456789", k=6))
        with suppress(OSError, TimeoutError):
            await attacker.ask("GET", f"/api/codes/{code}")
            attacker.count("guessed codes")
        await asyncio.sleep(0.01)


ATTACKS: tuple[Callable[[Attacker], Awaitable[None]], ...] = (
    endless_headers,
    silent_connections,
    sockets_that_never_read,
    many_sockets,
    floods_of_frames,
    long_logs,
    tables_of_bots,
    guessed_codes,
)


async def attack(address: str, seconds: float, names: Sequence[str] = ()) -> dict[str, int]:
    """Run attacks, by default all, from all addresses; return what they have done.

    On a slow machine the attacks go on until each has done something.
    """
    chosen = [kind for kind in ATTACKS if not names or kind.__name__ in names]
    attackers = {kind: [Attacker(address, source) for source in SOURCES] for kind in chosen}

    async def keep_on(kind: Callable[[Attacker], Awaitable[None]], attacker: Attacker) -> None:
        while True:  # an attack may fail because the server refuses it
            with suppress(OSError, TimeoutError, EOFError, ValueError):
                await kind(attacker)
            await asyncio.sleep(0.2)

    tasks = [
        asyncio.create_task(keep_on(kind, one))
        for kind, group in attackers.items()
        for one in group
    ]
    await asyncio.sleep(seconds)
    with suppress(TimeoutError):
        async with asyncio.timeout(MORE_SECONDS):
            while not all(any(one.counts for one in group) for group in attackers.values()):
                await asyncio.sleep(0.1)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    counts = sum((one.counts for group in attackers.values() for one in group), Counter())
    return dict(sorted(counts.items()))


@contextmanager
def attackers(
    address: str, seconds: float, names: Sequence[str]
) -> Iterator[subprocess.Popen[str]]:
    """Run attacks in a process of their own."""
    program = "import sys; from century.bench.attack import attacking_process as attack"
    command = [sys.executable, "-c", f"{program}; attack(*sys.argv[1:])", address, str(seconds)]
    command += names
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.terminate()


async def measure(
    running: Server, tables: Sequence[SeededTable], seconds: float
) -> tuple[Load, float]:
    """Play at ordinary tables; return the times and the largest memory in megabytes."""
    # Together, these people send more frames than the server accepts from one address.
    playing = asyncio.create_task(
        play(running, tables, TABLES, seconds, RATE, sockets_per_source=2)
    )
    memory = running.memory()
    while not playing.done():
        memory = max(memory, running.memory())
        await asyncio.sleep(0.1)
    return await playing, memory


@contextmanager
def server_with_tables() -> Iterator[tuple[Server, list[SeededTable]]]:
    """Run a server with the default limits, and with tables for ordinary people."""
    with TemporaryDirectory() as folder:
        location = f"{folder}/tables.db"
        tables = seed_tables(location, SPARE_TABLES * TABLES)
        with server(location, limits=True) as running:
            yield running, tables


def run_attacks(report: Report, seconds: float, names: Sequence[str]) -> None:
    """Measure ordinary tables without attacks, and then with attacks at the same time."""
    report.progress("playing without attacks")
    with server_with_tables() as (running, tables):
        alone, before = uvloop.run(measure(running, tables, seconds / 2))
    report.progress("playing with attacks: " + (", ".join(names) or "all"))
    with (
        server_with_tables() as (running, tables),
        attackers(running.address, 2 * seconds, names) as process,
    ):
        time.sleep(seconds / 4)  # until the attacks are at their height
        beside, memory = uvloop.run(measure(running, tables, seconds))
        assert process.stdout is not None
        attacked = json.loads(process.stdout.read())
    title = f"{TABLES} tables at {RATE:g} moves/s"
    report.add(f"{title}, p99 without attacks", alone.times.percentile(0.99), "ms")
    report.add("  memory without attacks", before, "MB")
    report.add("  processor of the server without attacks", _share(alone), "%")
    report.require("  p99 with attacks", beside.times.percentile(0.99), "ms", MAX_P99)
    report.require("  memory with attacks", memory, "MB", MAX_MEMORY)
    report.require(
        "  moves with attacks", beside.moves_per_second, "moves/s", 0.8 * RATE, least=True
    )
    report.add("  processor of the server with attacks", _share(beside), "%")
    for what, times in attacked.items():
        report.add(f"  attacks: {what}", times, "")


def _share(load: Load) -> float:
    """Return the share of a processor that the server used, in percent."""
    return 100 * load.server / load.seconds


def main() -> None:
    """Run all attacks at once, or those that the arguments name, or each of them alone."""
    parser = argparse.ArgumentParser(prog="python -m century.bench.attack", description=__doc__)
    known = [kind.__name__ for kind in ATTACKS]
    parser.add_argument("attacks", nargs="*", metavar="ATTACK", help=", ".join(known))
    parser.add_argument("--seconds", type=float, default=SECONDS, help="of each measurement")
    parser.add_argument("--each", action="store_true", help="one attack after the other")
    given = parser.parse_args()
    names = given.attacks
    unknown = [name for name in names if name not in known]
    if unknown:
        parser.error(f"unknown attack {unknown[0]!r}; the attacks are {', '.join(known)}")
    report = Report()
    report.add("load of this machine", os.getloadavg()[0], "")
    try:
        for group in [[name] for name in names or known] if given.each else [names]:
            run_attacks(report, given.seconds, group)
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(0 if report.passed else 1)


def attacking_process(address: str, seconds: str, *names: str) -> None:
    """Attack a server, and print what was done."""
    os.nice(19)
    sys.stdout.write(json.dumps(uvloop.run(attack(address, float(seconds), names))))


if __name__ == "__main__":
    main()
