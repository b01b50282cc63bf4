"""The sequential probability ratio test (SPRT) of whether one bot is stronger than another.

This is the generalised SPRT on pairs of games, as used for chess engines. Each deal, played from
both seats, is one observation with the score 0, 1/2 or 1. The likelihood of a hypothesis is the
greatest likelihood of all distributions over these three scores whose mean is the expected score of
`elo0` or `elo1`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from century.arena.rating import expected_score
from century.errors import BadOption

__all__ = ["Sprt"]

SCORES = (0.0, 0.5, 1.0)  # of a deal, by how many of its two games were won
UNSEEN = 1e-3  # the count of a score that did not occur, so that its likelihood is not 0


@dataclass
class Sprt:
    """A test of whether the first of two entrants is stronger than the second.

    H0 says that it is stronger by `elo0`, H1 by `elo1`. `alpha` is the probability of accepting H1
    if H0 is true, `beta` that of accepting H0 if H1 is true.
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
        """Add a deal, of whose two games the first entrant won this number."""
        self.counts[won] += 1

    @property
    def bounds(self) -> tuple[float, float]:
        """The LLR at or below which H0 is accepted, and that at or above which H1 is accepted."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    @property
    def llr(self) -> float:
        """The logarithm of the likelihood ratio of H1 to H0, given the deals so far."""
        seen = [max(float(count), UNSEEN) for count in self.counts]
        under0 = _tilts(seen, expected_score(self.elo0))
        under1 = _tilts(seen, expected_score(self.elo1))
        return math.fsum(
            n * math.log(t0 / t1) for n, t0, t1 in zip(seen, under0, under1, strict=True)
        )

    @property
    def accepted(self) -> str | None:
        """The accepted hypothesis; None as long as the test is undecided."""
        low, high = self.bounds
        llr = self.llr
        return "H1" if llr >= high else "H0" if llr <= low else None


def _tilts(seen: list[float], mean: float) -> list[float]:
    """Return the divisors that turn observed frequencies into the likeliest ones with this mean.

    They are 1 + t (score - mean), with the t that gives this mean.
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
