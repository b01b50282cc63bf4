"""Thousands of games stepped at once, compiled, in arrays that are written over by each step."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from century.core import lockstep
from century.core.lockstep import LEAVE, Actions, Flags, Games, Terms
from century.core.observation import Numbers
from century.env.encoding import Encoding, encoding
from century.env.rewards import DEFAULT_ROUNDS, check_rounds, reward_number
from century.errors import BadCount, BadSeat, GameNotBegun
from century.playout import check_run
from century.position import Position, check_seed, game

__all__ = ["LEAVE", "Batch", "sample"]

_APART = 2**63  # decisions are not drawn by the very numbers that dealt the cards


class Batch:
    """Games of one kind side by side, each with the seat that decides in it.

    Game i is dealt by `seed + i`. A game that ends is followed at once by the next one, dealt by
    its seed plus the number of games; `rewards`, `scores`, `terminated` and `truncated` tell of
    the one that ended, everything else of the new one. All arrays are written over by each step.

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
        self._terms = Terms(self.players, check_rounds(rounds), reward_number(reward), bool(renew))
        self._games = _room(self.game.blank(options), self, int(games), observe)
        self._actions: Actions = np.full(games, LEAVE, np.int64)
        self._slices = _slices(int(games), threads)
        self._threads = ThreadPoolExecutor(len(self._slices)) if len(self._slices) > 1 else None
        self.reset(seed)

    # What each step writes; read-only, since the games go by it.

    @property
    def masks(self) -> Flags:
        """The legal actions of each game, shape (games, actions); none where a game is over."""
        return _shown(self._games.masks)

    @property
    def seats(self) -> npt.NDArray[np.int64]:
        """Who decides in each game."""
        return _shown(self._games.seats)

    @property
    def observations(self) -> Numbers:
        """What the seats that decide may know, shape (games, encoding.size)."""
        return _shown(self._games.observations)

    @property
    def rewards(self) -> npt.NDArray[np.float32]:
        """What each seat got by the latest step, shape (games, players): 0 until the end."""
        return _shown(self._games.rewards)

    @property
    def terminated(self) -> Flags:
        """Which games ended in the latest step by the rules."""
        return _shown(self._games.terminated)

    @property
    def truncated(self) -> Flags:
        """Which games ended in the latest step as they stood, by the limit of rounds."""
        return _shown(self._games.truncated)

    @property
    def scores(self) -> npt.NDArray[np.int64]:
        """The final scores of the game that ended last, shape (games, players)."""
        return _shown(self._games.scores)

    def __len__(self) -> int:
        return len(self._actions)

    # What can be done

    def reset(self, seed: int) -> None:
        """Deal all games anew."""
        count = len(self)
        check_seed(check_seed(seed) + count - 1)
        numbers = np.arange(count, dtype=np.uint64)
        self._games.deals[:] = np.uint64(seed) + numbers
        self._games.rngs[:] = self._games.deals ^ np.uint64(_APART)
        self._games.scores[:] = 0
        self._share(lambda start, stop: lockstep.begin(self._games, self._terms, start, stop))

    def renew(self, chosen: Flags) -> None:
        """Deal the next game in the chosen places."""
        lockstep.renew(self._games, self._terms, self._one_each(chosen, "b"))

    def step(self, actions: npt.NDArray[np.integer[Any]]) -> None:
        """Carry out an action in each game, or none where it is LEAVE.

        If any is not legal, nothing happens, and the error is that of the first such game.
        """
        self._actions[:] = self._one_each(actions, "iu")
        wrong = lockstep.first_illegal(self._games, self._actions)
        if wrong >= 0:
            if not self._games.options[wrong]:
                raise GameNotBegun(f"game {wrong} has ended: leave it or renew it")
            self.position(int(wrong)).apply(int(self._actions[wrong]))  # which says why not
        self._share(
            lambda start, stop: lockstep.step(self._games, self._terms, self._actions, start, stop)
        )

    def play_random(self, steps: int) -> None:
        """Take so many random decisions in each game, without coming back to Python."""
        self._share(
            lambda start, stop: lockstep.play_random(
                self._games, self._terms, steps, self._actions, start, stop
            )
        )

    def observe(self, seats: npt.NDArray[np.int64]) -> Numbers:
        """Return what the given seat of each game may know."""
        seats = self._one_each(seats, "iu").astype(np.int64)
        if ((seats < 0) | (seats >= self.players)).any():
            raise BadSeat(f"seats are 0 to {self.players - 1}")
        out = np.zeros((len(self), self.encoding.size), np.uint8)
        lockstep.observe_all(self._games.states, seats, out)
        return out

    def position(self, i: int) -> Position:
        """Return the position of game i."""
        return self.game.position(self._games.states[i])

    def _one_each(self, given: Any, kinds: str) -> npt.NDArray[Any]:
        """Return an array with one entry of the right kind for each game, or raise BadCount."""
        array = np.asarray(given)
        if array.shape != (len(self),) or array.dtype.kind not in kinds:
            what = "flag" if kinds == "b" else "whole number"
            raise BadCount(
                f"{len(self)} games need one {what} each, not {array.dtype} {array.shape}"
            )
        return array

    def _share(self, work: Callable[[int, int], object]) -> None:
        """Let each thread do a part; what comes out does not depend on how many there are."""
        if self._threads is None:
            work(*self._slices[0])
        else:
            list(self._threads.map(work, *zip(*self._slices, strict=True)))


def sample(masks: Flags, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Choose any legal action for each row of masks; LEAVE where there is none."""
    where = np.append(np.flatnonzero(masks), 0)  # the last is for rows at the end with none
    counts = np.count_nonzero(masks, axis=1)
    choices = np.cumsum(counts) - counts + (rng.random(len(masks)) * counts).astype(np.int64)
    return np.where(counts > 0, where[choices] % masks.shape[1], LEAVE)


def _room(blank: Any, batch: Batch, games: int, observe: bool) -> Games:
    states = batch.game.scratch(games + 1)
    states[games] = np.frombuffer(blank, states.dtype)[0]
    return Games(
        states=states[:games],
        blank=states[games:],
        deals=np.zeros(games, np.uint64),
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
    """Divide the games among the threads."""
    if not 1 <= threads <= 1024:
        raise BadCount(f"a number of threads is a whole number from 1, not {threads!r}")
    edges = [games * i // threads for i in range(threads + 1)]
    return [(a, b) for a, b in pairwise(edges) if a < b]


def _shown(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    view = array.view()
    view.flags.writeable = False
    return view
