"""A tree search over decisions that deals the hidden cards anew each time, as compiled code.

A node is a decision somebody may come to. What is possible there depends on what was dealt, so each
simulation chooses among the children that are possible in its own deal. Every seat is taken to look
for its own chance to win (max^n), estimated by the worth of the positions at the leaves.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from century.core.engine import States, act, redeal, score
from century.core.heuristics import Weights, candidates, claims_to_go, evaluate
from century.core.kernel import Generator, Int, Mask, State, bit, kernel, lowest_bit
from century.position import Game

SEATS = 5  # the most in any game
DEEPEST = 64  # decisions
NONE = -1
ROOM = 2 * SEATS * DEEPEST  # nodes that one simulation may add, and more
EXTREME = 10.0  # no decision looks e**20 times as good as another at first sight

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int32]


class PuctParams(NamedTuple):
    """How a tree is grown."""

    exploration: float  # how much is tried besides what is best so far
    prior_scale: float  # how much a point gained at once counts for trying a decision
    uncertainty: float  # points by which an estimate may be wrong at the end of the game
    uncertainty_per_round: float  # and how many more for each round before


class LeafEvaluation(NamedTuple):
    """What positions are judged by."""

    params: PuctParams
    left: Floats  # shape (claims + 1,): rounds left, by the claims to go
    weights: Weights


class Tree(NamedTuple):
    """The nodes, the root of a new tree being number 0."""

    action: npt.NDArray[np.uint8]  # shape (n,): the decision that leads here
    child: Ints  # shape (n,): the first of those that follow
    sibling: Ints  # shape (n,): the next one of the same parent
    visits: Ints  # shape (n,)
    prior: npt.NDArray[np.float32]  # shape (n,): how much it is worth a try at first sight
    total: npt.NDArray[np.float32]  # shape (n, SEATS): the sum of each seat's chances
    size: npt.NDArray[np.int64]  # shape (1,): nodes in use
    states: States  # shape (2,): scratch
    path: Ints  # shape (DEEPEST + 1,): the nodes of the simulation under way
    chances: Floats  # shape (SEATS,): what it came to


def allocate_tree(game: Game, nodes: int) -> Tree:
    """Make room for a tree."""
    nodes += ROOM
    return Tree(
        action=np.zeros(nodes, np.uint8),
        child=np.zeros(nodes, np.int32),
        sibling=np.zeros(nodes, np.int32),
        visits=np.zeros(nodes, np.int32),
        prior=np.zeros(nodes, np.float32),
        total=np.zeros((nodes, SEATS), np.float32),
        size=np.zeros(1, np.int64),
        states=game.scratch(2),
        path=np.zeros(DEEPEST + 1, np.int32),
        chances=np.zeros(SEATS),
    )


@kernel
def reset_tree(tree: Tree) -> None:
    """Begin a new tree with nothing but its root."""
    tree.size[0] = 0
    add_node(tree, 0)


@kernel
def add_node(tree: Tree, action: Int) -> Int:
    """Add a node without children."""
    node = tree.size[0]
    tree.size[0] += 1
    tree.action[node] = action
    tree.child[node] = tree.sibling[node] = NONE
    tree.visits[node] = 0
    tree.prior[node] = 1.0
    for seat in range(SEATS):
        tree.total[node, seat] = 0.0
    return node


@kernel
def is_full(tree: Tree) -> bool:
    """Tell whether another simulation might not find room."""
    return tree.size[0] + ROOM > len(tree.action)


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
    """Simulate from a state, whose node is the root, as often as wanted or as there is room."""
    for _ in range(simulations):
        if is_full(tree):
            return
        tree.states[0] = s
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
    """Play down the tree to a node that is new, or to the end; return how many decisions."""
    node = root
    tree.path[0] = node
    for depth in range(DEEPEST):
        first, options = candidates(s)
        if options == 0 or (tree.visits[node] == 0 and depth > 0):
            return depth
        add_children(s, node, first, options, evaluation, tree)
        node = select(s, node, first, options, evaluation, tree)
        act(s, np.int64(tree.action[node]))
        tree.path[depth + 1] = node
    return DEEPEST


@kernel
def add_children(
    s: State, node: Int, first: Int, options: Mask, evaluation: LeafEvaluation, tree: Tree
) -> None:
    """Add a node for each possible decision that has none, with its appeal at first sight."""
    child = tree.child[node]
    while child != NONE:
        options &= ~bit(np.int64(tree.action[child]) - first)
        child = tree.sibling[child]
    if options == 0:
        return
    seat, rounds, weights = s.seat, evaluation.left[claims_to_go(s)], evaluation.weights
    before = evaluate(s, seat, rounds, weights)
    while options != 0:
        child = add_node(tree, first + lowest_bit(options))
        options &= options - np.uint64(1)
        tree.states[1] = s
        after = tree.states[1]
        act(after, np.int64(tree.action[child]))
        gain = evaluation.params.prior_scale * (evaluate(after, seat, rounds, weights) - before)
        tree.prior[child] = np.exp(min(EXTREME, max(-EXTREME, gain)))
        tree.sibling[child] = tree.child[node]
        tree.child[node] = child


@kernel
def select(
    s: State, node: Int, first: Int, options: Mask, evaluation: LeafEvaluation, tree: Tree
) -> Int:
    """Choose the child to go on with: good so far, or appealing and seldom tried."""
    seat, visits = s.seat, np.float64(tree.visits[node])
    prior = 0.0
    child = tree.child[node]
    while child != NONE:
        if options & bit(np.int64(tree.action[child]) - first):
            prior += tree.prior[child]
        child = tree.sibling[child]
    chance = tree.total[node, seat] / max(1.0, visits)
    trying = evaluation.params.exploration * np.sqrt(max(1.0, visits)) / prior
    choice, best = NONE, -1.0
    child = tree.child[node]
    while child != NONE:
        if options & bit(np.int64(tree.action[child]) - first):
            tried = np.float64(tree.visits[child])
            value = tree.total[child, seat] / tried if tried > 0 else chance
            value += trying * tree.prior[child] / (1.0 + tried)
            if value > best:
                choice, best = child, value
        child = tree.sibling[child]
    return choice


@kernel
def evaluate_leaf(s: State, evaluation: LeafEvaluation, chances: Floats) -> None:
    """Estimate each seat's chance to win."""
    players = np.int64(s.players)
    over = candidates(s)[1] == 0
    rounds = evaluation.left[claims_to_go(s)]
    for seat in range(players):
        # Ties go to the later seat.
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
        chances[seat] = 1.0 / (1.0 + np.exp(max(-EXTREME, min(EXTREME, -margin / uncertainty))))


@kernel
def most_visited(root: Int, tree: Tree) -> Int:
    """Return the child that was visited most."""
    best, child = NONE, tree.child[root]
    while child != NONE:
        if best == NONE or tree.visits[child] > tree.visits[best]:
            best = child
        child = tree.sibling[child]
    return best
