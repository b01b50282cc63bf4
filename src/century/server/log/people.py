"""People in the database: their secrets, names, codes for other devices, and grants to watch."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import orjson
from sqlalchemy import Connection, Select, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from century.server.errors import UnknownCode
from century.server.log import schema
from century.server.log.database import Database
from century.server.table.credentials import hash_token, person_of_hash

__all__ = ["People", "Person"]

MAX_CACHED = 50_000  # people whose secrets are remembered
DEVICE_CODE_SECONDS = 15 * 60.0


@dataclass(frozen=True)
class Person:
    """A person as the server knows them."""

    id: str
    name: str | None
    created: float
    public: bool


class People:
    """Reads and writes people; its methods block, except for `known`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._ids: OrderedDict[str, str] = OrderedDict()  # by the hash of the secret
        self._lock = threading.Lock()  # for changes of `_ids`
        self._forgotten = 0  # how often secrets were forgotten

    def known(self, secret: str) -> str | None:
        """Return the id of a person whose secret was used recently on this server."""
        return self._ids.get(hash_token(secret))

    def find(self, secret: str) -> str | None:
        """Return the id of the person with this secret."""
        secret_hash, forgotten = hash_token(secret), self._forgotten
        secrets = schema.secrets
        query = select(secrets.c.person_id).where(secrets.c.hash == secret_hash)
        found: str | None = self._scalar(query)
        if found is not None:
            self._remember(secret_hash, found, forgotten)
        return found

    def find_or_create(self, secret: str, new_id: str, at: float) -> str:
        """Return the id of the person with this secret, who is created if necessary."""
        found = self.find(secret)
        if found is not None:
            return found
        secret_hash, forgotten = hash_token(secret), self._forgotten
        row = {"id": new_id, "created": at, "public": False}
        try:
            with self._database.transaction() as connection:
                connection.execute(insert(schema.people), row)
                _add_secret(connection, secret_hash, new_id, at)
        except IntegrityError:  # another request with the same secret was faster
            found = self.find(secret)
            if found is None:
                raise
            return found
        self._remember(secret_hash, new_id, forgotten)
        return new_id

    def _remember(self, secret_hash: str, person: str, forgotten: int) -> None:
        """Remember a secret, unless it may have become invalid since it was read."""
        with self._lock:
            if forgotten != self._forgotten:
                return
            self._ids[secret_hash] = person
            if len(self._ids) > MAX_CACHED:
                self._ids.popitem(last=False)

    def forget_cached(self, person: str) -> None:
        """Forget the secrets of a person, some of which have become invalid."""
        with self._lock:
            self._forgotten += 1
            for secret_hash in [one for one, found in self._ids.items() if found == person]:
                del self._ids[secret_hash]

    def get(self, person: str) -> Person | None:
        """Return a person by their id."""
        people = schema.people
        query = select(people.c.id, people.c.name, people.c.created, people.c.public)
        row = self._database.read(lambda c: c.execute(query.where(people.c.id == person)).first())
        return None if row is None else Person(*row)

    def change(self, person: str, **columns: Any) -> None:
        """Change the name or the settings of a person."""
        with self._database.transaction() as connection:
            people = schema.people
            connection.execute(update(people).where(people.c.id == person).values(columns))

    # Other devices

    def add_device_code(self, person: str, code: str, now: float) -> float:
        """Store a code that moves a person to another device; return when it expires."""
        codes, expires = schema.device_codes, now + DEVICE_CODE_SECONDS
        with self._database.transaction() as connection:
            connection.execute(delete(codes).where(codes.c.expires < now))
            row = {"hash": hash_token(code), "person_id": person, "expires": expires}
            connection.execute(insert(codes), row)
        return expires

    def use_device_code(self, code: str, new_secret: str, now: float) -> str:
        """Give a person a secret for another device, or raise UnknownCode; a code works once."""
        codes = schema.device_codes
        with self._database.transaction() as connection:
            valid = (codes.c.hash == hash_token(code), codes.c.expires >= now)
            person = connection.execute(select(codes.c.person_id).where(*valid)).scalar()
            removed = connection.execute(delete(codes).where(*valid)).rowcount
            if person is None or removed != 1:
                raise UnknownCode("this code is not valid any more; make a new one")
            _add_secret(connection, hash_token(new_secret), person, now)
        return str(person)

    def remove_other_secrets(self, person: str, secret: str) -> None:
        """Sign out all devices of a person but the one with this secret."""
        secrets = schema.secrets
        with self._database.transaction() as connection:
            connection.execute(
                delete(secrets).where(
                    secrets.c.person_id == person, secrets.c.hash != hash_token(secret)
                )
            )
        self.forget_cached(person)

    # Watching

    def grant(self, table: str, person: str) -> None:
        """Let a person watch a table."""
        try:
            with self._database.transaction() as connection:
                connection.execute(insert(schema.grants), {"table_id": table, "person_id": person})
        except IntegrityError:
            pass  # the person may watch already

    def may_watch(self, table: str, person: str) -> bool:
        """Whether a person has opened the link to watch a table."""
        grants = schema.grants
        query = select(grants.c.person_id).where(
            grants.c.table_id == table, grants.c.person_id == person
        )
        return self._scalar(query) is not None

    # Forgetting

    def exists(self, person: str) -> bool:
        """Whether a person is known, and was not forgotten."""
        query = select(schema.people.c.id).where(schema.people.c.id == person)
        return self._scalar(query) is not None

    def seats(self, person: str) -> list[tuple[str, int]]:
        """Return the tables and seats of a person."""
        players = schema.players
        query = select(players.c.table_id, players.c.seat).where(players.c.person_id == person)
        rows = self._database.read(lambda connection: connection.execute(query).all())
        return [(table, seat) for table, seat in rows]

    def unfinished_tables(self, person: str) -> list[str]:
        """Return the tables of a person whose games are not over."""
        players, tables = schema.players, schema.tables
        query = (
            select(tables.c.id)
            .join(players, players.c.table_id == tables.c.id)
            .where(players.c.person_id == person, tables.c.status != "over")
            .distinct()
        )
        return self._database.read(lambda connection: list(connection.execute(query).scalars()))

    def forget(self, person: str, left: Iterable[str] = ()) -> list[str]:
        """Erase a person: name, secrets, grants and the names in the logs of their tables.

        `left` are tables at which they have no seat any more. The games stay. Return the ids of the
        tables whose logs changed.
        """
        tables = sorted({*left, *(table for table, _ in self.seats(person))})
        players, log = schema.players, schema.events
        with self._database.transaction() as connection:
            for table in tables:
                rows = connection.execute(
                    select(log.c.version, log.c.body).where(
                        log.c.table_id == table, log.c.body.contains(person)
                    )
                ).all()
                for version, body in rows:
                    here = (log.c.table_id == table, log.c.version == version)
                    erased = _without_name(body, person)
                    connection.execute(update(log).where(*here).values(body=erased))
            connection.execute(
                update(players)
                .where(players.c.person_id == person)
                .values(name=None, person_id=None)
            )
            ratings = schema.ratings
            connection.execute(delete(ratings).where(ratings.c.player_key == person))
            mine = select(schema.contacts.c.id).where(schema.contacts.c.person_id == person)
            connection.execute(delete(schema.outbox).where(schema.outbox.c.contact_id.in_(mine)))
            for other in (schema.secrets, schema.device_codes, schema.grants, schema.contacts):
                connection.execute(delete(other).where(other.c.person_id == person))
            connection.execute(delete(schema.people).where(schema.people.c.id == person))
        self.forget_cached(person)
        return tables

    def _scalar(self, query: Select[Any]) -> Any:
        return self._database.read(lambda connection: connection.execute(query).scalar())


def _add_secret(connection: Connection, secret_hash: str, person: str, at: float) -> None:
    row = {"hash": secret_hash, "person_id": person, "created": at}
    connection.execute(insert(schema.secrets), row)


def _without_name(body: str, person: str) -> str:
    """Erase the name of a person in an event that seats them."""
    data = orjson.loads(body)
    for seat in (data, *data.get("seats", [])):
        holder = seat.get("person") or person_of_hash(seat.get("token") or "")
        if holder == person:
            seat["name"] = None
    return orjson.dumps(data).decode()
