"""The event log: committed events are stored in order and once."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import orjson
import pytest
from sqlalchemy import text

from century.server.errors import BadDatabase, NotSaved
from century.server.log import migration
from century.server.log.journal import Journal
from century.server.log.store import Conflict, Entry, Store
from century.server.table.events import Event
from tests.server.in_process import Player, expect_ok, in_process_server
from tests.server.postgres import Cluster

OLD_DATABASE = Path(__file__).with_name("old_database.sql")


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    if request.param == "sqlite":
        opened = Store(tmp_path / "tables.db")
    else:
        opened = Store(request.getfixturevalue("postgres_url"))
    yield opened
    opened.close()


def event(version: int, key: str | None = None, **data: object) -> Event:
    return Event(version, "moved", 1.5, dict(data), key)


def new(table: str, *events: Event) -> Entry:
    return Entry(table, events or (event(1),), "open", f"code-{table}")


def test_events_are_read_as_they_were_written(store: Store) -> None:
    written = event(1, "a:1", tokens=["play YY>G", "é\x00\n"], seat=3)
    assert store.append([new("t", written)]) == [None]
    assert store.append([Entry("t", [event(2), event(3)])]) == [None]
    assert store.events("t") == [written, event(2), event(3)]
    assert store.events("u") == []
    assert store.by_code("code-t") == "t"
    assert store.by_code("nothing") is None


def test_a_duplicate_version_fails_without_the_other_entries(store: Store) -> None:
    store.append([new("t"), new("u")])
    outcomes = store.append(
        [Entry("t", [event(2)]), Entry("u", [event(2), event(1)]), Entry("t", [event(3)])]
    )
    assert [type(outcome) for outcome in outcomes] == [type(None), Conflict, type(None)]
    assert [e.version for e in store.events("t")] == [1, 2, 3]
    assert [e.version for e in store.events("u")] == [1]  # its entry failed as a whole


def test_a_duplicate_key_fails(store: Store) -> None:
    store.append([new("t"), new("u")])
    assert store.append([Entry("t", [event(2, "k")])]) == [None]
    assert isinstance(store.append([Entry("t", [event(3, "k")])])[0], NotSaved)
    assert store.append([Entry("u", [event(2, "k")])]) == [None]


def test_tables_are_found_by_their_status(store: Store) -> None:
    store.append([new("t"), new("u")])
    assert store.versions(["t", "u", "v"]) == {"t": 1, "u": 1}


def test_a_journal_groups_concurrent_entries_in_one_commit(store: Store) -> None:
    commits = []

    async def write() -> list[object]:
        journal = Journal(store, lambda entries, _seconds: commits.append(entries))
        await journal.append(new("t"))
        written = [event(2), event(3), event(3, tokens=["another"]), event(4)]
        entries = [Entry("t", [one]) for one in written]
        outcomes = await asyncio.gather(*map(journal.append, entries), return_exceptions=True)
        await journal.close()
        return list(outcomes)

    outcomes = asyncio.run(write())
    assert [type(outcome) for outcome in outcomes] == [type(None)] * 2 + [Conflict, type(None)]
    assert [e.version for e in store.events("t")] == [1, 2, 3, 4]
    assert sum(commits) == 5
    assert len(commits) < 5


def test_written_entries_can_be_settled_before_the_event_loop_gets_there(tmp_path: Path) -> None:
    settled: list[object] = []

    async def run() -> None:
        store = Store(tmp_path / "tables.db")
        journal = Journal(store, lambda _entries, _seconds: None)
        journal.append_then(new("t"), lambda _outcome: 1 / 0)  # the others are settled all the same
        journal.append_then(new("u"), settled.append)
        await asyncio.sleep(0)  # the thread has them
        journal.append_then(new("v"), settled.append)  # it gets this one when it is idle
        deadline = time.monotonic() + 10
        while len(settled) < 2 and time.monotonic() < deadline:  # the event loop does nothing else
            journal.settle_written()
        assert settled == [None, None]
        await journal.close()
        assert settled == [None, None]
        store.close()

    asyncio.run(run())


def test_a_journal_splits_batches_that_are_too_large_for_a_statement(tmp_path: Path) -> None:
    store = Store(tmp_path / "tables.db")
    store.append([new("t")])
    many = 8_000  # rows of five values: SQLite accepts 32,766 values in a statement

    async def write() -> None:
        journal = Journal(store, lambda _entries, _seconds: None)
        entries = [Entry("t", [event(version)]) for version in range(2, many)]
        await asyncio.gather(*map(journal.append, entries))
        await journal.close()

    asyncio.run(write())
    assert len(store.events("t")) == many - 1
    store.close()


def test_closing_a_journal_writes_pending_entries(tmp_path: Path) -> None:
    store = Store(tmp_path / "tables.db")

    async def write() -> None:
        journal = Journal(store, lambda _entries, _seconds: None)
        last = asyncio.ensure_future(journal.append(new("t")))
        await asyncio.sleep(0)  # the journal has the entry but has not dispatched it
        await journal.close()
        await last

    asyncio.run(write())
    assert len(store.events("t")) == 1
    store.close()


def test_sqlite_is_configured_for_durable_commits_and_concurrent_readers(tmp_path: Path) -> None:
    store = Store(tmp_path / "tables.db")
    with store.engine.connect() as connection:
        settings = [
            connection.execute(text(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
    assert settings == ["wal", 2, 1]
    store.close()


def test_an_existing_database_is_upgraded_and_keeps_its_log(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    first = Store(path)
    first.append([new("t")])
    first.close()
    again = Store(path)
    assert again.events("t") == [event(1)]
    with again.engine.connect() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    again.close()


def test_a_database_of_an_earlier_version_is_opened_and_its_games_continue(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    old = sqlite3.connect(path)
    old.executescript(OLD_DATABASE.read_text(encoding="utf-8"))
    old.close()
    with in_process_server(str(path)) as server:
        host = Player(
            server, "1e2feb89414c343c1027c4d1c386bbc4", "cd613e30d8f16adf91b7584a2265b1f5"
        )
        guest = Player(server, host.table, "612e7696a6cecc1b78e510617311d8a3")
        state = host.state()
        assert (state["version"], state["status"], state["decisions"]) == (8, "playing", 3)
        assert [seat["name"] for seat in state["seats"]] == ["Ada", "Bob"]
        assert [seat["bank"] for seat in state["seats"]] == [610.0, 605.0]
        repeated = host.do("move", id="id-5", version=7, tokens=["acquire 1"])
        assert expect_ok(repeated)["repeated"]
        expect_ok(guest.move(guest.first_legal()))


def test_the_migrations_produce_the_schema(tmp_path: Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from century.server.log.schema import METADATA

    store = Store(tmp_path / "tables.db")
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    store.close()


@pytest.mark.parametrize("location", ["nonsense://x", "postgresql+nothing://x/y"])
def test_an_unusable_database_url_is_refused(location: str) -> None:
    with pytest.raises(BadDatabase):
        Store(location)


def test_a_file_that_is_not_a_database_is_refused_and_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Buy pepper.\n" * 1000)
    with pytest.raises(BadDatabase):
        Store(path)
    assert path.read_text().startswith("Buy pepper")
    with pytest.raises(sqlite3.DatabaseError):
        sqlite3.connect(path).execute("SELECT * FROM events")


def test_servers_that_start_at_the_same_time_migrate_one_after_the_other(
    postgres: Cluster,
) -> None:
    postgres.execute("CREATE DATABASE {}", "empty")
    with ThreadPoolExecutor(4) as threads:
        for store in threads.map(Store, [postgres.url("empty")] * 4):
            assert store.events("nothing") == []
            store.close()
    postgres.execute("DROP DATABASE {}", "empty")


def test_the_current_revision_is_the_last_migration() -> None:
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    folder = Path(migration.__file__).parent / "migrations"
    config = Config()
    config.set_main_option("script_location", str(folder))
    assert ScriptDirectory.from_config(config).get_current_head() == migration.CURRENT_REVISION


def test_notices_contain_short_events_and_the_versions_of_long_ones(postgres_url: str) -> None:
    store = Store(postgres_url)
    short = [(7, 1.0, None, '{"kind":"moved"}')]
    long = [(9, 1.0, None, "x" * 5_000)]
    tables = [(f"{number:032x}", long if number % 50 == 0 else short) for number in range(400)]
    notices = store._notices(tables)
    store.close()
    assert all(len(notice.encode()) < 8_000 for notice in notices)
    read = [entry for notice in notices for entry in orjson.loads(notice)["tables"]]
    assert [name for name, _, _ in read] == [name for name, _ in tables]
    assert read[0][1:] == [9, []]
    assert read[1][1:] == [7, [[7, 1.0, None, '{"kind":"moved"}']]]
