"""The sequential test against closed forms, a plain search, and its own promise."""

from __future__ import annotations

import math
from random import Random

import pytest

from century.arena import Sprt
from century.arena.rating import expected_score
from century.errors import BadOption


def with_deals(lost: int, split: int, won: int, **settings: float) -> Sprt:
    return Sprt(**settings, counts=[lost, split, won])


def test_the_bounds_are_those_of_wald() -> None:
    assert Sprt().bounds == pytest.approx((math.log(1 / 19), math.log(19)))
    low, high = Sprt(alpha=0.01, beta=0.1).bounds
    assert (low, high) == pytest.approx((math.log(0.1 / 0.99), math.log(0.9 / 0.01)))


def test_without_split_deals_it_is_the_binomial_test() -> None:
    sprt = with_deals(40, 0, 60)
    s0, s1 = 0.5, expected_score(50)
    coin = 60 * math.log(s1 / s0) + 40 * math.log((1 - s1) / (1 - s0))
    assert sprt.llr == pytest.approx(coin, abs=0.01)


def likeliest(counts: list[int], mean: float) -> float:
    """Find the greatest log-likelihood with this mean, by trying all frequencies of split deals."""
    best = -math.inf
    steps = 20_000
    for step in range(1, steps):
        split = step / steps
        won = mean - split / 2
        lost = 1 - split - won
        if min(won, lost) > 0:
            ps = (lost, split, won)
            best = max(best, sum(n * math.log(p) for n, p in zip(counts, ps, strict=True)))
    return best


@pytest.mark.parametrize("counts", [[10, 25, 14], [3, 90, 7], [50, 20, 5], [1, 2, 30]])
@pytest.mark.parametrize(("elo0", "elo1"), [(0.0, 50.0), (-20.0, 0.0)])
def test_the_ratio_is_that_of_the_likeliest_distributions(
    counts: list[int], elo0: float, elo1: float
) -> None:
    sprt = Sprt(elo0=elo0, elo1=elo1, counts=counts)
    ratio = likeliest(counts, expected_score(elo1)) - likeliest(counts, expected_score(elo0))
    assert sprt.llr == pytest.approx(ratio, abs=1e-3)


def test_with_many_deals_it_agrees_with_mean_and_variance() -> None:
    """The approximation that is used for chess engines."""
    sprt = with_deals(900, 2200, 1000, elo1=10.0)
    n, mean = 4100, (1100 + 1000) / 4100
    variance = (900 * mean**2 + 2200 * (0.5 - mean) ** 2 + 1000 * (1 - mean) ** 2) / n
    s0, s1 = 0.5, expected_score(10)
    assert sprt.llr == pytest.approx(
        n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance), rel=0.01
    )


def test_a_few_deals_are_not_enough_for_a_decision() -> None:
    assert Sprt().accepted is None
    assert Sprt().llr == pytest.approx(0, abs=0.01)
    assert with_deals(0, 0, 5).accepted is None
    assert with_deals(0, 0, 50).accepted == "H1"
    assert with_deals(0, 50, 0).accepted == "H0"
    assert with_deals(50, 0, 0).accepted == "H0"


def decided(strength: float, rng: Random) -> str:
    """Test a bot that wins each game with the probability of its strength."""
    sprt, share = Sprt(elo1=100.0), expected_score(strength)
    while sprt.accepted is None:
        sprt.add((rng.random() < share) + (rng.random() < share))
    return sprt.accepted


def test_the_error_rate_is_the_promised_one() -> None:
    """5 % of 150 tests is 7.5; 15 or more would happen in one of a hundred such runs."""
    rng = Random(1)
    assert [decided(0.0, rng) for _ in range(150)].count("H1") < 15
    assert [decided(100.0, rng) for _ in range(150)].count("H0") < 15


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"elo0": 50.0}, "elo0 must be below elo1"),
        ({"elo1": math.nan}, "elo0 must be below elo1"),
        ({"alpha": 0.0}, "alpha is a rate of error"),
        ({"beta": 0.5}, "beta is a rate of error"),
    ],
)
def test_impossible_settings_are_refused(settings: dict[str, float], words: str) -> None:
    with pytest.raises(BadOption, match=words):
        Sprt(**settings)  # type: ignore[arg-type]
