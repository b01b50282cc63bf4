"""The tree search: counts and links of the nodes, evaluation, and limits of its memory."""

from __future__ import annotations

import numpy as np
import pytest

import century
from century import Position
from century.bots.mcts import TreeSearcher
from century.bots.search.tree import (
    MAX_DEPTH,
    MAX_SEATS,
    NODES_PER_SIMULATION,
    NONE,
    Floats,
    Tree,
    allocate_tree,
    evaluate_leaf,
    is_full,
    most_visited,
    reset_tree,
    run_simulations,
)
from century.core.engine import MAX_OPTIONS
from century.core.heuristics import candidates
from century.core.kernel import generator
from tests.bots.games import (
    SEARCHED_GAMES,
    SEARCHED_TABLES,
    numbers,
    some,
    some_beginnings,
    some_midst,
    whole_game,
)
from tests.bots.tree_search import chances, evaluation
from tests.games import EXAMPLE

at_every_table = pytest.mark.parametrize(("name", "players"), SEARCHED_TABLES)
in_every_game = pytest.mark.parametrize("name", SEARCHED_GAMES)


def grown(pos: Position, simulations: int, nodes: int = 100_000) -> Tree:
    """Return a tree that was grown from a position."""
    tree = allocate_tree(pos.game, nodes)
    reset_tree(tree)
    more(pos, 0, simulations, tree)
    return tree


def more(pos: Position, root: int, simulations: int, tree: Tree) -> None:
    """Grow a tree from the node of a position."""
    by = evaluation(pos.game.name)
    run_simulations(pos.state, root, pos.seat, simulations, by, generator(3), tree)


def children(tree: Tree, node: int) -> list[int]:
    found, child = [], int(tree.child[node])
    while child != NONE:
        found.append(child)
        child = int(tree.sibling[child])
    return found


# Nodes


@in_every_game
def test_visits_add_up(name: str) -> None:
    for pos in some_beginnings(name, 3, 4) + some_midst(name, 3, 4):
        tree = grown(pos, 200)
        assert tree.visits[0] == 200
        for node in range(tree.size[0]):
            below = children(tree, node)
            visits = sum(int(tree.visits[child]) for child in below)
            # At its first visit a node is estimated, and none of its children visited.
            assert not below or visits == tree.visits[node] - (node != 0)


@in_every_game
def test_the_root_has_the_candidates_as_children(name: str) -> None:
    for pos in some(name, 2, 12):
        tree = grown(pos, 1)
        actions = sorted(int(tree.action[child]) for child in children(tree, 0))
        assert actions == numbers(candidates(pos.state))


@in_every_game
def test_every_node_has_one_parent(name: str) -> None:
    tree = grown(some_beginnings(name, 2, 2)[0], 300)
    below = [child for node in range(tree.size[0]) for child in children(tree, node)]
    assert sorted(below) == list(range(1, int(tree.size[0])))


@in_every_game
def test_the_chances_of_a_node_are_means_between_0_and_1(name: str) -> None:
    pos = some_beginnings(name, 3, 3)[1]
    tree = grown(pos, 300)
    visited = np.flatnonzero(tree.visits[: tree.size[0]])
    means = tree.total[visited, : pos.players] / tree.visits[visited, None]
    assert means.min() >= 0
    assert means.max() <= 1
    assert not tree.total[: tree.size[0], pos.players :].any()


@in_every_game
def test_most_visited_returns_the_child_with_the_most_visits(name: str) -> None:
    tree = grown(some_beginnings(name, 2, 3)[1], 300)
    visits = {child: int(tree.visits[child]) for child in children(tree, 0)}
    assert visits[int(most_visited(0, tree))] == max(visits.values())


@in_every_game
def test_a_tree_that_was_reset_grows_like_a_new_one(name: str) -> None:
    one, other = some_beginnings(name, 2, 2)[:2]
    used, fresh = grown(other, 100), grown(one, 100)
    reset_tree(used)
    assert used.size[0] == 1
    more(one, 0, 100, used)
    assert_same(used, fresh)


def assert_same(one: Tree, other: Tree) -> None:
    size = int(one.size[0])
    assert other.size[0] == size
    for part in ("action", "child", "sibling", "visits", "total"):
        np.testing.assert_array_equal(getattr(one, part)[:size], getattr(other, part)[:size])


@in_every_game
def test_a_tree_grows_the_same_whatever_is_hidden(name: str) -> None:
    for pos in some_beginnings(name, 2, 4) + some_midst(name, 2, 4):
        assert_same(grown(pos, 300), grown(pos.redeal(pos.seat, 9), 300))


