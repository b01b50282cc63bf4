"""What the games of a tournament come to, entrant by entrant; single games are not kept."""

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
    """The sums of one entrant, over every seat that it took."""

    name: str
    share: Share = field(default_factory=Share)
    points: int = 0
    rounds: int = 0
    turns: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    faults: Counter[str] = field(default_factory=Counter)  # by kind
    first_fault: tuple[int, Fault] | None = None  # and the number of its game

    def add_seat(self, result: Result, seat: int) -> None:
        """Count what a game was for a seat, but for who won."""
        self.points += result.points[seat]
        self.rounds += result.rounds
        self.turns += result.turns[seat]
        self.seconds += result.times.seconds[seat]
        self.longest = max(self.longest, result.times.longest[seat])
        if result.fault is not None and result.fault.seat == seat:
            self.faults[result.fault.kind] += 1
            self.first_fault = self.first_fault or (result.number, result.fault)


class Standings:
    """Counts results, which have to come in the order of their games."""

    def __init__(self, names: Sequence[str], sprt: Sprt | None = None) -> None:
        self.sprt = sprt
        self.games = 0
        self.cut_short = 0  # games that ended by the limit of rounds
        self.skills = Skills(names)
        self._lines = {name: Line(name) for name in names}
        self._deal: int | None = None
        self._of_deal: dict[str, list[int]] = {}  # the games and wins of each in the deal under way

    def add(self, result: Result) -> None:
        """Count the next game."""
        if self.decided:
            return  # it was played while the last one that counts was under way
        self.add_early(result)
        if self.sprt is not None:
            games, wins = self._of_deal[next(iter(self._lines))]
            if games == 2:
                self.sprt.add(wins)

    def add_early(self, result: Result) -> None:
        """Count a game that others should have come before, which a test may not use."""
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
        """Whether a test is over."""
        return self.sprt is not None and self.sprt.accepted is not None

    def lines(self) -> list[Line]:
        """Return all entrants, the winners of the largest share first."""
        lines = [self._with_deal_under_way(line) for line in self._lines.values()]
        return sorted(lines, key=lambda line: -line.share.mean)

    def _with_deal_under_way(self, line: Line) -> Line:
        share = replace(line.share)
        if line.name in self._of_deal:
            share.add_deal(*self._of_deal[line.name])
        return replace(line, share=share)
