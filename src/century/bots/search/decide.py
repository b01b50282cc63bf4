"""Compiled decisions of planners in many games at once.

Each game has its own planner, whose memory is one row of the arrays in `Memory`. The decisions
are those of `century.bots.planner.Planner`, which calls the same search.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from century.bots.search.beam import (
    MAX_DEPTH,
    NEVER,
    NO_VALUE,
    PRIZES,
    Beam,
    BeamSize,
    Counts,
    Discounts,
    Forecast,
    SearchTask,
    allocate_beam,
    plan,
)
from century.bots.search.turns import MAX_DECISIONS, Paths, copy_path
from century.core.engine import States, act, redeal, score
from century.core.heuristics import (
    Weights,
    candidates,
    claims_to_go,
    evaluate,
    hide_unseen,
    plan_key,
)
from century.core.kernel import Generator, Int, State, copy_state, kernel, lowest_bit, mix
from century.core.lockstep import Words
from century.position import Game

__all__ = [
    "FittedWeights",
    "Memory",
    "Search",
    "allocate_forecast",
    "allocate_memory",
    "allocate_search",
    "decide",
    "forget",
    "search_alone",
    "search_with",
    "turn_digest",
    "write_default_forecast",
]


class FittedWeights(NamedTuple):
    """Numbers fitted to games that the bots played against each other."""

    weights: Weights  # points, for each of the game's FEATURES
    pace: float  # the points that a player gains in a round, on average
    rounds_left: npt.NDArray[np.float64]  # on average, by the number of claims to go
    discounts: Discounts


class Search(NamedTuple):
    """The settings of a planner, and the buffers that it works in."""

    size: BeamSize
    fitted: FittedWeights
    forecast: Forecast
    beam: Beam
    public: States  # shape (1,): the state with all hidden cards face down
    public_words: Words  # shape (1, words): its memory
    rng: Generator


class Memory(NamedTuple):
    """What the planners remember, one row for each game."""

    rounds: Counts  # shape (games,): the round of the latest decision
    turns: Paths  # shape (games, MAX_DECISIONS + 1): the chosen turn
    taken: Counts  # shape (games,): how many of its decisions were taken
    expected: States  # shape (games,): the public state in which it makes its next decision
    expected_words: Words  # shape (games, words): their memory
    tried: npt.NDArray[np.uint64]  # shape (games, capacity): digests of the turns taken so far
    tried_counts: Counts  # shape (games,)


def allocate_forecast() -> Forecast:
    """Allocate the arrays of a forecast."""
    return Forecast(np.full(PRIZES, NEVER), np.zeros(MAX_DEPTH + 1), np.zeros(1), np.array([NEVER]))


def allocate_search(game: Game, size: BeamSize, fitted: FittedWeights) -> Search:
    """Allocate the buffers of a planner; threads must not share them."""
    public = game.scratch(1)
    beam = allocate_beam(game, size.width)
    rng = np.zeros(1, np.uint64)
    fitted = fitted._replace(pace=float(fitted.pace))
    return Search(size, fitted, allocate_forecast(), beam, public, _words(public), rng)


def allocate_memory(game: Game, games: int, capacity: int) -> Memory:
    """Allocate the memory of one planner for each game."""
    expected = game.scratch(games)
    return Memory(
        rounds=np.zeros(games, np.int64),
        turns=np.zeros((games, MAX_DECISIONS + 1), np.uint8),
        taken=np.zeros(games, np.int64),
        expected=expected,
        expected_words=_words(expected),
        tried=np.zeros((games, capacity), np.uint64),
        tried_counts=np.zeros(games, np.int64),
    )


def _words(states: States) -> Words:
    words: Words = states.view(np.uint64).reshape(len(states), -1)
    return words


# The search of a planner, for a single bot and for many


@kernel
def write_default_forecast(
    s: State, seat: Int, depth: Int, fitted: FittedWeights, forecast: Forecast
) -> None:
    """Write a forecast in which every rival scores at the average pace."""
    rounds_left = fitted.rounds_left[claims_to_go(s)]
    best_score: Int = -1
    evaluation = -np.inf
    for rival in range(s.players):
        if rival != seat:
            best_score = max(best_score, np.int64(score(s, rival)))
            evaluation = max(evaluation, evaluate(s, rival, rounds_left, fitted.weights))
    forecast.claimed_after[:] = NEVER
    for turns in range(MAX_DEPTH + 1):
        forecast.scores[turns] = np.float64(best_score) + fitted.pace * np.float64(turns)
    forecast.evaluation[0] = evaluation + fitted.pace * depth
    forecast.last_turn[0] = NEVER


@kernel
def search_with(
    s: State, seat: Int, size: BeamSize, forecast: Forecast, fitted: FittedWeights, beam: Beam
) -> Int:
    """Search for plans of the seat to move; return the number of possible first turns."""
    given = fitted.discounts
    # Each rival may claim the prize first. The exponent is a float for the same result as Python's.
    claim_decay = given.claim_decay ** np.float64(np.int64(s.players) - 1)
    discounts = Discounts(claim_decay, given.contested, given.victory)
    rounds_left = fitted.rounds_left[claims_to_go(s)]
    task = SearchTask(np.int64(seat), rounds_left, size, forecast, fitted.weights, discounts)
    return plan(s, task, beam)


@kernel
def search_alone(s: State, seat: Int, search: Search) -> Int:
    """Search for plans with rivals of average pace; return the number of possible first turns."""
    write_default_forecast(s, seat, search.size.depth, search.fitted, search.forecast)
    return search_with(s, seat, search.size, search.forecast, search.fitted, search.beam)


# Decisions in many games


@kernel
def decide(state: State, i: Int, hidden_seed: np.uint64, search: Search, memory: Memory) -> Int:
    """Return the next decision in game i, and remember it.

    `hidden_seed` gives the order of the hidden cards that the planner sees.
    """
    copy_state(search.public[0], state)
    s = search.public[0]
    seat = np.int64(s.seat)
    search.rng[0] = hidden_seed
    redeal(s, seat, search.rng)
    hide_unseen(s)
    if s.rounds < memory.rounds[i]:
        forget(i, memory)
    memory.rounds[i] = s.rounds
    if not as_expected(i, search, memory):
        choose_turn(s, seat, i, search, memory)
        copy_state(memory.expected[i], s)
    if memory.turns[i, 0] == 0:  # no turn was found, as all are too long
        first, options = candidates(s)
        return np.int64(first) + np.int64(lowest_bit(options))
    action = np.int64(memory.turns[i, 1 + memory.taken[i]])
    memory.taken[i] += 1
    act(memory.expected[i], action)
    return action


@kernel
def forget(i: Int, memory: Memory) -> None:
    """Clear the memory of the planner of game i."""
    memory.rounds[i] = 0
    memory.turns[i, 0] = 0
    memory.taken[i] = 0
    memory.tried_counts[i] = 0


@kernel
def as_expected(i: Int, search: Search, memory: Memory) -> bool:
    """Tell whether the public state is the one for the next decision of the chosen turn."""
    if memory.taken[i] >= memory.turns[i, 0]:
        return False
    for word in range(search.public_words.shape[1]):
        if search.public_words[0, word] != memory.expected_words[i, word]:
            return False
    return True


@kernel
def choose_turn(s: State, seat: Int, i: Int, search: Search, memory: Memory) -> None:
    """Choose the best turn that the planner has not taken in the same situation of this game."""
    turns = search_alone(s, seat, search)
    key = plan_key(s, seat)
    best, paths = search.beam.best, search.beam.first_paths
    chosen: Int = -1  # the best turn that was not tried
    any_turn: Int = -1  # the best turn of all
    for turn in range(turns):
        if best[turn] <= NO_VALUE:
            continue
        if any_turn < 0 or best[turn] > best[any_turn]:
            any_turn = turn
        better = chosen < 0 or best[turn] > best[chosen]
        if better and not was_tried(turn_digest(key, paths[turn]), i, memory):
            chosen = turn
    if chosen < 0:
        chosen = any_turn
    memory.taken[i] = 0
    memory.turns[i, 0] = 0
    if chosen >= 0:
        copy_path(paths, chosen, memory.turns, i, np.int64(paths[chosen, 0]))
        memory.tried[i, memory.tried_counts[i]] = turn_digest(key, paths[chosen])
        memory.tried_counts[i] += 1


@kernel
def was_tried(digest: np.uint64, i: Int, memory: Memory) -> bool:
    """Tell whether the planner of game i has taken a turn before."""
    tried = False
    for k in range(memory.tried_counts[i]):
        tried |= memory.tried[i, k] == digest
    return tried


@kernel
def turn_digest(key: np.uint64, path: Any) -> np.uint64:
    """Return a hash of a turn, given as a row of `Paths`, and the plan key of where it starts."""
    digest = mix(key, path[0])
    for k in range(np.int64(path[0])):
        digest = mix(digest, path[1 + k])
    return digest
