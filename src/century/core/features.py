"""Features for neural networks: flags that describe a position to the seat that decides.

The module `features` of a game lists them as pieces and writes them. Unlike observations, they
are all flags, and there are equally many for any number of players. So one network plays with any
number of players, and skips the work for flags that are not set.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib import import_module
from typing import NamedTuple

import numpy as np

from century.core.engine import per_game
from century.core.kernel import Int, State, kernel
from century.core.observation import Numbers, Piece, offsets
from century.core.optional_module import optional_module

__all__ = [
    "Features",
    "decision_pieces",
    "features_of",
    "has_features",
    "thermometer",
    "write_decision",
    "write_features",
]

_ROUNDS, _ROUNDS_A_FLAG = 20, 2


class Features(NamedTuple):
    """What the features of a game are."""

    pieces: tuple[Piece, ...]
    size: int
    seats: int  # the most players
    digest: str  # the same only for features of the same names and sizes


@cache
def features_of(package: str) -> Features:
    """Return the features of the game in a package, which must have some."""
    module = import_module(f"{package}.features")
    pieces = module.PIECES
    described = ";".join(f"{piece.name}{list(piece.shape)}" for piece in pieces)
    digest = sha256(described.encode()).hexdigest()[:12]
    return Features(pieces, offsets(pieces)[-1], module.SEATS, digest)


def has_features(package: str) -> bool:
    """Tell whether a game has features, which are optional."""
    return hasattr(optional_module(package, "features"), "write_features")


@per_game("features")
def write_features(s: State, seat: Int, out: Numbers) -> None:
    """Set the flags of a position as the seat that decides sees it. All flags are 0 before."""


@kernel
def thermometer(value: Int, most: Int, out: Numbers, at: Int) -> None:
    """Write a number as `most` flags, of which the first `value` are set."""
    for i in range(min(np.int64(value), np.int64(most))):  # none, if the value is negative
        out[at + i] = 1


# The first features of every game


def decision_pieces(players: range, phases: int) -> tuple[Piece, ...]:
    """Return the pieces that `write_decision` writes; they come first."""
    return (
        Piece("players", (len(players),), 1),
        Piece("seat", (players[-1],), 1),  # the number of the deciding seat
        Piece("phase", (phases,), 1),
        Piece("ending", (), 1),
        Piece("round", (_ROUNDS,), 1),
    )


@kernel
def write_decision(s: State, seat: Int, fewest: Int, most: Int, phases: Int, out: Numbers) -> None:
    """Write who decides, in which phase, and when; a game has `fewest` to `most` players."""
    out[np.int64(s.players) - fewest] = 1
    at = most - fewest + 1
    out[at + np.int64(seat)] = 1
    at += most
    if s.phase < phases:  # the phase after the last one means that the game is over
        out[at + np.int64(s.phase)] = 1
    at += phases
    out[at] = s.ending
    thermometer(s.rounds // _ROUNDS_A_FLAG, _ROUNDS, out, at + 1)
