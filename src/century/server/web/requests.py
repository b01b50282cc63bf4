"""Request models of tables: pydantic validates what clients send, over HTTP and WebSocket alike.

Each model has a method that returns the plain data of `century.server.table.commands`.
"""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    TypeAdapter,
    ValidationError,
)

from century.bots import LEVELS
from century.core.words import ENGLISH
from century.position import games
from century.server.errors import BadMessage
from century.server.table import commands
from century.server.table.clocks import NO_CLOCK, Clock
from century.server.table.phrases import PHRASES

__all__ = [
    "AnyCommand",
    "CreateTable",
    "Join",
    "Level",
    "Name",
    "NewSeat",
    "OptionalTokens",
    "Preview",
    "ReplayRecord",
    "RequestModel",
    "ReviewRecord",
    "Say",
    "SocketPreview",
    "TryPosition",
    "UseToken",
    "read_command",
    "read_preview",
    "validation_message",
]

MAX_SEATS = 8  # of any game
MAX_DECISIONS = 100  # in one message
MAX_NAME_LENGTH = 40


def _readable(name: str) -> str:
    """Return a name in Unicode's normal form, or raise ValueError if nobody could see it."""
    normal = unicodedata.normalize("NFC", name)
    if len(normal) > MAX_NAME_LENGTH:
        raise ValueError(f"a name has at most {MAX_NAME_LENGTH} characters")
    if not any(map(_is_visible, normal)):
        raise ValueError("a name needs a visible character")
    return normal


def _is_visible(character: str) -> bool:
    """Whether a character is a letter, number, punctuation mark or symbol that leaves ink."""
    return unicodedata.category(character)[0] in "LNPS" and character not in _BLANK_CHARACTERS


# Letters and symbols that look like a space: fillers of Korean, blank Braille, an empty notehead.
_BLANK_CHARACTERS = frozenset("\u115f\u1160\u3164\uffa0\u2800\U0001d159")
_NAME_PATTERN = r"^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]*$"  # no line or text controls
Name = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, min_length=1, max_length=MAX_NAME_LENGTH, pattern=_NAME_PATTERN
    ),
    AfterValidator(_readable),
]
Text = Annotated[str, StringConstraints(max_length=2000)]
Token = Annotated[str, StringConstraints(min_length=1, max_length=40)]
Tokens = Annotated[list[Token], Field(min_length=1, max_length=MAX_DECISIONS)]
OptionalTokens = Annotated[list[Token], Field(max_length=MAX_DECISIONS)]
Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Version = Annotated[int, Field(ge=0, lt=2**31)]
SeatNumber = Annotated[int, Field(ge=0, lt=MAX_SEATS)]
_PAUSE = "seconds that a bot waits before each of its turns"
Pause = Annotated[float, Field(ge=0, le=10, description=_PAUSE)]
Level = Literal["novice", "easy", "medium", "hard", "expert", "master"]
assert Level.__args__ == LEVELS  # type: ignore[attr-defined]  # the type must list all levels


