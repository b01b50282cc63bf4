"""The beam search, compared with an exhaustive search in plain Python."""

from __future__ import annotations

from collections.abc import Iterator
from math import tanh
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import century
from century import Position
from century.bots.planning import TIE, Planning
from century.bots.search.beam import (
    DEPTH,
    FIRST,
    MAX_DEPTH,
    NEVER,
    NO_VALUE,
    PRIZES,
    WIN_MARGIN,
    Beam,
    BeamSize,
    Counts,
    Discounts,
    Forecast,
    SearchTask,
    allocate_beam,
    claim_risk,
    find_slot,
    plan,
    record_claims,
)
from century.bots.weights import FittedWeights, features, public_state
from century.core.engine import act, score
from century.core.heuristics import Weights, evaluate, last_prize, prize_points, start_turn
from century.core.kernel import State
from century.errors import BadCount
from tests.bots.games import Path, some_beginnings, some_midst, walks
from tests.games.spice_road.setup import COSTS, position

SPICE_ROAD, EASTERN_WONDERS = century.games()
ROOMY = 1000  # more plans than there are two turns ahead
FAIR = Discounts(claim_decay=1.0, contested=1.0, victory=0.0)
WARY = Discounts(claim_decay=0.8, contested=0.3, victory=7.0)

in_every_game = pytest.mark.parametrize("name", century.games())


def idle_rivals() -> Forecast:
    """Return a forecast of rivals who do nothing."""
    counts = np.full(PRIZES, NEVER), np.full(1, NEVER)
    return Forecast(counts[0], np.zeros(MAX_DEPTH + 1), np.zeros(1), counts[1])


def some_weights(name: str) -> Weights:
    """Return arbitrary weights that are positive, so that discarding cubes never pays."""
    return np.abs(np.random.default_rng(8).normal(size=len(features(century.game(name)))))


def no_weights(name: str = SPICE_ROAD) -> Weights:
    """Return weights that count nothing but the score."""
    return np.zeros(len(features(century.game(name))))


class Found(NamedTuple):
    """The result of a search."""

    values: dict[tuple[str, ...], float]  # by first turn
    beam: Beam

    @property
    def best(self) -> tuple[str, ...]:
        return max(self.values, key=lambda turn: self.values[turn])


def search(pos: Position, task: SearchTask) -> Found:
    """Search from the public state of a position."""
    beam = allocate_beam(pos.game, task.size.width)
    tokens, turns = pos.tokens, int(plan(public_state(pos), task, beam))
    paths = [beam.first_paths[turn, 1 : 1 + beam.first_paths[turn, 0]] for turn in range(turns)]
    values = {
        tuple(tokens[action] for action in path): float(beam.best[turn])
        for turn, path in enumerate(paths)
        if beam.best[turn] > NO_VALUE
    }
    return Found(values, beam)


def claim_turns(beam: Beam) -> Counts:
    """Return after how many turns the best plan claims each prize."""
    counts = np.full(PRIZES, NEVER)
    record_claims(beam, counts)
    return counts


# The heap


@settings(max_examples=60)
@given(st.integers(1, 9), st.lists(st.floats(-1e6, 1e6), max_size=40))
def test_exactly_the_best_plans_are_kept(width: int, values: list[float]) -> None:
    beam, kept = allocate_beam(century.game(SPICE_ROAD), width), 0
    spots: dict[int, float] = {}
    for value in values:
        slot = int(find_slot(value, 1, kept, width, beam))
        if slot >= 0:
            spots[slot] = value
            kept = max(kept, slot + 1)
    assert sorted(spots.values()) == sorted(values)[max(0, len(values) - width) :]
    assert sorted(spots) == list(range(min(width, len(values))))
    assert beam.values[1, :kept].tolist() == [spots[slot] for slot in range(kept)]


# Values


def outcome(end: State, loss: float, depth: int, task: SearchTask) -> float:
    """Return the value of a complete plan."""
    forecast = task.forecast
    if end.ending or depth == forecast.last_turn[0]:
        margin = float(score(end, task.seat) - loss - forecast.scores[depth])
        return margin + task.discounts.victory * tanh(margin / WIN_MARGIN)
    left = max(0.0, task.rounds_left - depth)
    return evaluate(end, task.seat, left, task.weights) - loss - float(forecast.evaluation[0])


