"""Compiled loops that advance many games together, one decision in each game per step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from century.core.engine import (
    Bytes,
    States,
    act,
    act_if_legal,
    deal,
    legal,
    position_kernel_of,
    score,
)
from century.core.kernel import (
    Generator,
    Int,
    bit_count,
    draw,
    kernel,
    lowest_bit,
    nth_bit,
)
from century.core.observation import Numbers, observe

__all__ = [
    "ILLEGAL",
    "LEAVE",
    "ONGOING",
    "REWARDS",
    "TERMINATED",
    "TRUNCATED",
    "GameSettings",
    "Games",
    "choose_random",
    "deal_games",
    "deal_next_games",
    "first_illegal",
    "make_step_one",
    "observe_all",
    "play_random",
    "reward",
    "step",
]

REWARDS = ("win", "points", "margin")  # the kinds of reward; docs/environments.md defines them
WIN, POINTS, MARGIN = range(len(REWARDS))
LEAVE = -1  # in place of an action: leaves a game unchanged

Flags = npt.NDArray[np.bool_]
Actions = npt.NDArray[np.int64]  # shape (games,): an action number for each game, or LEAVE
StepOne = Callable[[Bytes, int, int, npt.NDArray[np.int8], Numbers], tuple[Int, Int]]


class Games(NamedTuple):
    """The states of many games, and the results of the latest decision in each."""

    states: States  # shape (games,)
    blank: States  # shape (1,): the state before the deal
    seeds: npt.NDArray[np.uint64]  # shape (games,): the seed of each game's deal
    rngs: Generator  # shape (games,): the generators for random decisions
    masks: Flags  # shape (games, actions): the legal actions
    firsts: npt.NDArray[np.int64]  # shape (games,): the first value that `legal` returns
    options: npt.NDArray[np.uint64]  # shape (games,): the second, a bit mask; 0 if a game is over
    seats: npt.NDArray[np.int64]  # shape (games,): the seat that decides
    observations: Numbers  # shape (games, size), or (0, size) if they are switched off
    rewards: npt.NDArray[np.float32]  # shape (games, players)
    terminated: Flags  # shape (games,): whether the latest step ended the game by the rules
    truncated: Flags  # shape (games,): whether it ended the game by the limit of rounds
    scores: npt.NDArray[np.int64]  # shape (games, players): of the latest finished game


class GameSettings(NamedTuple):
    """The settings that all games of a batch share."""

    players: int
    rounds: int  # a game is truncated after this number of rounds
    reward: int  # index into REWARDS
    renew: bool  # whether the step that ends a game deals the next one


@kernel
def deal_games(games: Games, settings: GameSettings, start: Int, stop: Int) -> None:
    """Deal the games from start to stop, each from its seed."""
    for i in range(start, stop):
        deal_game(games, settings, i)
        games.terminated[i] = games.truncated[i] = False
        games.rewards[i] = 0.0
    write_outputs(games, start, stop)


@kernel
def deal_next_games(games: Games, settings: GameSettings, chosen: Flags) -> None:
    """Replace each chosen game by the next one."""
    for i in range(len(chosen)):
        if chosen[i]:
            games.seeds[i] += np.uint64(len(games.states))
            deal_games(games, settings, i, i + 1)


@kernel
def deal_game(games: Games, settings: GameSettings, i: Int) -> None:
    """Deal game i from its seed."""
    games.states[i] = games.blank[0]
    rng = np.empty(1, np.uint64)
    rng[0] = games.seeds[i]
    deal(games.states[i], settings.players, rng)
    update_legal(games, i)


@kernel
def update_legal(games: Games, i: Int) -> None:
    """Store the seat that decides in game i, and its legal actions."""
    s = games.states[i]
    games.seats[i] = s.seat
    games.firsts[i], games.options[i] = legal(s)


@kernel
def first_illegal(games: Games, actions: Actions) -> Int:
    """Return the index of the first game whose action is not legal, or -1."""
    for i in range(len(actions)):
        action = actions[i]
        exists = 0 <= action < games.masks.shape[1]
        if action != LEAVE and not (exists and games.masks[i, action]):
            return i
    return -1


# A call that passes all arrays to another kernel takes longer than a decision. The loops below
# therefore contain the code for every decision, and call other kernels only in rare cases.


@kernel
def choose_random(games: Games, actions: Actions, start: Int, stop: Int) -> None:
    """Choose a random legal action in each of the games from start to stop."""
    firsts, options, rngs = games.firsts, games.options, games.rngs
    rng = np.empty(1, np.uint64)
    for i in range(start, stop):
        actions[i] = LEAVE
        if options[i] != 0:
            rng[0] = rngs[i]
            choice = draw(rng, bit_count(options[i]))
            rngs[i] = rng[0]
            actions[i] = firsts[i] + np.int64(nth_bit(options[i], choice))


@kernel
def step(games: Games, settings: GameSettings, actions: Actions, start: Int, stop: Int) -> None:
    """Apply one action in each of the games from start to stop; the actions must be legal."""
    states, terminated, truncated = games.states, games.terminated, games.truncated
    firsts, all_options, seats = games.firsts, games.options, games.seats
    for i in range(start, stop):
        if terminated[i] or truncated[i]:
            terminated[i] = truncated[i] = False
            games.rewards[i] = 0.0
        if actions[i] == LEAVE:
            continue
        s = states[i]
        act(s, actions[i])
        first, options = legal(s)
        firsts[i], all_options[i], seats[i] = first, options, s.seat
        if options == 0 or s.rounds > settings.rounds:
            terminated[i], truncated[i] = options == 0, options != 0
            finish(games, settings, i)
    write_outputs(games, start, stop)


@kernel
def write_outputs(games: Games, start: Int, stop: Int) -> None:
    """Write the masks and observations of the games from start to stop."""
    masks, firsts, all_options = games.masks, games.firsts, games.options
    for i in range(start, stop):
        for action in range(masks.shape[1]):
            masks[i, action] = False
        options = all_options[i]
        while options != 0:
            masks[i, firsts[i] + np.int64(lowest_bit(options))] = True
            options &= options - np.uint64(1)
    if len(games.observations) > 0:
        for i in range(start, stop):
            observe(games.states[i], games.seats[i], games.observations[i])


@kernel
def play_random(
    games: Games, settings: GameSettings, steps: Int, actions: Actions, start: Int, stop: Int
) -> None:
    """Take `steps` random decisions in each of the games from start to stop."""
    for _ in range(steps):
        choose_random(games, actions, start, stop)
        step(games, settings, actions, start, stop)


@kernel
def finish(games: Games, settings: GameSettings, i: Int) -> None:
    """Write scores and rewards of game i, which has ended, and deal the next game if `renew`."""
    for seat in range(settings.players):
        games.scores[i, seat] = score(games.states[i], seat)
    for seat in range(settings.players):
        games.rewards[i, seat] = reward(games.scores[i], seat, settings.reward)
    games.options[i] = 0
    if settings.renew:
        games.seeds[i] += np.uint64(len(games.states))
        deal_game(games, settings, i)


@kernel
def reward(scores: npt.NDArray[np.int64], seat: Int, kind: Int) -> float:
    """Return the reward of a seat at the end of a game; of tied seats the later one wins."""
    if kind == POINTS:
        return np.float64(scores[seat])
    best: Int = -1  # among the other seats
    won = 1.0
    for other in range(len(scores)):
        if other != seat:
            best = max(best, scores[other])
            if scores[other] > scores[seat] or (scores[other] == scores[seat] and other > seat):
                won = 0.0
    return np.float64(scores[seat] - best) if kind == MARGIN else won


@kernel
def observe_all(states: States, seats: npt.NDArray[np.int64], out: Numbers) -> None:
    """Write the observation of the given seat in each game."""
    for i in range(len(states)):
        observe(states[i], seats[i], out[i])


# A single game, stepped from Python

ILLEGAL, ONGOING, TERMINATED, TRUNCATED = range(4)  # the outcomes of an action


def make_step_one(state: np.dtype[Any], package: str) -> StepOne:
    """Return a kernel that applies an action to a state of a game, stored as bytes.

    The kernel writes the mask and the observation of the seat that decides next. It returns the
    outcome and that seat. An illegal action changes nothing.
    """

    @position_kernel_of(package)
    def step_one(
        data: Bytes, action: Int, rounds: Int, mask: npt.NDArray[np.int8], out: Numbers
    ) -> tuple[Int, Int]:
        s = data.view(state)[0]
        if action != LEAVE and not act_if_legal(s, action):
            return ILLEGAL, s.seat
        first, options = legal(s)
        outcome = TERMINATED if options == 0 else TRUNCATED if s.rounds > rounds else ONGOING
        if outcome != ONGOING:
            options = np.uint64(0)
        for i in range(len(mask)):
            mask[i] = 0
        while options != 0:
            mask[np.int64(first) + np.int64(lowest_bit(options))] = 1
            options &= options - np.uint64(1)
        observe(s, s.seat, out)
        return outcome, s.seat

    return step_one
