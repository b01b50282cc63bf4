"""The beam search in positions of Spice Road."""

from __future__ import annotations

from math import tanh

import numpy as np
import pytest

from century.bots.planning import TIE
from century.bots.search.beam import (
    DEPTH,
    MAX_DEPTH,
    NEVER,
    PRIZES,
    WIN_MARGIN,
    BeamSize,
    Discounts,
    Forecast,
    SearchTask,
    record_claims,
)
from century.bots.weights import public_state
from tests.bots.beam_search import (
    FAIR,
    ROOMY,
    claim_turns,
    idle_rivals,
    no_weights,
    points_planning,
    search,
)
from tests.games.spice_road.setup import COSTS, GAME, position

CHEAP, DEAR = "YYRR", "BBBB"
ROW = f"GGGGG GGGBB RRGGG {CHEAP} {DEAR}"  # slots 4 and 5, where there are no coins
BOTH = CHEAP + DEAR
NUMBER = {cost: number for number, cost in enumerate(COSTS)}


def points_task(depth: int, discounts: Discounts, forecast: Forecast) -> SearchTask:
    """Return the task of seat 0, with weights that count nothing but points."""
    return SearchTask(0, 9.0, BeamSize(ROOMY, depth), forecast, no_weights(GAME.name), discounts)


# Prizes that are far or contested


def test_of_two_prizes_the_more_valuable_is_claimed_first() -> None:
    pos = position(cubes=[BOTH, "Y"], points=ROW)
    found = search(pos, points_task(2, Discounts(0.9, 1.0, 0.0), idle_rivals()))
    points = 16 + 6  # and no cube is left
    assert found.values["claim 5",] == pytest.approx(points - 0.1 * 6)
    assert found.values["claim 4",] == pytest.approx(points - 0.1 * 16)
    assert found.best == ("claim 5",)


@pytest.mark.parametrize(("gone_after", "chance"), [(0, 0.25), (1, 1.0), (NEVER, 1.0)])
def test_a_contested_prize_counts_for_less(gone_after: int, chance: float) -> None:
    forecast = idle_rivals()
    forecast.claimed_after[NUMBER[DEAR]] = gone_after
    pos = position(cubes=[BOTH, "Y"], points=ROW)
    found = search(pos, points_task(1, Discounts(1.0, 0.25, 0.0), forecast))
    assert found.values["claim 5",] == pytest.approx(2 + chance * 16)
    assert found.values["claim 4",] == pytest.approx(4 + 6)
    assert found.best == (("claim 5",) if chance == 1 else ("claim 4",))


def test_record_claims_writes_the_turns_of_the_best_plan() -> None:
    pos = position(cubes=[BOTH, "Y"], points=ROW)
    found = search(pos, points_task(2, Discounts(0.9, 1.0, 0.0), idle_rivals()))
    expected = np.full(PRIZES, NEVER)
    expected[NUMBER[DEAR]], expected[NUMBER[CHEAP]] = 1, 2
    assert claim_turns(found.beam).tolist() == expected.tolist()


def test_record_claims_never_raises_an_entry() -> None:
    pos = position(cubes=[BOTH, "Y"], points=ROW)
    found = search(pos, points_task(2, Discounts(0.9, 1.0, 0.0), idle_rivals()))
    counts = np.full(PRIZES, NEVER)
    counts[NUMBER[CHEAP]] = counts[NUMBER["GGGGG"]] = 1
    record_claims(found.beam, counts)
    assert [counts[NUMBER[cost]] for cost in (CHEAP, DEAR, "GGGGG")] == [1, 1, 1]


def test_record_claims_changes_nothing_if_the_plan_claims_nothing() -> None:
    pos = position(cubes=["Y", "Y"], points=ROW)
    found = search(pos, points_task(2, FAIR, idle_rivals()))
    assert set(claim_turns(found.beam).tolist()) == {NEVER}


# The end of the game


@pytest.mark.parametrize(("victory", "ends"), [(0.0, False), (50.0, True)])
def test_who_is_ahead_ends_the_game_if_winning_counts(victory: float, ends: bool) -> None:
    pos = position(cubes=[BOTH, "Y"], points=ROW, claims=[5, 0])
    at_the_end = pos.act("claim 5").scores()[0]
    forecast = idle_rivals()
    forecast.scores[:], forecast.evaluation[0] = at_the_end - 3, at_the_end - 30
    found = search(pos, points_task(1, FAIR._replace(victory=victory), forecast))
    assert found.values["claim 5",] == pytest.approx(3 + victory * tanh(3 / WIN_MARGIN))
    assert (found.best == ("claim 5",)) == ends
    assert found.beam.ended[0] == ends


