"""Handfuls of cubes as one number: how letters are packed into it and read from it."""

from __future__ import annotations

from functools import lru_cache

from century.core.cubes import COLOURS

__all__ = ["NARROW", "WIDE", "Packing"]


class Packing:
    """A number with a lane of bits for each colour, yellow lowest.

    >>> NARROW.spell(NARROW.pack("GYY"))
    'YYG'
    """

    def __init__(self, bits: int) -> None:
        self.bits = bits
        # Positions repeat the same few handfuls, and views spell them in every move.
        self.spell = lru_cache(maxsize=65_536)(self._spell)

    def pack(self, letters: str) -> int:
        """Turn letters into a handful."""
        counts = [letters.count(colour) for colour in COLOURS]
        if sum(counts) != len(letters):
            raise ValueError(f"{letters!r} has letters that are no colours")
        return sum(count << self.bits * i for i, count in enumerate(counts))

    def _spell(self, cubes: int) -> str:
        """Turn a handful into sorted letters."""
        lane = (1 << self.bits) - 1
        counts = (cubes >> self.bits * i & lane for i in range(len(COLOURS)))
        return "".join(letter * n for letter, n in zip(COLOURS, counts, strict=True))


NARROW = Packing(8)  # 32 bits: up to 255 cubes of a colour
WIDE = Packing(16)  # 64 bits: up to 65,535 cubes of a colour
