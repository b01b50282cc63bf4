"""Observations for learners: arrays of numbers in named pieces.

The module `observation` of each game lists its pieces and writes them.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from math import prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from century.core.engine import per_game
from century.core.kernel import Int, State, kernel

MAX_VALUE = 255  # larger numbers are written as this one
Numbers = npt.NDArray[np.uint8]  # shape (size,): an observation


class Piece(NamedTuple):
    """A named part of an observation."""

    name: str
    shape: tuple[int, ...]
    most: int  # the largest value of its numbers

    @property
    def size(self) -> int:
        """The number of values in this piece."""
        return prod(self.shape)


def offsets(pieces: Iterable[Piece]) -> tuple[int, ...]:
    """Return the index of the first value of each piece, and at the end the total size."""
    return tuple(accumulate((piece.size for piece in pieces), initial=0))


def per_seat(players: int, pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Return pieces that describe one seat as pieces with a row for each seat."""
    return tuple(piece._replace(shape=(players, *piece.shape)) for piece in pieces)


@per_game("observation")
def observe(s: State, seat: Int, out: Numbers) -> None:
    """Write what a seat may know of a state: the seat itself first, the others in turn order.

    All numbers are 0 before, so only the others need to be written.
    """


@kernel
def write_observation(s: State, seat: Int, out: Numbers) -> None:
    """Write a whole observation, over an earlier one."""
    for i in range(len(out)):
        out[i] = 0
    observe(s, seat, out)
