"""The PostgreSQL server of the tests: other tests rely on its faults."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeout
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from century.server.log.database import Database
from century.server.log.store import Store
from tests.server.postgres import Cluster


def setting(store: Store, name: str) -> object:
    with store.engine.connect() as connection:
        return connection.execute(text(f"SHOW {name}")).scalar()


def test_commits_wait_for_the_disk(postgres_url: str) -> None:
    store = Store(postgres_url)
    assert setting(store, "fsync") == "on"
    assert setting(store, "synchronous_commit") == "on"
    store.close()


def test_each_test_gets_a_new_database(postgres: Cluster) -> None:
    with postgres.database() as first, postgres.database() as second:
        assert first != second
        for url in (first, second):
            store = Store(url)
            assert store.versions(["t"]) == {}
            store.close()


def test_a_restart_breaks_connections_and_the_server_comes_back(
    postgres: Cluster, postgres_url: str
) -> None:
    store = Store(postgres_url)
    with store.engine.connect() as connection:
        postgres.crash_and_restart()
        with pytest.raises(OperationalError):
            connection.execute(text("SELECT 1"))
    assert store.versions(["t"]) == {}
    store.close()


def test_a_frozen_server_answers_nothing_until_it_continues(
    postgres: Cluster, postgres_url: str
) -> None:
    store = Store(postgres_url)
    with ThreadPoolExecutor(1) as thread:
        with postgres.frozen():
            answer = thread.submit(store.versions, ["t"])
            with pytest.raises(FutureTimeout):
                answer.result(0.5)
        assert answer.result(30) == {}
    store.close()


def test_a_connection_in_use_is_closed_when_it_is_returned(postgres_url: str) -> None:
    database = Database(postgres_url)
    with database.autocommit() as connection:
        used: Any = connection.connection.dbapi_connection
        database.close()  # the server stops while a thread reads
        assert not used.closed
    assert used.closed
