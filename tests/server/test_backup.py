"""Backups: nothing acknowledged is missing in one, and nothing is overwritten by mistake."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, closing
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import text

from century.client import Client, Seat
from century.server.errors import BadBackup, BadDatabase, DatabaseInUse
from century.server.log.backup import back_up, restore
from century.server.log.lock import DatabaseLock
from century.server.log.store import Entry, Store
from century.server.table.events import Event
from tests.server.command import one_line, refusal
from tests.server.postgres import Cluster
from tests.server.process import PROGRAM, running

TABLES = 4
Move = tuple[str, int, str]  # table, version, token


@pytest.fixture(params=["sqlite", "postgresql"])
def source(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the location of an empty database."""
    if request.param == "sqlite":
        Store(tmp_path / "tables.db").close()
        return str(tmp_path / "tables.db")
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture
def target(source: str, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Yield the location of a database to restore to, which has no tables yet."""
    if not source.startswith("postgresql"):
        yield str(tmp_path / "restored.db")
        return
    postgres: Cluster = request.getfixturevalue("postgres")
    postgres.execute("CREATE DATABASE {}", "restored")
    yield postgres.url("restored")
    postgres.execute("DROP DATABASE {} WITH (FORCE)", "restored")


def count_tables(store: Store) -> int:
    with store.engine.connect() as connection:
        return int(connection.execute(text("SELECT count(*) FROM tables")).scalar_one())


def fill(location: str, events: int = 3) -> None:
    """Add a table with some events."""
    store = Store(location)
    number = count_tables(store)
    rows = [Event(version, "moved", 1.5, {"n": version}) for version in range(1, events + 1)]
    assert store.append([Entry(f"t{number}", rows, "open", f"code-{number}")]) == [None]
    store.close()


def numbers(location: str) -> list[int]:
    """Return the number of events of each table."""
    store = Store(location)
    counts = [len(store.events(f"t{number}")) for number in range(count_tables(store))]
    store.close()
    return counts


# Under load


async def play(seat: Seat, rng: Random, acknowledged: list[Move]) -> None:
    async for legal in seat.turns():
        token = rng.choice(legal)
        answer = await seat.do("move", tokens=[token])
        version = next(e["version"] for e in answer["events"] if e["kind"] == "moved")
        acknowledged.append((seat.table, version, token))


async def play_and_back_up(address: str, command: list[str]) -> tuple[list[Move], str]:
    """Play at several tables; return what was acknowledged when the backup began."""
    acknowledged: list[Move] = []
    async with Client(address) as client, AsyncExitStack() as stack:
        players: list[asyncio.Task[None]] = []
        for number in range(TABLES):
            seats = [{"kind": "me"}, {"kind": "open"}]
            host = await client.create(seats=seats, order="seated")
            guest = await client.join(host.state["code"], "Bob")
            await host.ask("POST", "commands", json={"type": "start", "id": "s", "version": 2})
            for seat in (host, guest):
                await stack.enter_async_context(seat)
                work = play(seat, Random(f"{number} {len(players)}"), acknowledged)
                players.append(asyncio.create_task(work))
        while len(acknowledged) < 100 or len({table for table, *_ in acknowledged}) < TABLES:
            await asyncio.sleep(0.02)
            assert not any(player.done() and player.exception() for player in players)
        before = list(acknowledged)
        process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        output, _ = await process.communicate()
        assert process.returncode == 0
        during = len(acknowledged) - len(before)
        assert during > 0 or all(player.done() for player in players)
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)
    return before, output.decode()


def test_a_backup_under_load_has_every_move_acknowledged_before(
    source: str, target: str, tmp_path: Path
) -> None:
    file = tmp_path / "backup"
    command = [sys.executable, "-c", PROGRAM, "backup", str(file), "--db", source]
    with running(tmp_path, source) as server:
        acknowledged, output = asyncio.run(play_and_back_up(server.address, command))
    assert output.startswith(f"Saved {TABLES} tables with ")
    assert "From the database " in output
    contents = restore(target, file)
    store = Store(target)
    logs = {table: store.events(table) for table in {table for table, *_ in acknowledged}}
    store.close()
    assert len(logs) == TABLES
    assert sum(map(len, logs.values())) == contents.events
    for table, version, token in acknowledged:
        event = logs[table][version - 1]
        assert (event.version, event.data["tokens"]) == (version, [token])


def test_a_plain_copy_of_the_file_would_lose_moves(tmp_path: Path) -> None:
    """The documentation warns of it; the command must not have this fault."""
    path, copy, file = tmp_path / "tables.db", tmp_path / "copy.db", tmp_path / "backup"
    Store(path).close()
    store = Store(path)
    rows = [Event(1, "moved", 1.5, {})]
    assert store.append([Entry("t0", rows, "open", "code-0")]) == [None]
    shutil.copyfile(path, copy)
    assert back_up(str(path), file).events == 1
    store.close()
    assert numbers(str(copy)) == []
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT count(*) FROM events").fetchone() == (1,)


# What exists is not overwritten


def test_a_backup_is_one_private_file_that_replaces_another_only_by_force(
    source: str, tmp_path: Path
) -> None:
    fill(source)
    folder = tmp_path / "backups"
    folder.mkdir()
    file = folder / "backup"
    back_up(source, file)
    fill(source)
    with pytest.raises(BadBackup, match="exists; --force replaces it"):
        back_up(source, file)
    assert back_up(source, file, force=True).tables == 2
    assert list(folder.iterdir()) == [file]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_database_is_replaced_only_by_force(source: str, target: str, tmp_path: Path) -> None:
    file = tmp_path / "backup"
    fill(source)
    back_up(source, file)
    fill(target)
    fill(target)
    with pytest.raises(BadBackup, match="--force replaces"):
        restore(target, file)
    assert numbers(target) == [3, 3]
    restore(target, file, force=True)
    assert numbers(target) == [3]


def test_a_restored_database_ignores_the_old_write_ahead_log(tmp_path: Path) -> None:
    path, file = tmp_path / "tables.db", tmp_path / "backup"
    fill(str(path))
    back_up(str(path), file)
    program = (
        "import os, sys; from tests.server.test_backup import fill; from century.server.log import "
        "store; store.Store.close = lambda self: None; fill(sys.argv[1], 9); os._exit(0)"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", program, str(path)]
    subprocess.run(command, check=True, timeout=120, env=environment)
    assert Path(f"{path}-wal").stat().st_size > 0
    restore(str(path), file, force=True)
    assert numbers(str(path)) == [3]


def test_a_failed_backup_leaves_the_old_one(
    source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "backup"
    fill(source)
    back_up(source, file)
    before = file.read_bytes()

    def fail(*_: object) -> None:
        raise BadBackup("the copy is damaged")

    monkeypatch.setattr("century.server.log.backup_contents.BackupContents.require_between", fail)
    with pytest.raises(BadBackup, match="damaged"):
        back_up(source, file, force=True)
    assert file.read_bytes() == before
    assert not list(tmp_path.glob(".*"))


# Servers that run


def test_a_database_in_use_is_not_replaced(source: str, target: str, tmp_path: Path) -> None:
    file = tmp_path / "backup"
    fill(source)
    back_up(source, file)
    if target.startswith("postgresql"):
        store = Store(target)
        connection = store.engine.connect()
        with pytest.raises(DatabaseInUse, match="stop all servers"):
            restore(target, file, force=True)
        connection.close()
        store.close()
    else:
        with DatabaseLock(Path(target)), pytest.raises(DatabaseInUse, match="is in use"):
            restore(target, file, force=True)
    restore(target, file, force=True)
    assert numbers(target) == [3]


# Mistakes


def test_a_backup_of_a_newer_version_is_refused(source: str, target: str, tmp_path: Path) -> None:
    file = tmp_path / "backup"
    fill(source)
    store = Store(source)
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    store.close()
    back_up(source, file)
    with pytest.raises(BadBackup, match="newer version"):
        restore(target, file)


def test_a_damaged_backup_is_refused(source: str, target: str, tmp_path: Path) -> None:
    file = tmp_path / "backup"
    fill(source, 2000)
    back_up(source, file)
    fill(target)
    content = bytearray(file.read_bytes())
    middle = len(content) // 2
    content[middle:] = os.urandom(len(content) - middle)
    file.write_bytes(content)
    with pytest.raises(BadBackup):
        restore(target, file, force=True)
    assert numbers(target) == [3]


Make = Callable[[Path], object]


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda file: file.write_text("Buy pepper.\n"), "is not a backup"),
        (lambda file: file.mkdir(), "Is a directory"),
        (lambda _file: None, "No such file"),
    ],
)
def test_a_file_that_is_no_backup_is_refused(
    source: str, tmp_path: Path, make: Make, reason: str
) -> None:
    file = tmp_path / "backup"
    make(file)
    with pytest.raises(BadBackup, match=reason):
        restore(source, file, force=True)


def test_a_database_of_another_program_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "other.db"
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE notes (text)")
    with pytest.raises(BadBackup, match="not a database of century"):
        back_up(str(file), tmp_path / "backup")
    with pytest.raises(BadBackup, match="not a database of century"):
        restore(str(tmp_path / "tables.db"), file)
    assert list(tmp_path.iterdir()) == [file]


def test_a_missing_database_is_not_created(tmp_path: Path) -> None:
    with pytest.raises(BadDatabase, match="there is no database"):
        back_up(str(tmp_path / "tables.db"), tmp_path / "backup")
    assert list(tmp_path.iterdir()) == []


def test_a_database_is_not_replaced_by_its_own_backup(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    fill(str(path))
    with pytest.raises(BadBackup, match="the database itself"):
        back_up(str(path), path, force=True)
    assert numbers(str(path)) == [3]


def test_missing_programs_of_postgresql_are_named(
    postgres_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BadBackup, match="pg_dump is not installed"):
        back_up(postgres_url, tmp_path / "backup")


def test_the_commands_print_errors_in_one_line_without_the_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "backup"
    file.write_bytes(b"PGDMP")
    url = "postgresql+psycopg://ada:hunter2@127.0.0.1:1/tables"
    for command in ("backup", "restore"):
        arguments = (command, str(file), "--force", "--db", url)
        assert "hunter2" not in one_line(refusal(monkeypatch, capsys, *arguments))
