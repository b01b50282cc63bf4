"""Compiled loops over many games at once: every game takes one decision at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from century.core.engine import Bytes, States, act, deal, is_legal, legal, package_folder, score
from century.core.kernel import (
    Generator,
    Int,
    bit_count,
    draw,
    kernel,
    lowest_bit,
    nth_bit,
    position_kernel,
)
from century.core.observation import Numbers, observe

__all__ = [
    "GOES_ON",
    "LEAVE",
    "REFUSED",
    "REWARDS",
    "TERMINATED",
    "TRUNCATED",
    "Games",
    "Terms",
    "begin",
    "choose",
    "first_illegal",
    "make_step_one",
    "observe_all",
    "play_random",
    "renew",
    "reward",
    "step",
]

REWARDS = ("win", "points", "margin")  # what a seat is given at the end of its game
WIN, POINTS, MARGIN = range(len(REWARDS))
LEAVE = -1  # in place of an action: nothing happens in that game

Flags = npt.NDArray[np.bool_]
Actions = npt.NDArray[np.int64]  # shape (games,): an action number for each game, or LEAVE
StepOne = Callable[[Bytes, int, int, npt.NDArray[np.int8], Numbers], tuple[Int, Int]]


class Games(NamedTuple):
    """Games that go on side by side, and what came of the latest decision in each."""

    states: States  # shape (games,)
    blank: States  # shape (1,): what is dealt on
    deals: npt.NDArray[np.uint64]  # shape (games,): the seed of each game's latest deal
    rngs: Generator  # shape (games,): who wanders draws from these
    masks: Flags  # shape (games, actions): what is legal
    firsts: npt.NDArray[np.int64]  # shape (games,): the same as `legal` tells it
    options: npt.NDArray[np.uint64]  # shape (games,)
    seats: npt.NDArray[np.int64]  # shape (games,): who decides
    observations: Numbers  # shape (games, size), or (0, size) if nobody looks
    rewards: npt.NDArray[np.float32]  # shape (games, players)
    terminated: Flags  # shape (games,): the game ended by the rules
    truncated: Flags  # shape (games,): it ended as it stood, by the limit of rounds
    scores: npt.NDArray[np.int64]  # shape (games, players): of the game that ended last


class Terms(NamedTuple):
    """On what terms games are played."""

    players: int
    rounds: int  # a longer game ends as it stands
    reward: int  # index into REWARDS
    renew: bool  # whether a game that ended is followed by the next at once


@kernel
def begin(games: Games, terms: Terms, start: Int, stop: Int) -> None:
    """Deal the games from start to stop by their seeds."""
    for i in range(start, stop):
        deal_next(games, terms, i)
        games.terminated[i] = games.truncated[i] = False
        games.rewards[i] = 0.0
    show(games, start, stop)


@kernel
def renew(games: Games, terms: Terms, chosen: Flags) -> None:
    """Deal the next game in the chosen places."""
    for i in range(len(chosen)):
        if chosen[i]:
            games.deals[i] += np.uint64(len(games.states))
            begin(games, terms, i, i + 1)


@kernel
def deal_next(games: Games, terms: Terms, i: Int) -> None:
    """Deal game i by its seed."""
    games.states[i] = games.blank[0]
    rng = np.empty(1, np.uint64)
    rng[0] = games.deals[i]
    deal(games.states[i], terms.players, rng)
    note(games, i)


@kernel
def note(games: Games, i: Int) -> None:
    """Note who decides in game i and what is legal."""
    s = games.states[i]
    games.seats[i] = s.seat
    games.firsts[i], games.options[i] = legal(s)


@kernel
def first_illegal(games: Games, actions: Actions) -> Int:
    """Return the first game whose action is not legal; -1 if there is none."""
    for i in range(len(actions)):
        action = actions[i]
        exists = 0 <= action < games.masks.shape[1]
        if action != LEAVE and not (exists and games.masks[i, action]):
            return i
    return -1


# Handing all the arrays to another kernel takes longer than a decision. So the loops below do what
# happens in every decision themselves, and call others only for what is rare.


@kernel
def choose(games: Games, actions: Actions, start: Int, stop: Int) -> None:
    """Choose any legal action in each of the games from start to stop, as `draw` does."""
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
def step(games: Games, terms: Terms, actions: Actions, start: Int, stop: Int) -> None:
    """Carry out one legal action in each of the games from start to stop."""
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
        if options == 0 or s.rounds > terms.rounds:
            terminated[i], truncated[i] = options == 0, options != 0
            finish(games, terms, i)
    show(games, start, stop)


@kernel
def show(games: Games, start: Int, stop: Int) -> None:
    """Write down what is legal and what is seen in the games from start to stop."""
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
    games: Games, terms: Terms, steps: Int, actions: Actions, start: Int, stop: Int
) -> None:
    """Take so many random decisions in each of the games from start to stop."""
    for _ in range(steps):
        choose(games, actions, start, stop)
        step(games, terms, actions, start, stop)


@kernel
def finish(games: Games, terms: Terms, i: Int) -> None:
    """Score game i, which has ended, and deal the next one if there is to be one."""
    for seat in range(terms.players):
        games.scores[i, seat] = score(games.states[i], seat)
    for seat in range(terms.players):
        games.rewards[i, seat] = reward(games.scores[i], seat, terms.reward)
    games.options[i] = 0
    if terms.renew:
        games.deals[i] += np.uint64(len(games.states))
        deal_next(games, terms, i)


@kernel
def reward(scores: npt.NDArray[np.int64], seat: Int, kind: Int) -> float:
    """Return what a seat is given at the end; of tied seats the later one has won."""
    if kind == POINTS:
        return np.float64(scores[seat])
    best: Int = -1  # the best of the others
    won = 1.0
    for other in range(len(scores)):
        if other != seat:
            best = max(best, scores[other])
            if scores[other] > scores[seat] or (scores[other] == scores[seat] and other > seat):
                won = 0.0
    return np.float64(scores[seat] - best) if kind == MARGIN else won


@kernel
def observe_all(states: States, seats: npt.NDArray[np.int64], out: Numbers) -> None:
    """Write what a seat of each game may know."""
    for i in range(len(states)):
        observe(states[i], seats[i], out[i])


# One game alone, from Python

REFUSED, GOES_ON, TERMINATED, TRUNCATED = range(4)  # what comes of an action


def make_step_one(state: np.dtype[Any], package: str) -> StepOne:
    """Make the kernel that carries out an action in one of a game's states, kept as bytes.

    It fills the mask and the observation, and returns the outcome and the seat that decides next.
    """

    @position_kernel(package_folder(package), package.rpartition(".")[2])
    def step_one(
        data: Bytes, action: Int, rounds: Int, mask: npt.NDArray[np.int8], out: Numbers
    ) -> tuple[Int, Int]:
        s = data.view(state)[0]
        if action != LEAVE:
            if not is_legal(s, action):
                return REFUSED, s.seat
            act(s, action)
        first, options = legal(s)
        ended = TERMINATED if options == 0 else TRUNCATED if s.rounds > rounds else GOES_ON
        if ended != GOES_ON:
            options = np.uint64(0)
        for i in range(len(mask)):
            mask[i] = 0
        while options != 0:
            mask[np.int64(first) + np.int64(lowest_bit(options))] = 1
            options &= options - np.uint64(1)
        observe(s, s.seat, out)
        return ended, s.seat

    return step_one
