"""The search: selection, noise, values and what it may know."""

from __future__ import annotations

import numpy as np
import pytest

from century.core.engine import legal
from century.core.kernel import generator
from century.neural.nodes import (
    CLEARED,
    MAX_SEATS,
    SearchParams,
    Trees,
    clear_tree,
    considered_visits,
    new_trees,
    prior_of,
)
from century.neural.selection import best_action, draw_noise, improved_policy, select
from century.neural.tree import back_up, descend, final_chances
from century.position import Position, game, games

PARAMS = SearchParams(0.35, 0.0, 1.0, 0.0, 60, 8)


def search(
    position: Position, logits: np.ndarray, simulations: int, seed: int, trees: Trees | None = None
) -> Trees:
    """Search with a fixed policy and equal chances at every leaf."""
    trees = trees or new_trees(np.zeros, np.array, 1, simulations, PARAMS.considered)
    rng = generator(seed)
    clear_tree(trees, 0)
    wins = np.zeros(MAX_SEATS, np.float32)
    for simulation in range(-1, simulations):
        state = position.state
        descend(state, trees, 0, simulation, PARAMS, rng)
        back_up(trees, 0, logits, wins)
    return trees


def test_sequential_halving_visits_the_better_half_more_often() -> None:
    assert considered_visits(4, 8) == [0, 0, 0, 0, 1, 1, 2, 2]
    assert considered_visits(1, 3) == [0, 1, 2]
    for considered in range(1, 17):
        for simulations in (1, 7, 16, 100):
            assert len(considered_visits(considered, simulations)) == simulations


@pytest.mark.parametrize("name", games())
def test_the_root_gets_all_simulations(name: str) -> None:
    position = game(name).start(players=2, seed=3)
    trees = search(position, np.zeros(len(position.game.actions), np.float32), 32, seed=1)
    assert trees.action_visits[0, 0].sum() == 32
    assert trees.visits[0, 0] == 33
    assert trees.root_count[0] == 33
    assert trees.root_total[0, :2].sum() == pytest.approx(33)


def test_an_untried_action_counts_less_the_more_of_the_policy_was_tried() -> None:
    trees = new_trees(np.zeros, np.array, 1, 4, PARAMS.considered)
    trees.size[0], trees.value[0, 0] = 1, 0.5
    trees.prior[0, 0, :2] = 0.6, 0.4
    trees.action_visits[0, 0, 0], trees.action_total[0, 0, 0] = 1, 0.5
    trees.visits[0, 0], trees.tried[0, 0] = 2, 0.6
    both = np.uint64(0b11)
    assert select(trees, 0, 0, both, PARAMS) == 1
    assert select(trees, 0, 0, both, PARAMS._replace(reduction=0.1)) == 0


@pytest.mark.parametrize("name", games())
def test_the_tried_part_of_the_policy_is_that_of_the_actions_with_visits(name: str) -> None:
    position = game(name).start(players=2, seed=3)
    trees = search(position, np.zeros(len(position.game.actions), np.float32), 32, seed=1)
    for node in range(trees.size[0]):
        visited = np.flatnonzero(trees.action_visits[0, node])
        expected = sum(prior_of(trees, 0, node, k) for k in visited)
        assert trees.tried[0, node] == pytest.approx(expected, abs=1e-5)


def test_an_action_that_was_not_legal_at_first_has_a_uniform_prior() -> None:
    position = game("spice-road").start(players=2, seed=3)
    trees = search(position, np.arange(len(position.game.actions), dtype=np.float32), 1, seed=1)
    _, options = legal(position.state)
    legal_ones = [k for k in range(64) if int(options) >> k & 1]
    priors = [prior_of(trees, 0, 0, k) for k in range(64)]
    assert sum(priors[k] for k in legal_ones) == pytest.approx(1.0)
    others = [priors[k] for k in range(64) if k not in legal_ones]
    assert others == pytest.approx([1 / len(legal_ones)] * len(others))


@pytest.mark.parametrize("name", games())
def test_a_search_in_cleared_trees_finds_the_same_as_one_in_new_trees(name: str) -> None:
    position = game(name).start(players=2, seed=3)
    logits = np.zeros(len(position.game.actions), np.float32)
    trees = search(position, logits, 40, seed=1)
    again = search(position, logits, 40, seed=2, trees=trees)
    expected = search(position, logits, 40, seed=2)
    for name in (*CLEARED, "root_total"):
        assert (getattr(again, name) == getattr(expected, name)).all(), name


@pytest.mark.parametrize("name", games())
def test_a_certain_policy_is_followed(name: str) -> None:
    position = game(name).start(players=2, seed=3)
    wanted = position.actions()[-1]
    logits = np.zeros(len(position.game.actions), np.float32)
    logits[wanted] = 30.0
    trees = search(position, logits, 16, seed=1)
    first, options = legal(position.state)
    assert first + best_action(trees, 0, options, PARAMS) == wanted


@pytest.mark.parametrize("name", games())
def test_the_improved_policy_has_the_legal_actions_alone(name: str) -> None:
    position = game(name).start(players=3, seed=5)
    trees = search(position, np.zeros(len(position.game.actions), np.float32), 16, seed=1)
    out = np.ones(len(position.game.actions), np.float32)
    first, options = legal(position.state)
    improved_policy(trees, 0, np.int64(first), options, PARAMS, out)
    assert out.sum() == pytest.approx(1.0)
    assert set(np.flatnonzero(out).tolist()) == set(position.actions())


@pytest.mark.parametrize("name", games())
def test_hidden_cards_have_no_influence(name: str) -> None:
    position = game(name).start(players=2, seed=7)
    logits = np.zeros(len(position.game.actions), np.float32)
    found = search(position, logits, 40, seed=2)
    for seed in range(3):
        dealt = Position(position.game, position.game.backend.redeal(position._data, 0, seed))
        assert dealt.to_text() != position.to_text()
        other = search(dealt, logits, 40, seed=2)
        assert (other.action_visits == found.action_visits).all()


def test_noise_differs_between_searches() -> None:
    trees = new_trees(np.zeros, np.array, 1, 4, 4)
    rng = generator(1)
    draw_noise(trees, 0, rng)
    before = trees.noise.copy()
    draw_noise(trees, 0, rng)
    assert np.isfinite(before).all()
    assert (before != trees.noise).all()


@pytest.mark.parametrize("name", games())
def test_a_finished_game_counts_as_its_result(name: str) -> None:
    state = game(name).start(players=2, seed=1).state
    out = np.zeros(MAX_SEATS, np.float32)
    final_chances(state, 0.0, out)
    assert sorted(out[:2].tolist()) == [0.0, 1.0]
    final_chances(state, 0.5, out)
    assert out[:2].sum() == pytest.approx(1.0)
    assert 0.5 < out.max() < 1.0
