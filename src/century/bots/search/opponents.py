"""Compiled loops in which bots take whole turns in many games, until a learner decides again."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from century.bots.search.decide import Memory, Search, decide
from century.core.engine import States, random_action
from century.core.kernel import Int, kernel
from century.core.lockstep import LEAVE, Actions, Flags, Games, GameSettings, Words, step
from century.core.work_queue import WorkQueue, next_game

__all__ = [
    "History",
    "Outcomes",
    "Table",
    "allocate_history",
    "allocate_outcomes",
    "grown",
    "note_steps",
    "play_planners",
    "play_random_bots",
]

Numbers = npt.NDArray[np.float64]


class Table(NamedTuple):
    """The games of a batch on the CPU."""

    states: States  # shape (games,)
    words: Words  # shape (games, words): their memory
    games: Games
    settings: GameSettings


class Outcomes(NamedTuple):
    """What happened to the learner in each game since its latest decision."""

    learners: npt.NDArray[np.int64]  # shape (games,): the seat of the learner
    rewards: Numbers  # shape (games,): the sum of its rewards
    terminated: Flags  # shape (games,)
    truncated: Flags  # shape (games,)


class History(NamedTuple):
    """The actions of each game since its start."""

    actions: npt.NDArray[np.int16]  # shape (games, capacity); no rows if they are not recorded
    lengths: npt.NDArray[np.int64]  # shape (games,)


def allocate_outcomes(games: int) -> Outcomes:
    """Allocate the outcomes of a number of games."""
    return Outcomes(
        np.zeros(games, np.int64),
        np.zeros(games),
        np.zeros(games, np.bool_),
        np.zeros(games, np.bool_),
    )


def allocate_history(games: int, recorded: bool, capacity: int = 512) -> History:
    """Allocate the history of a number of games."""
    rows = games if recorded else 0
    return History(np.zeros((rows, capacity), np.int16), np.zeros(games, np.int64))


def grown(rows: npt.NDArray[np.generic], lengths: npt.NDArray[np.int64], room: int) -> bool:
    """Tell whether rows of these lengths lack room for more entries, and must be made longer."""
    return len(rows) > 0 and int(lengths.max()) + room > rows.shape[1]


@kernel
def note_step(table: Table, outcomes: Outcomes, history: History, i: Int, action: Int) -> None:
    """Add what the latest step of game i brought the learner, and the action to the history."""
    games = table.games
    outcomes.rewards[i] += games.rewards[i, outcomes.learners[i]]
    outcomes.terminated[i] |= games.terminated[i]
    outcomes.truncated[i] |= games.truncated[i]
    if len(history.actions) > 0:
        history.actions[i, history.lengths[i]] = action
        history.lengths[i] += 1


@kernel
def note_steps(table: Table, outcomes: Outcomes, history: History, actions: Actions) -> None:
    """Call `note_step` for all games in which an action was taken."""
    for i in range(len(actions)):
        if actions[i] != LEAVE:
            note_step(table, outcomes, history, i, actions[i])


@kernel
def can_go_on(table: Table, history: History, i: Int, seat: Int) -> bool:
    """Tell whether a seat decides in game i, and the game did not end in the latest step."""
    games = table.games
    if games.options[i] == 0 or games.seats[i] != seat:
        return False
    return len(history.actions) == 0 or history.lengths[i] < history.actions.shape[1]


@kernel
def play_planners(
    table: Table,
    outcomes: Outcomes,
    history: History,
    actions: Actions,
    search: Search,
    memory: Memory,
    hidden_seeds: npt.NDArray[np.uint64],  # shape (rounds, players)
    queue: WorkQueue,  # the games in which a planner decides
) -> None:
    """Let planners take their turns. `actions` is scratch.

    A planner may stop within its turn, if an array has no room left.
    """
    i = next_game(queue)
    while i >= 0:
        s = table.states[i]
        seat = np.int64(s.seat)
        while can_go_on(table, history, i, seat) and memory.tried_counts[i] < memory.tried.shape[1]:
            hidden_seed = hidden_seeds[s.rounds, seat]
            actions[i] = decide(s, i, hidden_seed, search, memory)
            step(table.states, table.words, table.games, table.settings, actions, i, i + 1)
            note_step(table, outcomes, history, i, actions[i])
            if table.games.terminated[i] or table.games.truncated[i]:
                break  # another game may have begun
        i = next_game(queue)


@kernel
def play_random_bots(
    table: Table,
    outcomes: Outcomes,
    history: History,
    actions: Actions,
    queue: WorkQueue,
) -> None:
    """Let random bots take their turns, with the generators of the games. `actions` is scratch."""
    games = table.games
    i = next_game(queue)
    while i >= 0:
        seat, rng = games.seats[i], games.rngs[i : i + 1]
        while can_go_on(table, history, i, seat):
            actions[i] = random_action(games.firsts[i], games.options[i], rng)
            step(table.states, table.words, games, table.settings, actions, i, i + 1)
            note_step(table, outcomes, history, i, actions[i])
            if games.terminated[i] or games.truncated[i]:
                break
        i = next_game(queue)
