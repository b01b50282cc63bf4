"""Compiled decisions of networks in many games at once.

Each game has its own planned turn, one row of the arrays in `TurnMemory`. The
decisions are those of `century.bots.master.Master`, which calls the same search.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from century.core.engine import States, act, redeal
from century.core.heuristics import hide_unseen
from century.core.kernel import Int, kernel
from century.core.lockstep import Actions, Words
from century.core.work_queue import WorkQueue, next_game
from century.neural.turn_search import MAX_DECISIONS, TurnSearch, plan_turn
from century.position import Game

__all__ = ["TurnMemory", "Work", "allocate_memory", "allocate_work", "decide_all", "forget"]


class TurnMemory(NamedTuple):
    """The turns that were planned, one row for each game."""

    turns: npt.NDArray[np.int16]  # shape (games, MAX_DECISIONS)
    lengths: npt.NDArray[np.int64]  # shape (games,)
    taken: npt.NDArray[np.int64]  # shape (games,): how many of the decisions were taken
    expected: States  # shape (games,): the public state for the next decision
    expected_words: Words  # shape (games, words): their memory


class Work(NamedTuple):
    """States to work on: the one that the bot sees, and the same with hidden cards face down."""

    states: States  # shape (2,)
    words: Words  # shape (2, words): their memory


def allocate_memory(game: Game, games: int) -> TurnMemory:
    """Allocate the memory of a number of games."""
    expected = game.scratch(games)
    return TurnMemory(
        turns=np.zeros((games, MAX_DECISIONS), np.int16),
        lengths=np.zeros(games, np.int64),
        taken=np.zeros(games, np.int64),
        expected=expected,
        expected_words=expected.view(np.uint64).reshape(games, -1),
    )


def allocate_work(game: Game) -> Work:
    """Allocate states to work on; threads must not share them."""
    states = game.scratch(2)
    return Work(states, states.view(np.uint64).reshape(2, -1))


@kernel
def decide_all(
    states: States,
    queue: WorkQueue,  # the games in which to decide
    seeds: npt.NDArray[np.uint64],  # shape (games,): of the bots
    hidden_seeds: npt.NDArray[np.uint64],  # shape (rounds, players)
    simulations: Int,
    search: TurnSearch,
    work: Work,
    memory: TurnMemory,
    actions: Actions,
) -> None:
    """Write the next decision in each of the games."""
    i = next_game(queue)
    while i >= 0:
        seen, public = work.states[0], work.states[1]
        work.states[0] = states[i]
        search.rng[0] = hidden_seeds[np.int64(seen.rounds), np.int64(seen.seat)]
        redeal(seen, seen.seat, search.rng)
        work.states[1] = work.states[0]
        hide_unseen(public)
        if not is_expected(i, work, memory):
            memory.expected[i] = public
            memory.taken[i] = 0
            memory.lengths[i] = plan_turn(seen, seeds[i], simulations, search, memory.turns[i])
        actions[i] = memory.turns[i, memory.taken[i]]
        memory.taken[i] += 1
        act(memory.expected[i], np.int64(actions[i]))
        i = next_game(queue)


@kernel
def is_expected(i: Int, work: Work, memory: TurnMemory) -> bool:
    """Tell whether the public state is the one for the next decision of the planned turn."""
    if memory.taken[i] >= memory.lengths[i]:
        return False
    for word in range(work.words.shape[1]):
        if work.words[1, word] != memory.expected_words[i, word]:
            return False
    return True


def forget(memory: TurnMemory, which: npt.NDArray[np.int64]) -> None:
    """Forget the turns that were planned in these games."""
    memory.lengths[which] = memory.taken[which] = 0
