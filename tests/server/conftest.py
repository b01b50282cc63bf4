"""Fixtures for the tests of this folder."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from types import FrameType

import pytest

from tests.server.in_process import InProcessServer, in_process_server, think_for_ever
from tests.server.postgres import Cluster, cluster
from tests.server.process import KILL_ROUNDS

TIME_LIMIT = 600 + 60 * KILL_ROUNDS  # seconds; rules and bots may have to be compiled first


@pytest.fixture
def server() -> Iterator[InProcessServer]:
    with in_process_server() as running:
        yield running


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """One PostgreSQL server for all tests of a process."""
    with cluster(tmp_path_factory.mktemp("postgres")) as running:
        yield running


@pytest.fixture
def postgres_url(postgres: Cluster) -> Iterator[str]:
    """Yield the URL of a new database with the current schema."""
    with postgres.database() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def each_database(request: pytest.FixtureRequest) -> str | None:
    """Run a test on both databases: a URL, or None for a new SQLite file."""
    if request.param == "sqlite":
        return None
    return str(request.getfixturevalue("postgres_url"))


@pytest.fixture
def server_on_each(each_database: str | None) -> Iterator[InProcessServer]:
    """Run a test with a server on each of the databases."""
    with in_process_server(each_database) as running:
        yield running


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def shared_server(request: pytest.FixtureRequest) -> Iterator[InProcessServer]:
    """One server on each of the databases for all tests of a module, which create their tables.

    Its bots think for ever: a table changes only when a test changes it.
    """
    with ExitStack() as stack:
        database: str | None = None
        if request.param == "postgresql":
            running: Cluster = request.getfixturevalue("postgres")
            database = stack.enter_context(running.database())
        server = stack.enter_context(in_process_server(database))
        server.service.bot_pool.choose = think_for_ever  # type: ignore[method-assign, assignment]
        yield server


@pytest.fixture(autouse=True)
def _time_limit() -> Iterator[None]:
    """Fail a test that waits for ever, for example for a message that the server never sends."""
    if not hasattr(signal, "alarm") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def fail(_signal: int, _frame: FrameType | None) -> None:
        raise TimeoutError(f"the test did not end within {TIME_LIMIT} s")

    previous = signal.signal(signal.SIGALRM, fail)
    signal.alarm(TIME_LIMIT)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, previous)
