"""Shares, Elo and openskill against figures worked out by hand."""

from __future__ import annotations

import math

import pytest

from century.arena.rating import Share, Skills, elo, expected_score, wilson


@pytest.mark.parametrize(
    ("share", "difference"),
    [
        (0.5, 0.0),
        (10 / 11, 400.0),
        (1 / 11, -400.0),
        (0.75, 190.848),
        (0, -math.inf),
        (1, math.inf),
    ],
)
def test_elo_of_a_share(share: float, difference: float) -> None:
    assert elo(share) == pytest.approx(difference, abs=1e-3)


@pytest.mark.parametrize("difference", [-300.0, 0.0, 12.5, 700.0])
def test_the_expected_score_is_what_elo_is_made_from(difference: float) -> None:
    assert elo(expected_score(difference)) == pytest.approx(difference)


def test_the_interval_is_computed_from_the_deals() -> None:
    """Of 4 deals of 2 games: 2, 1, 1 and 2 won, so scores of 1, 1/2, 1/2 and 1."""
    share = Share()
    for won in (2, 1, 1, 2):
        share.add_deal(2, won)
    assert share.mean == 0.75
    error = math.sqrt((4 * 0.25**2 / 3) / 4)
    low, high = share.interval
    assert low == pytest.approx(0.75 - 1.959964 * error)
    assert high == 1.0  # 1.03, but no share is greater
    assert elo(low) == pytest.approx(-400 * math.log10(1 / (0.75 - 1.959964 * error) - 1), abs=1e-3)


def test_equal_games_of_one_deal_count_once() -> None:
    """If the deal decides all its games, they carry the information of one game."""
    alike, apart = Share(), Share()
    for won in [0, 2] * 50:
        alike.add_deal(2, won)
    for won in [0, 1] * 100:
        apart.add_deal(1, won)
    assert alike.mean == apart.mean == 0.5
    widths = [high - low for low, high in (alike.interval, apart.interval)]
    assert widths[0] / widths[1] == pytest.approx(math.sqrt(2), rel=0.01)


def test_an_incomplete_deal_has_less_weight() -> None:
    share = Share()
    for games, won in ((2, 2), (2, 0), (1, 1)):
        share.add_deal(games, won)
    assert share.mean == 0.6
    # Each deal's wins less 0.6 of its games: 0.8, -1.2 and 0.4.
    variance = (0.8**2 + 1.2**2 + 0.4**2) * 3 / 2 / 25
    assert share.interval.low == pytest.approx(max(0, 0.6 - 1.959964 * math.sqrt(variance)))


def test_the_interval_is_wilsons_if_all_deals_are_equal() -> None:
    share = Share()
    assert tuple(share.interval) == (0.0, 1.0)
    for _ in range(10):
        share.add_deal(2, 2)
    assert share.interval == wilson(1.0, 10)
    assert share.interval.low == pytest.approx(10 / (10 + 1.959964**2))
    assert share.interval.high == 1.0


def test_wilson_of_a_known_case() -> None:
    low, high = wilson(0.2, 50)  # 10 of 50, in many textbooks
    assert (round(low, 4), round(high, 4)) == (0.1124, 0.3304)


def test_openskill_of_one_game() -> None:
    """The first example of openskill's documentation: equals, one wins."""
    skills = Skills(["a", "b"])
    assert skills["a"] == (25.0, 25 / 3)
    skills.add(["a", "b"])
    assert skills["a"].mu == pytest.approx(27.6350, abs=1e-3)
    assert skills["b"].mu == pytest.approx(22.3650, abs=1e-3)
    assert skills["a"].sigma == pytest.approx(8.0655, abs=1e-3)
    assert skills["a"].ordinal == skills["a"].mu - 3 * skills["a"].sigma


def test_openskill_ranks_by_places() -> None:
    skills = Skills(["a", "b", "c"])
    for _ in range(30):
        skills.add(["c", "a", "b"])
    assert skills["c"].ordinal > skills["a"].ordinal > skills["b"].ordinal
    assert skills["a"].sigma < 8


def test_a_name_on_several_seats_has_one_rating() -> None:
    skills = Skills(["a", "b"])
    skills.add(["b", "b"])
    assert skills["b"] == (25.0, 25 / 3)
    skills.add(["a", "b", "b", "b"])
    assert skills["a"].mu - 25 == pytest.approx(25 - skills["b"].mu)
    assert skills["a"].mu > 25


def test_openskill_assumes_that_bots_do_not_change() -> None:
    """So sigma keeps falling; otherwise it would stay above 1.4."""
    skills = Skills(["a", "b"])
    for _ in range(500):
        skills.add(["a", "b"])
        skills.add(["b", "a"])
    assert skills["a"].sigma < 1
    assert skills["a"].mu == pytest.approx(25, abs=0.1)
