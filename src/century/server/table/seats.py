"""Seats, and viewers: people who look at a table, with the seats and rights they have."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["STRANGER", "Seat", "Viewer"]


@dataclass
class Seat:
    """One seat: held by a person, held by a bot, or open; a bot can stand in for a person."""

    name: str | None = None
    person: str | None = None  # the id of the person who holds the seat
    level: str | None = None  # of the bot that holds the seat or stands in
    timed_out: bool = False
    resigned: bool = False  # a bot plays on, and the person cannot return
    pause: float = 0.0  # seconds that the bot waits before each of its turns
    bank: float = 0.0  # seconds left, if the clock has a bank

    @property
    def kind(self) -> str:
        """Who holds the seat: "person", "bot" or "open"."""
        if self.person is not None:
            return "person"
        return "open" if self.level is None else "bot"

    @property
    def forgotten(self) -> bool:
        """Whether the person has asked to be forgotten; that erases their name from the log."""
        return self.person is not None and self.name is None

    @property
    def stand_in(self) -> bool:
        """Whether a bot plays for a person."""
        return self.person is not None and self.level is not None


@dataclass(frozen=True)
class Viewer:
    """The seats and rights of the sender of a request."""

    seats: tuple[int, ...] = ()
    host: bool = False
    watching: bool = False
    sender: str = ""  # a part of the person's id; distinguishes the command ids of two people

    @property
    def authorized(self) -> bool:
        """Whether the viewer may see the table."""
        return bool(self.seats) or self.host or self.watching


STRANGER = Viewer()
