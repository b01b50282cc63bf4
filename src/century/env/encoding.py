"""Observations: positions as arrays of numbers, in named pieces."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from century.core.observation import Numbers, Piece, offsets, write_observation
from century.core.optional_module import optional_module
from century.errors import BadGame, BadPlayers
from century.position import Game, Position

__all__ = ["Encoding", "encoding"]


class Encoding:
    """The layout of the observations of a game with a given number of players.

    >>> from century import game
    >>> layout = encoding(game("spice-road"), players=2)
    >>> observation = layout.of(game("spice-road").start(players=2, seed=7))
    >>> layout.named(observation)["cubes"].tolist()
    [[3, 0, 0, 0], [4, 0, 0, 0]]
    """

    def __init__(self, game: Game, players: int) -> None:
        self.game = game
        self.players = game.check_players(players)
        module = optional_module(game.package, "observation")
        if module is None:
            raise BadGame(f"{game.name} has no observation.py, which the environments need")
        self.pieces: tuple[Piece, ...] = module.pieces(self.players)
        *starts, self.size = offsets(self.pieces)
        self._starts = tuple(starts)

    @property
    def most(self) -> Numbers:
        """The largest possible value of each number."""
        sizes = [piece.size for piece in self.pieces]
        return np.repeat(np.array([piece.most for piece in self.pieces], np.uint8), sizes)

    def named(self, observation: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
        """Return views of the pieces of an observation, or of an array of observations, by name."""
        leading = observation.shape[:-1]
        return {
            piece.name: observation[..., start : start + piece.size].reshape(leading + piece.shape)
            for piece, start in zip(self.pieces, self._starts, strict=True)
        }

    def of(self, position: Position, seat: int | None = None) -> Numbers:
        """Return the observation of a seat, by default the seat that decides."""
        if position.game is not self.game or position.players != self.players:
            raise BadPlayers(f"this encoding is for {self.game.name} with {self.players} players")
        out = np.empty(self.size, np.uint8)
        observer = position.seat if seat is None else position.check_seat(seat)
        write_observation(position.state, observer, out)
        return out


@cache
def encoding(game: Game, players: int) -> Encoding:
    """Return the layout of the observations of a game, from a cache."""
    return Encoding(game, players)
