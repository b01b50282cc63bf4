"""A server in a separate process, and its use of memory and processor time."""

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

__all__ = ["Server", "relay_server", "server"]

STARTUP_SECONDS = 600.0  # the first start compiles the rules


@dataclass
class Server:
    """A server process."""

    address: str
    process: subprocess.Popen[Any]

    def memory(self) -> float:
        """Return its resident memory in megabytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found is not None
        return int(found[1]) / 1024

    def processor_seconds(self) -> float:
        """Return the processor time of the server, without its bots."""
        return _processor_seconds(self.process.pid)

    def bot_seconds(self) -> float:
        """Return the processor time of the worker processes for bots."""
        children = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        bots = [int(bot) for path in children for bot in path.read_text("utf-8").split()]
        return sum(_processor_seconds(bot) for bot in bots)


def _processor_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").split()
    return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def server(limits: bool = False) -> Iterator[Server]:
    """Run a server on an empty database, by default with limits that a load test does not reach."""
    with TemporaryDirectory() as folder:
        command = ["-c", "from century.cli import main; main()", "serve"]
        command += ["--port", "0", "--no-browser"]
        command += ["--db", f"{folder}/tables.db", "--workers", "1"]
        if not limits:
            command += ["--tables-per-hour", "1000000", "--rate", "100000"]
            command += ["--sockets-per-address", "100000"]
        with _running(command) as running:
            _wait_until_ready(running.address)
            yield running


@contextmanager
def relay_server() -> Iterator[Server]:
    """Run the relay server."""
    with _running(["-m", "century.bench.relay"]) as running:
        yield running


@contextmanager
def _running(command: list[str]) -> Iterator[Server]:
    with subprocess.Popen([sys.executable, *command], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+:\d+", process.stdout.readline())
            assert found is not None
            yield Server(found[0], process)
        finally:
            process.terminate()


def _wait_until_ready(address: str) -> None:
    """Wait until rules and bots are compiled, because compiling would distort a measurement."""
    end = time.monotonic() + STARTUP_SECONDS
    while not _ready(address):
        if time.monotonic() > end:
            raise TimeoutError("the server was not ready in time")
        time.sleep(0.1)


def _ready(address: str) -> bool:
    try:
        answer = httpx.get(f"{address}/api/bots", timeout=STARTUP_SECONDS)
    except httpx.TransportError:  # not listening yet
        return False
    return answer.is_success and not answer.json()["preparing"]
