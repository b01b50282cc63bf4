"""The compiler, bit masks and random generator that all kernels use.

A kernel is a plain Python function over NumPy records that Numba compiles. With NUMBA_DISABLE_JIT=1
the same functions run uncompiled, slowly and with identical results.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt
from numba.extending import intrinsic, overload

from century.core.dispatcher import KernelDispatcher
from century.core.kernel_cache import kernel_folder

__all__ = [
    "COMPILED",
    "Generator",
    "Int",
    "Mask",
    "State",
    "bit",
    "bit_count",
    "copy_state",
    "draw",
    "generator",
    "kernel",
    "lowest_bit",
    "mix",
    "nth_bit",
    "position_kernel",
    "shuffle",
    "sort",
]

Function = TypeVar("Function", bound=Callable[..., Any])
Int = int | np.integer[Any]  # a whole number; Numba infers its width
State = Any  # one game state: an np.record whose fields the game's state.py lists
Mask = np.uint64  # a set of up to 64 numbered things
Generator = npt.NDArray[np.uint64]  # shape (1,): the random generator's whole state

COMPILED = not numba.config.DISABLE_JIT
OPTIONS = {
    "nopython": True,
    # Nobody calls kernels from C, and the wrappers for that take a twentieth of the compile time.
    "no_cfunc_wrapper": True,
    # Kernels allocate nothing and return no arrays, so they need not count references to arrays.
    # Counting takes atomic instructions in each call, which delay threads that share arrays.
    "_nrt": False,
    # Kernels divide by nothing that may be zero, so that divisions need no check.
    "error_model": "numpy",
}


# Compiling


def kernel(function: Function) -> Function:
    """Compile a function of the rules and keep the machine code for later runs."""
    return _compile(function, _folder_of(function), nogil=True)


def position_kernel(folder: Path, tag: str) -> Callable[[Function], Function]:
    """Compile a kernel that works on the bytes of one game's states.

    It is made inside another function, once for each game, so it is `named`. It keeps Python's
    lock. Releasing the lock wakes the threads that wait for it. They find it taken again, and the
    switch takes longer than such a short kernel.
    """

    def decorate(function: Function) -> Function:
        return _compile(named(tag)(function), folder, nogil=False)

    return decorate


def named(tag: str) -> Callable[[Function], Function]:
    """Give a kernel that is made inside another function a name of its own.

    Numba links machine code by name. Without this, it could confuse kernels on disk that different
    processes compiled with the same name but different contents.
    """

    def decorate(function: Function) -> Function:
        function.__qualname__ += f"_{tag}"
        return function

    return decorate


def _folder_of(function: Callable[..., Any]) -> Path:
    """Return the folder of the sources that a kernel is written in."""
    file = sys.modules[function.__module__].__file__
    assert file is not None
    return Path(file).parent


def _compile(function: Function, folder: Path, nogil: bool) -> Function:
    if not COMPILED:
        # An uncompiled kernel's integers wrap around silently, as compiled ones do.
        return np.errstate(over="ignore")(function)
    compiled = KernelDispatcher(function, targetoptions=OPTIONS | {"nogil": nogil})
    kept_in = kernel_folder(folder)
    if kept_in is not None:
        configured = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(kept_in)
        try:
            compiled.keep()
        finally:
            numba.config.CACHE_DIR = configured
    return cast("Function", compiled)


# Bit masks. The processor has an instruction for each of these two; Numba has no name for them.


@intrinsic
def _ctpop(_context: Any, mask: Any) -> Any:
    return mask(mask), lambda _c, builder, _s, args: builder.ctpop(args[0])


@intrinsic
def _cttz(_context: Any, mask: Any) -> Any:
    from llvmlite import ir

    never_zero = ir.Constant(ir.IntType(1), 1)
    return mask(mask), lambda _c, builder, _s, args: builder.cttz(args[0], never_zero)


def bit_count(mask: Mask) -> np.uint64:
    """Count the members of a mask."""
    return np.uint64(int(mask).bit_count())


def lowest_bit(mask: Mask) -> np.uint64:
    """Return the smallest member of a mask that is not empty."""
    return np.uint64((int(mask) & -int(mask)).bit_length() - 1)


@overload(bit_count)
def _bit_count(mask: Any) -> Any:  # noqa: ARG001
    def implementation(mask: Any) -> Any:
        return _ctpop(mask)

    return implementation


@overload(lowest_bit)
def _lowest_bit(mask: Any) -> Any:  # noqa: ARG001
    def implementation(mask: Any) -> Any:
        return _cttz(mask)

    return implementation


@kernel
def bit(number: Int) -> Mask:
    """Return the mask with one member."""
    return np.uint64(1) << np.uint64(number)


@kernel
def nth_bit(mask: Mask, n: Int) -> np.uint64:
    """Return the n-th smallest member of a mask, counting from 0.

    This halves the range of bits six times, for every mask. A loop over the members would be as
    fast on a CPU. But on a GPU, threads that run together wait for the longest loop.
    """
    left, found = np.uint64(n), np.uint64(0)
    for half in range(6):
        width = np.uint64(32) >> np.uint64(half)
        below = bit_count((mask >> found) & ((np.uint64(1) << width) - np.uint64(1)))
        if left >= below:
            left -= below
            found += width
    return found


# Copies of states. Numba's own assignment of a record takes four times as long.


@intrinsic
def _memcpy(_context: Any, target: Any, source: Any) -> Any:
    from llvmlite import ir
    from numba.core import cgutils, types

    size = source.size

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        count = ir.Constant(ir.IntType(64), size)
        cgutils.raw_memcpy(builder, args[0], args[1], count, 1)
        return None

    return types.none(target, source), generate


def copy_state(target: State, source: State) -> None:
    """Overwrite a state with another one of the same game."""
    for field in target.dtype.names:
        target[field] = source[field]


@overload(copy_state)
def _copy_state(target: Any, source: Any) -> Any:  # noqa: ARG001
    def implementation(target: Any, source: Any) -> Any:
        return _memcpy(target, source)

    return implementation


# Randomness: splitmix64, whose whole state is one word, so that any number is a good seed.


def generator(seed: int) -> Generator:
    """Return a fresh generator for kernels that draw."""
    return np.array([seed], dtype=np.uint64)


@kernel
def draw(rng: Generator, n: Int) -> np.uint64:
    """Draw one of the numbers 0 .. n-1, all equally likely."""
    rng[0] += np.uint64(0x9E3779B97F4A7C15)
    z = rng[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z ^= z >> np.uint64(31)
    return ((z >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32)


@kernel
def mix(digest: np.uint64, word: Int) -> np.uint64:
    """Mix one more word into a digest."""
    z = (digest ^ np.uint64(word)) * np.uint64(0xBF58476D1CE4E5B9)
    return z ^ (z >> np.uint64(29))


@kernel
def shuffle(cards: npt.NDArray[np.uint8], rng: Generator) -> None:
    """Shuffle an array of cards in place."""
    for last in range(len(cards) - 1, 0, -1):
        other = draw(rng, last + 1)
        cards[last], cards[other] = cards[other], cards[last]


@kernel
def sort(cards: npt.NDArray[np.uint8]) -> None:
    """Sort an array of different cards below 64 in place."""
    left = np.uint64(0)
    for card in cards:
        left |= bit(card)
    for i in range(len(cards)):
        cards[i] = lowest_bit(left)
        left &= left - np.uint64(1)
