"""The event log in a database: SQLite by default, PostgreSQL by URL."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
import sqlalchemy as sa
from sqlalchemy import Connection, create_engine, func, insert, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from century.server.errors import BadDatabase, NotSaved
from century.server.log import schema
from century.server.log.location import database_url, opening
from century.server.table.events import Event

__all__ = ["Entry", "Store"]


@dataclass(frozen=True)
class Entry:
    """Events of one table that are written together or not at all."""

    table: str
    events: Sequence[Event]
    status: str | None = None  # the new status of the table, if it changes
    code: str | None = None  # of a new table


class Store:
    """A connection to the database; its methods block, so call them outside the event loop."""

    def __init__(self, location: str | Path) -> None:
        url = database_url(location)
        with opening(url):
            sqlite = url.get_backend_name() == "sqlite"
            self.engine = create_engine(url, paramstyle="qmark" if sqlite else "format")
        # The statement is compiled once: compiling it takes as long as a commit.
        self._insert = str(insert(schema.events).compile(dialect=self.engine.dialect))
        self._row = self._insert[self._insert.rindex("(") :]
        self._autocommit = self.engine.execution_options(isolation_level="AUTOCOMMIT")
        if sqlite:
            sa.event.listen(self.engine, "connect", _configure_sqlite)
        try:
            with opening(url), self.engine.begin() as connection:
                schema.migrate(connection)
        except BadDatabase:
            self.close()
            raise

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()

    def append(self, entries: Sequence[Entry]) -> list[NotSaved | None]:
        """Write entries, in one commit if possible; return an error or None for each entry."""
        try:
            if all(entry.status is None for entry in entries):  # the usual case: moves
                with self._autocommit.connect() as connection:
                    self._insert_events(connection, entries)
            else:
                with self.engine.begin() as connection:
                    self._write(connection, entries)
        except IntegrityError as error:
            if len(entries) > 1:  # one entry is invalid; write the others one by one
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
        self._insert_events(connection, entries)
        for entry in entries:
            if entry.code is None and entry.status is not None:
                found = schema.tables.c.id == entry.table
                connection.execute(update(schema.tables).where(found).values(status=entry.status))

    def _insert_events(self, connection: Connection, entries: Sequence[Entry]) -> None:
        """Insert all events with one statement, which is atomic even without a transaction.

        `executemany` would release Python's global lock for each row, and getting the lock back
        from a busy event loop takes longer than inserting all rows.
        """
        values = [
            value
            for entry in entries
            for e in entry.events
            for value in (entry.table, e.version, e.at, e.key, _body(e))  # in column order
        ]
        rows = sum(len(entry.events) for entry in entries)
        more = f", {self._row}" * (rows - 1)
        connection.exec_driver_sql(self._insert + more, tuple(values))

    def events(self, table: str) -> list[Event]:
        """Return all events of a table in order; an empty list for an unknown table."""
        log = schema.events
        query = (
            select(log.c.version, log.c.at, log.c.body, log.c.key)
            .where(log.c.table_id == table)
            .order_by(log.c.version)
        )
        with self.engine.connect() as connection:
            return [_event(*row) for row in connection.execute(query)]

    def by_code(self, code: str) -> str | None:
        """Return the id of the table with this code."""
        query = select(schema.tables.c.id).where(schema.tables.c.code == code)
        with self.engine.connect() as connection:
            found: str | None = connection.execute(query).scalar()
            return found

    def with_status(self, status: str) -> list[str]:
        """Return the ids of all tables with this status."""
        query = select(schema.tables.c.id).where(schema.tables.c.status == status)
        with self.engine.connect() as connection:
            return list(connection.execute(query).scalars())

    def count(self) -> int:
        """Return the number of tables; the readiness check uses this query."""
        with self.engine.connect() as connection:
            return int(
                connection.execute(select(func.count()).select_from(schema.tables)).scalar_one()
            )


def _body(event: Event) -> str:
    """Encode the kind and the data of an event."""
    return orjson.dumps({"kind": event.kind, **event.data}).decode()


def _event(version: int, at: float, body: str, key: str | None) -> Event:
    """Decode one row of the log."""
    data = orjson.loads(body)
    return Event(version, data.pop("kind"), at, data, key)


def _configure_sqlite(connection: Any, _record: object) -> None:
    """Make commits wait for the disk, and let readers work during a commit."""
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
    return NotSaved(f"the database did not accept the write: {type(error).__name__}")