@pytest.mark.parametrize(("victory", "ends"), [(0.0, True), (50.0, False)])
def test_who_is_behind_avoids_the_end_if_winning_counts(victory: float, ends: bool) -> None:
    pos = position(cubes=[BOTH, "Y"], points=ROW, claims=[5, 0])
    at_the_end = pos.act("claim 5").scores()[0]
    forecast = idle_rivals()
    forecast.scores[:], forecast.evaluation[0] = at_the_end + 3, at_the_end + 3
    found = search(pos, points_task(1, FAIR._replace(victory=victory), forecast))
    assert found.values["claim 5",] == pytest.approx(-3 - victory * tanh(3 / WIN_MARGIN))
    assert (found.best in {("claim 4",), ("claim 5",)}) == ends
    assert found.beam.ended[0] == ends


def test_a_plan_goes_no_further_than_the_end_of_the_game() -> None:
    pos = position(cubes=[BOTH, "Y"], points=ROW, claims=[5, 0])
    forecast = idle_rivals()
    forecast.scores[:] = np.arange(MAX_DEPTH + 1) * 10  # so there is no time to lose
    found = search(pos, points_task(3, FAIR, forecast))
    assert found.best == ("claim 5",)
    assert found.beam.best_plan[DEPTH] == 1
    assert claim_turns(found.beam)[NUMBER[CHEAP]] == NEVER


@pytest.mark.parametrize("last_turn", [1, 2])
def test_a_plan_goes_no_further_than_the_last_turn(last_turn: int) -> None:
    forecast = idle_rivals()
    forecast.last_turn[0] = last_turn
    forecast.scores[:] = np.arange(MAX_DEPTH + 1) * 10
    pos = position(cubes=[BOTH, "Y"], points=ROW)
    found = search(pos, points_task(4, FAIR, forecast))
    assert found.beam.best_plan[DEPTH] == last_turn
    assert not found.beam.ended[0]
    expected = [2 + 16 - 10, 16 + 6 - 20][last_turn - 1]
    assert found.values["claim 5",] == pytest.approx(expected)


# Forecasts


@pytest.mark.parametrize("moved", [False, True])
def test_a_rival_is_expected_to_take_what_it_can(moved: bool) -> None:
    s = public_state(position(cubes=["Y", DEAR + "Y"], points=ROW))
    forecast = points_planning(GAME.name).rival_forecast(s, 0, BeamSize(50, 2), moved)
    assert forecast.claimed_after[NUMBER[DEAR]] == 1 - moved
    assert np.count_nonzero(forecast.claimed_after < NEVER - 1) == 1
    before, after = 4 + TIE, 4 + 16 + TIE  # it wins ties
    assert forecast.scores[:2].tolist() == [after if moved else before, after]
    assert forecast.last_turn[0] > MAX_DEPTH


def test_a_rival_who_sits_earlier_has_had_its_turn_of_the_round() -> None:
    s = public_state(position(cubes=[DEAR + "Y", "Y"], points=ROW, seat=1))
    forecast = points_planning(GAME.name).rival_forecast(s, 1, BeamSize(50, 2), moved=False)
    assert forecast.scores[1:3].tolist() == [4 - TIE, 4 + 16 - TIE]


@pytest.mark.parametrize(("seat", "last_turn"), [(0, 1), (1, 2)])
def test_a_rival_about_to_end_the_game_is_expected_to(seat: int, last_turn: int) -> None:
    cubes, claims = ["Y", "Y"], [0, 0]
    cubes[1 - seat], claims[1 - seat] = DEAR + "Y", 5
    s = public_state(position(cubes=cubes, points=ROW, claims=claims, seat=seat))
    forecast = points_planning(GAME.name).rival_forecast(s, seat, BeamSize(50, 2), moved=False)
    assert forecast.last_turn[0] == last_turn


def test_the_best_rival_counts() -> None:
    s = public_state(position(cubes=["Y", "RR", DEAR + "Y"], points=ROW))
    forecast = points_planning(GAME.name).rival_forecast(s, 0, BeamSize(50, 2), moved=False)
    assert forecast.scores[0] == 4 + TIE
    assert forecast.claimed_after[NUMBER[DEAR]] == 1
