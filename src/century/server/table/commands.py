"""Commands to a table as plain data; `century.server.web.requests` validates them at the edge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from century.server.table.clocks import NO_CLOCK, Clock

__all__ = [
    "AnswerStandIn",
    "AnswerTakeback",
    "AskStandIn",
    "AskTakeback",
    "Command",
    "JoinTable",
    "Leave",
    "MakeMove",
    "NewSeat",
    "NewTable",
    "Rematch",
    "Resign",
    "Return",
    "SetSeat",
    "StandIn",
    "Start",
    "Undo",
]


@dataclass(frozen=True)
class NewSeat:
    """One seat of a new table."""

    kind: str = "open"  # "me" for the host, "bot" or "open"
    name: str | None = None
    level: str = "medium"  # of a bot
    pause: float = 0.0  # seconds that a bot waits before each of its turns


@dataclass(frozen=True)
class NewTable:
    """A request for a new table."""

    game: str
    seats: Sequence[NewSeat]
    host_name: str = "Host"
    game_options: Mapping[str, str] = field(default_factory=dict)
    clock: Clock = NO_CLOCK
    undo: bool = True
    takeback: bool = True
    watch: str = "link"  # who may watch: "nobody", "link" or "anyone"
    join: str = "link"  # who may join: people with the "link", or "anyone"
    order: str = "random"  # of the seats: "random" or "seated"
    start: bool = False
    id: str | None = None  # chosen by the sender; the same id is executed once


@dataclass(frozen=True)
class JoinTable:
    """A request for an open seat; without a seat number, for the first open one."""

    name: str
    seat: int | None = None
    id: str | None = None  # chosen by the sender; the same id is executed once


@dataclass(frozen=True)
class Command:
    """The base of all commands to an existing table."""

    id: str  # chosen by the sender; the same id is executed once
    version: int  # of the table as the sender knows it


@dataclass(frozen=True)
class Start(Command):
    """Start the game."""


@dataclass(frozen=True)
class Leave(Command):
    """Leave the table before the game starts."""


@dataclass(frozen=True)
class SetSeat(Command):
    """Put a bot on a seat, or open the seat, before the game starts."""

    seat: int
    level: str | None = None
    name: str | None = None


@dataclass(frozen=True)
class MakeMove(Command):
    """Make one or more decisions of the current turn."""

    tokens: Sequence[str]


@dataclass(frozen=True)
class Undo(Command):
    """Take back the sender's last move."""


@dataclass(frozen=True)
class AskTakeback(Command):
    """Ask the other people to go back to the start of the sender's last turn."""


@dataclass(frozen=True)
class AnswerTakeback(Command):
    """Agree to a takeback, or refuse it."""

    agree: bool


@dataclass(frozen=True)
class StandIn(Command):
    """Let a bot play for a person."""

    seat: int
    level: str = "medium"
    pause: float = 0.0  # seconds that the bot waits before each of its turns


@dataclass(frozen=True)
class AskStandIn(Command):
    """Ask the other people whether a bot may play for a person who is absent."""

    seat: int
    level: str = "medium"


@dataclass(frozen=True)
class AnswerStandIn(Command):
    """Agree that a bot plays for a person who is absent, or refuse it."""

    agree: bool


@dataclass(frozen=True)
class Resign(Command):
    """Give up a seat for good; a bot plays on."""

    seat: int
    level: str = "medium"


@dataclass(frozen=True)
class Return(Command):
    """Take the sender's seats back from the bots that stand in."""


@dataclass(frozen=True)
class Rematch(Command):
    """Create a new table with the same people."""
