"""One game that is stepped in place: what the environments for single games stand on."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from century.core.engine import Bytes
from century.core.kernel import State
from century.core.lockstep import (
    GOES_ON,
    LEAVE,
    REFUSED,
    TERMINATED,
    TRUNCATED,
    StepOne,
    make_step_one,
)
from century.core.observation import Numbers, observe
from century.env.encoding import Encoding, encoding
from century.env.rewards import check_rounds, reward_number, rewards
from century.errors import GameNotBegun, UnknownToken
from century.position import Game, Position

__all__ = ["Table"]


@cache
def _taker(game: Game) -> StepOne:
    return make_step_one(game.state, game.package)


class Table:
    """A game with its players, and what the seat that decides is told."""

    seat: int  # who decides
    mask: npt.NDArray[
        np.int8
    ]  # shape (actions,): 1 where an action is legal; new for each decision
    observation: Numbers  # shape (encoding.size,): what that seat may know; new for each decision

    def __init__(
        self, game: Game, players: int, reward: str, rounds: int | None, options: dict[str, object]
    ) -> None:
        self.game = game
        self.players = game.check_players(players)
        self.encoding: Encoding = encoding(game, players)
        self.options = options
        self._reward = reward_number(reward)
        self._rounds = check_rounds(rounds)
        self._take = _taker(game)
        self._data: Bytes | None = None
        self._size, self._actions = self.encoding.size, len(game.actions)

    def deal(self, seed: int) -> None:
        """Begin a game."""
        start = self.game.start(self.players, seed, **self.options)
        self._data = np.frombuffer(bytearray(start.state.tobytes()), np.uint8)
        self._show(LEAVE)

    def take(self, action: int) -> None:
        """Carry out an action, or raise IllegalMove or UnknownToken and change nothing."""
        if not 0 <= action < self._actions:
            raise UnknownToken(action)
        self._show(action)

    def _show(self, action: int) -> None:
        mask, out = np.empty(self._actions, np.int8), np.empty(self._size, np.uint8)
        assert self._data is not None  # each environment asks for a reset itself
        came, seat = self._take(self._data, action, self._rounds, mask, out)
        if came == REFUSED:
            raise self.position.refusal(action)
        self._came, self.seat, self.mask, self.observation = came, int(seat), mask, out

    @property
    def goes_on(self) -> bool:
        """Whether there is something to decide."""
        return self._came == GOES_ON

    @property
    def terminated(self) -> bool:
        """Whether the game has ended by the rules."""
        return self._came == TERMINATED

    @property
    def truncated(self) -> bool:
        """Whether the game has ended as it stands, by the limit of rounds."""
        return self._came == TRUNCATED

    @property
    def position(self) -> Position:
        """The position now."""
        return self.game.position(self._state)

    @property
    def _state(self) -> State:
        if self._data is None:
            raise GameNotBegun("reset the environment first")
        state: State = self._data.view(self.game.state)[0]
        return state

    def rewards(self) -> list[float]:
        """Return what each seat is given once the game has ended."""
        return rewards(self.position.scores(), self._reward)

    def observe(self, seat: int) -> Numbers:
        """Return what any seat may know."""
        out = np.empty(self._size, np.uint8)
        observe(self._state, seat, out)
        return out