def loss_by(before: State, end: State, depth: int, task: SearchTask) -> float:
    """Return the expected loss of points if the prize of a turn is gone by then."""
    if end.claims[task.seat] == before.claims[task.seat]:
        return 0.0
    prize = int(last_prize(end))
    there = task.discounts.claim_decay ** (depth - 1)
    if task.forecast.claimed_after[prize] < depth:
        there *= task.discounts.contested
    return (1 - there) * int(prize_points(end, prize))


def plans(
    s: State, depth: int, task: SearchTask, loss: float = 0.0
) -> Iterator[tuple[Path, float]]:
    """Yield every plan's first turn and its value, by exhaustive search."""
    for path, end in walks(s):
        lost = loss + loss_by(s, end, depth, task)
        if end.ending or depth == min(task.size.depth, task.forecast.last_turn[0]):
            yield path, outcome(end, lost, depth, task)
        else:
            start_turn(end, task.seat)
            for _, value in plans(end, depth + 1, task, lost):
                yield path, value


@in_every_game
@pytest.mark.parametrize("players", [2, 4])
def test_a_plan_of_one_turn_has_the_value_of_the_state_after_it(name: str, players: int) -> None:
    for pos in some_beginnings(name, players, 6) + some_midst(name, players, 6):
        forecast = idle_rivals()
        forecast.scores[:], forecast.evaluation[0] = 20.0, 30.0
        task = SearchTask(pos.seat, 9.0, BeamSize(1, 1), forecast, some_weights(name), WARY)
        found, s, tokens = search(pos, task), public_state(pos), pos.tokens
        for turn, value in found.values.items():
            end = s.copy()
            for token in turn:
                act(end, tokens.index(token))
            assert value == pytest.approx(outcome(end, 0.0, 1, task))
        assert max(found.values.values()) == pytest.approx(max(v for _, v in plans(s, 1, task)))


@pytest.mark.parametrize("discounts", [FAIR, WARY])
@pytest.mark.parametrize("last_turn", [NEVER, 2])
def test_plans_of_two_turns_match_an_exhaustive_search(
    discounts: Discounts, last_turn: int
) -> None:
    for pos in some_beginnings(SPICE_ROAD, 2, 6) + some_midst(SPICE_ROAD, 2, 6):
        forecast = idle_rivals()
        forecast.claimed_after[::3], forecast.claimed_after[::4], forecast.last_turn[0] = (
            1,
            0,
            last_turn,
        )
        forecast.scores[:], forecast.evaluation[0] = 40.0, 30.0
        weights = some_weights(SPICE_ROAD)
        task = SearchTask(pos.seat, 9.0, BeamSize(ROOMY, 2), forecast, weights, discounts)
        found = search(pos, task)
        expected = max(value for _, value in plans(public_state(pos), 1, task))
        assert max(found.values.values()) == pytest.approx(expected)
        best_plan = found.beam.best_plan
        assert found.beam.best[best_plan[FIRST]] == max(found.values.values())


@in_every_game
def test_a_narrow_search_finds_nothing_better_than_a_wide_one(name: str) -> None:
    for pos in some_beginnings(name, 2, 6):
        values = []
        for width in (1, 5, 40):
            task = SearchTask(
                pos.seat, 9.0, BeamSize(width, 2), idle_rivals(), some_weights(name), FAIR
            )
            values.append(max(search(pos, task).values.values()))
        assert values[0] <= values[-1]
        assert values[1] <= values[-1]


# Prizes that are far or contested

CHEAP, DEAR = "YYRR", "BBBB"
ROW = f"GGGGG GGGBB RRGGG {CHEAP} {DEAR}"  # slots 4 and 5, where there are no coins
BOTH = CHEAP + DEAR
NUMBER = {cost: number for number, cost in enumerate(COSTS)}


