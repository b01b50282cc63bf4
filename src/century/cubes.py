"""Cube arithmetic that the games share.

A handful of cubes is one 32-bit word with a byte for each colour, yellow lowest. So taking, paying
and comparing whole handfuls are single operations. No colour ever reaches 128 (see `covers`).
"""

from __future__ import annotations

import numpy as np

from century.kernel import Int, kernel

COLOURS = "YRGB"  # yellow < red < green < brown, by worth
YELLOW, RED, GREEN, BROWN = range(4)

Cubes = np.uint32

_TOP_BITS = np.uint32(0x80808080)
_ONES = np.uint32(0x01010101)


def pack(text: str) -> int:
    """Turn letters into a packed handful: pack("YYG") == 0x010002."""
    return sum(1 << 8 * COLOURS.index(letter) for letter in text)


def spell(cubes: Int) -> str:
    """Turn a packed handful into sorted letters: spell(0x010002) == "YYG"."""
    word = int(cubes)
    return "".join(letter * (word >> 8 * i & 0xFF) for i, letter in enumerate(COLOURS))


@kernel
def one(colour: Int) -> Cubes:
    """Return a handful of one cube."""
    return np.uint32(np.uint32(1) << np.uint32(8 * colour))


@kernel
def count(cubes: Cubes, colour: Int) -> np.uint32:
    """Count the cubes of one colour."""
    return np.uint32((cubes >> np.uint32(8 * colour)) & np.uint32(0xFF))


@kernel
def total(cubes: Cubes) -> np.uint32:
    """Count the cubes of all colours."""
    # The product's highest byte is the sum of the four bytes.
    return np.uint32(np.uint32(cubes * _ONES) >> np.uint32(24))


@kernel
def covers(have: Cubes, need: Cubes) -> bool:
    """Tell whether a handful holds at least the cubes needed of every colour."""
    # Each byte's top bit is set first and survives the subtraction unless that colour falls short.
    return ((have | _TOP_BITS) - need) & _TOP_BITS == _TOP_BITS


@kernel
def colours_held(cubes: Cubes, colours: Int) -> np.uint64:
    """Return the mask of the colours held, of the given number of lowest colours."""
    mask = np.uint64(0)
    for colour in range(colours):
        if count(cubes, colour) > 0:
            mask |= np.uint64(1) << np.uint64(colour)
    return mask


@kernel
def raised(cubes: Cubes, colour: Int) -> Cubes:
    """Return the handful after raising one cube of a colour by one step."""
    return np.uint32(cubes - one(colour) + one(colour + 1))


@kernel
def worth_points(cubes: Cubes) -> np.uint32:
    """Count the cubes that are not yellow: each is worth a point at the end."""
    return np.uint32(total(cubes) - count(cubes, YELLOW))
