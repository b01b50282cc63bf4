"""Response models, for the OpenAPI description.

The server writes responses from plain data without these models, which would cost more time than
the response. `tests/server/test_schema.py` checks real responses against them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel

from century.server.web.requests import Level

__all__ = ["ERROR_RESPONSES", "ErrorBody", "describe", "describe_text"]

View = Annotated[dict[str, Any], Field(description="the viewer's view, as in docs/views.md")]
Legal = Annotated[list[str], Field(description="legal decisions of the current seat")]
Ahead = Annotated[dict[str, list[str]], Field(description="legal after a joined decision")]
Seconds = Annotated[float, Field(description="seconds since 1970")]


def describe(model: type[BaseModel], status: int = 200) -> dict[int | str, dict[str, Any]]:
    """Describe the JSON response of a route."""
    return {status: {"model": model, "description": (model.__doc__ or "").rstrip(".")}}


def describe_text(media_type: str, description: str) -> dict[int | str, dict[str, Any]]:
    """Describe the successful response of a route that does not send JSON."""
    content = {media_type: {"schema": {"type": "string"}}}
    return {200: {"content": content, "description": description}}


class ErrorBody(BaseModel):
    """An error: a stable code for programs and a message for people."""

    code: str
    message: str


ERROR_RESPONSES: dict[int | str, dict[str, Any]] = {
    status: {"model": ErrorBody, "description": description}
    for status, description in {
        400: "malformed request",
        401: "token required",
        403: "not allowed",
        404: "not found",
        409: "not possible in this state",
        413: "too large",
        422: "invalid value",
        429: "too many requests",
        503: "not saved",
    }.items()
}


class ResponseModel(BaseModel):
    """The base of all response models; the server sends no field that is not described."""

    model_config = ConfigDict(extra="forbid")


class Seat(ResponseModel):
    """A seat."""

    name: str | None
    kind: Literal["person", "bot", "open"]
    level: Level | None = Field(description="of the bot that holds the seat or stands in")
    stand_in: bool
    timed_out: bool
    resigned: bool = Field(description="a bot plays on for good; the last place")
    bank: float | None = Field(description="seconds left, if the clock has a bank")


class Options(ResponseModel):
    """The options of a table."""

    game_options: dict[str, str]
    clock: dict[str, Any] | None
    undo: bool
    takeback: bool
    watch: Literal["nobody", "link", "anyone"]
    join: Literal["link", "anyone"]
    order: Literal["random", "seated"]


class Outline(ResponseModel):
    """What everybody with the code may know about a table."""

    table: str
    version: int
    status: Literal["open", "playing", "over"]
    game: str
    options: Options
    seats: list[Seat]


class You(ResponseModel):
    """The seats and rights of the viewer."""

    seats: list[int]
    host: bool


class Takeback(ResponseModel):
    """A pending request to go back."""

    seat: int
    to: int = Field(description="the number of decisions that would remain")
    waiting: list[int] = Field(description="seats that have not agreed yet")


class StandInVote(ResponseModel):
    """A pending request to let a bot play for somebody who is absent."""

    seat: int
    level: Level
    waiting: list[int] = Field(description="seats that have not agreed yet")


class State(Outline):
    """The state of a table for its viewer."""

    code: str | None
    you: You
    view: View | None
    legal: Legal
    ahead: Ahead
    decisions: int
    undo: bool
    takeback: Takeback | None
    stand_in_vote: StandInVote | None
    now: Seconds = Field(description="the time of the server")
    since: Seconds | None
    deadline: Seconds | None
    rematch: str | None = Field(description="the id of the rematch's table")
    commitment: str | None = Field(description="the SHA-256 of SEED:SALT")
    seed: str | None
    salt: str | None


class Event(ResponseModel):
    """An event; its kind determines which of the optional fields it has."""

    version: int
    kind: str
    at: Seconds
    id: str | None = Field(description="the id of the command that caused it")
    seat: int | None = None
    seats: list[int] | None = None
    name: str | None = None
    level: Level | None = None
    tokens: list[str] | None = None
    to: int | None = None
    waiting: list[int] | None = None
    table: str | None = None
    seating: list[int] | None = None


class Events(RootModel[list[Event]]):
    """Events in order."""


class Links(ResponseModel):
    """Links that the viewer may pass on."""

    invite: str | None = None
    watch: str | None = None


class Session(ResponseModel):
    """A table for a person who has just come to it."""

    token: str | None = Field(description="the secret of a new person; null for a known one")
    links: Links
    state: State


class Me(ResponseModel):
    """A person, for themselves."""

    person: str
    name: str | None
    created: Seconds
    public: bool = Field(description="whether the name is on the public list of ratings")
    token: str | None = Field(description="the secret of a new person or device; otherwise null")


class DeviceCode(ResponseModel):
    """A code that moves a person to another device."""

    code: str
    link: str
    qr: list[str] = Field(description="the link as a QR code: its rows, 1 is dark")
    expires: Seconds
    now: Seconds = Field(description="the time of the server")


class CommandResult(ResponseModel):
    """The events of a command and the state after them."""

    repeated: bool
    events: list[Event]
    state: State


class CommandRefused(ErrorBody):
    """The reason why a command was refused; for a stale one also the missed events."""

    missed: list[Event] | None = None
    state: State | None = None


class PreviewResult(ResponseModel):
    """The outcome of decisions that were not made."""

    reveals: bool
    turn_over: bool
    legal: Legal
    ahead: Ahead
    seats: list[dict[str, Any]] | None = None
    view: View | None = None


class Reasons(RootModel[dict[str, str]]):
    """A sentence for each illegal action, by its token."""


class HistoryEntry(ResponseModel):
    """The decisions of one command, with details of each."""

    version: int
    seat: int
    round: int
    tokens: list[str]
    at: Seconds
    reveals: bool
    about: list[dict[str, Any]]
    before: int = Field(description="the number of earlier decisions")


class History(RootModel[list[HistoryEntry]]):
    """All decisions that were not taken back."""


class Round(ResponseModel):
    """Scores and cubes at the end of a round."""

    round: int
    scores: list[int]
    cubes: list[str] | None = Field(description="of each seat; null in games without cubes")
    worth: list[int] | None = Field(
        description="of those cubes: yellow 1, each higher colour one more"
    )


class Result(ResponseModel):
    """The result of a finished game."""

    ranking: list[int]
    sheets: list[dict[str, int]]
    rounds: list[Round]


class ReplayTurn(ResponseModel):
    """What one turn changed."""

    round: int
    seat: int
    before: int = Field(description="the number of decisions before the turn")
    after: int = Field(description="the number of decisions after the turn")
    scores: list[int] = Field(description="of all seats after the turn")
    claimed: bool = Field(description="whether the turn claimed something that is worth points")
    ending: bool = Field(description="whether the turn started the last round")
    over: bool = Field(description="whether the game is over after the turn")


class Replay(RootModel[list[ReplayTurn]]):
    """The turns of a finished game."""


class RecordTurn(ReplayTurn):
    """A turn of a record, with the position after it."""

    tokens: list[str]
    about: list[dict[str, Any]]
    position: str


class RecordSeat(ResponseModel):
    """A player in a record."""

    name: str | None
    level: str | None = Field(description="of a bot")


class RecordReplay(ResponseModel):
    """A game record as data."""

    game: str
    seats: list[RecordSeat]
    start: str = Field(description="the text of the first position")
    turns: list[RecordTurn]
    ranking: list[int] | None = Field(description="null if the game is not over")
    sheets: list[dict[str, int]] | None = Field(description="null if the game is not over")


class TurnReview(ResponseModel):
    """A bot's review of a turn."""

    best: list[str] = Field(description="the turn that the bot would play")
    lead: float = Field(description="expected at the end after that turn, over the best rival")
    loss: float | None = Field(
        description="how much smaller the lead is after the played turn; null if unknown"
    )


