"""The game that is being checked, and positions of random games to check it on."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import ModuleType
from typing import NamedTuple

from century.check.report import Absent, Fault, Skipped
from century.core.optional_module import optional_module
from century.games.contract import GameSpec
from century.position import Game, Position, game

__all__ = ["FAULTS", "Moment", "Played", "Subject"]

FAULTS = "because of other faults"


class Moment(NamedTuple):
    """A position of a random game, and how to find it again."""

    position: Position
    seed: int
    decisions: int

    @property
    def where(self) -> str:
        """Say which position it is."""
        players = self.position.players
        decisions = "1 decision" if self.decisions == 1 else f"{self.decisions} decisions"
        return f"{players} players, seed {self.seed}, after {decisions}"

    def fault(self, text: str, example: str = "") -> Fault:
        """Return a fault that was seen here, with an example that differs from place to place."""
        return Fault(text, f"{example}; {self.where}" if example else self.where)


class Played(NamedTuple):
    """A part of a random game."""

    start: Position
    seed: int | None  # if the start is the deal of this seed
    tokens: tuple[str, ...]


@dataclass
class Subject:
    """A game that is being checked."""

    name: str
    package: str
    spec: GameSpec | None = None
    playable: bool = False  # whether the checks that need no play found nothing serious
    has_words: bool = False  # whether the words can be read in all languages
    broken_modules: set[str] = field(default_factory=set)
    defaults: list[str] = field(default_factory=list)  # what the current section finds
    notes: list[str] = field(default_factory=list)  # of the current section
    has_views: bool = True  # whether the views found so far can be drawn
    legal_actions: set[int] = field(default_factory=set)  # seen in random games
    games: list[Played] = field(default_factory=list)  # filled by the check of random games
    moments: list[Moment] = field(default_factory=list)

    @property
    def known_spec(self) -> GameSpec:
        """The spec, or Skipped if there is none."""
        if self.spec is None:
            raise Skipped(FAULTS)
        return self.spec

    def require_spec(self) -> None:
        """Raise Skipped if there is no spec, for example because an import fails."""
        _ = self.known_spec

    def require_words(self) -> None:
        """Raise Skipped if the words cannot be read."""
        if not self.has_words:
            raise Skipped(FAULTS)

    @property
    def game(self) -> Game:
        """The game to play, or Skipped if it cannot be played."""
        if not self.playable:
            raise Skipped(FAULTS)
        return game(self.name)

    @property
    def sample(self) -> list[Moment]:
        """The positions to check, or Skipped if there are none."""
        if not self.moments:
            raise Skipped(FAULTS)
        return self.moments

    @property
    def drawable_sample(self) -> list[Moment]:
        """The positions to draw, or Skipped if their views are faulty."""
        if not self.has_views:
            raise Skipped(FAULTS)
        return self.sample

    def module(self, name: str, absent: str) -> ModuleType:
        """Import an optional module of the game, or raise Absent."""
        module = self.optional_module(name)
        if module is None:
            raise Absent(absent)
        return module

    def optional_module(self, name: str) -> ModuleType | None:
        """Import an optional module of the game if it is there; raise Skipped if it is broken."""
        if name in self.broken_modules:
            raise Skipped(FAULTS)
        return optional_module(self.package, name)
