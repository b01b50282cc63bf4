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
    deal_from,
    legal,
    offers,
    position_kernel_of,
    random_action,
    score,
)
from century.core.kernel import (
    Generator,
    Int,
    Mask,
    State,
    kernel,
    lowest_bit,
)
from century.core.observation import Numbers, write_observation

__all__ = [
    "ILLEGAL",
    "LEAVE",
    "ONGOING",
    "POINTS_SO_FAR",
    "REWARDS",
    "TERMINATED",
    "TRUNCATED",
    "Actions",
    "Flags",
    "GameSettings",
    "Games",
    "Outputs",
    "Words",
    "choose_by_mask",
    "choose_random",
    "deal_game",
    "deal_games",
    "deal_next_games",
    "decide",
    "decide_with_reward",
    "end_game",
    "first_illegal",
    "make_step_one",
    "new_games",
    "observe_all",
    "play_random",
    "reward",
    "step",
    "take_up_game",
    "take_up_games",
    "write_outputs",
]

# The kinds of reward; docs/environments.md defines them.
REWARDS = ("win", "points", "margin", "points-so-far")
WIN, POINTS, MARGIN, POINTS_SO_FAR = range(len(REWARDS))
LEAVE = -1  # in place of an action: leaves a game unchanged
ILLEGAL, ONGOING, TERMINATED, TRUNCATED = range(4)  # the outcomes of an action

Flags = npt.NDArray[np.bool_]
Actions = npt.NDArray[np.int64]  # shape (games,): an action number for each game, or LEAVE
Words = npt.NDArray[np.uint64]  # the memory of states, as whole words
StepOne = Callable[[Bytes, int, int, npt.NDArray[np.int8], Numbers], tuple[Int, Int]]


class Games(NamedTuple):
    """The data of many games besides their states, on the CPU or on a GPU."""

    blank: Words  # shape (words,): the state before the deal
    seeds: npt.NDArray[np.uint64]  # shape (games,): the seed of each game's deal
    rngs: Generator  # shape (games,): the generators for random decisions
    firsts: npt.NDArray[np.int64]  # shape (games,): the first value that `legal` returns
    options: npt.NDArray[np.uint64]  # shape (games,): the second, a bit mask; 0 if a game is over
    seats: npt.NDArray[np.int64]  # shape (games,): the seat that decides
    rewards: npt.NDArray[np.float32]  # shape (games, players)
    terminated: Flags  # shape (games,): whether the latest step ended the game by the rules
    truncated: Flags  # shape (games,): whether it ended the game by the limit of rounds
    scores: npt.NDArray[np.int64]  # shape (games, players): of the latest finished game


def new_games(zeros: Callable[..., Any], blank: Any, count: int, players: int) -> Games:
    """Allocate the data of games; `zeros` makes an array of a shape and a type."""
    return Games(
        blank=blank,
        seeds=zeros(count, np.uint64),
        rngs=zeros(count, np.uint64),
        firsts=zeros(count, np.int64),
        options=zeros(count, np.uint64),
        seats=zeros(count, np.int64),
        rewards=zeros((count, players), np.float32),
        terminated=zeros(count, np.bool_),
        truncated=zeros(count, np.bool_),
        scores=zeros((count, players), np.int64),
    )


class Outputs(NamedTuple):
    """The arrays that are written for learners; an array that is switched off has no rows."""

    masks: Flags  # shape (games, actions): the legal actions
    observations: Numbers  # shape (games, size)


class GameSettings(NamedTuple):
    """The settings that all games of a batch share."""

    players: int
    rounds: int  # a game is truncated after this number of rounds
    reward: int  # index into REWARDS
    renew: bool  # whether the step that ends a game deals the next one


# One game: the step that the loops below share with those for the GPU