class Reviews(ResponseModel):
    """The reviews of some turns."""

    count: int = Field(description="of all turns of the game")
    reviews: list[TurnReview] = Field(description="from the turn `first` on; 8 at most")


class PastPosition(ResponseModel):
    """The view after an earlier decision."""

    decisions: int
    view: View


class PositionText(ResponseModel):
    """A position in which the hidden information is dealt at random."""

    version: int
    position: str


class GameInfo(ResponseModel):
    """A game."""

    name: str
    title: str
    players: list[int]
    options: list[str]
    actions: list[str]
    phases: list[str]
    pieces: dict[str, Any]
    levels: list[str] = Field(description="of the bots that play the game, the weakest first")
    playable: bool = Field(description="false if the game is broken: it gets no new tables")
    page: bool = Field(description="whether the game has a script for the web page")
    style: bool = Field(description="whether that page has a style sheet")


class Games(ResponseModel):
    """The games, the levels of bots and the languages."""

    games: list[GameInfo]
    levels: list[str]
    languages: list[str]


class Bots(ResponseModel):
    """Whether the bots are ready."""

    preparing: bool = Field(description="bots are being compiled: the first answers take long")


class Section(ResponseModel):
    """Rules by their ids."""

    title: str
    rules: dict[str, str]


class Rules(ResponseModel):
    """The texts of a game in one language."""

    title: str
    example: str
    notes: str
    cubes: dict[str, str]
    actions: dict[str, str]
    faults: dict[str, str]
    sections: list[Section]


class Language(ResponseModel):
    """All texts of the page in one language."""

    language: str
    name: str
    rulings: str
    games: dict[str, Rules]
    page: dict[str, Any]
    errors: dict[str, str]


class TriedPosition(ResponseModel):
    """A position after the decisions that were tried."""

    position: str
    view: View
    legal: Legal
    why: dict[str, str]
