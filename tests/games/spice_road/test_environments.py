"""Environments with Spice Road: information states of OpenSpiel."""

from __future__ import annotations

from tests.env.openspiel_games import load
from tests.games.spice_road.play import SPICE_ROAD


def test_an_information_state_is_the_history_as_seen_by_the_player() -> None:
    state = load(SPICE_ROAD, 2).new_initial_state()
    for _ in range(11):
        state.apply_action(state.chance_outcomes()[0][0])
    assert not state.is_chance_node()
    assert state.information_state_string(0).startswith("0: turn up YYY, turn up YYYY,")
    before = state.information_state_string(1)
    state.apply_action(state.get_game().parameters.game.numbers["play YY"])
    assert state.information_state_string(1) == f"{before}, play YY"
    assert len(state.information_state_tensor(0)) == len(state.observation_tensor(0)) + 2