@kernel
def deal_game(
    s: State, words: Words, games: Games, settings: GameSettings, i: Int, rng: Generator
) -> None:
    """Deal game i from its seed. `words` is the memory of its state `s`."""
    for word in range(len(words)):
        words[word] = games.blank[word]
    deal_from(s, settings.players, games.seeds[i], rng)


@kernel
def take_up_game(s: State, games: Games, i: Int) -> None:
    """Store what there is to know of game i, which was dealt or loaded just now."""
    games.seats[i] = s.seat
    games.firsts[i], games.options[i] = legal(s)
    games.terminated[i] = games.truncated[i] = False
    for seat in range(games.rewards.shape[1]):
        games.rewards[i, seat] = 0.0


@kernel
def decide(s: State, action: Int, rounds: Int) -> tuple[Int, Mask, Int]:
    """Apply a legal action; return the legal actions that follow, and the outcome."""
    act(s, action)
    first, options = legal(s)
    return first, options, outcome_of(s, options, rounds)


@kernel
def end_game(
    s: State, words: Words, games: Games, settings: GameSettings, i: Int, rng: Generator
) -> tuple[Int, Mask]:
    """Write the result of game i, deal the next game if `renew`, and return its legal actions."""
    write_result(s, settings.reward, games.scores[i], games.rewards[i])
    if not settings.renew:
        return 0, np.uint64(0)
    games.seeds[i] += np.uint64(len(games.seeds))
    deal_game(s, words, games, settings, i, rng)
    return legal(s)


@kernel
def decide_with_reward(
    s: State, games: Games, settings: GameSettings, i: Int, action: Int
) -> tuple[Int, Mask, Int]:
    """Apply a legal action in game i, as `decide`, and write the rewards of the single step."""
    shaped = settings.reward == POINTS_SO_FAR
    if shaped:
        add_points(s, games, i, -1.0)
    first, options, outcome = decide(s, action, settings.rounds)
    if shaped:
        add_points(s, games, i, 1.0)
    return first, options, outcome


@kernel
def add_points(s: State, games: Games, i: Int, sign: float) -> None:
    """Add the points of all seats so far to their rewards; subtract them if negative."""
    for seat in range(games.rewards.shape[1]):
        games.rewards[i, seat] += np.float32(sign * score(s, seat))


@kernel
def outcome_of(s: State, options: Mask, rounds: Int) -> Int:
    """Tell whether a game with these legal actions goes on, has ended or is truncated."""
    if options == 0:
        return TERMINATED
    return TRUNCATED if s.rounds > rounds else ONGOING


@kernel
def write_result(
    s: State, kind: Int, scores: npt.NDArray[np.int64], rewards: npt.NDArray[np.float32]
) -> None:
    """Write the final scores and the rewards of all seats, unless each step has rewards."""
    for seat in range(len(scores)):
        scores[seat] = score(s, seat)
    if kind != POINTS_SO_FAR:
        for seat in range(len(scores)):
            rewards[seat] = reward(scores, seat, kind)


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
def write_mask(first: Int, options: Mask, mask: Any) -> None:
    """Write the legal actions as an array of flags."""
    for action in range(len(mask)):
        mask[action] = 0
    while options != 0:
        mask[np.int64(first) + np.int64(lowest_bit(options))] = 1
        options &= options - np.uint64(1)


# Loops over the games from start to stop


@kernel
def deal_games(
    states: States, words: Words, games: Games, settings: GameSettings, start: Int, stop: Int
) -> None:
    """Deal each game from its seed."""
    for i in range(start, stop):
        s, rng = states[i], games.rngs[i : i + 1]
        kept = rng[0]  # the deal uses the generator as scratch
        deal_game(s, words[i], games, settings, i, rng)
        rng[0] = kept
        take_up_game(s, games, i)


@kernel
def deal_next_games(
    states: States, words: Words, games: Games, settings: GameSettings, chosen: Flags
) -> None:
    """Replace each chosen game by the next one."""
    for i in range(len(chosen)):
        if chosen[i]:
            games.seeds[i] += np.uint64(len(games.seeds))
            deal_games(states, words, games, settings, i, i + 1)


