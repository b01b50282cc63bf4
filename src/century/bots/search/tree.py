"""Compiled tree search over decisions, with the hidden cards redealt in every simulation.

This is PUCT with determinization: each simulation redeals what the searching seat cannot know and
then descends the one tree that all simulations share. A node stands for a sequence of decisions.
Which decisions are possible at a node depends on the deal, so a simulation only selects among the
children that are possible in its own deal. Every seat maximises its own chance to win (max^n);
leaves are evaluated by the game's heuristics instead of rollouts.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from century.core.engine import MAX_OPTIONS, States, act, redeal, score
from century.core.heuristics import Weights, candidates, claims_to_go, evaluate
from century.core.kernel import Generator, Int, Mask, State, bit, copy_state, kernel, lowest_bit
from century.position import Game

MAX_SEATS = 5  # of any game
MAX_DEPTH = 64  # decisions
NONE = -1
# The most nodes that one simulation can add: `descend` calls `add_children` at most MAX_DEPTH
# times, and each call adds at most one node for each bit of a mask, which has MAX_OPTIONS bits. A
# simulation only starts while this many nodes are free (`is_full`), so that no write goes past the
# end of the arrays.
NODES_PER_SIMULATION = MAX_DEPTH * MAX_OPTIONS
LOGIT_LIMIT = 10.0  # exponents are clipped to +-LOGIT_LIMIT, so that no prior overflows or vanishes

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]


class PuctParams(NamedTuple):
    """The parameters of the search."""

    exploration: float  # the weight of the prior against the mean value
    prior_scale: float  # the prior is exp(prior_scale * points gained by the decision)
    uncertainty: float  # points: the error of an evaluation in the last round
    uncertainty_per_round: float  # points: how much the error grows with each round left


class LeafEvaluation(NamedTuple):
    """What leaves are evaluated with."""

    params: PuctParams
    rounds_left: Floats  # shape (claims + 1,): by the claims to go
    weights: Weights


class Tree(NamedTuple):
    """The nodes, as one array for each field. A new tree has its root at index 0."""

    action: npt.NDArray[np.uint8]  # shape (n,): the decision that leads here
    child: Ints  # shape (n,): the first child, or NONE
    sibling: Ints  # shape (n,): the next child of the same parent, or NONE
    visits: Ints  # shape (n,)
    prior: npt.NDArray[np.float32]  # shape (n,): not normalised
    total: npt.NDArray[np.float32]  # shape (n, MAX_SEATS): the sum of each seat's chances to win
    size: npt.NDArray[np.int64]  # shape (1,): nodes in use
    states: States  # shape (2,): scratch
    path: Ints  # shape (MAX_DEPTH + 1,): the nodes of the current simulation
    chances: Floats  # shape (MAX_SEATS,): the evaluation of its leaf


def allocate_tree(game: Game, nodes: int) -> Tree:
    """Allocate a tree that stops growing once it has more than this number of nodes."""
    nodes += NODES_PER_SIMULATION
    return Tree(
        action=np.zeros(nodes, np.uint8),
        child=np.zeros(nodes, np.int32),
        sibling=np.zeros(nodes, np.int32),
        visits=np.zeros(nodes, np.int32),
        prior=np.zeros(nodes, np.float32),
        total=np.zeros((nodes, MAX_SEATS), np.float32),
        size=np.zeros(1, np.int64),
        states=game.scratch(2),
        path=np.zeros(MAX_DEPTH + 1, np.int32),
        chances=np.zeros(MAX_SEATS),
    )


@kernel
def reset_tree(tree: Tree) -> None:
    """Remove all nodes and add a root."""
    tree.size[0] = 0
    add_node(tree, 0)


@kernel
def add_node(tree: Tree, action: Int) -> Int:
    """Add a node without children; return its index."""
    node = tree.size[0]
    tree.size[0] += 1
    tree.action[node] = action
    tree.child[node] = tree.sibling[node] = NONE
    tree.visits[node] = 0
    tree.prior[node] = 1.0
    for seat in range(MAX_SEATS):
        tree.total[node, seat] = 0.0
    return node


@kernel
def is_full(tree: Tree) -> bool:
    """Return True if another simulation could need more nodes than are free."""
    return tree.size[0] + NODES_PER_SIMULATION > len(tree.action)


@kernel
def run_simulations(
    s: State,
    root: Int,
    seat: Int,
    simulations: Int,
    evaluation: LeafEvaluation,
    rng: Generator,
    tree: Tree,
) -> None:
    """Run simulations from a state, whose node is `root`, until the tree is full."""
    for _ in range(simulations):
        if is_full(tree):
            return
        copy_state(tree.states[0], s)
        leaf = tree.states[0]
        redeal(leaf, seat, rng)
        depth = descend(leaf, root, evaluation, tree)
        evaluate_leaf(leaf, evaluation, tree.chances)
        for step in range(depth + 1):
            node = tree.path[step]
            tree.visits[node] += 1
            for player in range(leaf.players):
                tree.total[node, player] += tree.chances[player]


@kernel
def descend(s: State, root: Int, evaluation: LeafEvaluation, tree: Tree) -> Int:
    """Select decisions down to an unvisited node or the end of the game; return the depth."""
    node = root
    tree.path[0] = node
    for depth in range(MAX_DEPTH):
        first, options = candidates(s)
        if options == 0 or (tree.visits[node] == 0 and depth > 0):
            return depth
        add_children(s, node, first, options, evaluation, tree)
        node = select(s, node, first, options, evaluation, tree)
        act(s, np.int64(tree.action[node]))
        tree.path[depth + 1] = node
    return MAX_DEPTH


@kernel
def add_children(
    s: State, node: Int, first: Int, options: Mask, evaluation: LeafEvaluation, tree: Tree
) -> None:
    """Add a child, with its prior, for each possible decision that has none yet."""
    child = tree.child[node]
    while child != NONE:
        options &= ~bit(np.int64(tree.action[child]) - first)
        child = tree.sibling[child]
    if options == 0:
        return
    seat, rounds, weights = s.seat, evaluation.rounds_left[claims_to_go(s)], evaluation.weights
    before = evaluate(s, seat, rounds, weights)
    while options != 0:
        child = add_node(tree, first + lowest_bit(options))
        options &= options - np.uint64(1)
        copy_state(tree.states[1], s)
        after = tree.states[1]
        act(after, np.int64(tree.action[child]))
        gain = evaluation.params.prior_scale * (evaluate(after, seat, rounds, weights) - before)
        tree.prior[child] = np.exp(min(LOGIT_LIMIT, max(-LOGIT_LIMIT, gain)))
        tree.sibling[child] = tree.child[node]
        tree.child[node] = child


@kernel
def select(
    s: State, node: Int, first: Int, options: Mask, evaluation: LeafEvaluation, tree: Tree
) -> Int:
    """Return the child with the highest PUCT score for the seat that decides."""
    seat, visits = s.seat, np.float64(tree.visits[node])
    prior = 0.0
    child = tree.child[node]
    while child != NONE:
        if options & bit(np.int64(tree.action[child]) - first):
            prior += tree.prior[child]
        child = tree.sibling[child]
    chance = tree.total[node, seat] / max(1.0, visits)
    exploration = evaluation.params.exploration * np.sqrt(max(1.0, visits)) / prior
    chosen, best = NONE, -1.0
    child = tree.child[node]
    while child != NONE:
        if options & bit(np.int64(tree.action[child]) - first):
            visited = np.float64(tree.visits[child])
            value = tree.total[child, seat] / visited if visited > 0 else chance
            value += exploration * tree.prior[child] / (1.0 + visited)
            if value > best:
                chosen, best = child, value
        child = tree.sibling[child]
    return chosen


@kernel
def evaluate_leaf(s: State, evaluation: LeafEvaluation, chances: Floats) -> None:
    """Estimate each seat's chance to win from its lead over the best rival."""
    players = np.int64(s.players)
    over = candidates(s)[1] == 0
    rounds = evaluation.rounds_left[claims_to_go(s)]
    for seat in range(players):
        # The later seat wins a tie.
        standing = score(s, seat) if over else evaluate(s, seat, rounds, evaluation.weights)
        chances[seat] = standing + 0.01 * seat
    best, second = 0, 1
    for seat in range(1, players):
        if chances[seat] > chances[best]:
            best, second = seat, best
        elif seat != second and chances[seat] > chances[second]:
            second = seat
    lead, highest = chances[best] - chances[second], chances[best]
    params = evaluation.params
    uncertainty = 1e-3 if over else params.uncertainty + params.uncertainty_per_round * rounds
    for seat in range(players):
        margin = lead if seat == best else chances[seat] - highest
        chances[seat] = 1.0 / (
            1.0 + np.exp(max(-LOGIT_LIMIT, min(LOGIT_LIMIT, -margin / uncertainty)))
        )


@kernel
def most_visited(root: Int, tree: Tree) -> Int:
    """Return the child with the most visits."""
    best, child = NONE, tree.child[root]
    while child != NONE:
        if best == NONE or tree.visits[child] > tree.visits[best]:
            best = child
        child = tree.sibling[child]
    return best
