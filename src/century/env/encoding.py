"""Observations: positions as numbers, in pieces that have names."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
import numpy.typing as npt

from century.core.observation import Numbers, Piece, observe, places
from century.errors import BadPlayers
from century.position import Game, Position

__all__ = ["Encoding", "encoding"]


class Encoding:
    """How positions of a game at a table of so many are told to a learner.

    >>> from century import game
    >>> told = encoding(game("spice-road"), players=2)
    >>> told.named(told.of(game("spice-road").start(players=2, seed=7)))["cubes"].tolist()
    [[3, 0, 0, 0], [4, 0, 0, 0]]
    """

    def __init__(self, game: Game, players: int) -> None:
        self.game = game
        self.players = game.check_players(players)
        listed = import_module(f"{game.package}.observation").pieces
        self.pieces: tuple[Piece, ...] = listed(self.players)
        *starts, self.size = places(self.pieces)
        self._starts = tuple(starts)

    @property
    def most(self) -> Numbers:
        """The largest value of each number."""
        sizes = [piece.size for piece in self.pieces]
        return np.repeat(np.array([piece.most for piece in self.pieces], np.uint8), sizes)

    def named(self, observation: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
        """Return the pieces of an observation, or of an array of them, by name; none is copied."""
        before = observation.shape[:-1]
        return {
            piece.name: observation[..., start : start + piece.size].reshape(before + piece.shape)
            for piece, start in zip(self.pieces, self._starts, strict=True)
        }

    def of(self, position: Position, seat: int | None = None) -> Numbers:
        """Return what a seat may know of a position; the seat that decides if none is given."""
        if position.game is not self.game or position.players != self.players:
            raise BadPlayers(f"this tells of {self.game.name} for {self.players} players")
        out = np.zeros(self.size, np.uint8)
        observe(position.state, position.seat if seat is None else position.check_seat(seat), out)
        return out


@cache
def encoding(game: Game, players: int) -> Encoding:
    """Return how positions of a game at a table of so many are told."""
    return Encoding(game, players)
