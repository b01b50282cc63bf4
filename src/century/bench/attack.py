"""Load test with attacks: people play while another process attacks the server in several ways.

The server has the limits that it has by default. The attackers have addresses of their own, and
their process has the lowest priority: real attackers use processors of their own.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import time
from base64 import b64encode
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any
from urllib.parse import urlsplit

import uvloop

from century.bench.host import Server, server
from century.bench.load import Load, load, report, report_value

__all__ = ["ATTACKS", "attackers", "main", "measure"]

SECONDS = 20.0
TABLES, RATE = 15, 60.0  # ordinary tables, and their moves per second together
MAX_P99, MAX_MEMORY = 100.0, 400.0  # milliseconds, megabytes
SOURCES = [f"127.{network}.0.1" for network in range(1, 5)]  # four addresses in four networks
LONG_GAME = 1_500  # decisions of the game whose log is read
CONNECTION_SECONDS = 5.0

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Attacker:
    """One address that attacks a server."""

    def __init__(self, address: str, source: str) -> None:
        parts = urlsplit(address)
        self._host, self._port, self._source = parts.hostname or "", parts.port or 80, source
        self.counts: dict[str, int] = {}

    def count(self, what: str, times: int = 1) -> None:
        """Count something that an attack has done."""
        self.counts[what] = self.counts.get(what, 0) + times

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
    """Run attacks, by default all, from all addresses; return what they have done."""
    chosen = [kind for kind in ATTACKS if not names or kind.__name__ in names]
    attackers = [Attacker(address, source) for source in SOURCES]

    async def keep_on(kind: Callable[[Attacker], Awaitable[None]], attacker: Attacker) -> None:
        while True:  # an attack may fail because the server refuses it
            with suppress(OSError, TimeoutError, EOFError, ValueError):
                await kind(attacker)
            await asyncio.sleep(0.2)

    tasks = [asyncio.create_task(keep_on(kind, one)) for kind in chosen for one in attackers]
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    done = sorted({name for attacker in attackers for name in attacker.counts})
    return {name: sum(one.counts.get(name, 0) for one in attackers) for name in done}


@contextmanager
def attackers(
    address: str, seconds: float, names: Sequence[str]
) -> Iterator[subprocess.Popen[str]]:
    """Run attacks in a process of their own."""
    command = [sys.executable, "-m", "century.bench.attack", address, str(seconds), *names]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.terminate()


async def measure(running: Server, seconds: float) -> tuple[Load, float]:
    """Play at ordinary tables; return the times and the largest memory in megabytes."""
    playing = asyncio.create_task(load(running, TABLES, seconds, RATE))
    memory = running.memory()
    while not playing.done():
        memory = max(memory, running.memory())
        await asyncio.sleep(0.1)
    return await playing, memory


def main() -> None:
    """Measure ordinary tables without and with attacks; exit with status 1 beyond a limit."""
    seconds = float(os.environ.get("SECONDS", SECONDS))
    names = os.environ.get("ATTACKS", "").split()
    report_value("load of this machine", os.getloadavg()[0], "")
    with server(limits=True) as running:
        alone, before = uvloop.run(measure(running, seconds / 2))
    with server(limits=True) as running, attackers(running.address, 2 * seconds, names) as process:
        time.sleep(seconds / 4)  # until the attacks are at their height
        beside, memory = uvloop.run(measure(running, seconds))
        assert process.stdout is not None
        attacked = json.loads(process.stdout.read())
    name = f"{TABLES} tables at {RATE:g} moves/s"
    report_value(f"{name}, p99 without attacks", alone.times.percentile(0.99), "ms")
    report_value("  memory without attacks", before, "MB")
    passed = [
        report("  p99 with attacks", beside.times.percentile(0.99), "ms", MAX_P99),
        report("  memory with attacks", memory, "MB", MAX_MEMORY),
        report("  moves with attacks", beside.moves / seconds, "moves/s", 0.8 * RATE, least=True),
    ]
    report_value("  processor of the server with attacks", 100 * beside.server / seconds, "%")
    for name, times in attacked.items():
        report_value(f"  attacks: {name}", times, "")
    sys.exit(0 if all(passed) else 1)


def attacking_process(address: str, seconds: str, *names: str) -> None:
    """Attack a server, and print what was done."""
    os.nice(19)
    sys.stdout.write(json.dumps(uvloop.run(attack(address, float(seconds), names))))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        attacking_process(*sys.argv[1:])
    else:
        main()
