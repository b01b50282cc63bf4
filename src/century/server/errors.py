"""Errors that only the table server and its client raise, each with a stable code."""

from __future__ import annotations

from century.errors import CenturyError

__all__ = [
    "BadBackup",
    "BadDatabase",
    "BadMessage",
    "BadOrigin",
    "DatabaseInUse",
    "GameTooLong",
    "HasGames",
    "MailFailed",
    "NoToken",
    "NotAllowed",
    "NotOffered",
    "NotSaved",
    "NotYourTurn",
    "NothingAsked",
    "NothingToUndo",
    "OutcomeUnknown",
    "PortTaken",
    "SeatTaken",
    "ServerFault",
    "StaleMove",
    "TableNotOver",
    "TableNotPlaying",
    "TableStarted",
    "TooLarge",
    "TooMany",
    "UnknownCode",
    "UnknownLink",
    "UnknownTable",
    "UnreadableTable",
]


class UnknownTable(CenturyError):
    """The table does not exist, or the caller may not know that it exists."""

    code = "unknown-table"


class NoToken(CenturyError):
    """The request needs a secret token that is valid for this table."""

    code = "no-token"


class HasGames(CenturyError):
    """The device belongs to a person with games, whom the request would replace."""

    code = "has-games"


class NotAllowed(CenturyError):
    """The caller does not have the right to do this at the table."""

    code = "not-allowed"


class NotYourTurn(CenturyError):
    """Another seat has to decide now."""

    code = "not-your-turn"


class TableStarted(CenturyError):
    """The game at this table has already started."""

    code = "table-started"


class TableNotPlaying(CenturyError):
    """The game at this table has not started, or is over."""

    code = "table-not-playing"


class TableNotOver(CenturyError):
    """The requested data only exists after the game is over."""

    code = "table-not-over"


class SeatTaken(CenturyError):
    """The seat is not in the required state: it is taken, or it is still open."""

    code = "seat-taken"


class NothingToUndo(CenturyError):
    """The caller has no decision that can be taken back."""

    code = "nothing-to-undo"


class NothingAsked(CenturyError):
    """The command answers a question that nobody asked, or that is already answered."""

    code = "nothing-asked"


class BadMessage(CenturyError):
    """A request or a WebSocket frame does not match its schema."""

    code = "bad-message"


class BadOrigin(CenturyError):
    """A page of another site sent the request."""

    code = "bad-origin"


class TooLarge(CenturyError):
    """A message is larger than the server accepts."""

    code = "too-large"


class TooMany(CenturyError):
    """The caller exceeded a rate limit."""

    code = "too-many"


class GameTooLong(CenturyError):
    """The table has as many decisions or events as a table may have."""

    code = "game-too-long"


class NotSaved(CenturyError):
    """The database rejected the write; the state of the table did not change."""

    code = "not-saved"


class OutcomeUnknown(NotSaved):
    """The database did not answer in time; the write may have happened or not."""

    code = "outcome-unknown"


class UnreadableTable(CenturyError):
    """The log of the table is damaged; the server has set the table aside."""

    code = "unreadable-table"


class UnknownCode(CenturyError):
    """The code for another device does not exist, or has expired."""

    code = "unknown-code"


class NotOffered(CenturyError):
    """The server is not set up for this kind of notification."""

    code = "not-offered"


class MailFailed(CenturyError):
    """The mail server did not accept an e-mail."""

    code = "mail-failed"


class UnknownLink(CenturyError):
    """The link of an e-mail is not valid, or its contact was removed."""

    code = "unknown-link"


class BadDatabase(CenturyError):
    """The database cannot be opened, or does not support what the operator asks for."""

    code = "bad-database"


class BadBackup(CenturyError):
    """A backup cannot be made, or cannot be restored."""

    code = "bad-backup"


class DatabaseInUse(CenturyError):
    """Another server uses the database, but the operation needs exclusive use of it."""

    code = "database-in-use"


class PortTaken(CenturyError):
    """The server cannot listen on the requested address and port."""

    code = "port-taken"


class ServerFault(CenturyError):
    """A server sent a response that its API does not allow."""

    code = "server-fault"


class StaleMove(CenturyError):
    """A command names an old version of the table; `version` is the current one."""

    code = "stale-move"

    def __init__(self, meant: int, version: int) -> None:
        super().__init__(f"meant for version {meant} of the table, which is at {version}")
        self.meant = meant
        self.version = version

    def __reduce__(self) -> tuple[type[StaleMove], tuple[int, int]]:
        return type(self), (self.meant, self.version)
