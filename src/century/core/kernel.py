"""What every kernel is made with: the compiler, bit masks and the random generator.

A kernel is a plain Python function over NumPy records that Numba compiles. With NUMBA_DISABLE_JIT=1
the same functions run uncompiled, slowly and with identical results.
"""

from __future__ import annotations

import hashlib
from collections import namedtuple
from collections.abc import Callable
from functools import cache
from operator import itemgetter
from pathlib import Path
from struct import Struct
from typing import Any, TypeVar, cast

import numba
import numpy as np
import numpy.typing as npt
from numba.extending import intrinsic, overload

__all__ = [
    "COMPILED",
    "Generator",
    "Int",
    "Mask",
    "Reading",
    "State",
    "bit",
    "bit_count",
    "brief",
    "draw",
    "generator",
    "kernel",
    "kernel_cache",
    "lowest_bit",
    "mix",
    "named",
    "nth_bit",
    "plain",
    "reader",
    "shuffle",
    "sort",
]

Function = TypeVar("Function", bound=Callable[..., Any])
Int = int | np.integer[Any]  # a whole number; Numba infers its width
State = Any  # one game state: an np.record whose fields the game's state.py lists
Data = Any  # the bytes of a state, in any object that holds bytes
Reading = Any  # the same as a tuple of plain numbers and tuples, by the names of its fields
Mask = np.uint64  # a set of up to 64 numbered things
Generator = npt.NDArray[np.uint64]  # shape (1,): the random generator's whole state

COMPILED = not numba.config.DISABLE_JIT
PACKAGE = Path(__file__).parents[1]
# What no kernel can depend on.
ABOVE_THE_ENGINE = (
    "arena",
    "bench",
    "cli",
    "client.py",
    "env",
    "locales",
    "server",
    "terminal",
    "drawing",
    "page",
)
SEEDS = 2**64  # seeds are 0 .. SEEDS - 1


def plain(state: State) -> Reading:
    """Copy a state into plain numbers and tuples, for code that shows states rather than plays."""
    return reader(state.dtype)(state.tobytes())


@cache
def reader(dtype: np.dtype[Any]) -> Callable[[Data], Reading]:
    """Make a function that reads a record all at once: NumPy takes long for a single field."""
    letters, places, rows, at, count = ["@"], [], [], 0, 0
    names = dtype.names
    assert names is not None
    assert dtype.fields is not None
    for number, name in enumerate(names):
        field, offset = dtype.fields[name][:2]
        size = int(np.prod(field.shape, dtype=int))
        letters.append(f"{offset - at}x{size}{field.base.char}")
        places.append(slice(count, count + size) if field.shape else count)
        if len(field.shape) == 2:
            rows.append((number, field.shape[1]))
        at, count = offset + field.itemsize, count + size
    letters.append(f"{dtype.itemsize - at}x")
    unpack, fields = Struct("".join(letters)).unpack, itemgetter(*places)
    make = cast("Any", namedtuple("Reading", names))._make

    def read(data: Data) -> Reading:
        values = list(fields(unpack(data)))
        for number, width in rows:
            flat = values[number]
            values[number] = tuple(flat[at : at + width] for at in range(0, len(flat), width))
        return make(values)

    return read


def kernel_fingerprint(package: Path = PACKAGE) -> str:
    """Hash the sources that compiled code may depend on: all but those above the engine."""
    digest = hashlib.sha256()
    for path in sorted(package.rglob("*")):
        inside = path.relative_to(package)
        if path.suffix in (".py", ".toml") and inside.parts[0] not in ABOVE_THE_ENGINE:
            digest.update(inside.as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


@cache
def kernel_cache() -> Path:
    """Return the folder that keeps the compiled kernels between runs."""
    base = Path(numba.config.CACHE_DIR) if numba.config.CACHE_DIR else PACKAGE / "__pycache__"
    return base / f"kernels-{kernel_fingerprint()}"


def kernel(function: Function) -> Function:
    """Compile a function of the rules, keeping the machine code for later runs."""
    return _compiled(function, nogil=True)


def brief(function: Function) -> Function:
    """Compile a kernel that is done sooner than other threads could run meanwhile.

    To let go of Python's lock wakes whoever waits for it, who finds it taken again: both lose more
    time than the kernel takes.
    """
    return _compiled(function, nogil=False)


def _compiled(function: Function, nogil: bool) -> Function:
    if not COMPILED:
        return _wrapping(function)
    # Numba dates a cached function by its own file alone, so a changed card or a changed helper in
    # another file would go unnoticed. A cache folder named after all the sources cannot be stale.
    configured = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(kernel_cache())
    try:
        return numba.njit(cache=True, nogil=nogil)(function)
    finally:
        numba.config.CACHE_DIR = configured


def named(tag: str) -> Callable[[Function], Function]:
    """Give a kernel made inside another function a name of its own.

    Machine code is linked by name. Kernels of one name but different contents, compiled by
    different processes and kept on disk, could be taken for one another.
    """

    def decorate(function: Function) -> Function:
        function.__qualname__ += f"_{tag}"
        return function

    return decorate


def _wrapping(function: Function) -> Function:
    """Let an uncompiled kernel's integers wrap around silently, as compiled ones do."""
    return np.errstate(over="ignore")(function)


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
    """Return the n-th smallest member of a mask, counting from 0."""
    for _ in range(np.int64(n)):
        mask &= mask - np.uint64(1)
    return lowest_bit(mask)


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
