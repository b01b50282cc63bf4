"""Contacts in the database: e-mail addresses, and the subscriptions of browsers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from century.server.log import schema
from century.server.log.database import Database

__all__ = ["Contact", "Contacts"]

MAX_CONTACTS = 10  # of a person


@dataclass(frozen=True)
class Contact:
    """Where a person wants to be notified."""

    id: str
    person: str
    kind: str  # "mail" or "push"
    target: str  # the address, or the subscription as JSON
    language: str
    created: float
    confirmed: float | None


class Contacts:
    """Reads and writes contacts, and secrets of the installation; its methods block."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, contact: Contact) -> Contact:
        """Store a contact, or return the one that the person already has with this target.

        A person has one e-mail address: a new one replaces the old one. The oldest browser is
        removed if a person has too many.
        """
        contacts = schema.contacts
        own = (contacts.c.person_id == contact.person, contacts.c.kind == contact.kind)
        for one in self.of(contact.person):
            if (one.kind, one.target) == (contact.kind, contact.target):
                return one
        with self._database.transaction() as connection:
            if contact.kind == "mail":
                connection.execute(delete(contacts).where(*own))
            else:
                query = select(contacts.c.id).where(*own).order_by(contacts.c.created.desc())
                old = list(connection.execute(query).scalars())[MAX_CONTACTS - 1 :]
                connection.execute(delete(contacts).where(contacts.c.id.in_(old)))
            row = vars(contact) | {"person_id": contact.person}
            del row["person"]
            connection.execute(insert(contacts), row)
        return contact

    def get(self, contact: str) -> Contact | None:
        """Return a contact by its id."""
        found = self._find(schema.contacts.c.id == contact)
        return found[0] if found else None

    def of(self, person: str) -> list[Contact]:
        """Return the contacts of a person, the oldest first."""
        return self._find(schema.contacts.c.person_id == person)

    def _find(self, condition: ColumnElement[bool]) -> list[Contact]:
        contacts = schema.contacts
        query = select(contacts).where(condition).order_by(contacts.c.created)
        rows = self._database.read(lambda connection: connection.execute(query).all())
        return [
            Contact(
                *(row.id, row.person_id, row.kind, row.target),
                *(row.language, row.created, row.confirmed),
            )
            for row in rows
        ]

    def confirm(self, contact: str, at: float) -> bool:
        """Mark a contact as confirmed; return whether it exists."""
        contacts = schema.contacts
        with self._database.transaction() as connection:
            changed = update(contacts).where(contacts.c.id == contact).values(confirmed=at)
            return connection.execute(changed).rowcount > 0

    def remove(self, contact: str, person: str | None = None) -> bool:
        """Remove a contact, of this person if one is given; return whether it existed."""
        contacts, outbox = schema.contacts, schema.outbox
        here: list[Any] = [contacts.c.id == contact]
        if person is not None:
            here.append(contacts.c.person_id == person)
        with self._database.transaction() as connection:
            if not connection.execute(delete(contacts).where(*here)).rowcount:
                return False
            connection.execute(delete(outbox).where(outbox.c.contact_id == contact))
            return True

    def key(self, name: str, new: str) -> str:
        """Return a secret of the installation; the first server that asks stores a new one."""
        keys = schema.keys
        query = select(keys.c.value).where(keys.c.name == name)

        def read_or_store(connection: Connection) -> str:
            stored = connection.execute(query).scalar()
            if stored is None:
                self._database.insert_missing(connection, keys, name=name, value=new)
                stored = connection.execute(query).scalar_one()
            return str(stored)

        return self._database.read(read_or_store)
