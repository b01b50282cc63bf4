"""The event log in a database: SQLite by default, PostgreSQL by URL."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, create_engine, event, func, insert, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DatabaseError, IntegrityError, SQLAlchemyError

from century.errors import BadDatabase, NotSaved
from century.server.log import schema
from century.server.table.events import Event

__all__ = ["Entry", "Store"]


@dataclass(frozen=True)
class Entry:
    """Events of one table that come into the log together or not at all."""

    table: str
    events: Sequence[Event]
    status: str | None = None  # if it changes
    code: str | None = None  # of a new table


class Store:
    """A database; its methods wait for it, so they are not for the event loop."""

    def __init__(self, where: str | Path) -> None:
        try:
            url = make_url(str(where) if "://" in str(where) else f"sqlite:///{where}")
            sqlite = url.get_backend_name() == "sqlite"
            self.engine = create_engine(url, paramstyle="qmark" if sqlite else "format")
        except (ArgumentError, ModuleNotFoundError) as error:
            raise BadDatabase(f"{where} is no database to be had: {error}") from error
        # Written out once: to have it done for every commit takes as long as the commit.
        self._insert = str(insert(schema.events).compile(dialect=self.engine.dialect))
        self._row = self._insert[self._insert.rindex("(") :]
        self._by_itself = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        if sqlite:
            event.listen(self.engine, "connect", _safe_and_quick)
        try:
            with self.engine.begin() as connection:
                schema.migrate(connection)
        except DatabaseError as error:
            raise BadDatabase(f"{url.render_as_string()}: {error.orig}") from error

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()

    def append(self, entries: Sequence[Entry]) -> list[NotSaved | None]:
        """Commit entries, all at once if possible; tell for each whether it is in the log."""
        try:
            if all(entry.status is None for entry in entries):  # most are moves
                with self._by_itself.connect() as connection:
                    self._log(connection, entries)
            else:
                with self.engine.begin() as connection:
                    self._write(connection, entries)
        except IntegrityError as error:
            if len(entries) > 1:  # one of them is at fault, and the others shall not suffer
                return [outcome for entry in entries for outcome in self.append([entry])]
            return [_not_saved(error)]
        except SQLAlchemyError as error:
            return [_not_saved(error)] * len(entries)
        return [None] * len(entries)

    def _write(self, connection: Connection, entries: Sequence[Entry]) -> None:
        new = [entry for entry in entries if entry.code is not None]
        if new:
            rows = [{"id": e.table, "code": e.code, "status": e.status} for e in new]
            connection.execute(insert(schema.tables), rows)
        self._log(connection, entries)
        for entry in entries:
            if entry.code is None and entry.status is not None:
                found = schema.tables.c.id == entry.table
                connection.execute(update(schema.tables).where(found).values(status=entry.status))

    def _log(self, connection: Connection, entries: Sequence[Entry]) -> None:
        """Write events by one statement, which is kept whole or not at all even by itself.

        Python's lock is let go at every call of the database, for each row of an `executemany` too;
        to get it back from a busy event loop takes longer than all the rows.
        """
        values = [
            value
            for entry in entries
            for e in entry.events
            for value in (entry.table, e.version, e.at, e.key, e.body())  # as the columns are
        ]
        rows = sum(len(entry.events) for entry in entries)
        more = f", {self._row}" * (rows - 1)
        connection.exec_driver_sql(self._insert + more, tuple(values))

    def events(self, table: str) -> list[Event]:
        """Read all events of a table, in order; none if there is no such table."""
        log = schema.events
        query = (
            select(log.c.version, log.c.at, log.c.body, log.c.key)
            .where(log.c.table_id == table)
            .order_by(log.c.version)
        )
        with self.engine.connect() as connection:
            return [Event.read(*row) for row in connection.execute(query)]

    def by_code(self, code: str) -> str | None:
        """Find a table by its code."""
        query = select(schema.tables.c.id).where(schema.tables.c.code == code)
        with self.engine.connect() as connection:
            found: str | None = connection.execute(query).scalar()
            return found

    def with_status(self, status: str) -> list[str]:
        """List the tables of a status."""
        query = select(schema.tables.c.id).where(schema.tables.c.status == status)
        with self.engine.connect() as connection:
            return list(connection.execute(query).scalars())

    def count(self) -> int:
        """Count the tables: a sign of life of the database."""
        with self.engine.connect() as connection:
            return int(
                connection.execute(select(func.count()).select_from(schema.tables)).scalar_one()
            )


def _safe_and_quick(connection: Any, _record: object) -> None:
    """Let a commit be on the disk when it returns, and readers not wait for it."""
    cursor = connection.cursor()
    for setting in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "fullfsync=ON",
        "foreign_keys=ON",
        "busy_timeout=5000",
    ):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _not_saved(error: SQLAlchemyError) -> NotSaved:
    return NotSaved(f"the database did not take it: {type(error).__name__}")
