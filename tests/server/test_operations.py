"""Locks, several server processes, and the time limit of a shutdown."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from century.client import Client
from century.server import shutdown
from century.server.errors import BadDatabase, DatabaseInUse, PortTaken
from century.server.log.lock import DatabaseLock
from century.server.run import bind, open_database
from tests.server.command import one_line, refusal
from tests.server.postgres import Cluster
from tests.server.process import (
    PROGRAM,
    Process,
    children,
    command_line,
    is_running,
    running,
    server_processes,
    wait_until,
)

# One server for each SQLite database


def test_a_second_server_on_the_same_file_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "tables.db")
    with running(tmp_path) as server:
        for name in ("tables.db", "link.db"):
            # The port is taken too, but another port would not help.
            port, database = str(server.port), str(tmp_path / name)
            message = refusal(monkeypatch, capsys, "serve", "--port", port, "--db", database)
            assert f"{database} is in use by another server" in one_line(message)
            assert f"process {server.process.pid}" in message
            assert f"http://localhost:{port}/" in message
        server.kill()
        with open_database(str(tmp_path / "tables.db")):  # the kernel has released the lock
            pass


def test_a_lock_is_exclusive_and_leaves_no_file(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with DatabaseLock(path), pytest.raises(DatabaseInUse):
        DatabaseLock(path)
    assert list(tmp_path.iterdir()) == []
    with DatabaseLock(path):
        pass


def test_a_database_with_a_hard_link_is_refused(tmp_path: Path) -> None:
    path, other = tmp_path / "tables.db", tmp_path / "other.db"
    path.touch()
    with DatabaseLock(path):
        other.hardlink_to(path)
        with pytest.raises(BadDatabase, match="has a hard link"):
            DatabaseLock(other)
    other.unlink()
    with DatabaseLock(path):
        pass


def test_a_database_in_memory_needs_no_lock() -> None:
    with open_database("sqlite://"), open_database("sqlite://"):
        pass


def test_a_failed_start_releases_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    database = str(tmp_path / "tables.db")
    taken = bind("127.0.0.1", 0)
    try:
        port = taken.getsockname()[1]
        with pytest.raises(PortTaken):
            bind("127.0.0.1", port)
        message = refusal(monkeypatch, capsys, "serve", "--port", str(port), "--db", database)
    finally:
        taken.close()
    assert f"port {port} is taken" in one_line(message)
    with open_database(database):
        pass


# Several processes


async def play_first_move(address: str) -> str:
    async with Client(address) as client:
        seats = [{"kind": "me"}, {"kind": "open"}]
        host = await client.create(seats=seats, order="seated")
        guest = await client.join(host.state["code"], "Bob")
        async with host, guest:
            await host.until(lambda: host.version == 2)
            await host.do("start")
            await host.until(lambda: host.state["legal"])
            await host.move(host.state["legal"][0])
        return host.table


def metric(server: Process, name: str) -> float:
    """Return a figure of /metrics, from any of the processes."""
    with urlopen(f"{server.address}/metrics", timeout=30) as answer:
        found = re.search(rf"^{re.escape(name)} (\S+)$", answer.read().decode(), re.MULTILINE)
    return float(found[1]) if found else 0.0


def test_processes_are_replaced_when_they_die_and_end_with_the_supervisor(
    tmp_path: Path, postgres_url: str
) -> None:
    with running(tmp_path, postgres_url, "--processes", "2", "--metrics") as server:
        wait_until(lambda: len(server_processes(server)) == 2, "two processes start")
        for _ in range(10):  # each connection may reach another process
            with urlopen(new_table(f"{server.address}/"), timeout=30) as answer:
                assert answer.status == 201
        created = 'century_events_total{kind="created"}'
        wait_until(lambda: metric(server, created) == 10, "all processes export all events")
        assert {metric(server, created) for _ in range(20)} == {10.0}
        assert metric(server, "century_tables") == 10
        first, second = server_processes(server)
        os.kill(first, signal.SIGKILL)
        wait_until(
            lambda: len(server_processes(server)) == 2 and first not in server_processes(server),
            "the process is replaced",
        )
        os.kill(second, signal.SIGKILL)  # now only the new process can answer
        server.wait_until_ready()
        assert asyncio.run(play_first_move(server.address))
        wait_until(lambda: len(server_processes(server)) == 2, "the process is replaced")
        everything = server_processes(server)
        server.stop()
        assert server.process.returncode == 0
        wait_until(lambda: not any(map(is_running, everything)), "the processes end")


@pytest.mark.parametrize("ready", [False, True])
def test_processes_end_when_the_supervisor_is_killed(
    tmp_path: Path, postgres_url: str, ready: bool
) -> None:
    server = Process(tmp_path, postgres_url, "--processes", "2")
    try:
        wait_until(lambda: len(server_processes(server)) == 2, "two processes start")
        if ready:
            server.wait_until_ready()
        orphans = server_processes(server)
    finally:
        server.kill()
    wait_until(lambda: not any(map(is_running, orphans)), "the processes end")


def test_no_process_shows_the_password_and_ctrl_c_stops_all_processes(
    tmp_path: Path, postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CENTURY_DB", postgres_url.replace("@", ":hunter2@", 1))
    command = [sys.executable, "-c", PROGRAM, "serve", "--no-browser", "--port", "0"]
    server = subprocess.Popen([*command, "--processes", "2"], stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        address = server.stdout.readline().split()[2]
        with urlopen(f"{address}readyz", timeout=120) as answer:
            assert answer.status == 200
        pids = [server.pid, *children(server.pid)]
        assert len(pids) > 2
        assert not any(b"hunter2" in command_line(pid) for pid in pids)
        server.send_signal(signal.SIGINT)
        server.communicate(timeout=30)
        assert server.returncode == 130
        wait_until(lambda: not any(map(is_running, pids)), "all processes end")
    finally:
        server.kill()
        server.wait()


def test_processes_wait_for_the_database_to_start_but_not_to_stop(
    tmp_path: Path, postgres: Cluster, postgres_url: str
) -> None:
    with running(tmp_path, postgres_url, "--processes", "2") as server:
        wait_until(lambda: len(server_processes(server)) == 2, "two processes start")
        before = server_processes(server)
        postgres.crash()
        try:
            for pid in before:
                os.kill(pid, signal.SIGKILL)
            wait_until(
                lambda: len(set(server_processes(server)) - set(before)) == 2,
                "the processes are replaced",
            )
        finally:
            postgres.start()
        server.wait_until_ready()
        everything = server_processes(server)
        with postgres.frozen():
            server.process.terminate()
            assert server.process.wait(30) == 0
            wait_until(lambda: not any(map(is_running, everything)), "the processes end")


# Shutdown


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_a_signal_stops_a_server_with_its_status(
    tmp_path: Path, number: signal.Signals, status: int
) -> None:
    with running(tmp_path) as server:
        server.process.send_signal(number)
        assert server.process.wait(30) == status
    assert not (tmp_path / "tables.db.lock").exists()
    assert not (tmp_path / "tables.db-wal").exists()


# Python ignores exceptions inside such callbacks, and the start of a server has many of them.
SIGNAL_IN_A_CALLBACK = """
import os, signal, time, weakref
from century.server.shutdown import limit_shutdown
limit_shutdown()
class Anything: pass
anything = Anything()
def stop(_): os.kill(os.getpid(), signal.SIGTERM); time.sleep(0.1)
reference = weakref.ref(anything, stop)
del anything
time.sleep(60)
"""


def test_a_signal_during_the_start_is_not_lost() -> None:
    command = [sys.executable, "-c", SIGNAL_IN_A_CALLBACK]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=30)
    assert (ended.returncode, ended.stderr) == (0, "")


# A server that waits for its database for ever when it stops.
BLOCKED = """
import threading
from century.server import shutdown
shutdown.SECONDS = 1.5
from century.server.log.store import Store
close = Store.close
def block(self):
    if threading.current_thread() is threading.main_thread():
        close(self)  # before the server starts
    else:
        threading.Event().wait()
