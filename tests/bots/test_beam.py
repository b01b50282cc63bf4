"""The beam search, compared with an exhaustive search in plain Python."""

from __future__ import annotations

from collections.abc import Iterator
from math import tanh

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import century
from century.bots.search.beam import (
    FIRST,
    MAX_DEPTH,
    NEVER,
    WIN_MARGIN,
    BeamSize,
    Discounts,
    SearchTask,
    allocate_beam,
    claim_risk,
    find_slot,
)
from century.bots.weights import public_state
from century.core.engine import act, score
from century.core.heuristics import evaluate, last_prize, prize_points, start_turn
from century.core.kernel import State
from century.errors import BadCount
from tests.bots.beam_search import (
    FAIR,
    ROOMY,
    WARY,
    idle_rivals,
    no_weights,
    points_planning,
    search,
    some_weights,
)
from tests.bots.games import SEARCHED_GAMES, Path, some_beginnings, some_midst, walks
from tests.games import EXAMPLE

in_every_game = pytest.mark.parametrize("name", SEARCHED_GAMES)


# The heap


@settings(max_examples=60)
@given(st.integers(1, 9), st.lists(st.floats(-1e6, 1e6), max_size=40))
def test_exactly_the_best_plans_are_kept(width: int, values: list[float]) -> None:
    beam, kept = allocate_beam(century.game(EXAMPLE), width), 0
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
    for pos in some_beginnings(EXAMPLE, 2, 6) + some_midst(EXAMPLE, 2, 6):
        forecast = idle_rivals()
        forecast.claimed_after[::3] = 1
        forecast.claimed_after[::4] = 0
        forecast.last_turn[0] = last_turn
        forecast.scores[:], forecast.evaluation[0] = 40.0, 30.0
        weights = some_weights(EXAMPLE)
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


# Claims that are far or contested


@given(st.floats(0, 1), st.floats(0, 1), st.integers(1, 9), st.integers(0, 9))
def test_claim_risk(claim_decay: float, contested: float, depth: int, gone_after: int) -> None:
    forecast = idle_rivals()
    forecast.claimed_after[3] = gone_after
    discounts = Discounts(claim_decay, contested, 0.0)
    task = SearchTask(0, 9.0, BeamSize(1, 1), forecast, no_weights(EXAMPLE), discounts)
    wait = claim_decay ** (depth - 1)
    assert claim_risk(4, depth, task) == pytest.approx(1 - wait)
    expected = 1 - wait * (contested if gone_after < depth else 1)
    assert claim_risk(3, depth, task) == pytest.approx(expected)


@pytest.mark.parametrize("depth", [0, MAX_DEPTH + 1])
def test_a_depth_that_the_buffers_cannot_hold_is_refused(depth: int) -> None:
    pos, planning = century.game(EXAMPLE).start(2, 1), points_planning(EXAMPLE)
    with pytest.raises(BadCount, match="a search depth is a number from 1 to 32"):
        planning.plan(public_state(pos), 0, BeamSize(5, depth), idle_rivals())


# Options


def test_options_come_best_first() -> None:
    planning = points_planning(EXAMPLE)
    for pos in some_beginnings(EXAMPLE, 2, 10):
        s = public_state(pos)
        options = planning.options(
            s, pos.seat, BeamSize(50, 2), planning.default_forecast(s, pos.seat, BeamSize(50, 2))
        )
        values = [option.value for option in options]
        assert values == sorted(values, reverse=True)
        assert values[0] == planning.value
        assert len({option.actions for option in options}) == len(options)
