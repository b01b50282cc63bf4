"""A tree search guided by a neural network, as kernels for CPU and GPU.

A simulation has two halves, because a network evaluates its leaf in between: on a CPU one leaf at
once by a kernel, on a GPU the leaves of many games together by a library.

    descend          redeal what is hidden, and select decisions down to a leaf
    (the network)    policy and chances to win at the leaf
    back_up          add a node for the leaf, and add the chances to all nodes on the way

A node stands for a sequence of decisions. Cards are revealed differently in every simulation, so a
node's decisions are those of the present deal: actions that were not legal when the node was added
have a uniform prior. Each seat maximises its own chance to win (max^n). Decisions with one option
are carried out without a node.
"""

from __future__ import annotations

from math import exp

from numpy import int64, uint64

from century.core.engine import act, legal, redeal, score
from century.core.kernel import Generator, Int, Mask, State, bit_count, kernel, lowest_bit
from century.neural.nodes import (
    MAX_DEPTH,
    NO_NODE,
    Floats,
    SearchParams,
    Trees,
    add_node,
    node_key,
    prior_of,
)
from century.neural.selection import select, select_at_root

__all__ = ["FINAL", "back_up", "chances_of", "descend", "final_chances", "skip_forced"]

MAX_FORCED = 4096  # decisions with one option in a row, such as discards of many equal cubes
EXPAND, EVALUATE, FINAL = range(3)  # what to do with a leaf: add a node or not; the game is over
FINAL_POINTS_SCALE = 12.0  # points; a lead of this size counts as clear


@kernel
def skip_forced(s: State, rounds: Int) -> tuple[Int, Mask]:
    """Carry out decisions with one option; return the legal actions, none if the game is over."""
    first, options = legal(s)
    for _ in range(MAX_FORCED):
        if bit_count(options) != 1 or s.rounds > rounds:
            break
        act(s, int64(first) + int64(lowest_bit(options)))
        first, options = legal(s)
    return int64(first), uint64(0) if s.rounds > rounds else options


@kernel
def descend(
    s: State, trees: Trees, g: Int, simulation: Int, params: SearchParams, rng: Generator
) -> None:
    """Select decisions from the root, the state `s`, to a leaf; `s` is then the leaf's state.

    Simulation 0 of a tree without nodes evaluates the root itself.
    """
    redeal(s, s.seat, rng)
    first, options = legal(s)
    node, depth = trees.root[g], 0
    found = EXPAND
    if trees.size[g] > 0:
        found = EVALUATE
        while options != 0 and depth < MAX_DEPTH:
            if trees.key[g, node] != node_key(first, s.seat):
                break  # this deal has led to another decision
            if depth == 0 and simulation >= 0:
                k = select_at_root(trees, g, node, options, simulation, params)
            else:
                k = select(trees, g, node, options, params)
            trees.path[g, depth, 0] = node
            trees.path[g, depth, 1] = k
            trees.path[g, depth, 2] = s.seat
            depth += 1
            act(s, int64(first) + int64(k))
            first, options = skip_forced(s, params.rounds)
            child = trees.child[g, node, k]
            if child == NO_NODE:
                if trees.size[g] < trees.key.shape[1]:
                    found = EXPAND
                break
            node = child
    trees.depth[g] = depth
    if options == 0:
        found = FINAL
        final_chances(s, params.points_share, trees.chances[g])
    trees.leaf[g, 0] = found
    trees.leaf[g, 1] = s.seat
    trees.leaf[g, 2] = s.players
    trees.leaf[g, 3] = first
    trees.leaf_options[g] = options


@kernel
def final_chances(s: State, points_share: float, out: Floats) -> None:
    """Write the value of a finished game for each seat: winning, and a share for the points.

    The share rewards points even while games between beginners hardly ever end.
    """
    players = int64(s.players)
    winner, best = 0, score(s, 0)
    for seat in range(1, players):
        points = score(s, seat)
        if points >= best:  # of tied seats the later one wins
            winner, best = seat, points
    total = 0.0
    for seat in range(players):
        out[seat] = exp(float(score(s, seat) - best) / FINAL_POINTS_SCALE)
        total += out[seat]
    for seat in range(players):
        out[seat] *= points_share / total
    out[winner] += 1.0 - points_share


@kernel
def back_up(trees: Trees, g: Int, logits: Floats, wins: Floats) -> None:
    """Add a node for the leaf, and add its chances to the nodes on the way.

    `logits` are the policy's by action number, `wins` those of winning, in turn order from the
    seat that decides at the leaf. A finished game has its chances already.
    """
    kind, seat, players = trees.leaf[g, 0], int64(trees.leaf[g, 1]), int64(trees.leaf[g, 2])
    chances = trees.chances[g]
    if kind != FINAL:
        chances_of(wins, seat, players, chances)
    if kind == EXPAND:
        node = trees.size[g]
        if trees.depth[g] > 0:
            last = trees.depth[g] - 1
            trees.child[g, trees.path[g, last, 0], trees.path[g, last, 1]] = node
        add_node(trees, g, node, logits, chances[seat])
    for step in range(trees.depth[g]):
        node, k = trees.path[g, step, 0], trees.path[g, step, 1]
        trees.visits[g, node] += 1
        if trees.action_visits[g, node, k] == 0:
            trees.tried[g, node] += prior_of(trees, g, node, k)
        trees.action_visits[g, node, k] += 1
        trees.action_total[g, node, k] += chances[trees.path[g, step, 2]]
    trees.root_count[g] += 1
    for other in range(players):
        trees.root_total[g, other] += chances[other]


@kernel
def chances_of(wins: Floats, seat: Int, players: Int, out: Floats) -> None:
    """Write the chances to win by seat, from logits in turn order from the given seat."""
    highest = float(wins[0])
    for place in range(1, players):
        highest = max(highest, float(wins[place]))
    total = 0.0
    for place in range(players):
        total += exp(float(wins[place]) - highest)
    other = seat
    for place in range(players):
        out[other] = exp(float(wins[place]) - highest) / total
        other = other + 1 if other + 1 < players else 0
