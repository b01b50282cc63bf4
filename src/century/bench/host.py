"""Servers in separate processes, and their use of memory and processor time."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx

__all__ = ["Server", "relay_server", "server", "start_server"]

STARTUP_SECONDS = 600.0  # the first start compiles the rules
STOP_SECONDS = 15.0
UNLIMITED = (
    *("--tables-per-hour", "1000000", "--bot-tables", "1000000"),
    *("--rate", "100000", "--sockets-per-address", "100000"),
)


@dataclass
class Server:
    """A server: one process, or a supervisor with several processes."""

    address: str
    process: subprocess.Popen[Any]
    processes: int = 1

    def serving(self) -> list[int]:
        """Return the processes that serve requests."""
        if self.processes == 1:
            return [self.process.pid]
        return [pid for pid in _children(self.process.pid) if _serves(pid)]

    def memory(self) -> float:
        """Return the resident memory of all serving processes in megabytes."""
        return sum(_memory(pid) for pid in self.serving())

    def processor_seconds(self) -> float:
        """Return the processor time of the server, without its bots."""
        return sum(_processor_seconds(pid) for pid in self.serving())

    def bot_seconds(self) -> float:
        """Return the processor time of the worker processes for bots."""
        return sum(_processor_seconds(bot) for pid in self.serving() for bot in _children(pid))


def _children(process: int) -> list[int]:
    found = Path(f"/proc/{process}/task").glob("*/children")
    return [int(child) for path in found for child in path.read_text("utf-8").split()]


def _serves(process: int) -> bool:
    """Whether a child of a supervisor is a server, and not a helper of multiprocessing."""
    command = Path(f"/proc/{process}/cmdline").read_bytes()
    return b"spawn_main" in command


def _memory(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found is not None
    return int(found[1]) / 1024


def _processor_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def server(
    database: str | None = None, limits: bool = False, processes: int = 1
) -> Iterator[Server]:
    """Run a server whose bots are compiled, by default on a new SQLite database.

    Without `limits`, no load test reaches the limits of the server.
    """
    with (
        TemporaryDirectory() as folder,
        start_server(database or f"{folder}/tables.db", limits, processes) as running,
    ):
        _wait_until(f"{running.address}/api/bots", lambda answer: not answer.json()["preparing"])
        yield running


@contextmanager
def start_server(database: str, limits: bool = False, processes: int = 1) -> Iterator[Server]:
    """Run a server until it is ready."""
    command = ["-c", "from century.cli import main; main()", "serve", "--no-browser"]
    command += ["--port", "0", "--db", database, "--workers", "1", "--processes", str(processes)]
    command += [] if limits else UNLIMITED
    with _running(command) as running:
        running.processes = processes
        _wait_until(f"{running.address}/readyz", lambda _: True)
        yield running


@contextmanager
def relay_server() -> Iterator[Server]:
    """Run the relay server."""
    with _running(["-m", "century.bench.relay"]) as running:
        yield running


@contextmanager
def _running(command: list[str]) -> Iterator[Server]:
    # In a session of its own, Ctrl-C reaches the measurement first, which then stops the server.
    with subprocess.Popen(
        [sys.executable, *command], stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+:\d+", process.stdout.readline())
            if found is None:
                raise RuntimeError("the server did not start")
            yield Server(found[0], process)
        finally:
            process.terminate()
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()


def _wait_until(address: str, condition: Any) -> None:
    """Wait until a request succeeds and its answer fulfils a condition."""
    end = time.monotonic() + STARTUP_SECONDS
    while True:
        try:
            answer = httpx.get(address, timeout=STARTUP_SECONDS)
            if answer.is_success and condition(answer):
                return
        except httpx.TransportError:
            pass  # not listening yet
        if time.monotonic() > end:
            raise TimeoutError("the server was not ready in time")
        time.sleep(0.02)
