"""Self-play: many games in lockstep, each decided by a search that a network guides.

The kernels work on one game of many. This module also has the loops that run them on a CPU;
`gpu_self_play` runs the same kernels on a GPU, with one thread for each game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from century.core.engine import States, act, deal_from, legal, random_action, score
from century.core.features import write_features
from century.core.kernel import Generator, Int, State, draw, generator, kernel
from century.core.lockstep import Words, write_mask
from century.core.observation import Numbers
from century.neural.network import Network, Scratch, allocate_scratch, evaluate_network
from century.neural.nodes import MAX_SEATS, Floats, Ints, SearchParams, Trees, clear_tree
from century.neural.selection import best_action, draw_noise, improved_policy
from century.neural.tree import FINAL, back_up, descend, final_chances, skip_forced

__all__ = [
    "Leaf",
    "Moves",
    "Roots",
    "Table",
    "deal_game",
    "finish_move",
    "new_leaf",
    "new_moves",
    "new_table",
    "note_decision",
    "play_decisions",
    "play_move",
    "scatter_game",
    "simulate_to_leaf",
    "start_all",
    "start_move",
    "write_root",
]


class Table(NamedTuple):
    """The data of many games besides their states."""

    blank: Words  # (words,): the state before the deal
    seeds: npt.NDArray[np.uint64]  # (games,): of the next deals
    rngs: npt.NDArray[np.uint64]  # (games,)
    players: Ints  # (games,)


class Roots(NamedTuple):
    """What the network sees and expects before the decision in each game."""

    features: Numbers  # (games, features)
    points: Floats  # (games, seats): final points, in turn order


class Moves(NamedTuple):
    """One decision in each game, as the learner needs it. Seats are absolute."""

    policy: Floats  # (games, actions): what the search suggests
    legal: npt.NDArray[np.uint8]  # (games, actions): flags
    seat: Ints  # (games,): that decided
    players: Ints  # (games,)
    chances: Floats  # (games, MAX_SEATS): to win, by the search
    ended: npt.NDArray[np.uint8]  # (games,): whether the decision ended the game
    cut: npt.NDArray[np.uint8]  # (games,): whether the limit of rounds did
    rounds: Ints  # (games,): of a game that ended
    result: Floats  # (games, MAX_SEATS): the value of a game that ended
    points: Floats  # (games, MAX_SEATS): the points after the decision


def new_moves(zeros: Callable[..., Any], games: int, actions: int) -> Moves:
    """Allocate room for a decision in each game."""
    return Moves(
        policy=zeros((games, actions), np.float32),
        legal=zeros((games, actions), np.uint8),
        seat=zeros(games, np.int32),
        players=zeros(games, np.int32),
        chances=zeros((games, MAX_SEATS), np.float32),
        ended=zeros(games, np.uint8),
        cut=zeros(games, np.uint8),
        rounds=zeros(games, np.int32),
        result=zeros((games, MAX_SEATS), np.float32),
        points=zeros((games, MAX_SEATS), np.float32),
    )


def new_table(
    copied: Callable[..., Any], blank: bytes, games: int, players: range, seed: int
) -> Table:
    """Allocate games with all numbers of players, twice as many with the smallest one.

    That number is the most popular, and its games are the shortest.
    """
    numbers = np.arange(games, dtype=np.uint64)
    counts = np.array([players[0], *players], np.int32)
    return Table(
        blank=copied(np.frombuffer(blank, np.uint64)),
        seeds=copied(numbers + np.uint64(seed) * np.uint64(1_000_003)),
        rngs=copied((numbers + np.uint64(seed)) * np.uint64(0x9E3779B97F4A7C15)),
        players=copied(counts[np.arange(games) % len(counts)]),
    )


# One game


@kernel
def deal_game(s: State, words: Words, table: Table, g: Int, rng: Generator) -> None:
    """Deal the next game. `words` is the memory of its state; the generator is scratch."""
    for word in range(len(words)):
        words[word] = table.blank[word]
    deal_from(s, table.players[g], table.seeds[g], rng)
    table.seeds[g] += np.uint64(len(table.seeds))


@kernel
def scatter_game(
    s: State, words: Words, table: Table, g: Int, most: Int, rounds: Int, scratch: Generator
) -> None:
    """Deal a game and take up to `most` random decisions, so that not all games begin together."""
    deal_game(s, words, table, g, scratch)
    rng = table.rngs[g : g + 1]
    first, options = skip_forced(s, rounds)
    for _ in range(draw(rng, most + 1)):
        if options == 0:
            break
        act(s, random_action(first, options, rng))
        first, options = skip_forced(s, rounds)
    if options == 0:
        deal_game(s, words, table, g, scratch)
        skip_forced(s, rounds)


@kernel
def start_move(trees: Trees, table: Table, g: Int) -> None:
    """Begin the search for a decision."""
    clear_tree(trees, g)
    draw_noise(trees, g, table.rngs[g : g + 1])


@kernel
def simulate_to_leaf(
    s: State,
    trees: Trees,
    table: Table,
    g: Int,
    simulation: Int,
    params: SearchParams,
    features: Numbers,
) -> None:
    """Run the first half of a simulation; write the features of its leaf, which are 0 before."""
    descend(s, trees, g, simulation, params, table.rngs[g : g + 1])
    if trees.leaf[g, 0] != FINAL:
        write_features(s, s.seat, features)


@kernel
def play_move(
    s: State,
    words: Words,
    trees: Trees,
    table: Table,
    g: Int,
    params: SearchParams,
    moves: Moves,
    scratch: Generator,
) -> None:
    """Take the decision that the search found best, and write what to learn from it."""
    first, options = legal(s)
    note_decision(s, g, first, options, moves)
    improved_policy(trees, g, first, options, params, moves.policy[g])
    for seat in range(s.players):
        moves.chances[g, seat] = trees.root_total[g, seat] / trees.root_count[g]
    action = np.int64(first) + best_action(trees, g, options, params)
    finish_move(s, words, table, g, action, params, moves, scratch)


@kernel
def note_decision(s: State, g: Int, first: Int, options: np.uint64, moves: Moves) -> None:
    """Write which seat decides, and what it may do."""
    moves.seat[g] = s.seat
    moves.players[g] = s.players
    write_mask(first, options, moves.legal[g])


@kernel
def finish_move(
    s: State,
    words: Words,
    table: Table,
    g: Int,
    action: Int,
    params: SearchParams,
    moves: Moves,
    scratch: Generator,
) -> None:
    """Take a decision, and write what came of it; deal the next game if this one has ended."""
    act(s, action)
    _first, options = skip_forced(s, params.rounds)
    moves.ended[g] = options == 0
    moves.cut[g] = s.rounds > params.rounds
    moves.rounds[g] = s.rounds
    for seat in range(s.players):
        moves.points[g, seat] = score(s, seat)
    if options == 0:
        final_chances(s, params.points_share, moves.result[g])
        deal_game(s, words, table, g, scratch)
        skip_forced(s, params.rounds)


# Loops over all games, on a CPU


@kernel
def start_all(
    states: States, words: Words, table: Table, most: Int, rounds: Int, scratch: Generator
) -> None:
    """Deal all games."""
    for g in range(len(states)):
        scatter_game(states[g], words[g], table, g, most, rounds, scratch)


class Leaf(NamedTuple):
    """The buffers of one simulation on a CPU; threads must not share them."""

    states: States  # (1,)
    features: Numbers  # (features,)
    logits: Floats  # (actions,)
    wins: Floats  # (seats,): relative to the seat that decides
    points: Floats  # (seats,): the same
    scratch: Scratch  # of the network
    rng: Generator


def new_leaf(states: States, network: Network) -> Leaf:
    """Allocate the buffers for simulations with a network; `states` has room for one state."""
    return Leaf(
        states,
        np.zeros(len(network.input.weight), np.uint8),
        np.zeros_like(network.policy.bias),
        np.zeros_like(network.win.bias),
        np.zeros_like(network.points.bias),
        allocate_scratch(network),
        generator(0),
    )


@kernel
def write_root(leaf: Leaf, roots: Roots, g: Int) -> None:
    """Keep what the network sees and expects before the decision in a game."""
    for i in range(len(leaf.features)):
        roots.features[g, i] = leaf.features[i]
    for seat in range(len(leaf.points)):
        roots.points[g, seat] = leaf.points[seat]


@kernel
def play_decisions(
    states: States,
    words: Words,
    trees: Trees,
    table: Table,
    simulations: Int,
    params: SearchParams,
    network: Network,
    leaf: Leaf,
    roots: Roots,
    moves: Moves,
    begin: Int,
    end: Int,
) -> None:
    """Search for a decision and take it, in each of the games from `begin` to `end`."""
    for g in range(begin, end):
        start_move(trees, table, g)
        for simulation in range(-1, simulations):
            leaf.states[0] = states[g]
            for i in range(len(leaf.features)):
                leaf.features[i] = 0
            simulate_to_leaf(leaf.states[0], trees, table, g, simulation, params, leaf.features)
            if trees.leaf[g, 0] != FINAL:
                evaluate_network(
                    network, leaf.features, leaf.scratch, leaf.logits, leaf.wins, leaf.points
                )
            if simulation < 0:  # the leaf is the root
                write_root(leaf, roots, g)
            back_up(trees, g, leaf.logits, leaf.wins)
        play_move(states[g], words[g], trees, table, g, params, moves, leaf.rng)
