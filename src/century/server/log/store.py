"""The event log in the database, and the index of tables and players that follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson
from sqlalchemy import Connection, delete, func, insert, select, text, update
from sqlalchemy.exc import DataError, IntegrityError, SQLAlchemyError

from century.server.errors import NotSaved
from century.server.log import schema
from century.server.log.database import Database
from century.server.table.events import Event

__all__ = ["Conflict", "Due", "Entry", "Row", "Store", "Unavailable", "decode_event"]

CHANNEL = "century"  # of PostgreSQL's NOTIFY
MAX_NOTICE_BYTES = 7_500  # PostgreSQL accepts less than 8,000
MAX_ROW_BYTES = 2_000  # of the events of a table in a notice; the others read longer ones

Row = Sequence[Any]  # version, time, key and body of an event


class Conflict(NotSaved):
    """Another server has written to the table first; this entry was not written."""


class Unavailable(NotSaved):
    """The database did not answer; the entry may have been written or not."""


@dataclass(frozen=True)
class Due:
    """When a table needs a server (None: never), and which server has taken this work."""

    at: float | None
    node: str | None = None
    lease: float = 0.0


@dataclass(frozen=True)
class Entry:
    """Events of a table, and changed columns, that are written together or not at all."""

    table: str
    events: Sequence[Event]
    status: str | None = None  # the new status of the table, if it changes
    code: str | None = None  # of a new table
    columns: Mapping[str, Any] | None = None  # of the table's row that change
    players: Sequence[Mapping[str, Any]] | None = None  # all of them, if they change
    due: Due | None = None  # if it changes

    @property
    def only_events(self) -> bool:
        """Whether nothing but the log changes."""
        return self.status is None and self.players is None and self.due is None


class Store(Database):
    """Reads and writes the log."""

    def __init__(self, location: str | Path) -> None:
        super().__init__(location)
        # The statement is compiled once: compiling it takes as long as a commit.
        self._insert = str(insert(schema.events).compile(dialect=self.engine.dialect))
        self._row = self._insert[self._insert.rindex("(") :]
        self.node = ""  # the name of this server in notices to the others

    # Writing

    def append(self, entries: Sequence[Entry]) -> list[NotSaved | None]:
        """Write entries, in one commit if possible; return an error or None for each entry.

        It is safe to append an entry again: if it is already in the log, that is a success.
        """
        try:
            self._append(entries)
        except IntegrityError as error:
            if len(entries) > 1:  # one entry is invalid; write the others one by one
                return [outcome for entry in entries for outcome in self.append([entry])]
            return [self._explain(entries[0], error)]
        except DataError as error:
            return [NotSaved(_message(error))] * len(entries)
        except SQLAlchemyError as error:
            return [Unavailable(_message(error))] * len(entries)
        return [None] * len(entries)

    def _append(self, entries: Sequence[Entry]) -> None:
        # Servers that write to several tables lock them in the same order, to avoid deadlocks.
        ordered = sorted(entries, key=lambda entry: entry.table)
        if all(entry.only_events for entry in ordered):  # the usual case: moves
            with self.autocommit() as connection:
                self._insert_events(connection, ordered)
        else:
            with self.transaction() as connection:
                self._insert_tables(connection, ordered)
                self._insert_events(connection, ordered)
                for entry in ordered:
                    self._update_index(connection, entry)

    def _insert_tables(self, connection: Connection, entries: Sequence[Entry]) -> None:
        for entry in entries:
            if entry.code is not None:
                row = {"id": entry.table, "code": entry.code, "status": entry.status}
                connection.execute(insert(schema.tables), {**row, **(entry.columns or {})})

    def _insert_events(self, connection: Connection, entries: Sequence[Entry]) -> None:
        """Insert all events with one statement, which is atomic even without a transaction.

        `executemany` would release Python's global lock for each row, and getting the lock back
        from a busy event loop takes longer than inserting all rows.
        """
        rows = [
            (entry.table, [(e.version, e.at, e.key, _body(e)) for e in entry.events])
            for entry in entries
        ]
        values = [
            value
            for table, events in rows
            for event in events
            for value in (table, *event)  # in column order
        ]
        count = sum(len(events) for _, events in rows)
        statement = self._insert + f", {self._row}" * (count - 1)
        if self.shared:  # tell the other servers, in the same transaction
            notices = self._notices(rows)
            notify = ", ".join(f"pg_notify('{CHANNEL}', %s)" for _ in notices)
            statement = f"WITH written AS ({statement}) SELECT {notify}"
            values += notices
        connection.exec_driver_sql(statement, tuple(values))

    def _notices(self, entries: Sequence[tuple[str, Sequence[Row]]]) -> list[str]:
        """Return notices with the tables, their new versions, and their events if they are short.

        The other servers then need not read the events from the database.
        """
        parts: list[list[bytes]] = []
        size = MAX_NOTICE_BYTES
        for table, rows in entries:
            version = rows[-1][0]
            text = orjson.dumps([table, version, rows])
            if len(text) > MAX_ROW_BYTES:
                text = orjson.dumps([table, version, []])
            size += len(text) + 1
            if size > MAX_NOTICE_BYTES:
                parts.append([])
                size = len(self.node) + 30 + len(text)
            parts[-1].append(text)
        head = orjson.dumps({"node": self.node})[:-1] + b',"tables":['
        return [(head + b",".join(part) + b"]}").decode() for part in parts]

    def _update_index(self, connection: Connection, entry: Entry) -> None:
        tables, players, due = schema.tables, schema.players, schema.due
        if entry.code is None and entry.status is not None:
            changes = {"status": entry.status, **(entry.columns or {})}
            connection.execute(update(tables).where(tables.c.id == entry.table).values(changes))
        if entry.players is not None:
            connection.execute(delete(players).where(players.c.table_id == entry.table))
            rows = [{"table_id": entry.table, **row} for row in entry.players]
            connection.execute(insert(players), rows)
        if entry.due is not None:
            connection.execute(delete(due).where(due.c.table_id == entry.table))
            if entry.due.at is not None:
                values = {"at": entry.due.at, "node": entry.due.node, "lease": entry.due.lease}
                connection.execute(insert(due), {"table_id": entry.table, **values})

    def _explain(self, entry: Entry, error: IntegrityError) -> NotSaved | None:
        """Return None if the entry is already in the log, from an attempt without an answer."""
        log = schema.events
        versions = [e.version for e in entry.events]
        query = select(log.c.version, log.c.at, log.c.key, log.c.body).where(
            log.c.table_id == entry.table, log.c.version.in_(versions)
        )
        try:
            standing = self.read(lambda connection: connection.execute(query).all())
        except SQLAlchemyError as unread:
            return Unavailable(_message(unread))
        written = {(e.version, e.at, e.key, _body(e)) for e in entry.events}
        return None if written == {tuple(row) for row in standing} else Conflict(_message(error))

    # Reading

    def events(self, table: str, after: int = 0) -> list[Event]:
        """Return the events of a table after a version; an empty list for an unknown table."""
        log = schema.events
        query = (
            select(log.c.version, log.c.at, log.c.body, log.c.key)
            .where(log.c.table_id == table, log.c.version > after)
            .order_by(log.c.version)
        )
        rows = self.read(lambda connection: connection.execute(query).all())
        return [decode_event(version, at, key, body) for version, at, body, key in rows]

    def versions(self, tables: Iterable[str]) -> dict[str, int]:
        """Return the versions of some tables."""
        log = schema.events
        query = (
            select(log.c.table_id, func.max(log.c.version))
            .where(log.c.table_id.in_(list(tables)))
            .group_by(log.c.table_id)
        )
        rows = self.read(lambda connection: connection.execute(query).all())
        return {table: version for table, version in rows}  # noqa: C416  a row is no pair for mypy

    def by_code(self, code: str) -> str | None:
        """Return the id of the table with this code."""
        return self._table_id(schema.tables.c.code == code)

    def by_request(self, key: str) -> str | None:
        """Return the id of the table that a request created."""
        return self._table_id(schema.tables.c.request_key == key)

    def _table_id(self, condition: Any) -> str | None:
        query = select(schema.tables.c.id).where(condition)
        found: str | None = self.read(lambda connection: connection.execute(query).scalar())
        return found

    def ping(self) -> None:
        """Check that the database answers."""
        self.read(lambda connection: connection.execute(text("SELECT 1")).scalar())


def _body(event: Event) -> str:
    """Encode the kind and the data of an event."""
    return orjson.dumps({"kind": event.kind, **event.data}).decode()


def decode_event(version: int, at: float, key: str | None, body: str) -> Event:
    """Decode one row of the log."""
    data = orjson.loads(body)
    return Event(version, data.pop("kind"), at, data, key)


def _message(error: SQLAlchemyError) -> str:
    return f"the database did not accept the write: {type(error).__name__}"
