"""OpenSpiel's own tests and search, and comparisons of its games with positions."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

import century
from century import Position
from century.env import openspiel
from century.env.encoding import encoding
from century.errors import BadOption, BadPlayers
from tests.env.openspiel_games import agrees, load
from tests.games import EXAMPLE, SHORT_GAMES
from tests.property.play import TABLES, purposeful

at_every_table = pytest.mark.parametrize(("name", "players"), TABLES)


@at_every_table
def test_openspiels_simulations_pass(name: str, players: int) -> None:
    pyspiel.random_sim_test(load(name, players, rounds=3), 1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", SHORT_GAMES)
def test_openspiels_simulation_of_a_whole_game_passes(name: str) -> None:
    pyspiel.random_sim_test(load(name, 2), 1, serialize=False, verbose=False)


@pytest.mark.parametrize("name", century.games())
def test_openspiels_search_plays_a_game(name: str) -> None:
    game = load(name, 2, rounds=3)
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng)
    bots = [mcts.MCTSBot(game, 2, 4, evaluator, random_state=rng) for _ in range(2)]
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=odds)))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    assert sorted(state.returns()) == [0, 1]


@pytest.mark.parametrize("name", century.games())
def test_games_whose_seats_know_the_same_are_registered_with_perfect_information(name: str) -> None:
    registered = {found.short_name: found for found in pyspiel.registered_games()}
    found = registered[f"century_{name.replace('-', '_')}"]
    assert found.information == pyspiel.GameType.Information.PERFECT_INFORMATION


def test_a_game_without_chance_nodes_is_registered_with_imperfect_information(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    registered: list[Any] = []
    monkeypatch.setattr(openspiel, "optional_module", lambda _package, _module: None)
    monkeypatch.setattr(pyspiel, "register_game", lambda kind, _factory: registered.append(kind))
    openspiel.register()
    assert len(registered) == len(century.games())
    for found in registered:
        assert found.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION


def turn_up(state: Any, pos: Position) -> None:
    """Take the outcomes of chance nodes that lead to the dealt position."""
    while state.is_chance_node():
        assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
        children = [state.child(outcome) for outcome, _ in state.chance_outcomes()]
        fitting = [i for i, child in enumerate(children) if agrees(child.position, pos)]
        assert len(fitting) == 1
        state.apply_action(state.chance_outcomes()[fitting[0]][0])


def check(state: Any, pos: Position) -> None:
    assert state.current_player() == pos.seat
    assert state.legal_actions() == pos.actions()
    layout = encoding(pos.game, pos.players)
    for seat in range(pos.players):
        assert state.position.view(seat) == pos.view(seat)
        assert state.observation_tensor(seat) == layout.of(pos, seat).tolist()


@at_every_table
def test_with_the_same_deal_a_state_equals_a_position(name: str, players: int) -> None:
    rng = Random(players)
    pos = century.game(name).start(players, 3)
    state = load(name, players).new_initial_state()
    for number in range(1200):
        turn_up(state, pos)
        if pos.over:
            break
        if number % 20 == 0:
            check(state, pos)
        token = purposeful(rng, pos)
        action = pos.tokens.index(token)
        assert state.action_to_string(action) == token
        state.apply_action(action)
        pos = pos.apply(action)
    assert state.position.scores() == pos.scores()
    assert state.is_terminal() == pos.over
    if pos.over:
        assert state.returns() == [float(seat == pos.winner) for seat in range(players)]


@at_every_table
def test_states_are_serialized_and_cloned(name: str, players: int) -> None:
    rng = Random(1)
    game = load(name, players, rounds=20)
    state = game.new_initial_state()
    for _ in range(80):
        after = state.child(rng.choice(state.legal_actions()))
        if after.is_terminal():
            break
        state = after
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert again.history() == state.history()
    assert str(again) == str(state)
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert state.data != clone.data


def test_rewards_and_limits_can_be_chosen() -> None:
    for reward in ("points", "margin"):
        game = load(EXAMPLE, 2, rounds=1, reward=reward)
        state = game.new_initial_state()
        rng = Random(2)
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        one, other = state.position.scores()
        wanted = [one, other] if reward == "points" else [one - other, other - one]
        assert state.returns() == wanted
        assert state.position.turn[0] == 2


def test_bad_options_are_refused() -> None:
    with pytest.raises(BadPlayers):
        load(EXAMPLE, century.game(EXAMPLE).players.stop)
    with pytest.raises(BadOption):
        load(EXAMPLE, 2, reward="fun")
    with pytest.raises(BadOption):
        load(EXAMPLE, 2, information="some")


@pytest.mark.parametrize("name", century.games())
def test_games_and_states_are_pickled(name: str) -> None:
    game = load(name, 3, rounds=20)
    again = pickle.loads(pickle.dumps(game))
    assert str(again) == str(game)
    state = again.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    assert pickle.loads(pickle.dumps(state)).history() == state.history()


def test_a_game_can_have_no_limit_of_rounds() -> None:
    game = load(EXAMPLE, 2, rounds=0)
    state, rng = game.new_initial_state(), Random(1)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    assert state.position.over
    assert game.max_game_length() >= len(state.history())


def test_ismcts_plays_games_declared_as_imperfect_information() -> None:
    game = load(EXAMPLE, 2, rounds=3, information="imperfect")
    rng = np.random.RandomState(1)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng)
    searcher = ismcts.ISMCTSBot(
        game=game,
        evaluator=evaluator,
        uct_c=2.0,
        max_simulations=4,
        random_state=rng,
    )
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    assert searcher.step(state) in state.legal_actions()
