"""The sequential test: is one stronger than another, with stated rates of error, soon decided.

The generalised sequential probability ratio test on pairs of games, as testers of chess engines use
it: each deal played from both seats is one observation, worth 0, 1/2 or 1. The likelihoods are the
greatest that distributions over these three values have whose mean is the expected score of
`elo0` and of `elo1`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from century.arena.rating import expected_score
from century.errors import BadOption

__all__ = ["Sprt"]

SCORES = (0.0, 0.5, 1.0)  # of a deal, by how many of its two games were won
UNSEEN = 1e-3  # what a score that never came counts, so that it stays possible


@dataclass
class Sprt:
    """Whether the first of two entrants is stronger than the second.

    H0: it is stronger by `elo0` (or less); H1: by `elo1` (or more). `alpha` is the probability of
    taking H1 for true under H0, `beta` that of taking H0 for true under H1.
    """

    elo0: float = 0.0
    elo1: float = 50.0
    alpha: float = 0.05
    beta: float = 0.05
    counts: list[int] = field(default_factory=lambda: [0, 0, 0])  # of deals, by games won

    def __post_init__(self) -> None:
        if not -2000 <= self.elo0 < self.elo1 <= 2000:
            raise BadOption(
                f"elo0 must be below elo1, which {self.elo0:g} and {self.elo1:g} are not"
            )
        for name, rate in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < rate < 0.5:
                raise BadOption(f"{name} is a rate of error between 0 and 0.5, not {rate:g}")

    def add(self, won: int) -> None:
        """Count a deal by how many of its two games the first entrant won."""
        self.counts[won] += 1

    @property
    def bounds(self) -> tuple[float, float]:
        """Where the test ends: at or below the first for H0, at or above the second for H1."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    @property
    def llr(self) -> float:
        """The logarithm of how much likelier the deals so far are under H1 than under H0."""
        seen = [max(float(count), UNSEEN) for count in self.counts]
        under0 = _tilts(seen, expected_score(self.elo0))
        under1 = _tilts(seen, expected_score(self.elo1))
        return math.fsum(
            n * math.log(t0 / t1) for n, t0, t1 in zip(seen, under0, under1, strict=True)
        )

    @property
    def accepted(self) -> str | None:
        """The hypothesis that the test has ended with; None while it goes on."""
        low, high = self.bounds
        llr = self.llr
        return "H1" if llr >= high else "H0" if llr <= low else None


def _tilts(seen: list[float], mean: float) -> list[float]:
    """Return by what to divide the observed frequencies for the likeliest ones with this mean.

    They are 1 + t (score - mean), for the t at which the mean comes out right.
    """

    def excess(t: float) -> float:
        return sum(
            n * (score - mean) / (1 + t * (score - mean))
            for n, score in zip(seen, SCORES, strict=True)
        )

    low, high = -1 / (1 - mean), 1 / mean  # between these no frequency is negative
    for _ in range(100):  # halvings: more than a float has digits
        middle = (low + high) / 2
        if excess(middle) > 0:
            low = middle
        else:
            high = middle
    return [1 + low * (score - mean) for score in SCORES]
