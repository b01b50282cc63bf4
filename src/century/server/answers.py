"""What the server answers, for the description of its API.

Answers are written from plain data, not from these: a model for each of them would cost more than
the answer. `tests/server/test_schema.py` holds real answers against them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, RootModel

from century.server.messages import Fault, Level

__all__ = ["answer", "text"]

View = Annotated[dict[str, Any], Field(description="what the viewer sees, as in docs/views.md")]
Legal = Annotated[list[str], Field(description="what the seat that is asked may decide")]
Seconds = Annotated[float, Field(description="seconds since 1970")]


def answer(model: type[BaseModel], status: int = 200) -> dict[int | str, dict[str, Any]]:
    """Describe what a route answers if all is well."""
    return {status: {"model": model, "description": (model.__doc__ or "").rstrip(".")}}


def text(media: str, what: str) -> dict[int | str, dict[str, Any]]:
    """Describe the answer of a route that does not answer with JSON, unless something is wrong."""
    return {200: {"content": {media: {"schema": {"type": "string"}}}, "description": what}}


class Answer(BaseModel):
    """Anything answered: a field that is not described here is not sent."""

    model_config = ConfigDict(extra="forbid")


class Seat(Answer):
    """Who sits on a seat."""

    name: str | None
    kind: Literal["person", "bot", "open"]
    level: Level | None = Field(description="of the bot that sits there or stands in")
    stand_in: bool
    timed_out: bool
    bank: float | None = Field(description="seconds left, where the clock has a bank")


class Options(Answer):
    """What was chosen for a table."""

    game_options: dict[str, str]
    clock: dict[str, Any] | None
    undo: bool
    takeback: bool
    watch: Literal["nobody", "link", "anyone"]
    order: Literal["random", "seated"]


class Outline(Answer):
    """What everybody with the code may know of a table."""

    table: str
    version: int
    status: Literal["open", "playing", "over"]
    game: str
    options: Options
    seats: list[Seat]


class You(Answer):
    """Who the viewer is."""

    seats: list[int]
    host: bool


class Takeback(Answer):
    """Somebody asks to go back."""

    seat: int
    to: int = Field(description="how many decisions would remain")
    waiting: list[int] = Field(description="seats that have not agreed yet")


class State(Outline):
    """A table as its viewer sees it."""

    code: str | None
    you: You
    view: View | None
    legal: Legal
    decisions: int
    undo: bool
    takeback: Takeback | None
    since: Seconds | None
    deadline: Seconds | None
    rematch: str | None = Field(description="the id of the table of the rematch")
    commitment: str | None = Field(description="the SHA-256 of SEED:SALT")
    seed: str | None
    salt: str | None


class Event(Answer):
    """Something that happened; which of the other fields there are depends on its kind."""

    version: int
    kind: str
    at: Seconds
    id: str | None = Field(description="that the sender of the command made up")
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
    """What happened, in order."""


class Links(Answer):
    """The links that somebody may pass on."""

    invite: str | None = None
    private: str | None = None
    watch: str | None = None


class Welcome(Answer):
    """The table, with the viewer's secret token."""

    token: str
    links: Links
    state: State


class Done(Answer):
    """What came of a command."""

    repeated: bool
    events: list[Event]
    state: State


class Refused(Fault):
    """Why a command was not carried out; if it was stale, what was missed."""

    missed: list[Event] | None = None
    state: State | None = None


class Previewed(Answer):
    """What would come of some decisions."""

    reveals: bool
    turn_over: bool
    legal: Legal
    seats: list[dict[str, Any]]
    view: View


class Sentences(RootModel[dict[str, str]]):
    """A sentence for each action that is not legal, by its token."""


class Entry(Answer):
    """Decisions that somebody sent in one go, and what each came to."""

    version: int
    seat: int
    round: int
    tokens: list[str]
    at: Seconds
    reveals: bool
    about: list[dict[str, Any]]
    before: int = Field(description="how many decisions came before")


class Log(RootModel[list[Entry]]):
    """The decisions that stand."""


class Round(Answer):
    """How things stood at the end of a round."""

    round: int
    scores: list[int]
    cubes: list[str]
    worth: list[int] = Field(description="of those cubes: yellow 1, each step up one more")


class Result(Answer):
    """What a finished game came to."""

    ranking: list[int]
    sheets: list[dict[str, int]]
    rounds: list[Round]


class Past(Answer):
    """A table as it was."""

    decisions: int
    view: View


class PositionText(Answer):
    """A position, with all that the seat cannot know dealt anew."""

    version: int
    position: str


class GameAbout(Answer):
    """A game."""

    name: str
    title: str
    players: list[int]
    options: list[str]
    actions: list[str]
    phases: list[str]
    pieces: dict[str, Any]
    page: bool = Field(description="whether the game can be played on the web page")


class Games(Answer):
    """The games, the levels of bots and the languages."""

    games: list[GameAbout]
    levels: list[str]
    languages: list[str]


class Bots(Answer):
    """Whether the bots are ready."""

    preparing: bool = Field(description="they are being compiled: the first answers take long")


class Section(Answer):
    """Rules by their ids."""

    title: str
    rules: dict[str, str]


class Rules(Answer):
    """A game's words in a language."""

    title: str
    example: str
    notes: str
    cubes: dict[str, str]
    actions: dict[str, str]
    faults: dict[str, str]
    sections: list[Section]


class Language(Answer):
    """Everything that the page says in a language."""

    language: str
    name: str
    rulings: str
    games: dict[str, Rules]
    page: dict[str, Any]
    errors: dict[str, str]


class Tried(Answer):
    """A position in which decisions were tried."""

    position: str
    view: View
    legal: Legal
    why: dict[str, str]


class Cell(Answer):
    """A cell of a map."""

    kind: Literal["market", "port", "sea"]
    q: int
    r: int


class Chart(Answer):
    """A map of Eastern Wonders in every form."""

    map: str
    drawing: str
    cells: dict[str, Cell]
    advice: list[str]
    lonely: list[str]
