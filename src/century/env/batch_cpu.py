"""The games of a batch in the memory of the CPU, advanced by its threads."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from century.core import lockstep
from century.core.lockstep import LEAVE, Games, GameSettings, Outputs, new_games
from century.errors import BadCount, BadSeat
from century.position import Game

__all__ = ["BatchSetup", "CpuGames", "check_shape"]

Array = npt.NDArray[Any]

GAMES_PER_THREAD = 1024  # with fewer games, a thread for a step costs more time than it saves


class BatchSetup(NamedTuple):
    """What a batch is made of, on any device."""

    game: Game
    blank: bytes  # the state before the deal
    games: int  # their number
    settings: GameSettings
    size: int  # of an observation
    masks: bool  # whether masks are written
    observations: bool  # whether observations are written


class CpuGames:
    """Many games in NumPy arrays."""

    def __init__(self, setup: BatchSetup, threads: int) -> None:
        count, players = setup.games, setup.settings.players
        self._setup = setup
        self._slices = _slices(count, threads)
        self._threads = ThreadPoolExecutor(len(self._slices)) if len(self._slices) > 1 else None
        self._actions = np.full(count, LEAVE, np.int64)
        self._illegal: tuple[int, int] | None = None  # the game and the action
        self._states = setup.game.scratch(count)
        self._words = self._states.view(np.uint64).reshape(count, -1)
        blank = np.frombuffer(setup.blank, np.uint64).copy()  # writable, as in copies of a batch
        self._games = new_games(np.zeros, blank, count, players)
        rows = count if setup.masks else 0, count if setup.observations else 0
        self._outputs = Outputs(
            np.zeros((rows[0], len(setup.game.actions)), np.bool_),
            np.zeros((rows[1], setup.size), np.uint8),
        )

    def exposed(self) -> tuple[Games, Outputs]:
        """Return the arrays as users see them."""
        games = Games._make(_read_only(array) for array in self._games)
        return games, Outputs._make(_read_only(array) for array in self._outputs)

    def parts(self) -> tuple[Array, Array, Games, GameSettings]:
        """Return what compiled loops over the games work on: see `century.env.opponents`."""
        return self._states, self._words, self._games, self._setup.settings

    def copy(self) -> CpuGames:
        """Return the same games in arrays of their own."""
        twin = copy(self)
        twin._actions = self._actions.copy()
        twin._states = self._states.copy()
        twin._words = twin._states.view(np.uint64).reshape(self._words.shape)
        twin._games = Games._make(array.copy() for array in self._games)
        twin._outputs = Outputs._make(array.copy() for array in self._outputs)
        return twin

    def deal(self, seeds: Array, rngs: Array) -> None:
        """Deal all games from these seeds, with these generators for random decisions."""
        self._games.seeds[:], self._games.rngs[:], self._games.scores[:] = seeds, rngs, 0
        self._run(lockstep.deal_games)

    def renew(self, chosen: Any) -> None:
        """Replace each chosen game by the next one."""
        chosen = check_array(chosen, self._setup.games, "b")
        lockstep.deal_next_games(
            self._states, self._words, self._games, self._setup.settings, chosen
        )
        self.write_outputs()

    def load(self, states: bytes) -> None:
        """Replace all games by the given states."""
        self._words[:] = np.frombuffer(states, np.uint64).reshape(self._words.shape)
        lockstep.take_up_games(self._states, self._games)
        self.write_outputs()

    def read(self, i: int) -> bytes:
        """Return the bytes of the state of game i."""
        data: bytes = self._states[i].tobytes()
        return data

    def states(self) -> bytes:
        """Return the bytes of all states."""
        data: bytes = self._states.tobytes()
        return data

    def step(self, actions: Any) -> None:
        """Apply one action in each game; if one of them is illegal, only remember which."""
        self._actions[:] = check_array(actions, self._setup.games, "iu")
        illegal = int(lockstep.first_illegal(self._games, self._actions))
        if illegal >= 0:
            self._illegal = illegal, int(self._actions[illegal])
        else:
            self._run(lockstep.step, self._actions, single=True)

    def take_illegal(self) -> tuple[int, int] | None:
        """Return the game and the action that made the latest step fail, once."""
        illegal, self._illegal = self._illegal, None
        return illegal

    def play_random(self, steps: int) -> None:
        """Take `steps` random decisions in each game."""
        self._run(lockstep.play_random, steps, self._actions)

    def random_actions(self) -> Array:
        """Return a random legal action for each game."""
        actions = np.empty_like(self._actions)
        lockstep.choose_random(self._games, actions, 0, len(actions))
        return actions

    def observe(self, seats: Any) -> Array:
        """Return the observation of the given seat in each game."""
        seats = check_array(seats, self._setup.games, "iu").astype(np.int64)
        if ((seats < 0) | (seats >= self._setup.settings.players)).any():
            raise BadSeat(f"seats are 0 to {self._setup.settings.players - 1}")
        out = np.zeros((len(seats), self._setup.size), np.uint8)
        lockstep.observe_all(self._states, seats, out)
        return out

    def _run(self, loop: Callable[..., None], *arguments: Any, single: bool = False) -> None:
        """Divide a loop among the threads; the result does not depend on their number.

        A `single` step of few games is done before another thread has started.
        """

        def work(start: int, stop: int) -> None:
            loop(
                self._states,
                self._words,
                self._games,
                self._setup.settings,
                *arguments,
                start,
                stop,
            )
            lockstep.write_outputs(self._states, self._games, self._outputs, start, stop)

        games = self._setup.games
        if self._threads is None or (single and games < GAMES_PER_THREAD * len(self._slices)):
            work(0, games)
        else:
            list(self._threads.map(work, *zip(*self._slices, strict=True)))

    def write_outputs(self) -> None:
        """Write the masks and observations of all games."""
        lockstep.write_outputs(self._states, self._games, self._outputs, 0, self._setup.games)


def _read_only(array: Array) -> Array:
    """Return an array as users see it: the kernels rely on its contents."""
    view = array.view()
    view.flags.writeable = False
    return view


def check_array(given: Any, count: int, kinds: str) -> Array:
    """Return an array with one value of the right kind for each game, or raise BadCount."""
    array = np.asarray(given)
    check_shape(array, count, kinds)
    return array


def check_shape(array: Any, count: int, kinds: str) -> None:
    """Raise BadCount unless an array has one value of the right kind for each game."""
    if tuple(array.shape) != (count,) or array.dtype.kind not in kinds:
        what = "boolean" if kinds == "b" else "whole number"
        raise BadCount(
            f"expected one {what} for each of {count} games, "
            f"got shape {tuple(array.shape)} of {array.dtype}"
        )


def _slices(games: int, threads: int) -> list[tuple[int, int]]:
    """Return the games of each thread as a pair (start, stop)."""
    if not 1 <= threads <= 1024:
        raise BadCount(f"threads must be a whole number from 1 to 1024, not {threads!r}")
    edges = [games * i // threads for i in range(threads + 1)]
    return [(a, b) for a, b in pairwise(edges) if a < b]
