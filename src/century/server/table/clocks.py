"""Clocks: none, a bank of time with an increment for each turn, or days for each turn."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

__all__ = ["DAY", "NO_CLOCK", "Clock"]

DAY = 86_400.0


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

    def deadline(self, bank: float, since: float) -> float | None:
        """Return when the time of a seat runs out that has been asked to decide since then."""
        if self.kind == "bank":
            return since + max(0.0, bank)
        return since + self.days * DAY if self.kind == "days" else None

    def bank_after(self, bank: float, spent: float, turn_over: bool) -> float:
        """Return the seconds left in the bank after a decision."""
        if self.kind != "bank":
            return bank
        return max(0.0, bank - spent) + (self.increment if turn_over else 0.0)


NO_CLOCK = Clock()
