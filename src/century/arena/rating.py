"""Measures of strength: win rates and Elo with confidence intervals, and openskill ratings."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from openskill.models import PlackettLuce

__all__ = ["Interval", "Share", "Skill", "Skills", "elo", "expected_score"]

Z = 1.959963984540054  # standard deviations of the normal distribution that hold 95 % of it


class Interval(NamedTuple):
    """A 95 % confidence interval."""

    low: float
    high: float


def elo(share: float) -> float:
    """Return the Elo difference that corresponds to a win rate.

    >>> round(elo(0.75), 2)
    190.85
    """
    if share <= 0 or share >= 1:
        return math.copysign(math.inf, share - 0.5)
    return 400 * math.log10(share / (1 - share))


def expected_score(difference: float) -> float:
    """Return the win rate that corresponds to an Elo difference.

    >>> round(expected_score(50), 4)
    0.5715
    """
    return 1 / (1 + 10 ** (-difference / 400))


@dataclass
class Share:
    """A win rate. A deal is one observation, because the games of one deal are correlated."""

    deals: int = 0
    games: int = 0
    wins: int = 0
    # Sums over the deals, of the games and wins in each.
    _games_games: int = 0
    _games_wins: int = 0
    _wins_wins: int = 0

    def add_deal(self, games: int, wins: int) -> None:
        """Count all games of one deal."""
        self.deals += 1
        self.games += games
        self.wins += wins
        self._games_games += games * games
        self._games_wins += games * wins
        self._wins_wins += wins * wins

    @property
    def mean(self) -> float:
        """The win rate; one half if there were no games."""
        return self.wins / self.games if self.games else 0.5

    @property
    def interval(self) -> Interval:
        """The normal interval of the mean over deals; Wilson's interval if all deals are equal."""
        if not self.deals:
            return Interval(0.0, 1.0)
        # The sum of squared deviations of the deals from the mean, times games², as an integer.
        deviations = (
            self.games**2 * self._wins_wins
            - 2 * self.games * self.wins * self._games_wins
            + self.wins**2 * self._games_games
        )
        if self.deals < 2 or deviations == 0:
            return wilson(self.mean, self.deals)
        variance = deviations * self.deals / (self.deals - 1) / self.games**4
        half = Z * math.sqrt(variance)
        return Interval(max(0.0, self.mean - half), min(1.0, self.mean + half))


def wilson(share: float, trials: int) -> Interval:
    """Return Wilson's interval for a rate, which is valid even if all trials are equal."""
    square = Z * Z / trials
    if share in (0.0, 1.0):  # the exact values, without rounding errors
        bound = 1 / (1 + square)
        return Interval(0.0, 1 - bound) if share == 0 else Interval(bound, 1.0)
    middle = (share + square / 2) / (1 + square)
    half = math.sqrt(square * (share * (1 - share) + square / 4)) / (1 + square)
    return Interval(max(0.0, middle - half), min(1.0, middle + half))


class Skill(NamedTuple):
    """An openskill rating: a mean and its standard deviation."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """A cautious estimate: the mean minus three standard deviations."""
        return self.mu - 3 * self.sigma


class Skills:
    """The openskill ratings (Plackett-Luce) of all entrants, updated game by game."""

    def __init__(self, names: Sequence[str]) -> None:
        # tau models how much players change between games: bots do not.
        self._model = PlackettLuce(tau=0.0)
        fresh = self._model.rating()
        self._skills = {name: Skill(fresh.mu, fresh.sigma) for name in names}

    def add(self, order: Sequence[str]) -> None:
        """Count a game by the entrants from first to last place."""
        if len(set(order)) < 2:
            return  # a bot against itself says nothing about strength
        before = self._skills
        seated = [[self._model.rating(*before[name])] for name in order]
        after = [Skill(team[0].mu, team[0].sigma) for team in self._model.rate(seated)]
        for name in set(order):
            # For an entrant on several seats, the changes of the mean add up, but sigma is
            # averaged, because the seats of one game are not independent observations.
            own = [skill for skill, who in zip(after, order, strict=True) if who == name]
            mu = before[name].mu + sum(skill.mu - before[name].mu for skill in own)
            sigma = sum(skill.sigma for skill in own) / len(own)
            before[name] = Skill(mu, sigma)

    def __getitem__(self, name: str) -> Skill:
        return self._skills[name]
