"""Preconditions of commands: each returns what the command needs, or raises why it is refused."""

from __future__ import annotations

from century.errors import BadSeat
from century.position import Position
from century.server.errors import NotAllowed, TableNotPlaying, TableStarted
from century.server.table.seats import Seat, Viewer
from century.server.table.table import Table

__all__ = ["require_host", "require_open", "require_playing", "require_seat", "seat_of"]


def require_playing(table: Table) -> Position:
    """Return the position of a game that is being played."""
    if table.position is None or table.to_decide is None:
        reason = "is over" if table.position is not None else "has not started"
        raise TableNotPlaying(f"the game {reason}")
    return table.position


def require_open(table: Table) -> None:
    """Raise TableStarted if the game has started."""
    if table.status != "open":
        raise TableStarted("the game has already started")


def require_seat(viewer: Viewer) -> None:
    """Raise NotAllowed if the viewer has no seat."""
    if not viewer.seats:
        raise NotAllowed("only somebody with a seat at the table may do that")


def require_host(viewer: Viewer) -> None:
    """Raise NotAllowed if the viewer is not the host."""
    if not viewer.host:
        raise NotAllowed("only the host may do that")


def seat_of(table: Table, number: int) -> Seat:
    """Return a seat, or raise BadSeat."""
    if number >= len(table.seats):
        raise BadSeat(f"there is no seat {number} among {len(table.seats)}")
    return table.seats[number]
