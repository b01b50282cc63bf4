"""What may be sent to the server, checked at the edge; over HTTP and WebSocket alike."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

from century.bots import LEVELS
from century.core.words import ENGLISH
from century.errors import BadMessage

__all__ = [
    "Command",
    "CreateTable",
    "Fault",
    "Join",
    "NewSeat",
    "read_command",
]

MOST_SEATS = 8  # of any game
MOST_DECISIONS = 100  # in one message
NAME = 40

_NAME = r"^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]*$"  # nothing that breaks a line
Name = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=NAME, pattern=_NAME)
]
Text = Annotated[str, StringConstraints(max_length=2000)]
Token = Annotated[str, StringConstraints(min_length=1, max_length=40)]
Tokens = Annotated[list[Token], Field(min_length=1, max_length=MOST_DECISIONS)]
MaybeTokens = Annotated[list[Token], Field(max_length=MOST_DECISIONS)]
Id = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
Version = Annotated[int, Field(ge=0, lt=2**31)]
SeatNumber = Annotated[int, Field(ge=0, lt=MOST_SEATS)]
Level = Literal["novice", "easy", "medium", "hard", "expert"]
assert Level.__args__ == LEVELS  # type: ignore[attr-defined]  # one list for the types, one for all


class Message(BaseModel):
    """Anything sent: what it does not know it does not take."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewSeat(Message):
    """Who shall sit on a seat of a new table."""

    kind: Literal["me", "bot", "open"] = "open"
    name: Name | None = Field(None, description="of a person, or of a bot instead of its level")
    level: Level = "medium"


class BankClock(Message):
    """A bank of time, and an increment after each turn."""

    kind: Literal["bank"]
    seconds: float = Field(ge=10, le=86_400)
    increment: float = Field(0, ge=0, le=3_600)


class DaysClock(Message):
    """Days for each turn."""

    kind: Literal["days"]
    days: float = Field(gt=0, le=30)


class CreateTable(Message):
    """A new table. Whoever sends this is its host, and sits where `kind` is "me"."""

    game: Text = "spice-road"
    seats: list[NewSeat] = Field(
        default_factory=lambda: [NewSeat(kind="me", name=None), NewSeat(kind="bot", name=None)],
        max_length=MOST_SEATS,
    )
    name: Name = Field("Host", description="of the host")
    game_options: dict[Token, Text] = Field(
        default_factory=dict, max_length=4, description="such as the map"
    )
    clock: Annotated[BankClock | DaysClock, Field(discriminator="kind")] | None = None
    undo: bool = Field(True, description="whether decisions of a turn may be taken back")
    takeback: bool = Field(True, description="whether one may ask the others to go back further")
    watch: Literal["nobody", "link", "anyone"] = "link"
    order: Literal["random", "seated"] = Field("random", description="who begins")
    start: bool = Field(False, description="begin at once")


class Join(Message):
    """Somebody sits down on an open seat."""

    name: Name
    seat: SeatNumber | None = Field(None, description="the first open one if there is none")


class _Command(Message):
    id: Id = Field(description="made up by the sender: the same id is never carried out twice")
    version: Version = Field(description="of the table as the sender knows it")


class Start(_Command):
    """The host begins the game; all seats are taken."""

    type: Literal["start"]


class Leave(_Command):
    """Somebody gets up before the game has begun."""

    type: Literal["leave"]


class SetSeat(_Command):
    """The host puts a bot on a seat, or opens it, before the game has begun."""

    type: Literal["seat"]
    seat: SeatNumber
    level: Level | None = Field(None, description="of the bot; null opens the seat")
    name: Name | None = Field(None, description="of the bot; its level if there is none")


class MakeMove(_Command):
    """The seat that is asked decides, once or several times within its turn."""

    type: Literal["move"]
    tokens: Tokens


class Undo(_Command):
    """Somebody takes back what they sent last, if nothing was revealed and nobody moved since."""

    type: Literal["undo"]


class AskTakeback(_Command):
    """Somebody asks the others to go back to the beginning of their last turn."""

    type: Literal["ask-takeback"]


class AnswerTakeback(_Command):
    """Somebody answers that."""

    type: Literal["answer-takeback"]
    agree: bool


class StandIn(_Command):
    """The others let a bot play for somebody whose time is up, or one lets it play for oneself."""

    type: Literal["stand-in"]
    seat: SeatNumber
    level: Level = "medium"


class Return(_Command):
    """Somebody takes their seat back from the bot that stands in."""

    type: Literal["return"]


class Rematch(_Command):
    """Somebody makes a new table with the same people; everyone's token is good there too."""

    type: Literal["rematch"]


Command = (
    Start
    | Leave
    | SetSeat
    | MakeMove
    | Undo
    | AskTakeback
    | AnswerTakeback
    | StandIn
    | Return
    | Rematch
)
AnyCommand = Annotated[Command, Field(discriminator="type")]

_COMMANDS: TypeAdapter[Command] = TypeAdapter(AnyCommand)


def read_command(data: Any) -> Command:
    """Check a command that came as data, or raise BadMessage."""
    try:
        return _COMMANDS.validate_python(data)
    except ValidationError as error:
        raise BadMessage(first_fault(error.errors())) from None


def first_fault(faults: list[Any]) -> str:
    """Say what is wrong with a message, without repeating it."""
    where = ".".join(str(part) for part in faults[0]["loc"])
    return f"{where}: {faults[0]['msg']}" if where else str(faults[0]["msg"])


class TryPosition(Message):
    """A position to look at, and decisions to try there: for lessons and for puzzles."""

    position: Text
    tokens: MaybeTokens = Field(default_factory=list)
    seat: SeatNumber | None = Field(None, description="whose view; a spectator's if there is none")
    language: str = Field(ENGLISH, max_length=20, description="in which to say why not")
    veiled: bool = Field(False, description="leave out what the decisions would turn up")


class Preview(Message):
    """Decisions of the seat that is asked, to see what would come of them."""

    tokens: Tokens


class UseToken(Message):
    """A token from a private link, to be kept in a cookie."""

    token: Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{32}$")]


class CheckMap(Message):
    """A map, drawn or in one line."""

    map: Text


class Fault(BaseModel):
    """What went wrong: a stable code for programs, a sentence for people."""

    code: str
    message: str
