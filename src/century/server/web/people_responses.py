"""Response models of what the server keeps for people: their games, statistics and ratings."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from century.server.web.requests import Level
from century.server.web.responses import ResponseModel, Seconds

__all__ = ["MyGame", "MyGames", "MyPlayer"]


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
