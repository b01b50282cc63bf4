"""The games of a person, from the index of tables and players."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, and_, func, or_, select

from century.server.log import schema
from century.server.log.database import Database

__all__ = ["Cursor", "Game", "GameFilter", "MyGames", "Player"]

PAGE = 20  # games in one answer


@dataclass(frozen=True)
class Player:
    """A seat of a game."""

    seat: int
    person: str | None
    name: str | None
    level: str | None
    points: int | None
    rank: int | None


@dataclass(frozen=True)
class Game:
    """A game of a person, without its moves."""

    table: str
    game: str | None
    status: str
    host: str | None
    created: float
    finished: float | None
    rounds: int | None
    players: Sequence[Player]


@dataclass(frozen=True)
class Cursor:
    """The last game of a page, after which the next page starts."""

    created: float
    table: str

    def __str__(self) -> str:
        return f"{self.created!r}-{self.table}"

    @classmethod
    def parse(cls, text: str) -> Cursor:
        """Read a cursor, or raise ValueError."""
        created, _, table = text.rpartition("-")
        return cls(float(created), table)


@dataclass(frozen=True)
class GameFilter:
    """Which games to return; None and empty texts return all."""

    search: str = ""  # a part of a player's name, or of a game's name
    statuses: Sequence[str] = ()
    game: str | None = None
    before: Cursor | None = None


class MyGames:
    """Reads the games of people; its methods block."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def page(self, person: str, wanted: GameFilter, size: int = PAGE) -> tuple[list[Game], bool]:
        """Return the newest games that match, and whether there are more."""
        tables = schema.tables
        query = (
            select(
                tables.c.id,
                tables.c.game,
                tables.c.status,
                tables.c.host,
                tables.c.created,
                tables.c.finished,
                tables.c.rounds,
            )
            .where(_has_seat(person), *_conditions(wanted))
            .order_by(tables.c.created.desc(), tables.c.id.desc())
            .limit(size + 1)
        )
        rows = self._database.read(lambda connection: connection.execute(query).all())
        players = self._players([row.id for row in rows[:size]])
        found = [Game(*row, players=players.get(row.id, [])) for row in rows[:size]]
        return found, len(rows) > size

    def _players(self, tables: Sequence[str]) -> dict[str, list[Player]]:
        """Return the players of some tables, in the order of their seats."""
        players = schema.players
        query = (
            select(
                players.c.table_id,
                players.c.seat,
                players.c.person_id,
                players.c.name,
                players.c.level,
                players.c.points,
                players.c.rank,
            )
            .where(players.c.table_id.in_(tables))
            .order_by(players.c.seat)
        )
        found: dict[str, list[Player]] = {}
        for table, *rest in self._database.read(lambda c: c.execute(query).all()):
            found.setdefault(table, []).append(Player(*rest))
        return found

    def finished(self, person: str) -> list[str]:
        """Return the tables of all finished games of a person, the oldest first."""
        tables = schema.tables
        query = (
            select(tables.c.id)
            .where(_has_seat(person), tables.c.status == "over")
            .order_by(tables.c.created, tables.c.id)
        )
        return list(self._database.read(lambda c: c.execute(query).scalars().all()))


def _has_seat(person: str) -> ColumnElement[bool]:
    players = schema.players
    held = select(players.c.table_id).where(players.c.person_id == person)
    return schema.tables.c.id.in_(held)


def _conditions(wanted: GameFilter) -> list[ColumnElement[bool]]:
    tables = schema.tables
    conditions: list[ColumnElement[bool]] = []
    if wanted.statuses:
        conditions.append(tables.c.status.in_(wanted.statuses))
    if wanted.game is not None:
        conditions.append(tables.c.game == wanted.game)
    if wanted.before is not None:
        same = and_(tables.c.created == wanted.before.created, tables.c.id < wanted.before.table)
        conditions.append(or_(tables.c.created < wanted.before.created, same))
    conditions += [_mentions(word) for word in wanted.search.split()]
    return conditions


def _mentions(word: str) -> ColumnElement[bool]:
    """Whether a player's name or the name of the game contains a word, in upper or lower case."""
    players, tables = schema.players, schema.tables

    def contains(column: Any) -> ColumnElement[bool]:
        # SQLite changes the case of ASCII letters only, so the word itself is searched as well.
        lower = func.lower(column).contains(word.lower(), autoescape=True)
        return or_(lower, column.contains(word, autoescape=True))

    named = select(players.c.table_id).where(contains(players.c.name))
    return or_(contains(tables.c.game), tables.c.id.in_(named))
