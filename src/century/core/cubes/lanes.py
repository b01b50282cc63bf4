"""Arithmetic on handfuls of cubes, as kernels.

A handful is one word with a lane of bits for each colour, yellow lowest (`packing.py`). Taking,
paying and comparing whole handfuls are then single operations. A lane must be wide enough for
the most cubes of one colour that a game can bring together; each width has its own module.

A lane can store and count as many cubes as it has room for. `covers` needs the highest bit of each
lane for itself, so it takes at most half as many; `total` and `worth_points` need the sum of all
four lanes to fit into one lane.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from century.core.cubes import COLOURS
from century.core.kernel import Int, Mask, kernel, named

Word = Any  # a packed handful: np.uint32 or np.uint64


class Arithmetic(NamedTuple):
    """The kernels for handfuls of one width."""

    one: Callable[[Int], Word]
    count_of: Callable[[Word, Int], Word]
    total: Callable[[Word], Word]
    covers: Callable[[Word, Word], bool]
    colours_held: Callable[[Word, Int], Mask]
    raised: Callable[[Word, Int], Word]
    worth_points: Callable[[Word], Word]
    most_plentiful: Callable[[Word], Int]
    part_held: Callable[[Word, Word], Word]


def arithmetic(word: Any, bits: int) -> Arithmetic:
    """Make the arithmetic for words with lanes of this many bits.

    The kernels do not call each other: Numba cannot cache a function that closes over a kernel.
    """
    width = f"{bits}_bits"
    ones = word(sum(1 << bits * i for i in range(len(COLOURS))))
    lane = word((1 << bits) - 1)
    top_bits = word(int(ones) << bits - 1)
    total_lane = bits * (len(COLOURS) - 1)

    @kernel
    @named(width)
    def one(colour: Int) -> Word:
        """Return a handful of one cube."""
        return word(word(1) << word(bits * colour))

    @kernel
    @named(width)
    def count_of(cubes: Word, colour: Int) -> Word:
        """Count the cubes of one colour."""
        return word((cubes >> word(bits * colour)) & lane)

    @kernel
    @named(width)
    def total(cubes: Word) -> Word:
        """Count the cubes of all colours."""
        # The highest lane of the product is the sum of the four lanes.
        return word(word(cubes * ones) >> word(total_lane))

    @kernel
    @named(width)
    def covers(have: Word, need: Word) -> bool:
        """Tell whether a handful holds at least the cubes needed of every colour."""
        # Each lane's top bit is set first and survives the subtraction unless that colour is short.
        return ((have | top_bits) - need) & top_bits == top_bits

    @kernel
    @named(width)
    def colours_held(cubes: Word, colours: Int) -> Mask:
        """Return the mask of the colours held, among the given number of lowest colours."""
        mask = np.uint64(0)
        for colour in range(colours):
            if (cubes >> word(bits * colour)) & lane:
                mask |= np.uint64(1) << np.uint64(colour)
        return mask

    @kernel
    @named(width)
    def raised(cubes: Word, colour: Int) -> Word:
        """Return the handful after raising one cube of a colour by one step."""
        # A full lane is one cube of the next colour less one of this.
        return word(cubes + word(lane << word(bits * colour)))

    @kernel
    @named(width)
    def worth_points(cubes: Word) -> Word:
        """Count the cubes that are not yellow: each is worth a point at the end."""
        return word(word((cubes & ~lane) * ones) >> word(total_lane))

    @kernel
    @named(width)
    def most_plentiful(cubes: Word) -> Int:
        """Return the colour with the most cubes; of equal colours, the lowest."""
        most, found = word(0), 0
        for colour in range(len(COLOURS)):
            count = word((cubes >> word(bits * colour)) & lane)
            if count > most:
                most, found = count, colour
        return found

    @kernel
    @named(width)
    def part_held(have: Word, need: Word) -> Word:
        """Count how many of the cubes needed a handful holds."""
        held = word(0)
        for colour in range(len(COLOURS)):
            shift = word(bits * colour)
            held += min((have >> shift) & lane, (need >> shift) & lane)
        return held

    return Arithmetic(
        one,
        count_of,
        total,
        covers,
        colours_held,
        raised,
        worth_points,
        most_plentiful,
        part_held,
    )
