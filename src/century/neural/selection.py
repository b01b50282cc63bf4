"""Which action a simulation tries, and which one is best after a search.

At the root Gumbel noise and sequential halving select ("Policy improvement by planning with
Gumbel", Danihelka et al., 2022), below it PUCT.
"""

from __future__ import annotations

from math import exp, log, sqrt

from numpy import float32, int64, uint64

from century.core.engine import MAX_OPTIONS
from century.core.kernel import Generator, Int, Mask, bit_count, draw, kernel, lowest_bit
from century.neural.nodes import Floats, SearchParams, Trees, prior_of

__all__ = ["best_action", "draw_noise", "improved_policy", "select", "select_at_root"]

VISITS_BEFORE = 50.0  # as in the paper: how strongly the first values change the policy
_NOISE_STEPS = 1 << 24


@kernel
def draw_noise(trees: Trees, g: Int, rng: Generator) -> None:
    """Draw the Gumbel noise that the root of the next search adds to the policy."""
    for k in range(MAX_OPTIONS):
        uniform = (float(draw(rng, _NOISE_STEPS)) + 0.5) / _NOISE_STEPS
        trees.noise[g, k] = -log(-log(uniform))


@kernel
def select(trees: Trees, g: Int, node: Int, options: Mask, params: SearchParams) -> Int:
    """Select an action by PUCT.

    An action without visits counts as the node itself, less a reduction that grows with the share
    of the policy that has been tried: what the policy likes less is probably worse.
    """
    weight = params.exploration * sqrt(float(trees.visits[g, node]))
    untried = trees.value[g, node] - float32(params.reduction * sqrt(float(trees.tried[g, node])))
    best, highest = int64(0), -1e30
    while options != 0:
        k = int64(lowest_bit(options))
        options &= options - uint64(1)
        visits = trees.action_visits[g, node, k]
        value = untried
        if visits > 0:
            value = trees.action_total[g, node, k] / float32(visits)
        found = value + weight * prior_of(trees, g, node, k) / (1 + visits)
        if found > highest:
            best, highest = k, found
    return best


@kernel
def select_at_root(
    trees: Trees, g: Int, node: Int, options: Mask, simulation: Int, params: SearchParams
) -> Int:
    """Select an action by sequential halving: the best one with the number of visits due."""
    considered = min(int64(bit_count(options)), trees.schedule.shape[0] - 1)
    due = trees.schedule[considered, min(simulation, trees.schedule.shape[1] - 1)]
    best = best_with_visits(trees, g, node, options, due, params)
    if best < 0:  # a root that was a child before has other numbers of visits
        best = select(trees, g, node, options, params)
    return best


@kernel
def best_with_visits(
    trees: Trees, g: Int, node: Int, options: Mask, due: Int, params: SearchParams
) -> Int:
    """Return the best action among those with a number of visits, or -1."""
    scale = params.value_scale * (VISITS_BEFORE + most_visits(trees, g, node, options))
    best, highest = int64(-1), 0.0
    while options != 0:
        k = int64(lowest_bit(options))
        options &= options - uint64(1)
        visits = trees.action_visits[g, node, k]
        if visits == due:
            found = log(prior_of(trees, g, node, k)) + trees.noise[g, k]
            if visits > 0:
                found += scale * trees.action_total[g, node, k] / visits
            if best < 0 or found > highest:
                best, highest = k, found
    return best


@kernel
def most_visits(trees: Trees, g: Int, node: Int, options: Mask) -> Int:
    """Return the visits of the action that has the most."""
    most = int64(0)
    while options != 0:
        visits = int64(trees.action_visits[g, node, lowest_bit(options)])
        if visits > most:
            most = visits
        options &= options - uint64(1)
    return most


# After a search


@kernel
def best_action(trees: Trees, g: Int, options: Mask, params: SearchParams) -> Int:
    """Return the index of the best action among those that were visited most."""
    node = trees.root[g]
    due = most_visits(trees, g, node, options)
    return best_with_visits(trees, g, node, options, due, params)


@kernel
def improved_policy(
    trees: Trees, g: Int, first: Int, options: Mask, params: SearchParams, out: Floats
) -> None:
    """Write the policy that the search suggests, by action number.

    Actions without visits count as the mean of the network's and the search's value of the root
    (completed values, as in the paper).
    """
    node = trees.root[g]
    completed = mixed_value(trees, g, node, options)
    scale = params.value_scale * (VISITS_BEFORE + most_visits(trees, g, node, options))
    for action in range(len(out)):
        out[action] = 0.0
    highest, total = -1e30, 0.0
    rest = options
    while rest != 0:
        k = int64(lowest_bit(rest))
        rest &= rest - uint64(1)
        value = completed
        if trees.action_visits[g, node, k] > 0:
            value = float(trees.action_total[g, node, k] / trees.action_visits[g, node, k])
        out[first + k] = log(prior_of(trees, g, node, k)) + scale * value
        highest = max(highest, float(out[first + k]))
    rest = options
    while rest != 0:
        k = int64(lowest_bit(rest))
        rest &= rest - uint64(1)
        out[first + k] = exp(float(out[first + k]) - highest)
        total += float(out[first + k])
    for action in range(len(out)):
        out[action] /= total


@kernel
def mixed_value(trees: Trees, g: Int, node: Int, options: Mask) -> float:
    """Return the value of a node by the network and by its visited actions, weighted by visits."""
    visits, prior, total = int64(0), 1e-12, 0.0
    while options != 0:
        k = int64(lowest_bit(options))
        options &= options - uint64(1)
        count = int64(trees.action_visits[g, node, k])
        if count > 0:
            visits += count
            weight = prior_of(trees, g, node, k)
            prior += weight
            total += weight * trees.action_total[g, node, k] / count
    return (trees.value[g, node] + visits * (total / prior)) / (1 + visits)
