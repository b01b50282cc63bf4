"""Ratings (openskill, Plackett-Luce) of people and of the levels of bots, for each game.

The ratings follow from the finished games in the database. A game counts once, when it is over; the
row in `rated` and the new ratings are written in one transaction. `rebuild` computes all of them
again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Row, delete, insert, select, text, update

from century.bots import LEVELS
from century.server.log import schema
from century.server.log.database import Database

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

__all__ = ["LEVEL", "RatedPlayer", "Ratings"]

LEVEL = "level:"  # the start of the key of a bot's level
BATCH = 50  # games in one transaction
LIST = 100  # people in the public list
# The levels are anchors that move slowly: a small and constant sigma gives them small steps.
LEVEL_SIGMA = 1.5
LEVEL_MU = {level: 15.0 + 5.0 * step for step, level in enumerate(LEVELS)}

_LOCK = 0x63656E74  # of PostgreSQL: one server at a time updates the ratings


@dataclass(frozen=True)
class RatedPlayer:
    """A rating in a game, of a person or of a level."""

    key: str
    game: str
    mu: float
    sigma: float
    games: int
    name: str | None = None

    @property
    def ordinal(self) -> float:
        """A cautious estimate: the mean minus three standard deviations."""
        return self.mu - 3 * self.sigma


class Ratings:
    """Reads and updates ratings; its methods block."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @cached_property
    def _model(self) -> PlackettLuce:
        """The rating system; it is imported when the first game is rated."""
        from openskill.models import PlackettLuce

        return PlackettLuce()

    # Updating

    def update(self, since: float = 0.0) -> int:
        """Count finished games that are not rated yet; return how many there were."""
        tables, rated = schema.tables, schema.rated
        query = (
            select(tables.c.id, tables.c.game)
            .where(
                tables.c.finished > since,
                ~select(rated.c.table_id).where(rated.c.table_id == tables.c.id).exists(),
            )
            .order_by(tables.c.finished, tables.c.id)
            .limit(BATCH)
        )
        if not self._database.read(lambda connection: connection.execute(query).first()):
            return 0
        with self._database.transaction() as connection:
            if self._database.shared:
                connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _LOCK})
            games = connection.execute(query).all()
            for table, game in games:
                connection.execute(insert(rated), {"table_id": table})
                ranking = _ranking(connection, table)
                if ranking:
                    self._count(connection, game, ranking)
        return len(games)

    def _count(self, connection: Connection, game: str, ranking: Sequence[str]) -> None:
        """Update the ratings of the players, who are given from first to last place."""
        keys = list(dict.fromkeys(ranking))
        before = {key: _read(connection, key, game) or self._new(key, game) for key in keys}
        teams = [[self._model.rating(before[key].mu, before[key].sigma)] for key in ranking]
        after = [team[0] for team in self._model.rate(teams)]
        for key, old in before.items():
            # A level may have several seats: the changes of its mean add up.
            own = [new for new, who in zip(after, ranking, strict=True) if who == key]
            mu = old.mu + sum(new.mu - old.mu for new in own)
            sigma = old.sigma if key.startswith(LEVEL) else own[0].sigma
            _write(connection, old, {"mu": mu, "sigma": sigma, "games": old.games + 1})

    def _new(self, key: str, game: str) -> RatedPlayer:
        if key.startswith(LEVEL):
            return RatedPlayer(key, game, LEVEL_MU[key.removeprefix(LEVEL)], LEVEL_SIGMA, 0)
        fresh = self._model.rating()
        return RatedPlayer(key, game, fresh.mu, fresh.sigma, 0)

    def rebuild(self) -> int:
        """Compute all ratings again from the finished games; return how many games there were."""
        with self._database.transaction() as connection:
            connection.execute(delete(schema.ratings))
            connection.execute(delete(schema.rated))
        total = 0
        while count := self.update():
            total += count
        return total

    # Reading

    def of(self, person: str) -> list[RatedPlayer]:
        """Return the ratings of a person, by game."""
        ratings = schema.ratings
        query = select(ratings).where(ratings.c.player_key == person).order_by(ratings.c.game)
        rows = self._database.read(lambda connection: connection.execute(query).all())
        return [_player(row) for row in rows]

    def public(self, game: str) -> list[RatedPlayer]:
        """Return the best people who agreed to be listed, and all levels, the best first."""
        ratings, people = schema.ratings, schema.people
        listed = (
            select(ratings, people.c.name)
            .join(people, people.c.id == ratings.c.player_key)
            .where(ratings.c.game == game, people.c.public, people.c.name.is_not(None))
            .order_by((ratings.c.mu - 3 * ratings.c.sigma).desc())
            .limit(LIST)
        )
        keys = [f"{LEVEL}{level}" for level in LEVELS]
        levels = select(ratings).where(ratings.c.game == game, ratings.c.player_key.in_(keys))

        def read(connection: Connection) -> list[RatedPlayer]:
            found = [_player(row, row.name) for row in connection.execute(listed)]
            return found + [_player(row) for row in connection.execute(levels)]

        return sorted(self._database.read(read), key=lambda one: one.ordinal, reverse=True)


def _ranking(connection: Connection, table: str) -> list[str] | None:
    """Return the keys of the players from first to last place; None if the game does not count.

    A game counts if at least one person played, each person had one seat, and no bot stood in.
    """
    players, log = schema.players, schema.events
    seats = connection.execute(
        select(players.c.person_id, players.c.level, players.c.rank)
        .where(players.c.table_id == table)
        .order_by(players.c.rank)
    ).all()
    stand_in = log.c.body.startswith('{"kind":"stand-in"', autoescape=True)
    stood_in = connection.execute(
        select(log.c.version).where(log.c.table_id == table, stand_in).limit(1)
    ).first()
    people = [seat.person_id for seat in seats if seat.level is None]
    complete = all(people) and all(seat.rank is not None for seat in seats)
    levels = [seat.level for seat in seats if seat.level is not None]
    if stood_in or not complete or not people or len(set(people)) < len(people):
        return None
    if len(seats) < 2 or any(level not in LEVEL_MU for level in levels):
        return None
    return [seat.person_id or f"{LEVEL}{seat.level}" for seat in seats]


def _read(connection: Connection, key: str, game: str) -> RatedPlayer | None:
    ratings = schema.ratings
    query = select(ratings).where(ratings.c.player_key == key, ratings.c.game == game)
    row = connection.execute(query).first()
    return None if row is None else _player(row)


def _player(row: Row[Any], name: str | None = None) -> RatedPlayer:
    return RatedPlayer(row.player_key, row.game, row.mu, row.sigma, row.games, name)


def _write(connection: Connection, player: RatedPlayer, values: dict[str, float]) -> None:
    ratings = schema.ratings
    here = (ratings.c.player_key == player.key, ratings.c.game == player.game)
    if not connection.execute(update(ratings).where(*here).values(values)).rowcount:
        row = {"player_key": player.key, "game": player.game, **values}
        connection.execute(insert(ratings), row)
