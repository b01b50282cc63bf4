"""The heuristics that every game with search bots implements."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import numpy as np
import pytest

import century
from century import Position
from century.bots.weights import features, public_state
from century.core.engine import legal, score
from century.core.heuristics import (
    candidates,
    claims_to_go,
    evaluate,
    hide_unseen,
    last_prize,
    plan_key,
    prize_points,
    start_turn,
)
from tests.bots.games import (
    SEARCHED_GAMES,
    SEARCHED_TABLES,
    declared,
    numbers,
    some,
    some_beginnings,
    some_midst,
    tables_that_declare,
    whole_game,
)
from tests.games import OWN_GAMES
from tests.games.decks import decks_of

at_every_table = pytest.mark.parametrize(("name", "players"), SEARCHED_TABLES)
in_every_game = pytest.mark.parametrize("name", SEARCHED_GAMES)


# Candidates


@at_every_table
def test_candidates_are_legal_and_never_empty(name: str, players: int) -> None:
    for pos in whole_game(name, players):
        for s in (pos.state, public_state(pos)):
            assert set(numbers(candidates(s))) <= set(pos.actions())
            assert bool(numbers(candidates(s))) == (not pos.over)


@pytest.mark.parametrize("name", OWN_GAMES)
def test_not_all_legal_actions_are_candidates(name: str) -> None:
    """Otherwise the test above would compare the legal actions with themselves.

    Small games of other packages may search all legal actions.
    """
    left_out = [
        set(pos.actions()) - set(numbers(candidates(pos.state))) for pos in whole_game(name, 2)
    ]
    assert any(left_out)


# Hiding unseen cards


@pytest.mark.parametrize(
    ("name", "players"), [(name, players) for name, players in SEARCHED_TABLES if decks_of(name)]
)
def test_hide_unseen_leaves_no_hidden_card(name: str, players: int) -> None:
    for pos in some(name, players, 100):
        s = pos.state
        before = [deck.hidden_cards(s) for deck in decks_of(name)]
        hide_unseen(s)
        after = [deck.hidden_cards(s) for deck in decks_of(name)]
        for cards, markers in zip(before, after, strict=True):
            assert len(cards) == len(markers)
            assert not set(cards) & set(markers)
            assert len(set(markers)) <= 1


@at_every_table
def test_hide_unseen_hides_all_that_a_redeal_changes(name: str, players: int) -> None:
    for pos in some(name, players, 100):
        for seat in range(players):
            assert public_state(pos.redeal(seat, 1)).tobytes() == public_state(pos).tobytes()
            assert public_state(pos.redeal(seat, 2)).tobytes() == public_state(pos).tobytes()


@at_every_table
def test_hide_unseen_changes_nothing_that_is_open(name: str, players: int) -> None:
    for pos in some(name, players, 100):
        s = public_state(pos)
        assert numbers(legal(s)) == pos.actions()
        assert [int(score(s, seat)) for seat in range(players)] == pos.scores()
        assert pos.game.position(s).view(None)["seats"] == pos.view(None)["seats"]


# Starting a turn


@at_every_table
def test_start_turn_changes_nothing_at_the_beginning_of_a_turn(name: str, players: int) -> None:
    for pos in some_beginnings(name, players, 100):
        s = pos.state
        start_turn(s, pos.seat)
        assert pos.game.position(s) == pos


@at_every_table
def test_start_turn_works_for_any_seat_between_turns(name: str, players: int) -> None:
    for pos in some_beginnings(name, players, 50):
        for seat in range(players):
            s = pos.state
            start_turn(s, seat)
            begun = pos.game.position(s)
            assert (begun.seat, begun.phase) == (seat, pos.phase)
            assert begun.view(None)["seats"] == pos.view(None)["seats"]
            # No game ends out of turn, and other packages may refuse any turn out of order.
            if not s.ending and name in OWN_GAMES:
                assert pos.game.read(begun.to_text()) == begun


@at_every_table
def test_start_turn_works_for_any_seat_in_the_middle_of_a_turn(name: str, players: int) -> None:
    rng = Random(4)
    first = some_beginnings(name, players, 1)[0].phase
    for pos in [*some_midst(name, players, 60), whole_game(name, players)[-1]]:
        for seat in range(players):
            s = pos.state
            start_turn(s, seat)
            begun = pos.game.position(s)
            assert (begun.seat, begun.phase) == (seat, first)
            assert begun.scores() == pos.scores()
            check_a_turn(begun, rng)


def check_a_turn(pos: Position, rng: Random) -> None:
    """Take candidate decisions until the turn is over."""
    turn = pos.turn
    for _ in range(100):
        if pos.over or pos.turn != turn:
            return
        pos = pos.apply(rng.choice(numbers(candidates(pos.state))))
    raise AssertionError("the turn does not end")


@at_every_table
def test_start_turn_leaves_nothing_of_the_interrupted_turn(name: str, players: int) -> None:
    """Two states that differ only in the interrupted turn are equal afterwards."""
    for pos in some_midst(name, players, 60):
        s, other = pos.state, pos.state
        start_turn(s, 0)
        start_turn(other, 1)
        start_turn(other, 0)
        assert s.tobytes() == other.tobytes()
        for field in declared(name, "TURN_FIELDS", ()):
            assert s[field] == 0


# Plan keys


@pytest.mark.parametrize(("name", "players"), tables_that_declare("relevant_to_plan"))
def test_plan_keys_are_equal_exactly_if_the_relevant_state_is(name: str, players: int) -> None:
    relevant_to_plan = declared(name, "relevant_to_plan")
    keys: dict[tuple[object, ...], int] = {}
    for pos in [*whole_game(name, players, 3), *whole_game(name, players, 4)]:
        s = pos.state
        assert keys.setdefault(relevant_to_plan(s, 0), int(plan_key(s, 0))) == plan_key(s, 0)
    assert len(keys) > 100
    assert len(set(keys.values())) == len(keys)


@at_every_table
def test_plan_keys_ignore_hidden_cards(name: str, players: int) -> None:
    for pos in some(name, players, 60):
        seats = range(players)
        expected = [plan_key(pos.state, seat) for seat in seats]
        assert [plan_key(pos.redeal(0, 9).state, seat) for seat in seats] == expected
        assert [plan_key(public_state(pos), seat) for seat in seats] == expected


# Prizes


@pytest.mark.parametrize(("name", "players"), tables_that_declare("PRIZES"))
def test_the_last_prize_is_the_one_that_was_just_claimed(name: str, players: int) -> None:
    prizes, claimable = declared(name, "PRIZES"), declared(name, "claimable")
    claims = 0
    for before, after in pairwise(whole_game(name, players)):
        s, seat = after.state, before.seat
        if s.claims[seat] > before.state.claims[seat]:
            claims += 1
            prize = int(last_prize(s))
            cost, points = prizes[prize]
            assert cost in claimable(before)
            assert prize_points(s, prize) == points
            gained = after.view(seat)["seats"][seat]["points"]
            assert gained - before.view(seat)["seats"][seat]["points"] >= points - len(cost)
    assert claims >= 4


@at_every_table
def test_no_claims_are_to_go_at_the_end(name: str, players: int) -> None:
    to_go = [int(claims_to_go(pos.state)) for pos in whole_game(name, players)]
    assert to_go == sorted(to_go, reverse=True)
    assert to_go[-1] == 0


# Evaluation


@at_every_table
def test_the_evaluation_is_the_score_when_no_rounds_are_left(name: str, players: int) -> None:
    any_weights = np.random.default_rng(1).normal(size=len(features(century.game(name))))
    no_weights = np.zeros_like(any_weights)
    for pos in some(name, players, 60):
        s = pos.state
        seats = range(players)
        assert [evaluate(s, seat, 0.0, any_weights) for seat in seats] == pos.scores()
        assert [evaluate(s, seat, 20.0, no_weights) for seat in seats] == pos.scores()


@at_every_table
def test_the_evaluation_is_linear_in_the_weights(name: str, players: int) -> None:
    draw = np.random.default_rng(2).normal
    size = len(features(century.game(name)))
    for pos in some(name, players, 60):
        s, left = pos.state, abs(float(draw())) * 20
        one, other, factor = draw(size=size), draw(size=size), float(draw())
        for seat in range(players):
            points = score(s, seat)
            both = evaluate(s, seat, left, one + factor * other) - points
            parts = [evaluate(s, seat, left, weights) - points for weights in (one, other)]
            assert both == pytest.approx(parts[0] + factor * parts[1])


@in_every_game
def test_every_feature_is_used(name: str) -> None:
    size = len(features(century.game(name)))
    games = [whole_game(name, century.game(name).players[-1], seed)[::5] for seed in range(3, 9)]
    unweighed = set(range(size))
    for pos in (pos for positions in games for pos in positions):
        s = pos.state
        for feature in tuple(unweighed):
            alone = np.zeros(size)
            alone[feature] = 1.0
            if evaluate(s, pos.seat, 10.0, alone) != score(s, pos.seat):
                unweighed.discard(feature)
    assert unweighed == set()