class RequestModel(BaseModel):
    """The base of all request models; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewSeat(RequestModel):
    """One seat of a new table."""

    kind: Literal["me", "bot", "open"] = "open"
    name: Name | None = Field(None, description="of the person, or of the bot")
    level: Level = "medium"
    pause: Pause = 0.0


class BankClock(RequestModel):
    """A bank of time, and an increment after each turn."""

    kind: Literal["bank"]
    seconds: float = Field(ge=10, le=86_400)
    increment: float = Field(0, ge=0, le=3_600)


class DaysClock(RequestModel):
    """Days for each turn."""

    kind: Literal["days"]
    days: float = Field(gt=0, le=30)


class CreateTable(RequestModel):
    """A new table; the sender is its host and holds the seats of kind "me"."""

    game: Text = Field(default_factory=lambda: games()[0], description="the first game by default")
    seats: list[NewSeat] = Field(
        default_factory=lambda: [NewSeat(kind="me", name=None), NewSeat(kind="bot", name=None)],
        max_length=MAX_SEATS,
    )
    name: Name = Field("Host", description="of the host")
    game_options: dict[Token, Text] = Field(
        default_factory=dict, max_length=4, description="options of the game, by name"
    )
    clock: Annotated[BankClock | DaysClock, Field(discriminator="kind")] | None = None
    undo: bool = Field(True, description="whether people may take back decisions of their turn")
    takeback: bool = Field(True, description="whether people may ask the others to go back further")
    watch: Literal["nobody", "link", "anyone"] = "link"
    order: Literal["random", "seated"] = Field("random", description="of the seats")
    join: Literal["link", "anyone"] = Field("link", description="who may join")
    start: bool = Field(False, description="start the game immediately")
    id: Id | None = Field(None, description="chosen by the sender; the same id is executed once")

    def to_new_table(self) -> commands.NewTable:
        """Return the plain data."""
        return commands.NewTable(
            game=self.game,
            seats=[commands.NewSeat(**dict(seat)) for seat in self.seats],
            host_name=self.name,
            game_options=self.game_options,
            clock=NO_CLOCK if self.clock is None else Clock(**self.clock.model_dump()),
            undo=self.undo,
            takeback=self.takeback,
            watch=self.watch,
            join=self.join,
            id=self.id,
            order=self.order,
            start=self.start,
        )


class Join(RequestModel):
    """A person takes an open seat."""

    name: Name
    seat: SeatNumber | None = Field(None, description="null takes the first open seat")
    id: Id | None = Field(None, description="chosen by the sender; the same id is executed once")

    def to_join_table(self) -> commands.JoinTable:
        """Return the plain data."""
        return commands.JoinTable(self.name, self.seat, self.id)


class _Command(RequestModel):
    id: Id = Field(description="chosen by the sender; the same id is executed once")
    version: Version = Field(description="of the table as the sender knows it")

    def to_command(self) -> commands.Command:
        """Return the plain data."""
        fields = self.__dict__.copy()  # iterating over a model takes three times as long
        del fields["type"]
        return _PLAIN_COMMANDS[type(self)](**fields)


class Start(_Command):
    """The host starts the game; all seats must be taken."""

    type: Literal["start"]


class Leave(_Command):
    """A person leaves the table before the game starts."""

    type: Literal["leave"]


class SetSeat(_Command):
    """The host puts a bot on a seat, or opens the seat, before the game starts."""

    type: Literal["seat"]
    seat: SeatNumber
    level: Level | None = Field(None, description="of the bot; null opens the seat")
    name: Name | None = Field(None, description="of the bot; its level by default")


class MakeMove(_Command):
    """The current seat makes one or more decisions of its turn."""

    type: Literal["move"]
    tokens: Tokens


class Undo(_Command):
    """A person takes back their last move, if it revealed nothing and no other seat moved since."""

    type: Literal["undo"]


class AskTakeback(_Command):
    """A person asks the others to go back to the start of their own last turn."""

    type: Literal["ask-takeback"]


class AnswerTakeback(_Command):
    """A person agrees to a takeback, or refuses it."""

    type: Literal["answer-takeback"]
    agree: bool


class StandIn(_Command):
    """A bot plays for the sender, or for a person whose time has run out."""

    type: Literal["stand-in"]
    seat: SeatNumber
    level: Level = "medium"
    pause: Pause = 0.0


class AskStandIn(_Command):
    """A person asks the others whether a bot may play for somebody who is absent."""

    type: Literal["ask-stand-in"]
    seat: SeatNumber
    level: Level = "medium"


class AnswerStandIn(_Command):
    """A person agrees that a bot plays for somebody who is absent, or refuses it."""

    type: Literal["answer-stand-in"]
    agree: bool


class Resign(_Command):
    """A person gives up their seat for good; a bot plays on."""

    type: Literal["resign"]
    seat: SeatNumber
    level: Level = "medium"


class Return(_Command):
    """A person takes their seat back from the bot that stands in."""

    type: Literal["return"]


class Rematch(_Command):
    """A new table with the same people, whose tokens are valid there too."""

    type: Literal["rematch"]


_PLAIN_COMMANDS: dict[type[_Command], type[commands.Command]] = {
    Start: commands.Start,
    Leave: commands.Leave,
    SetSeat: commands.SetSeat,
    MakeMove: commands.MakeMove,
    Undo: commands.Undo,
    AskTakeback: commands.AskTakeback,
    AnswerTakeback: commands.AnswerTakeback,
    StandIn: commands.StandIn,
    AskStandIn: commands.AskStandIn,
    AnswerStandIn: commands.AnswerStandIn,
    Resign: commands.Resign,
    Return: commands.Return,
    Rematch: commands.Rematch,
}
CommandRequest = (
    Start
    | Leave
    | SetSeat
    | MakeMove
    | Undo
    | AskTakeback
    | AnswerTakeback
    | StandIn
    | AskStandIn
    | AnswerStandIn
    | Resign
    | Return
    | Rematch
)
AnyCommand = Annotated[CommandRequest, Field(discriminator="type")]

_ADAPTER: TypeAdapter[CommandRequest] = TypeAdapter(AnyCommand)


def read_command(data: Any) -> commands.Command:
    """Validate a command that arrived as JSON data, or raise BadMessage."""
    try:
        return _ADAPTER.validate_python(data).to_command()
    except ValidationError as error:
        raise BadMessage(validation_message(error.errors())) from None


def validation_message(errors: list[Any]) -> str:
    """Describe the first validation error without repeating the invalid value."""
    where = ".".join(str(part) for part in errors[0]["loc"])
    return f"{where}: {errors[0]['msg']}" if where else str(errors[0]["msg"])


class TryPosition(RequestModel):
    """A position and decisions to try in it, for lessons and puzzles."""

    position: Text
    tokens: OptionalTokens = Field(default_factory=list)
    seat: SeatNumber | None = Field(None, description="whose view; null is a spectator's view")
    language: str = Field(ENGLISH, max_length=20, description="of the reasons in `why`")
    veiled: bool = Field(False, description="hide the cards that the decisions reveal")


class ReplayRecord(RequestModel):
    """A game record to replay; the limit of messages bounds its length."""

    record: str = Field(description="the text, as in docs/notation.md")


class ReviewRecord(ReplayRecord):
    """A game record to review, from one of its turns on."""

    first: int = Field(0, ge=0, lt=2**31, description="the index of the first turn to review")


class Preview(RequestModel):
    """Decisions of the current seat, to show their outcome without making them."""

    tokens: Tokens
    view: bool = Field(True, description="whether the answer has the view and the seats")


class SocketPreview(Preview):
    """The same in a frame of the socket; the answer repeats the id."""

    type: Literal["preview"]
    id: Id = Field(description="chosen by the sender; the answer repeats it")


def read_preview(data: Any) -> SocketPreview:
    """Validate a request for a preview that arrived as JSON data, or raise BadMessage."""
    try:
        return SocketPreview.model_validate(data)
    except ValidationError as error:
        raise BadMessage(validation_message(error.errors())) from None


class Say(RequestModel):
    """A phrase of the fixed list, for all viewers of a table."""

    phrase: Annotated[str, Field(json_schema_extra={"enum": list(PHRASES)})]


class UseToken(RequestModel):
    """The token of a link to watch."""

    token: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]
