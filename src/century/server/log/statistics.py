"""The statistics of a person: how they played, by game, number of players and opponents."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from typing import Any

from sqlalchemy import select

from century.server.log import schema
from century.server.log.database import Database

__all__ = ["PEOPLE", "FinishedGame", "finished_games", "statistics"]

RECENT = 50  # games in the curve
PEOPLE = "people"  # the key of games without a bot

Row = dict[str, Any]


@dataclass(frozen=True)
class FinishedGame:
    """A finished game, as the person played it."""

    game: str
    finished: float
    rounds: int | None
    players: int
    opponents: frozenset[str]  # the levels of the bots; PEOPLE if there are none
    points: int
    rank: int

    @property
    def won(self) -> bool:
        """Whether the person won."""
        return self.rank == 1

    @property
    def month(self) -> str:
        """The month, such as "2026-11"."""
        return datetime.fromtimestamp(self.finished, UTC).strftime("%Y-%m")


def finished_games(database: Database, person: str, game: str | None) -> list[FinishedGame]:
    """Return the finished games of a person, the oldest first; of one game, or of all.

    Games in which the person played several seats, at one screen with others, do not count.
    """
    tables, players = schema.tables, schema.players
    held = select(players.c.table_id).where(players.c.person_id == person)
    query = (
        select(
            tables.c.id,
            tables.c.game,
            tables.c.finished,
            tables.c.rounds,
            players.c.person_id,
            players.c.level,
            players.c.points,
            players.c.rank,
        )
        .join(players, players.c.table_id == tables.c.id)
        .where(tables.c.id.in_(held), tables.c.status == "over", tables.c.finished.is_not(None))
        .order_by(tables.c.finished, tables.c.id)
    )
    if game is not None:
        query = query.where(tables.c.game == game)
    rows = database.read(lambda connection: connection.execute(query).all())
    found = []
    for _, group in groupby(rows, key=lambda row: row.id):
        seats = list(group)
        mine = [row for row in seats if row.person_id == person]
        if len(mine) == 1 and mine[0].rank is not None:
            levels = frozenset(row.level for row in seats if row.level)
            opponents = levels or frozenset({PEOPLE})
            first = seats[0]
            found.append(
                FinishedGame(
                    *(first.game, first.finished, first.rounds, len(seats), opponents),
                    *(mine[0].points, mine[0].rank),
                )
            )
    return found


def statistics(games: Sequence[FinishedGame]) -> Row:
    """Return all tables and curves."""
    return {
        "total": _summary(games),
        "by_game": _by(games, "game", lambda one: [one.game]),
        "by_players": _by(games, "players", lambda one: [one.players]),
        "by_opponents": _by(games, "opponents", lambda one: one.opponents),
        "months": _by(games, "month", lambda one: [one.month]),
        "recent": [
            {"finished": one.finished, "game": one.game, "points": one.points, "rank": one.rank}
            for one in games[-RECENT:]
        ],
    }


def _by(
    games: Sequence[FinishedGame], name: str, keys: Callable[[FinishedGame], Iterable[Hashable]]
) -> list[Row]:
    """Return a summary for each key, in the order of the keys."""
    groups: dict[Any, list[FinishedGame]] = {}
    for one in games:
        for key in keys(one):
            groups.setdefault(key, []).append(one)
    return [{name: key, **_summary(groups[key])} for key in sorted(groups)]


def _summary(games: Sequence[FinishedGame]) -> Row:
    rounds = [one.rounds for one in games if one.rounds is not None]
    return {
        "games": len(games),
        "wins": sum(one.won for one in games),
        "points": _mean([one.points for one in games]),
        "rounds": _mean(rounds),
    }


def _mean(values: Sequence[int]) -> float | None:
    return round(sum(values) / len(values), 2) if values else None