def points_task(depth: int, discounts: Discounts, forecast: Forecast) -> SearchTask:
    """Return the task of seat 0, with weights that count nothing but points."""
    return SearchTask(0, 9.0, BeamSize(ROOMY, depth), forecast, no_weights(), discounts)


@given(st.floats(0, 1), st.floats(0, 1), st.integers(1, 9), st.integers(0, 9))
def test_claim_risk(claim_decay: float, contested: float, depth: int, gone_after: int) -> None:
    forecast = idle_rivals()
    forecast.claimed_after[3] = gone_after
    discounts = Discounts(claim_decay, contested, 0.0)
    task = SearchTask(0, 9.0, BeamSize(1, 1), forecast, no_weights(), discounts)
    wait = claim_decay ** (depth - 1)
    assert claim_risk(4, depth, task) == pytest.approx(1 - wait)
    expected = 1 - wait * (contested if gone_after < depth else 1)
    assert claim_risk(3, depth, task) == pytest.approx(expected)


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


@pytest.mark.parametrize("depth", [0, MAX_DEPTH + 1])
def test_a_depth_that_the_buffers_cannot_hold_is_refused(depth: int) -> None:
    pos, planning = century.game(SPICE_ROAD).start(2, 1), points_planning()
    with pytest.raises(BadCount, match="a search depth is a number from 1 to 32"):
        planning.plan(public_state(pos), 0, BeamSize(5, depth), idle_rivals())


# Forecasts


def points_planning() -> Planning:
    """Return a planning with weights that count nothing but points."""
    fitted = FittedWeights(no_weights(), 2.5, np.full(7, 9.0), FAIR)
    return Planning(century.game(SPICE_ROAD), fitted, 50)


@pytest.mark.parametrize("moved", [False, True])
def test_a_rival_is_expected_to_take_what_it_can(moved: bool) -> None:
    s = public_state(position(cubes=["Y", DEAR + "Y"], points=ROW))
    forecast = points_planning().rival_forecast(s, 0, BeamSize(50, 2), moved)
    assert forecast.claimed_after[NUMBER[DEAR]] == 1 - moved
    assert np.count_nonzero(forecast.claimed_after < NEVER - 1) == 1
    before, after = 4 + TIE, 4 + 16 + TIE  # it wins ties
    assert forecast.scores[:2].tolist() == [after if moved else before, after]
    assert forecast.last_turn[0] > MAX_DEPTH


def test_a_rival_who_sits_earlier_has_had_its_turn_of_the_round() -> None:
    s = public_state(position(cubes=[DEAR + "Y", "Y"], points=ROW, seat=1))
    forecast = points_planning().rival_forecast(s, 1, BeamSize(50, 2), moved=False)
    assert forecast.scores[1:3].tolist() == [4 - TIE, 4 + 16 - TIE]


@pytest.mark.parametrize(("seat", "last_turn"), [(0, 1), (1, 2)])
def test_a_rival_about_to_end_the_game_is_expected_to(seat: int, last_turn: int) -> None:
    cubes, claims = ["Y", "Y"], [0, 0]
    cubes[1 - seat], claims[1 - seat] = DEAR + "Y", 5
    s = public_state(position(cubes=cubes, points=ROW, claims=claims, seat=seat))
    forecast = points_planning().rival_forecast(s, seat, BeamSize(50, 2), moved=False)
    assert forecast.last_turn[0] == last_turn


def test_the_best_rival_counts() -> None:
    s = public_state(position(cubes=["Y", "RR", DEAR + "Y"], points=ROW))
    forecast = points_planning().rival_forecast(s, 0, BeamSize(50, 2), moved=False)
    assert forecast.scores[0] == 4 + TIE
    assert forecast.claimed_after[NUMBER[DEAR]] == 1


def test_options_come_best_first() -> None:
    planning = points_planning()
    for pos in some_beginnings(SPICE_ROAD, 2, 10):
        s = public_state(pos)
        options = planning.options(
            s, pos.seat, BeamSize(50, 2), planning.default_forecast(s, pos.seat, BeamSize(50, 2))
        )
        values = [option.value for option in options]
        assert values == sorted(values, reverse=True)
        assert values[0] == planning.value
        assert len({option.actions for option in options}) == len(options)