Store.close = block
"""


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_a_server_ends_although_a_database_call_blocks(
    tmp_path: Path, number: signal.Signals, status: int
) -> None:
    command = [sys.executable, "-c", BLOCKED + PROGRAM, "serve", "--no-browser", "--port", "0"]
    command += ["--db", str(tmp_path / "tables.db")]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        address = server.stdout.readline().split()[2]
        with urlopen(f"{address}readyz", timeout=120) as answer:
            assert answer.status == 200
        server.send_signal(number)
        _, errors = server.communicate(timeout=30)  # without the limit it would never end
    finally:
        server.kill()
        server.wait()
    assert server.returncode == status
    assert "did not stop within 1.5 s" in errors
    assert shutdown.SECONDS < 10


def new_table(address: str) -> Request:
    return Request(f"{address}api/tables", b"{}", {"content-type": "application/json"})


def test_a_server_ends_while_postgresql_does_not_answer(
    tmp_path: Path, postgres: Cluster, postgres_url: str
) -> None:
    with running(tmp_path, postgres_url) as server, postgres.frozen():
        with pytest.raises(TimeoutError):
            urlopen(new_table(f"{server.address}/"), timeout=1)
        server.process.terminate()
        assert server.process.wait(30) == 0


def test_a_stopped_process_does_not_delay_the_shutdown(tmp_path: Path, postgres_url: str) -> None:
    with running(tmp_path, postgres_url, "--processes", "2") as server:
        first, second = server_processes(server)
        os.kill(first, signal.SIGSTOP)
        server.process.terminate()
        assert server.process.wait(30) == 0
        wait_until(lambda: not is_running(first) and not is_running(second), "the processes end")
