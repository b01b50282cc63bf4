"""A single game that is modified in place, for the environments that step one game."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from century.core.engine import Bytes
from century.core.kernel import State
from century.core.lockstep import (
    ILLEGAL,
    LEAVE,
    ONGOING,
    TERMINATED,
    TRUNCATED,
    StepOne,
    make_step_one,
)
from century.core.observation import Numbers, write_observation
from century.env.encoding import Encoding, encoding
from century.env.rewards import check_rounds, reward_number, rewards
from century.errors import GameNotBegun, UnknownToken
from century.position import Game, Position, games

__all__ = ["DEFAULT_GAME", "SingleGame"]

DEFAULT_GAME = games()[0]


@cache
def _step_kernel(game: Game) -> StepOne:
    return make_step_one(game.state, game.package)


class SingleGame:
    """A game in progress, with the mask and the observation of the seat that decides."""

    # Each decision replaces these by new objects.
    seat: int  # the seat that decides
    mask: npt.NDArray[np.int8]  # shape (actions,): 1 for each legal action
    observation: Numbers  # shape (encoding.size,): of the seat that decides

    def __init__(
        self, game: Game, players: int, reward: str, rounds: int | None, options: dict[str, object]
    ) -> None:
        self.game = game
        self.players = game.check_players(players)
        self.encoding: Encoding = encoding(game, players)
        self.options = options
        self._reward = reward_number(reward)
        self._rounds = check_rounds(rounds)
        self._step_one = _step_kernel(game)
        self._data: Bytes | None = None
        self._size, self._actions = self.encoding.size, len(game.actions)

    def deal(self, seed: int) -> None:
        """Start a new game."""
        start = self.game.start(self.players, seed, **self.options)
        self._data = np.frombuffer(bytearray(start.state.tobytes()), np.uint8)
        self._advance(LEAVE)

    def take(self, action: int) -> None:
        """Apply an action, or raise IllegalMove or UnknownToken and change nothing."""
        if not 0 <= action < self._actions:
            raise UnknownToken(action)
        self._advance(action)

    def _advance(self, action: int) -> None:
        mask, out = np.empty(self._actions, np.int8), np.empty(self._size, np.uint8)
        assert self._data is not None  # the environments check this
        outcome, seat = self._step_one(self._data, action, self._rounds, mask, out)
        if outcome == ILLEGAL:
            raise self.position.refusal(action)
        self._outcome, self.seat = outcome, int(seat)
        self.mask, self.observation = mask, out

    @property
    def ongoing(self) -> bool:
        """Whether the game has not ended."""
        return self._outcome == ONGOING

    @property
    def terminated(self) -> bool:
        """Whether the game has ended by the rules."""
        return self._outcome == TERMINATED

    @property
    def truncated(self) -> bool:
        """Whether the game has ended by the limit of rounds."""
        return self._outcome == TRUNCATED

    @property
    def position(self) -> Position:
        """The current position."""
        return self.game.position(self._state)

    @property
    def _state(self) -> State:
        if self._data is None:
            raise GameNotBegun("no game is in progress: call reset first")
        state: State = self._data.view(self.game.state)[0]
        return state

    def rewards(self) -> list[float]:
        """Return the reward of each seat, after the game has ended."""
        return rewards(self.position.scores(), self._reward)

    def observe(self, seat: int) -> Numbers:
        """Return the observation of a seat."""
        out = np.empty(self._size, np.uint8)
        write_observation(self._state, seat, out)
        return out
