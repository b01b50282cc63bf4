"""A single game that is modified in place, for the environments that step one game."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from typing import Any

import numpy as np
import numpy.typing as npt

from century.core.engine import Bytes
from century.core.kernel import State
from century.core.lockstep import (
    ILLEGAL,
    LEAVE,
    ONGOING,
    POINTS_SO_FAR,
    TERMINATED,
    TRUNCATED,
    StepOne,
    make_step_one,
)
from century.core.observation import Numbers, write_observation
from century.env.actions import action_number
from century.env.encoding import Encoding, encoding
from century.env.rewards import check_rounds, reward_number, rewards
from century.errors import BadOption, BadPlayers, GameNotBegun, UnknownToken
from century.position import Game, Position, games
from century.record import Record, Turn

__all__ = ["DEFAULT_GAME", "SingleGame", "position_option"]

DEFAULT_GAME = games()[0]


def position_option(options: dict[str, Any] | None) -> str | None:
    """Return the text of the position to begin with, from the options of `reset`."""
    text = (options or {}).get("position")
    if text is not None and not isinstance(text, str):
        raise BadOption(f"the position is given as text, not as a {type(text).__name__}")
    return text


@cache
def _step_kernel(game: Game) -> StepOne:
    return make_step_one(game.state, game.package)


class SingleGame:
    """A game in progress, with the mask and the observation of the seat that decides."""

    # Each decision replaces these by new objects.
    seat: int  # the seat that decides
    mask: npt.NDArray[np.int8]  # shape (actions,): 1 for each legal action
    observation: Numbers  # shape (encoding.size,): of the seat that decides

    seed: int | None  # of the deal; None if the game began with a given position

    def __init__(
        self, game: Game, players: int, reward: str, rounds: int | None, options: dict[str, object]
    ) -> None:
        self.game = game
        self.players = game.check_players(players)
        self.encoding: Encoding = encoding(game, players)
        self.options = options
        game.blank(options)  # raises BadOption for an option that the game does not have
        self._reward = reward_number(reward)
        self.shaped = self._reward == POINTS_SO_FAR  # whether each decision has a reward
        self._rounds = check_rounds(rounds)
        self._step_one = _step_kernel(game)
        self._data: Bytes | None = None
        self._size, self._actions = self.encoding.size, len(game.actions)

    def deal(self, seed: int) -> None:
        """Start a new game."""
        self._begin(self.game.start(self.players, seed, **self.options), seed)

    def load(self, text: str) -> None:
        """Continue from a position, given as text."""
        start = self.game.read(text)
        if start.players != self.players:
            raise BadPlayers(f"this game is for {self.players} players, not {start.players}")
        self._begin(start, None)

    def _begin(self, start: Position, seed: int | None) -> None:
        self.seed, self._start = seed, start
        self._gains = [0.0] * self.players
        self._decisions: list[tuple[int, int, int]] = []  # the round, the seat and the action
        self._data = np.frombuffer(bytearray(start.state.tobytes()), np.uint8)
        self._advance(LEAVE)

    def number(self, action: object) -> int:
        """Return the number of an action that was given as a number or a token."""
        return action_number(action, self._start.number)

    def take(self, action: int) -> None:
        """Apply an action, or raise IllegalMove or UnknownToken and change nothing."""
        if not 0 <= action < self._actions:
            raise UnknownToken(action)
        assert self._data is not None  # the environments check this
        (rounds,) = self.game.unpack_rounds(self._data.data, self.game.byte_of_rounds)
        seat = self.seat
        before = self.position.scores() if self.shaped else []
        self._advance(action)
        if self.shaped:
            after = self.position.scores()
            self._gains = [float(b - a) for a, b in zip(before, after, strict=True)]
        self._decisions.append((rounds, seat, action))

    def _advance(self, action: int) -> None:
        mask, out = np.empty(self._actions, np.int8), np.empty(self._size, np.uint8)
        assert self._data is not None  # the environments check this
        outcome, seat = self._step_one(self._data, action, self._rounds, mask, out)
        if outcome == ILLEGAL:
            raise self.position.refusal(action)
        self._outcome, self.seat = outcome, int(seat)
        self.mask, self.observation = mask, out

    @property
    def begun(self) -> bool:
        """Whether there is a game, in progress or ended."""
        return self._data is not None

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
        """Return the reward of each seat for the latest decision."""
        if self.shaped:
            return self._gains
        if self.ongoing:
            return [0.0] * self.players
        return rewards(self.position.scores(), self._reward)

    def record(self, names: tuple[str, ...] = ()) -> str:
        """Return the record of the game so far, as text."""
        tokens = self._start.tokens
        record = Record(
            self._start, tuple(tokens[action] for _, _, action in self._decisions), names, self.seed
        )
        turns = [
            Turn(number, seat, tuple(tokens[action] for _, _, action in group))
            for (number, seat), group in groupby(self._decisions, key=lambda one: one[:2])
        ]
        return record.write(turns, self.position)

    def observe(self, seat: int) -> Numbers:
        """Return the observation of a seat."""
        out = np.empty(self._size, np.uint8)
        write_observation(self._state, seat, out)
        return out
