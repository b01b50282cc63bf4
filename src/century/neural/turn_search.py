"""The search for a whole turn on one CPU core: one tree, one budget of simulations for the turn.

`plan_turn` decides for the seat to move until its turn is over. Each decision of the turn continues
with the part of the tree below the decision before.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from century.core.engine import States, act, legal
from century.core.features import features_of, write_features
from century.core.kernel import (
    Generator,
    Int,
    State,
    bit_count,
    copy_state,
    kernel,
    lowest_bit,
    mix,
)
from century.neural.game_network import GameNetwork
from century.neural.network import (
    Floats,
    Network,
    Scratch,
    allocate_scratch,
    evaluate_network,
)
from century.neural.nodes import (
    MAX_SEATS,
    SearchParams,
    Trees,
    clear_tree,
    considered_visits,
    move_root,
    new_trees,
)
from century.neural.selection import best_action
from century.neural.tree import FINAL, back_up, chances_of, descend

__all__ = [
    "MAX_DECISIONS",
    "PARAMS",
    "Actions",
    "TurnSearch",
    "allocate_turn_search",
    "evaluate_state",
    "plan_turn",
    "search_root",
]

Actions = npt.NDArray[np.int16]  # shape (MAX_DECISIONS,): the decisions of a turn

MAX_DECISIONS = 64  # of a turn; a longer one is planned in parts
NO_LIMIT = 1 << 30  # rounds: the rules of the games set no limit
# As at the end of training: a tenth of the value is for the points, so that of two ways to win the
# search prefers the clearer one.
PARAMS = SearchParams(
    exploration=0.35,
    reduction=0.1,
    value_scale=1.0,
    points_share=0.1,
    rounds=NO_LIMIT,
    considered=16,
)
# The share of the simulations that the first decision of a turn gets. Each later one gets half of
# what is left, because it inherits a tree.
FIRST_SHARE = 0.7
BY_PRIOR = -1  # as the number of a simulation: PUCT at the root, no sequential halving


class TurnSearch(NamedTuple):
    """A network and the buffers of a search; threads must not share them."""

    network: Network
    scratch: Scratch
    params: SearchParams
    trees: Trees  # of one game
    features: npt.NDArray[np.uint8]  # shape (features,)
    logits: Floats  # shape (actions,)
    wins: Floats  # shape (seats,): relative to the seat that decides
    points: Floats  # shape (seats,): the same
    chances: Floats  # shape (MAX_SEATS,): of the last search's first decision, by seat
    states: States  # shape (1,)
    rng: Generator


def allocate_turn_search(
    found: GameNetwork, simulations: int, first: int | None = None, params: SearchParams = PARAMS
) -> TurnSearch:
    """Allocate the buffers for searches with a number of simulations a turn.

    `first` of them are for the first decision, by default the share that `plan_turn` gives to it.
    """
    network = found.network
    trees = new_trees(np.zeros, np.array, 1, simulations + 1, params.considered)
    first = int(first_simulations(simulations)) if first is None else first
    return TurnSearch(
        network=network,
        scratch=allocate_scratch(network),
        params=params,
        trees=trees._replace(schedule=_schedule(params.considered, max(1, first))),
        features=np.zeros(features_of(found.game.package).size, np.uint8),
        logits=np.zeros_like(network.policy.bias),
        wins=np.zeros_like(network.win.bias),
        points=np.zeros_like(network.points.bias),
        chances=np.zeros(MAX_SEATS, np.float32),
        states=found.game.scratch(1),
        rng=np.zeros(1, np.uint64),
    )


@lru_cache(maxsize=64)
def _schedule(most: int, simulations: int) -> npt.NDArray[np.int32]:
    """Return the schedule of sequential halving for a number of simulations."""
    rows = [considered_visits(considered, simulations) for considered in range(1, most + 1)]
    return np.array([[0] * simulations, *rows], np.int32)


@kernel
def first_simulations(simulations: Int) -> Int:
    """Return the number of simulations for the first decision of a turn."""
    return np.int64(np.ceil(FIRST_SHARE * simulations))


@kernel
def plan_turn(s: State, seed: np.uint64, simulations: Int, search: TurnSearch, out: Actions) -> Int:
    """Decide for the seat to move until its turn is over; write the actions, return their number.

    `s` is then the state after the turn. Without simulations the policy alone decides. The hidden
    cards of `s` have no influence: every simulation redeals them.
    """
    trees, seat, rounds = search.trees, np.int64(s.seat), np.int64(s.rounds)
    search.rng[0] = mix(mix(seed, rounds), seat)
    clear_tree(trees, 0)
    left: Int = np.int64(simulations)
    k: Int = 0
    count, searched = 0, False
    while count < len(out) and s.seat == seat and s.rounds == rounds:
        first, options = legal(s)
        if options == 0:
            break
        if bit_count(options) == 1:
            action = np.int64(first) + np.int64(lowest_bit(options))
        else:
            share = (left + 1) // 2
            if not searched:
                share = first_simulations(left)
            elif not move_root(trees, 0, k, np.int64(first), seat):
                share = left
            search_decision(s, share, searched, search)
            left -= share
            k = best_action(trees, 0, options, search.params)
            if not searched:
                write_chances(s, search)
            searched = True
            action = np.int64(first) + np.int64(k)
        act(s, action)
        out[count] = action
        count += 1
    return count


@kernel
def search_root(s: State, seed: np.uint64, simulations: Int, search: TurnSearch) -> None:
    """Search for one decision; the tree then has the visits and values of its actions.

    The buffers must be made for this number of simulations for the first decision.
    """
    search.rng[0] = mix(mix(seed, np.int64(s.rounds)), np.int64(s.seat))
    clear_tree(search.trees, 0)
    search_decision(s, simulations, False, search)
    write_chances(s, search)


@kernel
def search_decision(s: State, simulations: Int, inherited: bool, search: TurnSearch) -> None:
    """Run simulations from a state, after the one that adds the root, if there is none."""
    if search.trees.size[0] == 0:
        simulate(s, 0, search)
        inherited = False
    for number in range(simulations):
        simulate(s, BY_PRIOR if inherited else number, search)


@kernel
def simulate(s: State, number: Int, search: TurnSearch) -> None:
    """Run one simulation from a state, which stands at the root."""
    copy_state(search.states[0], s)
    leaf = search.states[0]
    descend(leaf, search.trees, 0, number, search.params, search.rng)
    if search.trees.leaf[0, 0] != FINAL:
        evaluate_features(leaf, search)
    back_up(search.trees, 0, search.logits, search.wins)


@kernel
def evaluate_features(s: State, search: TurnSearch) -> None:
    """Evaluate a state by the network, as the deciding seat sees it."""
    for i in range(len(search.features)):
        search.features[i] = 0
    write_features(s, s.seat, search.features)
    evaluate_network(
        search.network,
        search.features,
        search.scratch,
        search.logits,
        search.wins,
        search.points,
    )


@kernel
def write_chances(s: State, search: TurnSearch) -> None:
    """Keep each seat's chance to win, by the simulations from the root."""
    for seat in range(s.players):
        search.chances[seat] = search.trees.root_total[0, seat] / search.trees.root_count[0]


@kernel
def evaluate_state(s: State, search: TurnSearch, chances: Floats, points: Floats) -> None:
    """Write each seat's chance to win and final points by the network alone, without a search."""
    evaluate_features(s, search)
    players, seat = np.int64(s.players), np.int64(s.seat)
    chances_of(search.wins, seat, players, chances)
    for place in range(players):
        points[(seat + place) % players] = search.points[place]
