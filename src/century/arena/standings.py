"""The standings of a tournament: sums for each entrant, without the single games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from century.arena.match import Fault, Result
from century.arena.rating import Share, Skills
from century.arena.sprt import Sprt

__all__ = ["Line", "Standings"]


@dataclass
class Line:
    """The sums of one entrant over all seats that it took."""

    name: str
    own_name: str = ""  # what a program calls itself
    share: Share = field(default_factory=Share)
    points: int = 0
    rounds: int = 0
    turns: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    seat_games: Counter[int] = field(default_factory=Counter)  # by seat
    seat_wins: Counter[int] = field(default_factory=Counter)  # by seat
    faults: Counter[str] = field(default_factory=Counter)  # by kind
    first_fault: tuple[int, Fault] | None = None  # with the number of its game

    def add_seat(self, result: Result, seat: int) -> None:
        """Add the game of one seat, except for the win rate."""
        self.own_name = self.own_name or (result.names[seat] if result.names else "")
        self.points += result.points[seat]
        self.rounds += result.rounds
        self.turns += result.turns[seat]
        self.seconds += result.times.seconds[seat]
        self.longest = max(self.longest, result.times.longest[seat])
        self.seat_games[seat] += 1
        self.seat_wins[seat] += result.ranking[0] == seat
        if result.fault is not None and result.fault.seat == seat:
            self.faults[result.fault.kind] += 1
            self.first_fault = self.first_fault or (result.number, result.fault)

    def seat_rate(self, seat: int) -> float | None:
        """Return the win rate on one seat, or None if the entrant never sat there."""
        return self.seat_wins[seat] / self.seat_games[seat] if self.seat_games[seat] else None


class Standings:
    """Adds up results, which must come in the order of their games."""

    def __init__(self, names: Sequence[str], sprt: Sprt | None = None) -> None:
        self.sprt = sprt
        self.games = 0
        self.cut_short = 0  # games that ended by the limit of rounds
        self.skills = Skills(names)
        self._lines = {name: Line(name) for name in names}
        self._deal: int | None = None
        self._of_deal: dict[str, list[int]] = {}  # games and wins of each in the current deal

    def add(self, result: Result) -> None:
        """Add the next game."""
        if self.decided:
            return  # it was in progress when the test was decided
        self.add_early(result)
        if self.sprt is not None:
            games, wins = self._of_deal[next(iter(self._lines))]
            if games == 2:
                self.sprt.add(wins)

    def add_early(self, result: Result) -> None:
        """Add a game although an earlier one is missing; a sequential test may not use it."""
        if self.decided:
            return
        if result.deal != self._deal:
            for name, (games, wins) in self._of_deal.items():
                self._lines[name].share.add_deal(games, wins)
            self._of_deal.clear()
            self._deal = result.deal
        self.games += 1
        self.cut_short += result.end == "rounds"
        self.skills.add([result.seats[seat] for seat in result.ranking])
        for seat, name in enumerate(result.seats):
            self._lines[name].add_seat(result, seat)
            counted = self._of_deal.setdefault(name, [0, 0])
            counted[0] += 1
            counted[1] += result.ranking[0] == seat

    @property
    def decided(self) -> bool:
        """Whether the sequential test has accepted a hypothesis."""
        return self.sprt is not None and self.sprt.accepted is not None

    def lines(self) -> list[Line]:
        """Return all entrants by win rate, and by rating where win rates are equal."""
        lines = [self._with_current_deal(line) for line in self._lines.values()]
        return sorted(lines, key=lambda line: (-line.share.mean, -self.skills[line.name].ordinal))

    def _with_current_deal(self, line: Line) -> Line:
        share = replace(line.share)
        if line.name in self._of_deal:
            share.add_deal(*self._of_deal[line.name])
        return replace(line, share=share)
