"""What a learner is told of a position: numbers in named pieces, by the game's `observation`."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from math import prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from century.core.engine import per_game
from century.core.kernel import Int, State

MOST = 255  # what is more is told as this
Numbers = npt.NDArray[np.uint8]  # shape (size,): an observation


class Piece(NamedTuple):
    """A named run of numbers in an observation."""

    name: str
    shape: tuple[int, ...]
    most: int  # none of its numbers is larger

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


def places(pieces: Iterable[Piece]) -> tuple[int, ...]:
    """Return where each piece begins when they stand one after the other, and where all end."""
    return tuple(accumulate((piece.size for piece in pieces), initial=0))


def for_each(players: int, pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Return the pieces that tell of one seat as they tell of all seats."""
    return tuple(piece._replace(shape=(players, *piece.shape)) for piece in pieces)


@per_game("observation")
def observe(s: State, seat: Int, out: Numbers) -> None:
    """Write what a seat may know of a state, itself first and the others in turn order."""
