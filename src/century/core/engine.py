"""Compiled loops that work for every game: they call the game's kernels by the type of its state.

A game registers its state record under its package. Here `legal(s)` then means the kernel `legal`
of the game that has the state `s`. Numba chooses the kernel while it compiles, which costs nothing
at run time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from importlib import import_module
from importlib.util import find_spec
from math import prod
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numba
import numpy as np
import numpy.typing as npt
from numba.extending import overload

from century.core.dispatcher import register_state
from century.core.kernel import (
    Generator,
    Int,
    Mask,
    State,
    bit_count,
    draw,
    kernel,
    lowest_bit,
    nth_bit,
    position_kernel,
)
from century.core.optional_module import optional_module
from century.core.reading import Layout
from century.errors import BadGame

Function = TypeVar("Function", bound=Callable[..., Any])
Bytes = npt.NDArray[np.uint8]  # shape (state size,): one state, as Python code keeps it
States = npt.NDArray[Any]  # shape (n,): several states

MAX_OPTIONS = 64  # a decision offers at most this many actions: they are one mask

_PACKAGES: dict[Any, str] = {}  # a game's package, by its state's NumPy dtype and Numba type


@cache
def state_dtype(layout: Layout, package: str) -> np.dtype[Any]:
    """Return the NumPy record of a game's states, and make the game's kernels known under it."""
    dtype: np.dtype[Any] = record_dtype(layout)
    numba_type = numba.from_dtype(dtype)
    if _PACKAGES.get(numba_type, package) != package:
        other = _PACKAGES[numba_type]
        raise BadGame(f"{package} and {other} have equal state fields; add or rename one")
    _PACKAGES[dtype] = _PACKAGES[numba_type] = package
    register_state(dtype, package_folder(package))
    return dtype


def record_dtype(layout: Layout) -> np.dtype[Any]:
    """Return the NumPy record with the fields of a layout.

    Gaps between fields become fields too. NumPy does not copy gaps, and equal states must have
    equal bytes.
    """
    fields: list[Any] = []
    end = 0
    for field, shape in zip(layout.fields, layout.shapes, strict=True):
        name, kind = field[:2]
        _fill(fields, end, layout.offsets[name])
        fields.append((name, kind, shape))
        end = layout.offsets[name] + int(kind[1:]) * prod(shape)
    _fill(fields, end, layout.size)
    return np.dtype((np.record, np.dtype(fields, align=True)))


def _fill(fields: list[Any], start: int, stop: int) -> None:
    if start < stop:
        fields.append((f"gap_at_{start}", "u1", (stop - start,)))


def package_folder(package: str) -> Path:
    """Return the folder of a package."""
    spec = find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


def position_kernel_of(package: str) -> Callable[[Function], Function]:
    """Return the decorator that compiles a position kernel of the game in a package."""
    return position_kernel(package_folder(package), package.rpartition(".")[2])


def per_game(module: str, optional: bool = False) -> Callable[[Function], Function]:
    """Make a stub call the kernel of the same name in a module of the game of its first argument.

    If the kernel is optional, the stub is itself a kernel: the default for games that have none.
    """

    def decorate(stub: Function) -> Function:
        name, default = stub.__name__, kernel(stub) if optional else None

        @wraps(stub)
        def call(s: State, *arguments: Any) -> Any:
            return _kernel(_PACKAGES[s.dtype], module, name, default)(s, *arguments)

        @overload(call, strict=False)
        def choose(s: Any, *_arguments: Any) -> Any:
            return _kernel(_PACKAGES[s], module, name, default).py_func

        return call  # type: ignore[return-value]

    return decorate


def _kernel(package: str, module: str, name: str, default: Any) -> Any:
    if default is None:
        return getattr(import_module(f"{package}.{module}"), name)
    return getattr(optional_module(package, module), name, default)


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
    """Count a seat's points so far."""


@per_game("facts")
def derive_facts(s: State, facts: Any) -> None:
    """Write what the rules say about a state, such as prices and limits, into a record."""


@kernel
def offers(first: Int, options: Mask, action: Int) -> bool:
    """Tell whether an action is among the legal ones, given as `legal` returns them."""
    if not first <= action < first + MAX_OPTIONS:
        return False
    return (options >> np.uint64(action - first)) & np.uint64(1) != 0


