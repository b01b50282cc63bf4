"""OpenSpiel's own tests and search, and whether its games are the true ones."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts

import century
import century.env.openspiel
from century import Position
from century.errors import BadOption, BadPlayers
from century.games.eastern_wonders.chance import CLOSED_PORT
from tests.games.eastern_wonders.play import EASTERN_WONDERS, purposeful
from tests.property.play import TABLES

at_every_table = pytest.mark.parametrize(("name", "players"), TABLES)
FACE_DOWN = {"merchants": {45}, "points": {36}, "tile": {255, 26}}  # in the fields chance fills


def load(name: str, players: int, **given: object) -> Any:
    settings = ",".join(f"{key}={value}" for key, value in {"players": players, **given}.items())
    return pyspiel.load_game(f"century_{name.replace('-', '_')}({settings})")


@at_every_table
def test_openspiels_simulations_pass(name: str, players: int) -> None:
    pyspiel.random_sim_test(load(name, players, rounds=3), 1, serialize=True, verbose=False)


def test_openspiels_simulation_of_a_game_to_its_end_passes() -> None:
    pyspiel.random_sim_test(load("spice-road", 2), 1, serialize=False, verbose=False)


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


def agrees(state: Any, pos: Position) -> bool:
    """Tell whether what is face up is as in a true position."""
    ours, true = state.position.state, pos.state
    fields = [field for field in FACE_DOWN if field in (ours.dtype.names or ())]
    if "closed" in (ours.dtype.names or ()) and ours.closed != true.closed:
        return False
    return all(
        a in FACE_DOWN[field] or a == b
        for field in fields
        for a, b in zip(ours[field].tolist(), true[field].tolist(), strict=True)
    )


def turn_up(state: Any, pos: Position) -> None:
    """Turn up what lies in a true position."""
    while state.is_chance_node():
        assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
        children = [state.child(outcome) for outcome, _ in state.chance_outcomes()]
        fitting = [i for i, child in enumerate(children) if agrees(child, pos)]
        assert len(fitting) == 1
        state.apply_action(state.chance_outcomes()[fitting[0]][0])


def check(state: Any, pos: Position) -> None:
    assert state.current_player() == pos.seat
    assert state.legal_actions() == pos.actions()
    told = [state.observation_tensor(seat) for seat in range(pos.players)]
    for seat in range(pos.players):
        assert state.position.view(seat) == pos.view(seat)
        assert (
            told[seat]
            == century.env.encoding.encoding(pos.game, pos.players).of(pos, seat).tolist()
        )


@at_every_table
def test_with_the_same_cards_the_game_is_the_true_one(name: str, players: int) -> None:
    rng = Random(players)
    pos = century.game(name).start(players, 3)
    state = load(name, players).new_initial_state()
    for number in range(1200):
        turn_up(state, pos)
        if pos.over:
            break
        if number % 20 == 0:
            check(state, pos)
        token = purposeful(rng, pos) if name == EASTERN_WONDERS else rng.choice(pos.legal())
        action = pos.tokens.index(token)
        assert state.action_to_string(action) == token
        state.apply_action(action)
        pos = pos.apply(action)
    assert state.position.scores() == pos.scores()
    assert state.is_terminal() == pos.over
    if pos.over:
        assert state.returns() == [float(seat == pos.winner) for seat in range(players)]


def closed_port_odds() -> list[float]:
    """Return the odds that the closed-port tile is the first, second ... to be drawn."""
    from century.games.eastern_wonders.chance import hide_all, outcomes, reveal
    from century.games.eastern_wonders.port import refill

    state = century.game(EASTERN_WONDERS).start(2, 1).state
    hide_all(state)
    while found := outcomes(state):
        reveal(state, found[0][0])
    port = next(cell for cell in range(24) if int(state.ports) >> cell & 1)
    odds, open_still = [], 1.0
    for _ in range(6):
        refill(state, port)
        found = outcomes(state)
        assert sum(chance for _, chance in found) == pytest.approx(1)
        closing = dict(found).get(CLOSED_PORT, 0.0)
        odds.append(open_still * closing)
        open_still *= 1 - closing
        reveal(state, found[0][0])
    return odds


def test_the_closed_port_is_each_of_the_first_six_draws_equally_likely() -> None:
    assert closed_port_odds() == pytest.approx([1 / 6] * 6)


def test_one_market_tile_of_each_type_is_left_out() -> None:
    from century.games.eastern_wonders.chance import hide_all, outcomes, reveal

    state = century.game(EASTERN_WONDERS).start(2, 1).state
    hide_all(state)
    assert dict(outcomes(state)) == pytest.approx(dict.fromkeys(range(24), 1 / 24))
    for tile in range(5):
        reveal(state, tile)
    assert dict(outcomes(state)) == pytest.approx(dict.fromkeys(range(6, 24), 1 / 18))


def test_what_a_player_knows_is_the_story_so_far() -> None:
    state = load("spice-road", 2).new_initial_state()
    for _ in range(11):
        state.apply_action(state.chance_outcomes()[0][0])
    assert not state.is_chance_node()
    assert state.information_state_string(0).startswith("0: turn up YYY, turn up YYYY,")
    before = state.information_state_string(1)
    state.apply_action(state.get_game().setting.game.numbers["play YY"])
    assert state.information_state_string(1) == f"{before}, play YY"
    assert len(state.information_state_tensor(0)) == len(state.observation_tensor(0)) + 2


def test_states_are_saved_and_read_again() -> None:
    rng = Random(1)
    game = load("eastern-wonders", 3, rounds=20)
    state = game.new_initial_state()
    for _ in range(80):
        state.apply_action(rng.choice(state.legal_actions()))
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert again.history() == state.history()
    assert str(again) == str(state)
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert state.data != clone.data


def test_rewards_and_limits_can_be_chosen() -> None:
    for reward in ("points", "margin"):
        game = load("spice-road", 2, rounds=1, reward=reward)
        state = game.new_initial_state()
        rng = Random(2)
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        one, other = state.position.scores()
        wanted = [one, other] if reward == "points" else [one - other, other - one]
        assert state.returns() == wanted
        assert state.position.turn[0] == 2


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(BadPlayers):
        load("spice-road", 7)
    with pytest.raises(BadOption):
        load("spice-road", 2, reward="fun")


def test_a_map_can_be_chosen() -> None:
    from century.games.eastern_wonders.random_map import random_map

    chart = random_map(4)
    state = load("eastern-wonders", 2, map=chart.to_text()).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    assert len(state.position.view(None)["map"]) == len(chart.cells)
