"""Environments with Eastern Wonders: maps, and the odds of chance nodes."""

from __future__ import annotations

from random import Random

import pytest

import century
from century.env.batch import Batch
from century.games.eastern_wonders.chance import CLOSED_PORT, hide_all, outcomes, reveal
from century.games.eastern_wonders.port import refill
from century.games.eastern_wonders.random_map import random_map
from tests.env.by_view import check
from tests.env.openspiel_games import load
from tests.games.eastern_wonders.play import EASTERN_WONDERS, purposeful


@pytest.mark.parametrize("players", century.game(EASTERN_WONDERS).players)
def test_observations_on_random_maps_equal_the_views(players: int) -> None:
    rng = Random(players)
    pos = century.game(EASTERN_WONDERS).start(players, 5, map=random_map(players, sea=3))
    for number in range(600):
        if pos.over:
            break
        if number % 5 == 0:
            check(pos, rng.randrange(players))
        pos = pos.act(purposeful(rng, pos))


def test_a_batch_is_played_on_a_given_map() -> None:
    chart = random_map(3, sea=2)
    batch = Batch(EASTERN_WONDERS, 2, 2, seed=8, map=chart)
    assert batch.position(1) == century.game(EASTERN_WONDERS).start(2, 9, map=chart)


def test_an_openspiel_game_is_played_on_a_given_map() -> None:
    chart = random_map(4)
    state = load(EASTERN_WONDERS, 2, map=chart.to_text()).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    assert len(state.position.view(None)["map"]) == len(chart.cells)


def closed_port_odds() -> list[float]:
    """Return the odds that the closed-port tile is drawn first, second, ..., sixth."""
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


def test_the_closed_port_tile_is_equally_likely_in_the_first_six_draws() -> None:
    assert closed_port_odds() == pytest.approx([1 / 6] * 6)


def test_one_market_tile_of_each_type_is_left_out() -> None:
    state = century.game(EASTERN_WONDERS).start(2, 1).state
    hide_all(state)
    assert dict(outcomes(state)) == pytest.approx(dict.fromkeys(range(24), 1 / 24))
    for tile in range(5):
        reveal(state, tile)
    assert dict(outcomes(state)) == pytest.approx(dict.fromkeys(range(6, 24), 1 / 18))