@kernel
def deal_from(s: State, players: Int, seed: np.uint64, rng: Generator) -> None:
    """Set up a game on a blank record from a seed; the generator is then ready for random play."""
    rng[0] = seed
    deal(s, players, rng)


# Random games

TO_THE_END = 2**62  # more decisions than any game has


@kernel
def random_action(first: Int, options: Mask, rng: Generator) -> Int:
    """Choose one of the legal actions at random."""
    choice = draw(rng, bit_count(options))
    return np.int64(first) + np.int64(nth_bit(options, choice))


@kernel
def playout(s: State, rng: Generator, most: int) -> int:
    """Play random decisions until the game ends or `most` are made; return their number."""
    decisions = 0
    first, options = legal(s)
    while options != 0 and decisions < most:
        # As in `random_action`, which would make this loop a tenth slower if it were called.
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
        deal_from(s, players, seed + np.uint64(game), rng)
        decisions += playout(s, rng, TO_THE_END)
        turns += players * np.int64(s.rounds)
        write_scores(s, scores[game])
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


# Kernels for single positions
#
# Numba compiles a game's kernel again for every set of compiler options of its callers. So these
# kernels have the options of the loops above, and the position kernels below only call them.


@kernel
def write_actions(s: State, out: Bytes) -> int:
    """Write the numbers of the legal actions; return how many there are."""
    first, options = legal(s)
    found = 0
    while options != 0:
        out[found] = first + lowest_bit(options)
        found += 1
        options &= options - np.uint64(1)
    return found


@kernel
def act_if_legal(s: State, action: Int) -> bool:
    """Carry out an action if it is legal; tell whether it is."""
    first, options = legal(s)
    if not offers(first, options, action):
        return False
    act(s, action)
    return True


@kernel
def hide_from(s: State, seat: Int, rng: Generator) -> None:
    """Reshuffle what a seat cannot know."""
    redeal(s, seat, rng)


@kernel
def write_scores(s: State, out: npt.NDArray[np.int64]) -> None:
    """Write the points of all seats so far."""
    for seat in range(len(out)):
        out[seat] = score(s, seat)


class PositionKernels(NamedTuple):
    """The kernels that Python calls for single positions, on a state's plain bytes."""

    list_actions: Callable[[Bytes, Bytes], int]
    try_action: Callable[[Bytes, Bytes, int], bool]
    redeal_copy: Callable[[Bytes, Bytes, int, Generator], None]
    count_points: Callable[[Bytes, npt.NDArray[np.int64]], None]
    find_facts: Callable[[Bytes, Bytes], None] | None


def position_kernels(
    state: np.dtype[Any], facts: np.dtype[Any] | None, package: str
) -> PositionKernels:
    """Make the kernels for a game's positions.

    Passing a record from Python to a kernel takes 3 µs and copying one 6 µs; plain bytes take a
    tenth of that. So Python keeps states as bytes, and these kernels view them as records again.
    They also copy the bytes, because NumPy releases Python's lock to copy more than 500 of them.
    """
    compile_for_game = position_kernel_of(package)

    @compile_for_game
    def list_actions(data: Bytes, out: Bytes) -> int:
        return write_actions(data.view(state)[0], out)

    @compile_for_game
    def try_action(data: Bytes, out: Bytes, action: Int) -> bool:
        after = out.view(state)
        after[0] = data.view(state)[0]
        return act_if_legal(after[0], action)

    @compile_for_game
    def redeal_copy(data: Bytes, out: Bytes, seat: Int, rng: Generator) -> None:
        after = out.view(state)
        after[0] = data.view(state)[0]
        hide_from(after[0], seat, rng)

    @compile_for_game
    def count_points(data: Bytes, out: npt.NDArray[np.int64]) -> None:
        write_scores(data.view(state)[0], out)

    if facts is None:
        return PositionKernels(list_actions, try_action, redeal_copy, count_points, None)

    @compile_for_game
    def find_facts(data: Bytes, out: Bytes) -> None:
        derive_facts(data.view(state)[0], out.view(facts)[0])

    return PositionKernels(list_actions, try_action, redeal_copy, count_points, find_facts)
