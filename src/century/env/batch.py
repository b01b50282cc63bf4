"""Thousands of games that advance together in compiled code; each step overwrites the arrays."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from century.core import lockstep
from century.core.lockstep import LEAVE, Actions, Flags, Games, GameSettings
from century.core.observation import Numbers
from century.env.encoding import Encoding, encoding
from century.env.rewards import DEFAULT_ROUNDS, check_rounds, reward_number
from century.errors import BadCount, BadSeat, GameNotBegun
from century.playout import check_run
from century.position import Position, check_seed, game

__all__ = ["LEAVE", "Batch", "sample"]

_RNG_KEY = 2**63  # combined with the seed: random decisions must not repeat the draws of the deal


class Batch:
    """Many games with the same number of players and the same options.

    Game i is dealt from `seed + i`. The step that ends a game also deals the next one in its place,
    from the old seed plus the number of games. `rewards`, `scores`, `terminated` and `truncated`
    then describe the game that ended, all other arrays the new game. Each step overwrites all
    arrays.

    >>> games = Batch("spice-road", players=2, games=3, seed=7)
    >>> games.step(games.masks.argmax(axis=1))
    >>> games.seats.tolist()
    [1, 1, 1]
    """

    def __init__(
        self,
        name: str,
        players: int,
        games: int,
        seed: int,
        *,
        reward: str = "win",
        rounds: int | None = DEFAULT_ROUNDS,
        observe: bool = True,
        renew: bool = True,
        threads: int = 1,
        **options: object,
    ) -> None:
        self.game = game(name)
        check_run(self.game, players, games, seed)
        self.players = int(players)
        self.encoding: Encoding = encoding(self.game, self.players)
        self._settings = GameSettings(
            self.players, check_rounds(rounds), reward_number(reward), bool(renew)
        )
        self._games = _allocate(self.game.blank(options), self, int(games), observe)
        self._actions: Actions = np.full(games, LEAVE, np.int64)
        self._slices = _slices(int(games), threads)
        self._threads = ThreadPoolExecutor(len(self._slices)) if len(self._slices) > 1 else None
        self.reset(seed)

    # The arrays that each step writes. They are read-only, because the kernels rely on them.

    @property
    def masks(self) -> Flags:
        """The legal actions, shape (games, actions); a game that is over has none."""
        return _read_only(self._games.masks)

    @property
    def seats(self) -> npt.NDArray[np.int64]:
        """The seat that decides in each game, shape (games,)."""
        return _read_only(self._games.seats)

    @property
    def observations(self) -> Numbers:
        """The observations of the seats that decide, shape (games, encoding.size)."""
        return _read_only(self._games.observations)

    @property
    def rewards(self) -> npt.NDArray[np.float32]:
        """The rewards of the latest step, shape (games, players); 0 unless it ended the game."""
        return _read_only(self._games.rewards)

    @property
    def terminated(self) -> Flags:
        """Which games the latest step ended by the rules, shape (games,)."""
        return _read_only(self._games.terminated)

    @property
    def truncated(self) -> Flags:
        """Which games the latest step ended by the limit of rounds, shape (games,)."""
        return _read_only(self._games.truncated)

    @property
    def scores(self) -> npt.NDArray[np.int64]:
        """The final scores of the latest finished game, shape (games, players)."""
        return _read_only(self._games.scores)

    def __len__(self) -> int:
        return len(self._actions)

    # Methods that change or inspect games

    def reset(self, seed: int) -> None:
        """Start new games in all places, from a new seed."""
        count = len(self)
        check_seed(check_seed(seed) + count - 1)
        numbers = np.arange(count, dtype=np.uint64)
        self._games.seeds[:] = np.uint64(seed) + numbers
        self._games.rngs[:] = self._games.seeds ^ np.uint64(_RNG_KEY)
        self._games.scores[:] = 0
        self._run(lambda start, stop: lockstep.deal_games(self._games, self._settings, start, stop))

    def renew(self, chosen: Flags) -> None:
        """Replace each chosen game by the next one."""
        lockstep.deal_next_games(self._games, self._settings, self._check_array(chosen, "b"))

    def step(self, actions: npt.NDArray[np.integer[Any]]) -> None:
        """Apply an action in each game; LEAVE leaves a game unchanged.

        If any action is illegal, no game changes, and the error describes the first illegal action.
        """
        self._actions[:] = self._check_array(actions, "iu")
        illegal = lockstep.first_illegal(self._games, self._actions)
        if illegal >= 0:
            if not self._games.options[illegal]:
                raise GameNotBegun(f"game {illegal} has ended; pass LEAVE for it, or call renew")
            self.position(int(illegal)).apply(int(self._actions[illegal]))  # raises the error
        self._run(
            lambda start, stop: lockstep.step(
                self._games, self._settings, self._actions, start, stop
            )
        )

    def play_random(self, steps: int) -> None:
        """Take `steps` random decisions in each game without returning to Python."""
        self._run(
            lambda start, stop: lockstep.play_random(
                self._games, self._settings, steps, self._actions, start, stop
            )
        )

    def observe(self, seats: npt.NDArray[np.int64]) -> Numbers:
        """Return the observation of the given seat in each game."""
        seats = self._check_array(seats, "iu").astype(np.int64)
        if ((seats < 0) | (seats >= self.players)).any():
            raise BadSeat(f"seats are 0 to {self.players - 1}")
        out = np.zeros((len(self), self.encoding.size), np.uint8)
        lockstep.observe_all(self._games.states, seats, out)
        return out

    def position(self, i: int) -> Position:
        """Return the position of game i."""
        return self.game.position(self._games.states[i])

    def _check_array(self, given: Any, kinds: str) -> npt.NDArray[Any]:
        """Return an array with one value of the right kind for each game, or raise BadCount."""
        array = np.asarray(given)
        if array.shape != (len(self),) or array.dtype.kind not in kinds:
            what = "boolean" if kinds == "b" else "whole number"
            raise BadCount(
                f"expected one {what} for each of {len(self)} games, "
                f"got shape {array.shape} of {array.dtype}"
            )
        return array

    def _run(self, work: Callable[[int, int], object]) -> None:
        """Divide work among the threads; the result does not depend on their number."""
        if self._threads is None:
            work(*self._slices[0])
        else:
            list(self._threads.map(work, *zip(*self._slices, strict=True)))


def sample(masks: Flags, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Choose a random legal action for each row of masks; LEAVE for a row without one."""
    where = np.append(np.flatnonzero(masks), 0)  # the 0 is for final rows without a legal action
    counts = np.count_nonzero(masks, axis=1)
    choices = np.cumsum(counts) - counts + (rng.random(len(masks)) * counts).astype(np.int64)
    return np.where(counts > 0, where[choices] % masks.shape[1], LEAVE)


