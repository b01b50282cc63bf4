"""Clocks: none, a bank of time with an increment for each turn, or days for each turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

__all__ = ["DAY", "NO_CLOCK", "Clock", "ServerTime"]

DAY = 86_400.0


@dataclass
class ServerTime:
    """The time of the server, which all its tables share."""

    now: Callable[[], float] = float  # tables outside a server stay at 0.0
    # Periods in which no server was alive, in order. Clocks do not count them.
    outages: list[tuple[float, float]] = field(default_factory=list)

    def add_outage(self, start: float, end: float) -> None:
        """Remember an outage, which may be known already."""
        if (start, end) not in self.outages:
            self.outages = sorted([*self.outages, (start, end)])

    def between(self, start: float, end: float) -> float:
        """Return the seconds from one time to another without outages."""
        lost = sum(max(0.0, min(end, e) - max(start, s)) for s, e in self.outages)
        return end - start - lost

    def after(self, start: float, seconds: float) -> float:
        """Return the time when some seconds without outages have passed."""
        end = start + seconds
        for since, until in self.outages:  # each may move the end beyond the next one
            if until > start and since < end:
                end += until - max(since, start)
        return end


@dataclass(frozen=True)
class Clock:
    """How much time a person has."""

    kind: str = "none"  # none, bank, days
    seconds: float = 0.0  # in the bank at the start
    increment: float = 0.0  # added to the bank after each turn
    days: float = 0.0  # for each turn

    @classmethod
    def from_data(cls, data: dict[str, Any] | None) -> Clock:
        """Return the clock that the log describes."""
        return NO_CLOCK if data is None else cls(**data)

    def to_data(self) -> dict[str, Any] | None:
        """Return the description for the log."""
        return None if self.kind == "none" else asdict(self)

    def time_limit(self, bank: float) -> float | None:
        """Return the seconds that a seat has for its decision; None without a limit."""
        if self.kind == "bank":
            return max(0.0, bank)
        return self.days * DAY if self.kind == "days" else None

    def bank_after(self, bank: float, spent: float, turn_over: bool) -> float:
        """Return the seconds left in the bank after a decision."""
        if self.kind != "bank":
            return bank
        return max(0.0, bank - spent) + (self.increment if turn_over else 0.0)


NO_CLOCK = Clock()
