"""Response models of what the server keeps for people: their games, statistics and ratings."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, RootModel

from century.server.web.requests import Level
from century.server.web.responses import Outline, ResponseModel, Seconds

__all__ = [
    "ContactInfo",
    "Contacts",
    "LobbyTables",
    "MyGames",
    "MyRatings",
    "RatingList",
    "Statistics",
]


class MyPlayer(ResponseModel):
    """A seat of a game."""

    name: str | None
    kind: Literal["person", "bot", "open"]
    level: Level | None
    points: int | None = Field(description="null until the game is over")
    rank: int | None = Field(description="1 is the winner; null until the game is over")
    you: bool


class MyGame(ResponseModel):
    """A game of a person."""

    table: str
    game: str
    status: Literal["open", "playing", "over"]
    created: Seconds
    finished: Seconds | None
    rounds: int | None
    players: list[MyPlayer]
    to_decide: int | None = Field(description="the seat whose turn it is")
    your_turn: bool
    deadline: Seconds | None
    readable: bool = Field(description="false if the log of the table is damaged")


class MyGames(ResponseModel):
    """Games of a person, the newest first."""

    games: list[MyGame]
    next: str | None = Field(description="`before` for the next page; null on the last page")


class Summary(ResponseModel):
    """Some finished games in numbers."""

    games: int
    wins: int
    points: float | None = Field(description="the average; null without games")
    rounds: float | None = Field(description="the average; null without games")


class GameSummary(Summary):
    """The finished games of one game."""

    game: str


class PlayersSummary(Summary):
    """The finished games with one number of players."""

    players: int


class OpponentsSummary(Summary):
    """The finished games against bots of one level."""

    opponents: str = Field(description="a level of bots, or `people` for games without bots")


class MonthSummary(Summary):
    """The finished games of one month."""

    month: str


class RecentGame(ResponseModel):
    """One of the last games."""

    finished: Seconds
    game: str
    points: int
    rank: int


class Statistics(ResponseModel):
    """How a person has played."""

    total: Summary
    by_game: list[GameSummary]
    by_players: list[PlayersSummary]
    by_opponents: list[OpponentsSummary]
    months: list[MonthSummary]
    recent: list[RecentGame] = Field(description="the last 50 games, the oldest first")


class Rating(ResponseModel):
    """An openskill rating."""

    rating: float = Field(description="mu - 3 sigma, a cautious estimate")
    mu: float
    sigma: float
    games: int


class MyRating(Rating):
    """The rating of a person in a game."""

    game: str


class MyRatings(RootModel[list[MyRating]]):
    """The ratings of a person."""


class ListedRating(Rating):
    """A rating in the public list."""

    name: str | None = Field(description="null for a level")
    level: Level | None = Field(description="of a bot; null for a person")
    you: bool


class RatingList(ResponseModel):
    """The public list of a game, the best first."""

    game: str
    players: list[ListedRating]


class LobbyTable(Outline):
    """A table that anyone may join or watch."""

    kind: Literal["join", "watch"]
    since: Seconds = Field(description="when the table was created, or the last event of a game")


class LobbyTables(ResponseModel):
    """Tables to join, then tables to watch, the newest first."""

    now: Seconds = Field(description="the time of the server")
    tables: list[LobbyTable]


class ContactInfo(ResponseModel):
    """Where a person wants to be notified."""

    id: str
    kind: Literal["mail", "push"]
    address: str | None = Field(description="of e-mails; null for push messages")
    created: Seconds
    confirmed: bool


class Contacts(ResponseModel):
    """The contacts of a person, and what the server offers."""

    mail: bool = Field(description="whether the server sends e-mails")
    push_key: str | None = Field(description="for push messages; null if they are not offered")
    contacts: list[ContactInfo]