def _allocate(blank: Any, batch: Batch, games: int, observe: bool) -> Games:
    states = batch.game.scratch(games + 1)
    states[games] = np.frombuffer(blank, states.dtype)[0]
    return Games(
        states=states[:games],
        blank=states[games:],
        seeds=np.zeros(games, np.uint64),
        rngs=np.zeros(games, np.uint64),
        masks=np.zeros((games, len(batch.game.actions)), np.bool_),
        firsts=np.zeros(games, np.int64),
        options=np.zeros(games, np.uint64),
        seats=np.zeros(games, np.int64),
        observations=np.zeros((games if observe else 0, batch.encoding.size), np.uint8),
        rewards=np.zeros((games, batch.players), np.float32),
        terminated=np.zeros(games, np.bool_),
        truncated=np.zeros(games, np.bool_),
        scores=np.zeros((games, batch.players), np.int64),
    )


def _slices(games: int, threads: int) -> list[tuple[int, int]]:
    """Return the games of each thread as a pair (start, stop)."""
    if not 1 <= threads <= 1024:
        raise BadCount(f"threads must be a whole number from 1 to 1024, not {threads!r}")
    edges = [games * i // threads for i in range(threads + 1)]
    return [(a, b) for a, b in pairwise(edges) if a < b]


def _read_only(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view
