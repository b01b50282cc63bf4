"""The outbox: notifications that wait to be sent by any server, and those that were sent.

The key of a row is the table, the round, the seat and the contact. A row stays when it is sent, so
that a turn causes at most one notification for each contact, whichever server notices the turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import ColumnElement, delete, select, update

from century.server.log import schema
from century.server.log.database import Database

__all__ = ["Notice", "Outbox", "Turn"]

LEASE_SECONDS = 120.0  # after which another server may send a notification
MAX_TAKEN = 20
KEPT_SECONDS = 60 * 86_400.0  # longer than the longest turn


class Turn(NamedTuple):
    """A person's turn at a table."""

    table: str
    round: int
    seat: int
    person: str


class Notice(NamedTuple):
    """A notification about a turn to a contact."""

    table: str
    round: int
    seat: int
    contact: str
    attempts: int = 0


class Outbox:
    """Reads and writes notifications; its methods block."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, turns: Iterable[Turn], at: float) -> None:
        """Store a notification for each confirmed contact of the people whose turn it is."""
        turns = list(turns)
        contacts, people = schema.contacts, {turn.person for turn in turns}
        query = select(contacts.c.id, contacts.c.person_id).where(
            contacts.c.person_id.in_(people), contacts.c.confirmed.is_not(None)
        )
        found = self._database.read(lambda connection: connection.execute(query).all())
        if not found:
            return
        with self._database.transaction() as connection:
            for turn in turns:
                for contact in (row.id for row in found if row.person_id == turn.person):
                    self._database.insert_missing(
                        connection,
                        schema.outbox,
                        table_id=turn.table,
                        round=turn.round,
                        seat=turn.seat,
                        contact_id=contact,
                        at=at,
                    )

    def take(self, now: float) -> list[Notice]:
        """Take notifications that are due and that no other server is sending."""
        outbox = schema.outbox
        free = (
            select(outbox)
            .where(~outbox.c.done, outbox.c.at <= now, outbox.c.lease < now)
            .order_by(outbox.c.at)
            .limit(MAX_TAKEN)
        )
        if not self._database.read(lambda connection: connection.execute(free).first()):
            return []
        if self._database.shared:
            free = free.with_for_update(skip_locked=True)
        with self._database.transaction() as connection:
            rows = connection.execute(free).all()
            taken = [Notice(r.table_id, r.round, r.seat, r.contact_id, r.attempts) for r in rows]
            for notice in taken:
                values = {"lease": now + LEASE_SECONDS, "attempts": notice.attempts + 1}
                connection.execute(update(outbox).where(*_here(notice)).values(values))
        return taken

    def finish(self, notice: Notice) -> bool:
        """Mark a notification as sent or useless; return False if somebody did it before."""
        outbox = schema.outbox
        with self._database.transaction() as connection:
            marked = update(outbox).where(*_here(notice), ~outbox.c.done).values(done=True)
            return connection.execute(marked).rowcount > 0

    def retry(self, notice: Notice, at: float) -> None:
        """Send a notification later that was marked as sent, but could not be sent."""
        outbox = schema.outbox
        with self._database.transaction() as connection:
            values = {"done": False, "at": at, "lease": 0.0}
            connection.execute(update(outbox).where(*_here(notice)).values(values))

    def clean(self, now: float) -> None:
        """Remove notifications about turns that are long over."""
        outbox = schema.outbox
        with self._database.transaction() as connection:
            connection.execute(delete(outbox).where(outbox.c.at < now - KEPT_SECONDS))


def _here(notice: Notice) -> tuple[ColumnElement[bool], ...]:
    outbox = schema.outbox
    return (
        outbox.c.table_id == notice.table,
        outbox.c.round == notice.round,
        outbox.c.seat == notice.seat,
        outbox.c.contact_id == notice.contact,
    )
