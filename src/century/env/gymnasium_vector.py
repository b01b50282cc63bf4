"""Many games as one Gymnasium vector environment: a learner plays each against opponents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from century.core.observation import Numbers
from century.env.actions import action_numbers
from century.env.batch import LEAVE, Batch
from century.env.opponents import Opponent, Opponents
from century.env.picture import check_render_mode
from century.env.rewards import DEFAULT_ROUNDS
from century.env.single import DEFAULT_GAME, SingleGame
from century.errors import BadCount, BadOption, BadSeat, GameNotBegun
from century.extras import provided_by
from century.position import Position
from century.record import Record

with provided_by("gymnasium"):
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

__all__ = ["ILLEGAL_REWARD", "CenturyVectorEnv", "Info", "check_seat", "observation_space"]

ILLEGAL_REWARD = -1.0  # for an illegal action, which ends the game
Info = dict[str, Any]
Flags = npt.NDArray[np.bool_]


def check_seat(seat: int | None, players: int) -> int | None:
    """Return the seat of the learner, or raise BadSeat; None means that it changes."""
    if seat is not None and seat not in range(players):
        raise BadSeat(f"the seat of the learner is 0 to {players - 1}, not {seat!r}")
    return seat


def observation_space(table: SingleGame | Batch) -> spaces.Space[Any]:
    """Return the space of observations."""
    most = table.encoding.most
    return spaces.Box(np.zeros_like(most), most, dtype=np.uint8)


def check_autoreset(mode: str | AutoresetMode) -> AutoresetMode:
    """Return the autoreset mode, or raise BadOption."""
    modes = (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP)
    for known in modes:
        if mode in (known, known.value, known.name):
            return known
    names = ", ".join(known.value for known in modes)
    raise BadOption(f"the autoreset mode is one of {names}, not {mode!r}")


class CenturyVectorEnv(VectorEnv[Numbers, Any, npt.NDArray[Any]]):
    """Many games at once; in each game a learner plays against opponents.

    Random bots and planners (`greedy` and the levels up to `hard`) decide in compiled loops, in
    `threads` threads. Other bots decide for one game after another, which is slow. With
    `records=True` the info has the record of each game that ends.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": [],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        name: str = DEFAULT_GAME,
        players: int = 2,
        *,
        opponents: Opponent | Sequence[Opponent] = "random",
        seat: int | None = None,
        reward: str = "win",
        rounds: int | None = DEFAULT_ROUNDS,
        render_mode: str | None = None,
        threads: int = 1,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        records: bool = False,
        **options: object,
    ) -> None:
        self.render_mode = check_render_mode(render_mode)
        self.num_envs = num_envs
        self.autoreset_mode = check_autoreset(autoreset_mode)
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        settings: dict[str, Any] = {"observe": False, "renew": False, "threads": threads}
        settings |= {"reward": reward, "rounds": rounds, **options}
        self.batch = Batch(name, players, num_envs, 0, **settings)
        self._options = options
        self._records = records
        self._fixed_seat = check_seat(seat, players)
        self._others = Opponents(self.batch, opponents, threads=threads, recorded=records)
        self._loaded: dict[int, Position] = {}  # the games that began with a given position
        self._no_game = np.zeros(num_envs, np.bool_)  # ended by an illegal action
        self.single_action_space = spaces.Discrete(len(self.batch.game.actions))
        self.single_observation_space = observation_space(self.batch)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._ended: Flags | None = None
        self._random = np.random.default_rng()

    @property
    def seats(self) -> npt.NDArray[np.int64]:
        """The seat of the learner in each game."""
        return self._others.learners

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: Info | None = None,
    ) -> tuple[Numbers, Info]:
        """Start all games and play until the learner's first decision in each.

        Game i is the deal of `seed + i`. With `options={"position": text}` all games begin with
        that position; a list has one text for each game.
        """
        if isinstance(seed, list):
            raise BadCount("pass one seed for all games, not a list")
        texts = self._position_texts(options)
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.batch.reset(int(self._random.integers(2**62)) if seed is None else seed)
        self._loaded.clear()
        if texts is not None:
            found = [self.batch.game.read(text) for text in texts]
            self.batch.load(found)
            self._loaded = dict(enumerate(found))
        self._others.restart()
        fixed = self._fixed_seat
        seats = np.arange(self.num_envs) % self.batch.players
        self._others.set_learners(seats if fixed is None else fixed)
        self._ended = np.zeros(self.num_envs, np.bool_)
        self._no_game[:] = False
        self._others.play()
        return self._observation(), self._info()

    def _position_texts(self, options: Info | None) -> list[str] | None:
        given = (options or {}).get("position")
        if given is None:
            return None
        texts = [given] * self.num_envs if isinstance(given, str) else list(given)
        if len(texts) != self.num_envs or not all(isinstance(text, str) for text in texts):
            raise BadOption(f"give one position as text, or a list of {self.num_envs} texts")
        return texts

    def step(self, actions: Any) -> tuple[Numbers, Any, Any, Any, Info]:
        """Apply the learner's actions.

        With NEXT_STEP, a game that ended in the previous step is reset instead of applying its
        action. With SAME_STEP, a game that ends is reset at once, and the info has its last
        observation and info as `final_obs` and `final_info`.
        """
        if self._ended is None:
            raise GameNotBegun("no game is in progress: call reset first")
        batch, resets = self.batch, self._ended
        numbers = action_numbers(actions, self.num_envs, self._number)
        exists = (numbers >= 0) & (numbers < batch.masks.shape[1])
        legal = batch.masks[np.arange(self.num_envs), np.where(exists, numbers, 0)] & exists
        illegal = ~legal & ~resets
        if resets.any():
            self._renew(resets)
        outcome = self._others.step(np.where(resets | illegal, LEAVE, numbers))
        rewards, terminated = outcome.rewards.copy(), outcome.terminated | illegal
        truncated = outcome.truncated.copy()
        rewards[illegal] = ILLEGAL_REWARD
        self._no_game = illegal
        self._ended = terminated | truncated
        observations, info = self._observation(), self._info()
        if illegal.any():
            info["illegal"], info["_illegal"] = illegal.copy(), illegal.copy()
        if self._ended.any() and self.autoreset_mode is AutoresetMode.SAME_STEP:
            observations, info = self._reset_at_once(observations, info)
        return observations, rewards, terminated, truncated, info

    def _number(self, i: int, token: str) -> int:
        return self.batch.position(i).number(token)

    def _renew(self, chosen: Flags) -> None:
        """Replace games by the next ones, in which the learner has the next seat."""
        for i in np.flatnonzero(chosen).tolist():
            self._loaded.pop(i, None)
        self.batch.renew(chosen)
        if self._fixed_seat is None:
            self._others.set_learners((self.seats + chosen) % self.batch.players)

    def _reset_at_once(self, last: Numbers, final: Info) -> tuple[Numbers, Info]:
        """Reset the games that have ended; return the new observations and info."""
        ended = self._ended
        assert ended is not None
        self._renew(ended)
        self._others.play()
        self._ended, self._no_game = np.zeros_like(ended), np.zeros_like(ended)
        observations, info = self._observation(), self._info()
        info["final_obs"] = np.full(self.num_envs, None, object)
        for i in np.flatnonzero(ended):
            info["final_obs"][i] = last[i]
        info["final_info"] = {
            key: value & ended if key.startswith("_") else value for key, value in final.items()
        }
        info["_final_obs"] = info["_final_info"] = ended
        return observations, info

    def _observation(self) -> Numbers:
        return self.batch.observe(self.seats)

    def _info(self) -> Info:
        every, ended = np.ones(self.num_envs, np.bool_), self._ended
        dealt = every.copy()
        dealt[list(self._loaded)] = False
        info = {
            "action_mask": self.action_masks(),
            "_action_mask": every,
            "seat": self.seats.copy(),
            "_seat": every,
            "seed": self.batch.seeds.copy(),
            "_seed": dealt,
        }
        if ended is not None and ended.any():
            info["scores"], info["_scores"] = self._scores(), ended.copy()
            if self._records:
                texts = [self._record(i) if ended[i] else None for i in range(self.num_envs)]
                info["record"], info["_record"] = np.array(texts, object), ended.copy()
        return info

    def _scores(self) -> npt.NDArray[np.int64]:
        """Return the final scores; after an illegal action, those of the position."""
        scores = self.batch.scores.copy()
        for i in np.flatnonzero(self._no_game).tolist():
            scores[i] = self.batch.position(i).scores()
        return scores

    def _record(self, i: int) -> str:
        """Return the record of game i as text."""
        seed, start = None, self._loaded.get(i)
        if start is None:
            seed = int(self.batch.seeds[i])
            start = self.batch.game.start(self.batch.players, seed, **self._options)
        history = self._others.history
        taken = history.actions[i, : history.lengths[i]].tolist()
        return Record(start, tuple(start.tokens[action] for action in taken), (), seed).to_text()

    def action_masks(self) -> npt.NDArray[np.int8]:
        """Return the masks of legal actions; sb3-contrib calls this method.

        In a game that has ended all actions are allowed: the next step ignores its action.
        """
        masks = self.batch.masks.astype(np.int8)
        if self._ended is not None:
            masks[self._ended] = 1
        return masks

    def close_extras(self, **_: Any) -> None:
        """Close the opponents; processes that they started end."""
        self._others.close()
