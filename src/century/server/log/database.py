"""The database of a server: SQLite by default, PostgreSQL by URL."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy import Connection, create_engine
from sqlalchemy.exc import DBAPIError

from century.server.errors import BadDatabase
from century.server.log.location import database_url, opening
from century.server.log.migration import migrate
from century.server.log.time_limit import Watchdog

__all__ = ["CALL_SECONDS", "Database"]

CALL_SECONDS = 4.0  # for one call
CONNECT_SECONDS = 3
LOCK_SECONDS = 2.0  # to wait for another connection to the same database
_POSTGRESQL_OPTIONS = {
    "connect_timeout": CONNECT_SECONDS,
    "application_name": "century",
    "options": f"-c statement_timeout={CALL_SECONDS:g}s -c lock_timeout={LOCK_SECONDS:g}s",
}

_Result = TypeVar("_Result")


class Database:
    """Connections to a database; its methods block, so call them outside the event loop."""

    def __init__(self, location: str | Path) -> None:
        url = database_url(location)
        self.shared = url.get_backend_name() == "postgresql"  # several servers may use it
        options: dict[str, Any] = {}
        if self.shared:
            options = {"connect_args": _POSTGRESQL_OPTIONS, "paramstyle": "format"}
        else:
            options = {"paramstyle": "qmark"}
        with opening(url):
            self.engine = create_engine(url, **options)
        self._autocommit = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        self.watchdog = Watchdog(CALL_SECONDS + 1.0) if self.shared else None
        self._dialect_insert = _insert_of(url.get_backend_name())
        self._closed = False
        sa.event.listen(self.engine, "checkin", self._close_late)
        if not self.shared:
            sa.event.listen(self.engine, "connect", _configure_sqlite)
        try:
            with opening(url), self.engine.begin() as connection:
                migrate(connection)
        except BadDatabase:
            self.close()
            raise

    def close(self) -> None:
        """Close all connections; one that a thread still uses closes when the thread returns it."""
        self._closed = True
        self.engine.dispose()
        if self.watchdog is not None:
            self.watchdog.close()

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """Commit at the end, or roll back after an error; within the time limit."""
        with self.engine.connect() as connection, self._limit(connection), connection.begin():
            yield connection

    @contextmanager
    def autocommit(self) -> Iterator[Connection]:
        """Commit each statement; within the time limit."""
        with self._autocommit.connect() as connection, self._limit(connection):
            yield connection

    def read(self, query: Callable[[Connection], _Result]) -> _Result:
        """Return the result of a query; try again once if the connection was lost."""
        try:
            with self.autocommit() as connection:
                return query(connection)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
        with self.autocommit() as connection:  # PostgreSQL was restarted, for example
            return query(connection)

    def _close_late(self, connection: Any, _record: object) -> None:
        if self._closed and connection is not None:
            connection.close()

    def insert_missing(self, connection: Connection, table: sa.Table, **row: Any) -> None:
        """Insert a row unless its key exists; another server may insert it at the same time."""
        connection.execute(self._dialect_insert(table).on_conflict_do_nothing(), row)

    def _limit(self, connection: Connection) -> Any:
        if self.watchdog is None:
            return nullcontext()
        driver_connection: Any = connection.connection.dbapi_connection
        return self.watchdog.limit(driver_connection.pgconn.socket)


def _insert_of(dialect: str) -> Any:
    """Return the dialect's own INSERT, which knows ON CONFLICT; loading a dialect takes a while."""
    return import_module(f"sqlalchemy.dialects.{dialect}").insert


def _configure_sqlite(connection: Any, _record: object) -> None:
    """Make commits wait for the disk, and let readers work during a commit."""
    cursor = connection.cursor()
    for setting in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "fullfsync=ON",
        "foreign_keys=ON",
        f"busy_timeout={1000 * LOCK_SECONDS:.0f}",
    ):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()
