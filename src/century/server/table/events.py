"""Events: the log of a table is a list of events.

The table is the fold of that list: the result of applying the events in order.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from century.position import Position

__all__ = ["Event", "PendingEvent"]


class PendingEvent(NamedTuple):
    """An event that a command produced and that is not in the log yet."""

    kind: str
    data: dict[str, Any]
    key: str | None = None  # the sender and the id of the command, for idempotence
    status: str | None = None  # the new status of the table, if the event changes it
    positions: tuple[Position, ...] = ()  # after each decision of a move; saves playing it again

    @property
    def next_position(self) -> Position | None:
        """The position after a move."""
        return self.positions[-1] if self.positions else None


class Event(NamedTuple):
    """An event in the log; the events of a table have the versions 1, 2, 3 and so on."""

    version: int
    kind: str
    at: float  # seconds since 1970
    data: dict[str, Any]
    key: str | None = None

    @property
    def id(self) -> str | None:
        """The id that the sender gave to the command."""
        return None if self.key is None else self.key.partition(":")[2]
