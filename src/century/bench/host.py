"""A server to measure, in a process of its own, and what it uses up."""

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

__all__ = ["Server", "passing_server", "server"]

STARTING = 600.0  # seconds, on a machine where the rules are compiled first


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
        """Return how much processor time it has used, without the bots."""
        return _processor_seconds(self.process.pid)

    def thinking_seconds(self) -> float:
        """Return how much processor time the processes have used in which its bots think."""
        children = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        bots = [int(bot) for path in children for bot in path.read_text("utf-8").split()]
        return sum(_processor_seconds(bot) for bot in bots)


def _processor_seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").split()
    return (int(fields[13]) + int(fields[14])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def server() -> Iterator[Server]:
    """Run a server on an empty database, with room for one who plays for all."""
    with TemporaryDirectory() as folder:
        command = ["-c", "from century.cli import main; main()", "serve"]
        command += ["--port", "0", "--no-browser"]
        command += ["--db", f"{folder}/tables.db", "--workers", "1"]
        command += ["--tables-per-hour", "1000000", "--rate", "100000"]
        with _running(command) as running:
            _wait_until_ready(running.address)
            yield running


@contextmanager
def passing_server() -> Iterator[Server]:
    """Run the server that only passes on what it is sent."""
    with _running(["-m", "century.bench.passing"]) as running:
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
    """Wait for the rules to be loaded, and for the bots: to compile them takes half the machine."""
    end = time.monotonic() + STARTING
    while not _ready(address):
        if time.monotonic() > end:
            raise TimeoutError("the server did not get ready")
        time.sleep(0.1)


def _ready(address: str) -> bool:
    try:
        answer = httpx.get(f"{address}/api/bots", timeout=STARTING)
    except httpx.TransportError:  # it does not listen yet
        return False
    return answer.is_success and not answer.json()["preparing"]