@kernel
def take_up_games(states: States, games: Games) -> None:
    """Continue from states that were put in place."""
    for i in range(len(states)):
        take_up_game(states[i], games, i)


@kernel
def first_illegal(games: Games, actions: Actions) -> Int:
    """Return the index of the first game whose action is not legal, or -1."""
    for i in range(len(actions)):
        if actions[i] != LEAVE and not offers(games.firsts[i], games.options[i], actions[i]):
            return i
    return -1


@kernel
def choose_random(games: Games, actions: Actions, start: Int, stop: Int) -> None:
    """Choose a random legal action in each game."""
    firsts, options, rngs = games.firsts, games.options, games.rngs
    for i in range(start, stop):
        actions[i] = LEAVE
        if options[i] != 0:
            actions[i] = random_action(firsts[i], options[i], rngs[i : i + 1])


@kernel
def choose_by_mask(masks: Flags, shares: npt.NDArray[np.float64], actions: Actions) -> None:
    """Choose an action in each game: the first if its share is 0, the last if nearly 1."""
    for i in range(len(masks)):
        count: Int = 0
        for action in range(masks.shape[1]):
            count += np.int64(masks[i, action])
        left = np.int64(shares[i] * count)
        actions[i] = LEAVE
        for action in range(masks.shape[1]):
            if masks[i, action]:
                if left == 0:
                    actions[i] = action
                left -= 1


@kernel
def step(
    states: States,
    words: Words,
    games: Games,
    settings: GameSettings,
    actions: Actions,
    start: Int,
    stop: Int,
) -> None:
    """Apply one action in each game; the actions must be legal."""
    terminated, truncated = games.terminated, games.truncated
    firsts, all_options, seats = games.firsts, games.options, games.seats
    shaped = settings.reward == POINTS_SO_FAR
    for i in range(start, stop):
        if terminated[i] or truncated[i] or shaped:
            terminated[i] = truncated[i] = False
            games.rewards[i] = 0.0
        if actions[i] == LEAVE:
            continue
        s = states[i]
        first, options, outcome = decide_with_reward(s, games, settings, i, actions[i])
        if outcome != ONGOING:
            terminated[i], truncated[i] = outcome == TERMINATED, outcome == TRUNCATED
            rng = games.rngs[i : i + 1]
            kept = rng[0]  # the deal uses the generator as scratch
            first, options = end_game(s, words[i], games, settings, i, rng)
            rng[0] = kept
        firsts[i], all_options[i], seats[i] = first, options, s.seat


@kernel
def play_random(
    states: States,
    words: Words,
    games: Games,
    settings: GameSettings,
    steps: Int,
    actions: Actions,
    start: Int,
    stop: Int,
) -> None:
    """Take `steps` random decisions in each game."""
    for _ in range(steps):
        choose_random(games, actions, start, stop)
        step(states, words, games, settings, actions, start, stop)


@kernel
def write_outputs(states: States, games: Games, outputs: Outputs, start: Int, stop: Int) -> None:
    """Write the masks and observations that are switched on."""
    if len(outputs.masks) > 0:
        for i in range(start, stop):
            write_mask(games.firsts[i], games.options[i], outputs.masks[i])
    if len(outputs.observations) > 0:
        for i in range(start, stop):
            write_observation(states[i], games.seats[i], outputs.observations[i])


@kernel
def observe_all(states: States, seats: npt.NDArray[np.int64], out: Numbers) -> None:
    """Write the observation of the given seat in each game."""
    for i in range(len(states)):
        write_observation(states[i], seats[i], out[i])


# A single game, stepped from Python


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
        outcome = outcome_of(s, options, rounds)
        write_mask(first, options if outcome == ONGOING else np.uint64(0), mask)
        write_observation(s, s.seat, out)
        return outcome, s.seat

    return step_one