@in_every_game
def test_growing_leaves_the_position_as_it_is(name: str) -> None:
    pos = some_beginnings(name, 2, 2)[0]
    s, tree = pos.state, grown(pos, 1)
    run_simulations(s, 0, pos.seat, 50, evaluation(name), generator(1), tree)
    assert s.tobytes() == pos.state.tobytes()


# Evaluation


@at_every_table
def test_chances_are_between_0_and_1_and_the_best_has_half_or_more(name: str, players: int) -> None:
    for pos in some(name, players, 40):
        estimated = chances(pos)
        assert 0 <= min(estimated) <= max(estimated) <= 1
        assert max(estimated) >= 0.5
        assert sorted(estimated)[-2] <= 0.5
        assert players > 2 or sum(estimated) == pytest.approx(1)


@at_every_table
def test_a_finished_game_is_evaluated_by_its_winner(name: str, players: int) -> None:
    for seed in (3, 4, 5):
        end = whole_game(name, players, seed)[-1]
        estimated = chances(end)
        assert end.winner is not None
        assert estimated[end.winner] > 0.999
        assert sum(estimated) == pytest.approx(1, abs=1e-3)


# A turn of several decisions


def test_a_subtree_keeps_its_visits_when_it_becomes_the_root() -> None:
    for pos in some_beginnings(EXAMPLE, 2, 6):
        tree = grown(pos, 300)
        child = int(most_visited(0, tree))
        visits, before = int(tree.visits[child]), int(tree.visits[0])
        after = pos.apply(int(tree.action[child]))
        more(after, child, 50, tree)
        assert tree.visits[child] == visits + 50
        assert tree.visits[0] == before
        assert sum(int(tree.visits[c]) for c in children(tree, child)) == visits + 50 - 1


# Limits


def test_a_simulation_adds_at_most_one_node_for_each_bit_of_each_mask() -> None:
    """The bound that `is_full` relies on, from the two limits in `descend` and `add_children`."""
    assert NODES_PER_SIMULATION == MAX_DEPTH * MAX_OPTIONS
    tree = allocate_tree(century.game(EXAMPLE), 10)
    assert len(tree.action) == 10 + NODES_PER_SIMULATION
    for size, full in ((10, False), (11, True)):
        tree.size[0] = size
        assert is_full(tree) == full


@in_every_game
def test_no_simulation_adds_more_nodes_than_are_kept_free(name: str) -> None:
    for pos in some_beginnings(name, 4, 3) + some_midst(name, 4, 3):
        tree = grown(pos, 1)
        for _ in range(300):
            before = int(tree.size[0])
            more(pos, 0, 1, tree)
            assert tree.size[0] - before <= NODES_PER_SIMULATION
            assert tree.size[0] <= len(tree.action)


@in_every_game
def test_a_full_tree_adds_no_node(name: str) -> None:
    pos = some_beginnings(name, 2, 4)[1]
    tree = grown(pos, 20_000, nodes=50)
    for part in (tree.action, tree.child, tree.sibling, tree.visits, tree.prior, tree.total):
        assert len(part) == 50 + NODES_PER_SIMULATION
    size = int(tree.size[0])
    more(pos, 0, 100, tree)
    assert tree.size[0] == size


@in_every_game
def test_a_full_tree_grows_no_further(name: str) -> None:
    pos = some_beginnings(name, 2, 4)[1]
    tree = grown(pos, 20_000, nodes=200)
    assert is_full(tree)
    assert 200 < tree.size[0] <= len(tree.action)
    visits = int(tree.visits[0])
    assert 0 < visits < 20_000
    more(pos, 0, 10, tree)
    assert tree.visits[0] == visits


@in_every_game
def test_a_bot_with_a_tiny_tree_decides_legally(name: str) -> None:
    """The tree is full after a decision or two, in the middle of a turn."""
    pos = some_beginnings(name, 2, 3)[1]
    searcher = TreeSearcher(seed=1, simulations=1)
    for _ in range(60):
        pos = pos.apply(searcher.choose(pos, pos.seat, 1.0))
        if pos.over:
            return


def test_chances_are_written_for_the_seats_of_the_game_only() -> None:
    out: Floats = np.full(MAX_SEATS, 7.0)
    evaluate_leaf(whole_game(EXAMPLE, 3)[0].state, evaluation(EXAMPLE), out)
    assert out[3:].tolist() == [7.0, 7.0]
