"""A server in a separate process, which tests can kill and restart."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

KILL_ROUNDS = int(os.environ.get("KILL_ROUNDS", "2"))  # `make prove` sets a higher number
PROGRAM = "from century.cli import main; main()"


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def children(pid: int) -> list[int]:
    """Return the child processes of a process (on Linux)."""
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8")
    return [int(child) for child in text.split()]


def is_running(pid: int) -> bool:
    """Tell whether a process exists and is no zombie (on Linux)."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


def command_line(pid: int) -> bytes:
    """Return the command line of a process; it is empty if the process has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""


def wait_until(condition: Callable[[], object], what: str, seconds: float = 120) -> None:
    """Wait until something happens, but not for ever."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, what
        time.sleep(0.1)


class Process:
    """A server that restarts on the same port and database."""

    def __init__(self, folder: Path, database: str | None = None, *options: str) -> None:
        self.database = database or folder / "tables.db"
        self.options = options
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        options = ["--port", str(self.port), "--db", str(self.database), "--no-browser"]
        limits = ["--rate", "100000", "--tables-per-hour", "100000"]
        limits += ["--sockets-per-address", "100000"]
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, "serve", *options, *limits, *self.options],
            stdout=subprocess.DEVNULL,
        )

    def ready(self) -> bool:
        try:
            with urlopen(f"{self.address}/readyz", timeout=5) as answer:
                return bool(answer.status == 200)
        except (URLError, OSError):
            return False

    def wait_until_ready(self) -> None:
        end = time.monotonic() + 120
        while not self.ready():
            assert self.process.poll() is None, f"ended with status {self.process.returncode}"
            assert time.monotonic() < end, "the server did not start"
            time.sleep(0.1)

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(30)


@contextmanager
def running(folder: Path, database: str | None = None, *options: str) -> Iterator[Process]:
    """Run `century serve` with a SQLite database in a folder, or with the given database."""
    process = Process(folder, database, *options)
    try:
        process.wait_until_ready()
        yield process
    finally:
        if process.process.poll() is None:
            process.stop()


def server_processes(server: Process) -> list[int]:
    """Return the server processes; multiprocessing adds a process that tracks resources."""
    return [pid for pid in children(server.process.pid) if b"spawn_main" in command_line(pid)]
