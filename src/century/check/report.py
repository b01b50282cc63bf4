"""What a check of a game found: one list of everything that is missing or wrong."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

__all__ = ["Absent", "Fault", "Report", "Section", "Skipped"]

MOST = 10  # faults listed of one section


class Fault(NamedTuple):
    """Something that is missing or wrong, and where it was seen if it depends on the position."""

    text: str
    where: str = ""


class Absent(Exception):
    """An optional part of the contract is not there."""


class Skipped(Exception):
    """A part cannot be checked because of faults in other parts, or without another package."""


@dataclass
class Section:
    """One part of the contract, and the result of its check."""

    name: str
    faults: list[str] = field(default_factory=list)
    absent: str = ""  # why it is not there
    defaults: list[str] = field(default_factory=list)  # what the game leaves to a default
    notes: list[str] = field(default_factory=list)  # what the author may want to know
    skipped: str = ""  # why it was not checked

    def add(self, faults: Iterable[Fault]) -> None:
        """Add faults; those of one kind become one line with the first place it was seen at."""
        places: dict[str, list[str]] = {}
        for fault in faults:
            places.setdefault(fault.text, []).append(fault.where)
        for text, seen in places.items():
            times = f", {len(seen)} times" if len(seen) > 1 else ""
            self.faults.append(f"{text} ({seen[0]}{times})" if seen[0] else text)


@dataclass(frozen=True)
class Report:
    """The results of checking a game, section by section."""

    game: str
    sections: tuple[Section, ...]

    @property
    def faults(self) -> tuple[str, ...]:
        """Everything that is missing or wrong, each with the name of its section."""
        return tuple(f"{one.name}: {fault}" for one in self.sections for fault in one.faults)

    @property
    def absent(self) -> tuple[str, ...]:
        """The optional parts that the game does not have."""
        return tuple(f"{one.name}: {one.absent}" for one in self.sections if one.absent)

    @property
    def defaults(self) -> tuple[str, ...]:
        """What the game leaves to a default of the contract."""
        return tuple(f"{one.name}: {default}" for one in self.sections for default in one.defaults)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the author may want to know; none of it is a fault."""
        return tuple(f"{one.name}: {note}" for one in self.sections for note in one.notes)

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults

    def __str__(self) -> str:
        if self.ok:
            return f"{self.game} keeps the contract for games"
        lines = [f"{self.game} breaks the contract for games:"]
        for section in self.sections:
            lines += [f"  {section.name}: {fault}" for fault in section.faults[:MOST]]
            if len(section.faults) > MOST:
                lines.append(f"  {section.name}: {len(section.faults) - MOST} more faults")
        reasons: dict[str, list[str]] = {}
        for section in self.sections:
            if section.skipped:
                reasons.setdefault(section.skipped, []).append(section.name)
        lines += [f"Not checked {reason}: {', '.join(names)}" for reason, names in reasons.items()]
        return "\n".join(lines)
