"""The nodes of search trees: one array for each field, for many games at once."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil, exp, log2
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numpy import int64, uint64

from century.core.engine import MAX_OPTIONS
from century.core.kernel import Int, bit_count, kernel, lowest_bit

__all__ = [
    "CLEARED",
    "MAX_DEPTH",
    "MAX_SEATS",
    "NO_NODE",
    "Floats",
    "Ints",
    "SearchParams",
    "Trees",
    "add_node",
    "clear_tree",
    "considered_visits",
    "move_root",
    "new_trees",
    "node_key",
    "prior_of",
]

MAX_SEATS = 5  # of any game
MAX_DEPTH = 48  # decisions
NO_NODE = 0  # in place of a child: node 0 is the first root and no child

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int32]


class SearchParams(NamedTuple):
    """The parameters of a search."""

    exploration: float  # the weight of the prior against the mean value, below the root
    reduction: float  # how much less an action without visits is worth than the node, at most
    value_scale: float  # how strongly values change the policy at the root
    points_share: float  # of a finished game's value: the rest is for winning
    rounds: int  # a game that takes more is over, with its points so far
    considered: int  # the most actions that sequential halving compares at the root


class Trees(NamedTuple):
    """The search trees of many games: one array for each field, the first index is the game.

    The last index of the arrays of actions counts from the first action number that was legal
    when the node was added.
    """

    size: Ints  # (games,): nodes in use
    root: Ints  # (games,): the node to search from
    key: Ints  # (games, nodes): first action and seat, to notice a deal that leads elsewhere
    value: Floats  # (games, nodes): the deciding seat's chance to win, by the network
    visits: Ints  # (games, nodes)
    tried: Floats  # (games, nodes): the sum of the priors of the actions with visits
    uniform: Floats  # (games, nodes): the prior of actions that were not legal at first
    prior: Floats  # (games, nodes, MAX_OPTIONS): of the actions that were legal, else 0
    action_visits: Ints  # (games, nodes, MAX_OPTIONS)
    action_total: Floats  # (games, nodes, MAX_OPTIONS): sum of the deciding seat's chances
    child: Ints  # (games, nodes, MAX_OPTIONS): a node, or NO_NODE
    noise: Floats  # (games, MAX_OPTIONS): of the root
    root_total: Floats  # (games, MAX_SEATS): sum of all seats' chances over the simulations
    root_count: Ints  # (games,): how many simulations that are
    # The present simulation
    depth: Ints  # (games,): decisions from the root to the leaf
    path: Ints  # (games, MAX_DEPTH, 3): node, action's index, seat
    leaf: Ints  # (games, 4): what to do, seat, players, first action
    leaf_options: npt.NDArray[np.uint64]  # (games,)
    chances: Floats  # (games, MAX_SEATS): of the leaf
    schedule: Ints  # (considered + 1, simulations): see `considered_visits`


# The arrays that are 0 in nodes that are not in use: so adding a node writes few numbers.
CLEARED = "size", "prior", "action_visits", "action_total", "child"


def new_trees(
    zeros: Callable[..., Any], copied: Callable[..., Any], games: int, simulations: int, most: int
) -> Trees:
    """Allocate trees; `zeros` makes an array of a shape and a type, `copied` copies a NumPy one.

    A tree has room for `simulations` and the root; `most` actions are considered at the root.
    """
    nodes = simulations + 1
    actions = games, nodes, MAX_OPTIONS
    schedule = np.zeros((most + 1, max(simulations, 1)), np.int32)
    for considered in range(1, most + 1):
        schedule[considered] = considered_visits(considered, schedule.shape[1])
    return Trees(
        size=zeros(games, np.int32),
        root=zeros(games, np.int32),
        key=zeros((games, nodes), np.int32),
        value=zeros((games, nodes), np.float32),
        visits=zeros((games, nodes), np.int32),
        tried=zeros((games, nodes), np.float32),
        uniform=zeros((games, nodes), np.float32),
        prior=zeros(actions, np.float32),
        action_visits=zeros(actions, np.int32),
        action_total=zeros(actions, np.float32),
        child=zeros(actions, np.int32),
        noise=zeros((games, MAX_OPTIONS), np.float32),
        root_total=zeros((games, MAX_SEATS), np.float32),
        root_count=zeros(games, np.int32),
        depth=zeros(games, np.int32),
        path=zeros((games, MAX_DEPTH, 3), np.int32),
        leaf=zeros((games, 4), np.int32),
        leaf_options=zeros(games, np.uint64),
        chances=zeros((games, MAX_SEATS), np.float32),
        schedule=copied(schedule),
    )


def considered_visits(considered: int, simulations: int) -> list[int]:
    """Return for each simulation how many visits the action has that it selects at the root.

    Sequential halving: all actions considered are visited equally often, then the better half of
    them, and so on.
    """
    if considered <= 1:
        return list(range(simulations))
    found: list[int] = []
    visits = [0] * considered
    left, halvings = considered, ceil(log2(considered))
    while len(found) < simulations:
        for _ in range(max(1, simulations // (halvings * left))):
            found += visits[:left]
            visits[:left] = [count + 1 for count in visits[:left]]
        left = max(2, left // 2)
    return found[:simulations]


@kernel
def clear_tree(trees: Trees, g: Int) -> None:
    """Remove all nodes: the first simulation adds the root."""
    for node in range(trees.size[g]):
        for k in range(MAX_OPTIONS):
            trees.prior[g, node, k] = 0.0
            trees.action_visits[g, node, k] = 0
            trees.action_total[g, node, k] = 0.0
            trees.child[g, node, k] = NO_NODE
    trees.size[g] = trees.root[g] = 0
    clear_root_total(trees, g)


@kernel
def clear_root_total(trees: Trees, g: Int) -> None:
    """Forget the chances that earlier simulations found."""
    trees.root_count[g] = 0
    for seat in range(MAX_SEATS):
        trees.root_total[g, seat] = 0.0


@kernel
def node_key(first: Int, seat: Int) -> Int:
    """Return what a node is compared by: the kind of decision and the seat that decides."""
    return int64(first) * 8 + int64(seat)


@kernel
def add_node(trees: Trees, g: Int, node: Int, logits: Floats, value: float) -> None:
    """Add a node for the leaf. Its priors are those of the policy over the legal actions."""
    first, options = int64(trees.leaf[g, 3]), trees.leaf_options[g]
    trees.size[g] += 1
    trees.key[g, node] = node_key(first, trees.leaf[g, 1])
    trees.value[g, node] = value
    trees.visits[g, node] = 1
    trees.tried[g, node] = 0.0
    trees.uniform[g, node] = 1.0 / float(bit_count(options))
    highest, total = -1e30, 0.0
    rest = options
    while rest != 0:
        highest = max(highest, float(logits[first + int64(lowest_bit(rest))]))
        rest &= rest - uint64(1)
    rest = options
    while rest != 0:
        total += exp(float(logits[first + int64(lowest_bit(rest))]) - highest)
        rest &= rest - uint64(1)
    rest = options
    while rest != 0:
        legal_one = int64(lowest_bit(rest))
        prior = exp(float(logits[first + legal_one]) - highest) / total
        trees.prior[g, node, legal_one] = max(prior, 1e-8)  # its logarithm must be finite
        rest &= rest - uint64(1)


@kernel
def prior_of(trees: Trees, g: Int, node: Int, k: Int) -> float:
    """Return the prior of an action: uniform if it was not legal when the node was added."""
    prior = trees.prior[g, node, k]
    return prior if prior > 0 else trees.uniform[g, node]


@kernel
def move_root(trees: Trees, g: Int, k: Int, first: Int, seat: Int) -> bool:
    """Continue with the subtree of an action of the root; tell whether there is one.

    `first` and `seat` are those of the decision that follows. Without a subtree the tree is
    cleared.
    """
    node = trees.child[g, trees.root[g], k]
    if node == NO_NODE or trees.key[g, node] != node_key(first, seat):
        clear_tree(trees, g)
        return False
    clear_root_total(trees, g)
    trees.root[g] = node
    return True
