"""Tables go on after faults of the database: nothing is lost, and nothing needs a restart."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from century.server.log import journal
from century.server.log.store import Store
from century.server.table.commands import MakeMove
from tests.server.in_process import (
    InProcessServer,
    Player,
    expect_error,
    expect_ok,
    in_process_server,
    wait_until,
)
from tests.server.postgres import Cluster

WAIT_SECONDS = 60.0


class Database:
    """A database that a test can make unavailable."""

    def __init__(self, location: str, unavailable: Callable[[], AbstractContextManager[Any]]):
        self.location = location
        self.unavailable = unavailable


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Let another program hold the write lock of an SQLite database."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


@contextmanager
def stopped(postgres: Cluster) -> Iterator[None]:
    """Let PostgreSQL crash, and start it again at the end."""
    postgres.crash()
    try:
        yield
    finally:
        postgres.start()


@pytest.fixture(params=["sqlite: locked", "postgresql: crashed", "postgresql: silent"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Database:
    if request.param.startswith("sqlite"):
        path = tmp_path / "tables.db"
        return Database(str(path), lambda: locked(path))
    postgres: Cluster = request.getfixturevalue("postgres")
    url: str = request.getfixturevalue("postgres_url")
    if request.param.endswith("silent"):
        return Database(url, postgres.frozen)
    return Database(url, lambda: stopped(postgres))


@pytest.fixture
def server(database: Database) -> Iterator[InProcessServer]:
    with in_process_server(database.location) as running:
        yield running


def is_ready(server: InProcessServer) -> bool:
    return server.ask("GET", "/readyz").status_code == 200


def test_a_move_waits_until_a_short_fault_is_over(
    server: InProcessServer, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "RETRY_SECONDS", WAIT_SECONDS)  # a busy machine restarts slowly
    host, _ = server.pair()
    over = threading.Event()

    def fault() -> None:
        with database.unavailable():
            started.set()
            time.sleep(0.5)
        over.set()

    started = threading.Event()
    thread = threading.Thread(target=fault)
    version = host.state()["version"]
    thread.start()
    assert started.wait(WAIT_SECONDS)
    answer = host.do("move", version=version, tokens=["play YY"])
    thread.join(WAIT_SECONDS)
    expect_ok(answer)
    assert over.is_set()
    assert [e["kind"] for e in expect_ok(host.ask("events"))].count("moved") == 1


def test_after_a_long_fault_people_bots_and_sockets_go_on(
    server: InProcessServer, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "RETRY_SECONDS", 0.2)
    host = server.create(seats=[{"kind": "me"}, {"kind": "bot", "level": "novice"}], start=True)
    version = host.state()["version"]
    command = {"id": "once", "version": version, "tokens": ["play YY"]}
    with host.socket() as socket:
        assert socket.receive_json()["type"] == "state"
        with database.unavailable():
            expect_error(host.do("move", **command), 503, "outcome-unknown")
            answer = server.ask("GET", "/readyz")
            assert answer.status_code == 503
            assert "database" in answer.text or "due work" in answer.text
        wait_until(lambda: is_ready(server))
        server.time.now += 10  # leases of failed attempts run out on the server's clock
        while (message := socket.receive_json())["type"] != "state":
            pass  # everybody is told what stands, although nothing may have happened
        assert message["state"]["version"] >= version
    expect_ok(host.do("move", **command))  # the same id: executed once, now or before
    wait_until(lambda: host.state()["legal"])
    kinds = [event["id"] for event in expect_ok(host.ask("events"))]
    assert kinds.count("once") == 1


def test_a_clock_runs_out_after_a_fault(
    server: InProcessServer, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "RETRY_SECONDS", 0.2)
    host, _ = server.pair(clock={"kind": "bank", "seconds": 60})
    deadline = host.state()["deadline"]
    with database.unavailable():
        server.time.now = deadline + 1
        time.sleep(1.0)  # the server tries in vain
    # The lease of the failed attempt, if there was one, runs out on the server's clock.
    server.time.now = deadline + 10
    wait_until(lambda: is_ready(server) and host.state()["seats"][0]["timed_out"])


@pytest.fixture(params=["sqlite", "postgresql"])
def healthy(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[InProcessServer]:
    """A server on either database, for faults inside the process."""
    if request.param == "sqlite":
        location = str(tmp_path / "tables.db")
    else:
        location = request.getfixturevalue("postgres_url")
    with in_process_server(location) as running:
        yield running


def test_a_commit_whose_answer_was_lost_is_found_in_the_log(
    healthy: InProcessServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, _ = healthy.pair()
    original = Store._append
    failures: list[Any] = []

    def commit_and_fail(self: Store, entries: Any) -> None:
        original(self, entries)
        if not failures:
            failures.append(entries)
            raise OperationalError("COMMIT", None, Exception("connection lost"))

    monkeypatch.setattr(Store, "_append", commit_and_fail)
    expect_ok(host.move("play YY"))
    assert failures
    assert [e["kind"] for e in expect_ok(host.ask("events"))].count("moved") == 1


def test_a_fault_inside_the_journal_does_not_stop_later_writes(
    healthy: InProcessServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, _ = healthy.pair()
    original = Store.append
    failures: list[Any] = []

    def fail_once(self: Store, entries: Any) -> Any:
        if not failures:
            failures.append(entries)
            raise RuntimeError("a programming error")
        return original(self, entries)

    monkeypatch.setattr(Store, "append", fail_once)
    expect_error(host.move("play YY"), 503, "outcome-unknown")
    expect_ok(host.move("play YY"))
    assert [e["kind"] for e in expect_ok(host.ask("events"))].count("moved") == 1


def test_a_fault_inside_the_scheduler_does_not_stop_it(
    healthy: InProcessServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    scheduler, portal = healthy.service.scheduler, healthy.client.portal
    assert portal is not None
    host, _ = healthy.pair(clock={"kind": "bank", "seconds": 60})
    with monkeypatch.context() as patch:
        patch.setattr(healthy.service.coordination, "take_due", lambda _now: 1 / 0)
        portal.call(scheduler.round)
        assert scheduler.fault is not None
    healthy.time.now += 120
    wait_until(lambda: host.state()["seats"][0]["timed_out"])
    assert scheduler.fault is None


def test_a_full_disk_is_reported_and_the_table_goes_on_when_it_is_freed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "RETRY_SECONDS", 0.2)
    with in_process_server(str(tmp_path / "tables.db")) as server:
        host = server.create(seats=[{"kind": "me"}] * 2, start=True)
        _limit_pages(server, None)
        moves, refused = 0, False
        while not refused:
            answer = host.do("move", tokens=[host.first_legal()])
            refused = answer.status_code != 200
            moves += not refused
        expect_error(answer, 503, "outcome-unknown")
        assert server.ask("GET", "/readyz").status_code == 503
        _limit_pages(server, 1_000_000)
        wait_until(lambda: host.ask().status_code == 200)
        expect_ok(host.do("move", tokens=[host.first_legal()]))
        assert is_ready(server)
        kinds = [e["kind"] for e in expect_ok(host.ask("events"))]
        assert kinds.count("moved") == moves + 1


def _limit_pages(server: InProcessServer, pages: int | None) -> None:
    """Let SQLite report a full disk, as it does when the file system is full."""
    engine = server.service.store.engine
    engine.dispose()

    def limit(connection: Any, _record: object) -> None:
        cursor = connection.cursor()
        count = cursor.execute("PRAGMA page_count").fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count={pages or count}")
        cursor.close()

    from sqlalchemy import event

    event.listen(engine, "connect", limit)


# Tables that cannot be read


def test_an_unreadable_table_is_set_aside_and_the_others_go_on(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    bot = [{"kind": "me"}, {"kind": "bot", "level": "novice"}]
    with in_process_server(str(database)) as server:
        broken, good = server.create(seats=bot, start=True), server.create(seats=bot, start=True)
        expect_ok(broken.move("play YY"))
    with sqlite3.connect(database) as connection:
        damage = "UPDATE events SET body = 'nonsense' WHERE table_id = ? AND version = 2"
        connection.execute(damage, (broken.table,))
    connection.close()
    with in_process_server(str(database), secrets_seed=2) as server:
        again = Player(server, broken.table, broken.token)
        expect_error(again.ask(), 503, "unreadable-table")
        expect_error(again.do("move", version=3, tokens=["rest"]), 503, "unreadable-table")
        good = Player(server, good.table, good.token)
        expect_ok(good.move("play YY"))
        wait_until(lambda: good.state()["legal"])
        assert is_ready(server)


def test_the_start_reads_no_table(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.db")
    with in_process_server(database) as server:
        host = server.create(
            seats=[{"kind": "me"}] * 2, start=True, clock={"kind": "days", "days": 1}
        )
        table, token = host.table, host.token
    with in_process_server(database, secrets_seed=2) as server:
        assert server.service._tables == {}
        assert Player(server, table, token).state()["status"] == "playing"


# Time that nobody is charged for


def test_time_without_a_server_is_not_charged(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.db")
    with in_process_server(database, count_outages=True) as server:
        host, _ = server.pair(clock={"kind": "bank", "seconds": 60})
        start = server.time.now
        serve_for(server, 10)
    with in_process_server(database, secrets_seed=2, count_outages=True) as server:
        host = Player(server, host.table, host.token)
        server.time.now = start + 10_000  # the first heartbeat comes after this
        serve_for(server, 0)
        state = host.state()
        assert state["deadline"] == state["now"] + 50
        serve_for(server, 6)
        expect_ok(host.do("move", id="later", tokens=["play YY"]))
        assert host.state()["seats"][0]["bank"] == 44.0


def test_a_server_without_due_work_is_alive(tmp_path: Path) -> None:
    with in_process_server(str(tmp_path / "tables.db"), count_outages=True) as server:
        server.pair(clock={"kind": "bank", "seconds": 60})
        serve_for(server, 2)
        tables = list(server.service._tables)
        for table in tables:
            server.service.coordination.remove_due(table)
        serve_for(server, 60)  # nothing is due, so there is no heartbeat
        server.pair(clock={"kind": "bank", "seconds": 60})
        serve_for(server, 2)
        assert server.service.coordination.outages() == []


def serve_for(server: InProcessServer, seconds: int) -> None:
    """Let time pass while the server writes its heartbeats."""
    portal = server.client.portal
    assert portal is not None
    portal.call(server.service.scheduler.round)
    for _ in range(seconds):
        server.time.now += 1
        portal.call(server.service.scheduler.round)


def test_a_cancelled_command_that_was_written_is_read_again(healthy: InProcessServer) -> None:
    host, _ = healthy.pair()
    service = healthy.service
    table = service._tables[host.table]

    async def cancel_during_the_commit() -> None:
        command = MakeMove("cancelled", table.version, ("play YY",))
        running = asyncio.ensure_future(service.execute(table, command, table.seats[0].person))
        await asyncio.sleep(0)  # the entry waits for the journal
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running

    portal = healthy.client.portal
    assert portal is not None
    portal.call(cancel_during_the_commit)
    wait_until(lambda: [e["kind"] for e in expect_ok(host.ask("events"))][-1] == "moved")
    assert host.state()["decisions"] == 1


def test_a_start_that_fails_leaves_no_thread_behind(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: Any) -> None:
        raise OperationalError("SELECT 1", {}, Exception("lost"))

    monkeypatch.setattr("century.server.notifications.notifier.Notifier.open", fail)
    with pytest.raises(OperationalError), in_process_server(postgres_url):
        pass
    end = time.monotonic() + 30
    while any(thread.name == "listener" for thread in threading.enumerate()):
        assert time.monotonic() < end, "a server that never started goes on listening"
        time.sleep(0.1)
