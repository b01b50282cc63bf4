"""Compiled loops that work for every game: they ask the game by the type of its state.

A game registers its kernels under its state record. Here `legal(s)` then means the kernel of the
game that `s` is a state of: chosen while compiling, so it costs nothing while running.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from importlib import import_module
from typing import Any, NamedTuple, TypeVar

import numba
import numpy as np
import numpy.typing as npt
from numba.extending import overload

from century.core.kernel import (
    Generator,
    Int,
    Mask,
    State,
    bit_count,
    brief,
    draw,
    kernel,
    lowest_bit,
    named,
    nth_bit,
)

Function = TypeVar("Function", bound=Callable[..., Any])
Bytes = npt.NDArray[np.uint8]  # shape (state size,): one state, as Python code keeps it
States = npt.NDArray[Any]  # shape (n,): several states

MOST_OPTIONS = 64  # a decision offers at most this many actions: they are one mask

_GAMES: dict[Any, str] = {}  # a game's package, by its state's NumPy dtype and by its Numba type


def register(state: np.dtype[Any], package: str) -> None:
    """Make a game's kernels known under its state record."""
    _GAMES[state] = _GAMES[numba.from_dtype(state)] = package


def state_name(state: np.dtype[Any]) -> str:
    """Return the name of the game that a record is a state of, as its package has it."""
    return _GAMES[state].rpartition(".")[2]


def per_game(module: str) -> Callable[[Function], Function]:
    """Let a stub stand for the kernel of its name in a module of its first argument's game."""

    def decorate(stub: Function) -> Function:
        name = stub.__name__

        @wraps(stub)
        def call(s: State, *arguments: Any) -> Any:
            return _kernel(_GAMES[s.dtype], module, name)(s, *arguments)

        @overload(call, strict=False)
        def choose(s: Any, *_arguments: Any) -> Any:
            return _kernel(_GAMES[s], module, name).py_func

        return call  # type: ignore[return-value]

    return decorate


def _kernel(package: str, module: str, name: str) -> Any:
    return getattr(import_module(f"{package}.{module}"), name)


@per_game("rules")
def deal(s: State, players: Int, rng: Generator) -> None:
    """Set up a game on a blank record."""


@per_game("rules")
def redeal(s: State, seat: Int, rng: Generator) -> None:
    """Reshuffle what a seat cannot know."""


@per_game("rules")
def legal(s: State) -> tuple[Int, Mask]:  # type: ignore[empty-body]
    """Return the legal actions as a first action number and a mask from there; empty at the end."""


@per_game("rules")
def act(s: State, action: Int) -> None:
    """Carry out a legal action."""


@per_game("rules")
def score(s: State, seat: Int) -> Int:  # type: ignore[empty-body]
    """Count a seat's points as they stand."""


# Random games

TO_THE_END = 2**62  # more decisions than there ever are


@kernel
def playout(s: State, rng: Generator, most: int) -> int:
    """Play random decisions to the end of the game, or so many; return how many there were."""
    decisions = 0
    first, options = legal(s)
    while options != 0 and decisions < most:
        choice = draw(rng, bit_count(options))
        act(s, first + nth_bit(options, choice))
        first, options = legal(s)
        decisions += 1
    return decisions


@kernel
def playouts(
    states: States, players: Int, seed: np.uint64, rng: Generator, scores: npt.NDArray[np.int64]
) -> tuple[Int, Int]:
    """Play a random game for each row of scores; return the decisions and turns of all of them.

    Of the two states given the second is the blank one. Game i is dealt as by seed + i.
    """
    decisions: Int = 0
    turns: Int = 0
    for game in range(len(scores)):
        states[0] = states[1]
        s = states[0]
        rng[0] = seed + np.uint64(game)
        deal(s, players, rng)
        decisions += playout(s, rng, TO_THE_END)
        turns += players * np.int64(s.rounds)
        for seat in range(players):
            scores[game, seat] = score(s, seat)
    return decisions, turns


@kernel
def perft(states: States, depth: int) -> Int:
    """Count the decision sequences of a length from the state at index `depth`.

    The states at lower indices are scratch.
    """
    if depth == 0:
        return 1
    first, options = legal(states[depth])
    if depth == 1:
        return np.int64(bit_count(options))
    sequences = 0
    while options != 0:
        states[depth - 1] = states[depth]
        act(states[depth - 1], first + lowest_bit(options))
        sequences += perft(states, depth - 1)
        options &= options - np.uint64(1)
    return sequences


# Entrances from Python


class PositionKernels(NamedTuple):
    """The kernels Python calls for single decisions, on a state's plain bytes."""

    list_actions: Callable[[Bytes, Bytes], int]
    try_action: Callable[[Bytes, int], bool]


def position_kernels(state: np.dtype[Any]) -> PositionKernels:
    """Make the entrances for a game's states.

    Handing a record from Python to a kernel takes 3 µs and copying one 6 µs; for plain bytes it is
    a tenth of that. So Python keeps states as bytes, and these two look at them as records again.
    """
    game = state_name(state)

    @brief
    @named(game)
    def list_actions(data: Bytes, out: Bytes) -> int:
        first, options = legal(data.view(state)[0])
        found = 0
        while options != 0:
            out[found] = first + lowest_bit(options)
            found += 1
            options &= options - np.uint64(1)
        return found

    @brief
    @named(game)
    def try_action(data: Bytes, action: Int) -> bool:
        s = data.view(state)[0]
        first, options = legal(s)
        if not first <= action < first + MOST_OPTIONS:
            return False
        if not (options >> np.uint64(action - first)) & np.uint64(1):
            return False
        act(s, action)
        return True

    return PositionKernels(list_actions, try_action)
