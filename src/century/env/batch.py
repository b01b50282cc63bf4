"""Thousands of games that advance together in compiled code; each step overwrites the arrays."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any

import numpy as np
import numpy.typing as npt

from century.core.lockstep import (
    LEAVE,
    Flags,
    Games,
    GameSettings,
    Outputs,
    choose_by_mask,
)
from century.core.observation import Numbers
from century.devices import check_device
from century.env.batch_cpu import BatchSetup, CpuGames
from century.env.encoding import Encoding, encoding
from century.env.rewards import DEFAULT_ROUNDS, check_rounds, reward_number
from century.errors import (
    BadCount,
    BadPlayers,
    CenturyError,
    GameNotBegun,
    UnknownToken,
)
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
        masks: bool = True,
        observe: bool = True,
        renew: bool = True,
        threads: int = 1,
        device: str = "cpu",
        **options: object,
    ) -> None:
        self.game = game(name)
        check_run(self.game, players, games, seed)
        self.players = int(players)
        self.encoding: Encoding = encoding(self.game, self.players)
        self.device = check_device(device)
        setup = BatchSetup(
            game=self.game,
            blank=self.game.blank(options),
            games=int(games),
            settings=GameSettings(
                self.players, check_rounds(rounds), reward_number(reward), bool(renew)
            ),
            size=self.encoding.size,
            masks=masks,
            observations=observe,
        )
        self._count = setup.games
        self._engine: Any = _engine(setup, self.device, threads)
        self._games: Games
        self._outputs: Outputs
        self._games, self._outputs = self._engine.exposed()
        self.reset(seed)

    # The arrays that each step writes: NumPy's, which are read-only, or DeviceArrays on a GPU

    @property
    def masks(self) -> Flags:
        """The legal actions, shape (games, actions); a game that is over has none."""
        return self._outputs.masks

    @property
    def firsts(self) -> npt.NDArray[np.int64]:
        """The number of the action that bit 0 of `options` stands for, shape (games,)."""
        return self._games.firsts

    @property
    def options(self) -> npt.NDArray[np.uint64]:
        """The legal actions as bits from `firsts` on, shape (games,): the masks in compact form."""
        return self._games.options

    @property
    def seats(self) -> npt.NDArray[np.int64]:
        """The seat that decides in each game, shape (games,)."""
        return self._games.seats

    @property
    def observations(self) -> Numbers:
        """The observations of the seats that decide, shape (games, encoding.size)."""
        return self._outputs.observations

    @property
    def rewards(self) -> npt.NDArray[np.float32]:
        """The rewards of the latest step, shape (games, players).

        Except for the reward "points-so-far", they are 0 unless the step ended the game.
        """
        return self._games.rewards

    @property
    def terminated(self) -> Flags:
        """Which games the latest step ended by the rules, shape (games,)."""
        return self._games.terminated

    @property
    def truncated(self) -> Flags:
        """Which games the latest step ended by the limit of rounds, shape (games,)."""
        return self._games.truncated

    @property
    def scores(self) -> npt.NDArray[np.int64]:
        """The final scores of the latest finished game, shape (games, players)."""
        return self._games.scores

    @property
    def seeds(self) -> npt.NDArray[np.uint64]:
        """The seed that each game was dealt from, shape (games,)."""
        return self._games.seeds

    def __len__(self) -> int:
        return self._count

    # Methods that change or inspect games

    def reset(self, seed: int) -> None:
        """Start new games in all places, from a new seed."""
        check_seed(check_seed(seed) + len(self) - 1)
        seeds = np.uint64(seed) + np.arange(len(self), dtype=np.uint64)
        self._engine.deal(seeds, seeds ^ np.uint64(_RNG_KEY))

    def renew(self, chosen: Flags) -> None:
        """Replace each chosen game by the next one."""
        self._engine.renew(chosen)

    def load(self, positions: Sequence[Position | str]) -> None:
        """Continue from the given positions, one for each game, or from their texts.

        A game that ends is replaced by the same deal as without `load`.
        """
        found = [self.game.read(one) if isinstance(one, str) else one for one in positions]
        if len(found) != len(self):
            raise BadCount(f"expected {len(self)} positions, one for each game, got {len(found)}")
        for position in found:
            if position.game is not self.game or position.players != self.players:
                raise BadPlayers(
                    f"this batch is for {self.game.name} with {self.players} players, "
                    f"not {position.game.name} with {position.players}"
                )
        self._engine.load(b"".join(position.state.tobytes() for position in found))

    def step(self, actions: npt.NDArray[np.integer[Any]]) -> None:
        """Apply an action in each game; LEAVE leaves a game unchanged.

        If any action is illegal, no game changes, and the error describes the first illegal action.
        Python does not wait for a GPU, so there `check` raises that error, and no game changes
        until then.
        """
        self._engine.step(actions)
        if self.device == "cpu":
            self.check()

    def check(self) -> None:
        """Raise the error of a step with an illegal action, if there was one.

        On a GPU this waits until everything is done.
        """
        if (illegal := self._engine.take_illegal()) is not None:
            i, action = illegal
            error = self._refusal(i, action)
            error.game = i
            error.add_note(f"This was the action for game {i} of the batch.")
            raise error

    def _refusal(self, i: int, action: int) -> CenturyError:
        """Return the error for an action that is not legal in game i."""
        if not np.asarray(self.options)[i]:
            return GameNotBegun(f"game {i} has ended; pass LEAVE for it, or call renew")
        if not 0 <= action < len(self.game.actions):
            return UnknownToken(action)
        return self.position(i).refusal(action)

    def copy(self) -> Batch:
        """Return a batch of the same games, which then continues independently."""
        twin = copy(self)
        twin._engine = self._engine.copy()
        twin._games, twin._outputs = twin._engine.exposed()
        return twin

    def play_random(self, steps: int) -> None:
        """Take `steps` random decisions in each game without returning to Python."""
        self._engine.play_random(steps)

    def random_actions(self) -> npt.NDArray[np.int64]:
        """Return a random legal action for each game, LEAVE for a game that has ended.

        Each game draws from a generator of its own, the same as `play_random` uses.
        """
        actions: npt.NDArray[np.int64] = self._engine.random_actions()
        return actions

    def observe(self, seats: npt.NDArray[np.int64]) -> Numbers:
        """Return the observation of the given seat in each game."""
        found: Numbers = self._engine.observe(seats)
        return found

    def states(self) -> bytes:
        """Return the bytes of all states, one after another."""
        data: bytes = self._engine.states()
        return data

    def position(self, i: int) -> Position:
        """Return the position of game i."""
        return self.game.load(self._engine.read(i))


def sample(masks: Flags, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Choose a random legal action for each row of masks; LEAVE for a row without one."""
    actions = np.empty(len(masks), np.int64)
    choose_by_mask(np.asarray(masks, np.bool_), rng.random(len(masks)), actions)
    return actions


def _engine(setup: BatchSetup, device: str, threads: int) -> Any:
    """Return the games on a device."""
    if device == "cpu":
        return CpuGames(setup, threads)
    from century.env.batch_cuda import CudaGames  # only here: it needs the extra `cuda`

    return CudaGames(setup)
