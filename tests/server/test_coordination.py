"""Due work and its leases, as several servers see them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from century.server.log import schema
from century.server.log.coordination import LEASE_SECONDS, Coordination
from century.server.log.store import Due, Entry, Store
from century.server.table.events import Event

TABLE = "t"


@pytest.fixture
def store(each_database: str | None, tmp_path: Path) -> Iterator[Store]:
    opened = Store(each_database or tmp_path / "tables.db")
    opened.append([Entry(TABLE, [Event(1, "created", 0.0, {})], "open", "CODE")])
    yield opened
    opened.close()


def write_due(store: Store, version: int, due: Due) -> None:
    outcome = store.append([Entry(TABLE, [Event(version, "moved", 0.0, {})], due=due)])
    assert outcome == [None]


def test_work_is_taken_once_until_its_lease_runs_out(store: Store) -> None:
    one, two = Coordination(store, "one"), Coordination(store, "two")
    write_due(store, 2, Due(100.0))
    assert one.take_due(99.0) == []
    assert one.take_due(100.0) == [TABLE]
    assert two.take_due(101.0) == []
    one.update_due({}, [TABLE], 102.0)  # the work goes on
    assert two.take_due(102.0 + LEASE_SECONDS) == []
    assert two.take_due(102.1 + LEASE_SECONDS) == [TABLE]
    one.update_due({}, [TABLE], 200.0)  # too late
    assert one.take_due(300.0) == [TABLE]


@pytest.mark.parametrize("outdated", [Due(None), Due(900.0)])
def test_an_outdated_correction_does_not_change_the_work_of_another_server(
    store: Store, outdated: Due
) -> None:
    one, two = Coordination(store, "one"), Coordination(store, "two")
    write_due(store, 2, Due(100.0, "one", 103.0))
    write_due(store, 3, Due(101.0, "two", 104.0))  # the other server was asked for the next move
    one.update_due({TABLE: outdated}, [], 102.0)
    assert one.take_due(105.0) == [TABLE]  # because the other server did not renew its lease
    assert two.take_due(105.0) == []


def test_a_correction_makes_work_due_later_or_never(store: Store) -> None:
    one = Coordination(store, "one")
    write_due(store, 2, Due(100.0, "one", 103.0))
    one.update_due({TABLE: Due(500.0)}, [], 100.0)
    assert one.take_due(499.0) == []
    assert one.take_due(500.0) == [TABLE]
    one.update_due({TABLE: Due(None)}, [], 500.0)
    assert one.take_due(10_000.0) == []


def test_a_heartbeat_after_a_gap_ends_an_outage(store: Store) -> None:
    one, two = Coordination(store, "one"), Coordination(store, "two")
    assert one.beat(100.0) is None
    assert two.beat(102.0) is None
    assert one.beat(104.0) is None
    assert two.beat(150.0) == (104.0, 150.0)
    assert one.outages() == [(104.0, 150.0)]
    assert one.beat(120.0) is None  # a clock that lags behind
    assert one.time(0.0) >= 150.0


def test_a_server_that_was_alive_without_a_heartbeat_ends_no_outage(store: Store) -> None:
    one = Coordination(store, "one")
    assert one.beat(100.0) is None
    assert one.beat(150.0, alive_at=149.0) is None
    assert one.beat(200.0, alive_at=160.0) == (160.0, 200.0)  # since then it was not alive
    assert one.beat(201.0) is None


def test_buckets_are_shared(store: Store) -> None:
    one, two = Coordination(store, "one"), Coordination(store, "two")
    assert [one.take("k", 1.0, 2.0, 0.0), two.take("k", 1.0, 2.0, 0.0)] == [0.0, 0.0]
    assert one.take("k", 1.0, 2.0, 0.0) == 1.0
    assert two.take("k", 1.0, 2.0, 0.5, count=False) == 0.5
    assert two.take("k", 1.0, 2.0, 1.0) == 0.0


def test_buckets_are_removed_when_they_are_full_again(store: Store) -> None:
    one, day = Coordination(store, "one"), 86_400.0
    assert one.take("old", 1 / day, 1, 0.0) == 0
    assert one.take("new", 1 / day, 1, 10.0) == 0
    one.clean_buckets(day + 5.0)
    query = select(schema.buckets.c.key)
    assert store.read(lambda connection: connection.execute(query).scalars().all()) == ["new"]
    assert one.take("old", 1 / day, 1, day + 5.0) == 0
    assert one.take("new", 1 / day, 1, day + 5.0) > 0
