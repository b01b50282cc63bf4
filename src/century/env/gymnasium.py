"""The games as Gymnasium environments: one learner against bots, single or vectorized.

Importing this module registers them: `gymnasium.make("century/SpiceRoad-v0")`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from century.bots import Bot, ask, bot
from century.core.observation import Numbers
from century.env.batch import LEAVE, Batch, sample
from century.env.picture import RENDER_MODES, check_render_mode, render
from century.env.rewards import DEFAULT_ROUNDS
from century.env.single import DEFAULT_GAME, SingleGame
from century.errors import BadCount, BadSeat, GameNotBegun
from century.extras import provided_by
from century.position import game, games

with provided_by("gymnasium"):
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

__all__ = ["CenturyEnv", "CenturyVectorEnv", "register"]

ILLEGAL_REWARD = -1.0  # for an illegal action, which ends the game
RANDOM = "random"
BUDGET = 1.0  # seconds for each decision of a bot
HIDDEN_SEED = 0  # for the order of hidden cards that bots see: the same in all games
Info = dict[str, Any]


def register() -> None:
    """Register all games with Gymnasium, under ids such as `century/SpiceRoad-v0`."""
    for name in games():
        camel_case = "".join(part.capitalize() for part in name.split("-"))
        if f"century/{camel_case}-v0" not in gymnasium.registry:
            gymnasium.register(
                id=f"century/{camel_case}-v0",
                entry_point=f"{__name__}:CenturyEnv",
                vector_entry_point=f"{__name__}:CenturyVectorEnv",
                kwargs={"name": name},
            )


def opponent_names(opponents: str | Sequence[str], players: int) -> list[str]:
    """Return the name of the bot for each seat after the learner; a single name is for all."""
    names = [opponents] * (players - 1) if isinstance(opponents, str) else list(opponents)
    if len(names) != players - 1:
        raise BadCount(f"{players} players need {players - 1} opponents, not {len(names)}")
    return names


def check_seat(seat: int | None, players: int) -> int | None:
    """Return the seat of the learner, or raise BadSeat; None means that it changes."""
    if seat is not None and seat not in range(players):
        raise BadSeat(f"the seat of the learner is 0 to {players - 1}, not {seat!r}")
    return seat


def observation_space(table: SingleGame | Batch) -> spaces.Space[Any]:
    """Return the space of observations."""
    most = table.encoding.most
    return spaces.Box(np.zeros_like(most), most, dtype=np.uint8)


class CenturyEnv(gymnasium.Env[Numbers, Any]):
    """One learner against bots; an illegal action loses the game.

    The mask of legal actions is in `info["action_mask"]`, and `action_masks()` returns it.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        name: str = DEFAULT_GAME,
        players: int = 2,
        *,
        opponents: str | Sequence[str] = "random",
        seat: int | None = None,
        reward: str = "win",
        rounds: int | None = DEFAULT_ROUNDS,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.render_mode = check_render_mode(render_mode)
        self.table = SingleGame(game(name), players, reward, rounds, options)
        self._opponents = opponent_names(opponents, players)
        self._fixed_seat = check_seat(seat, players)
        self.seat = 0  # of the learner, in the current game
        self._started = False
        self.action_space = spaces.Discrete(len(self.table.game.actions))
        self.observation_space = observation_space(self.table)

    def reset(
        self, *, seed: int | None = None, options: Info | None = None
    ) -> tuple[Numbers, Info]:
        """Start a game and play until the learner's first decision."""
        super().reset(seed=seed, options=options)
        players = self.table.players
        random_seat = int(self.np_random.integers(players))
        self.seat = random_seat if self._fixed_seat is None else self._fixed_seat
        deal, *seeds = self.np_random.integers(2**63, size=players).tolist()
        self._bots = {
            (self.seat + 1 + i) % players: bot(name, seeds[i])
            for i, name in enumerate(self._opponents)
        }
        self.table.deal(deal)
        self._started = True
        self._let_others_decide()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Numbers, float, bool, bool, Info]:
        """Apply the learner's action, and let the bots decide until the learner's next decision."""
        table = self.table
        if not self._started:
            raise GameNotBegun("no game is in progress: call reset first")
        if not table.ongoing:
            return self._observation(), 0.0, table.terminated, table.truncated, self._info()
        if not self.action_space.contains(action) or not table.mask[int(action)]:
            self._started = False
            info = self._info() | {"illegal": True}
            return self._observation(), ILLEGAL_REWARD, True, False, info
        table.take(int(action))
        self._let_others_decide()
        reward = 0.0 if table.ongoing else table.rewards()[self.seat]
        return self._observation(), reward, table.terminated, table.truncated, self._info()

    def _let_others_decide(self) -> None:
        table = self.table
        while table.ongoing and table.seat != self.seat:
            seat = table.seat
            table.take(ask(self._bots[seat], table.position, seat, BUDGET, seed=HIDDEN_SEED))

    def _observation(self) -> Numbers:
        return self.table.observe(self.seat)

    def _info(self) -> Info:
        return {"action_mask": self.action_masks()}

    def action_masks(self) -> npt.NDArray[np.int8]:
        """Return the mask of legal actions; sb3-contrib calls this method."""
        return self.table.mask.copy()

    def render(self) -> Any:
        """Draw the position in the render mode."""
        return render(self.table.position, self.render_mode)


class CenturyVectorEnv(VectorEnv[Numbers, Any, npt.NDArray[Any]]):
    """Many games at once; in each game a learner plays against bots.

    `random` opponents decide for all games at once. Other bots decide for one game after another,
    which is slow.
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
        opponents: str | Sequence[str] = "random",
        seat: int | None = None,
        reward: str = "win",
        rounds: int | None = DEFAULT_ROUNDS,
        render_mode: str | None = None,
        threads: int = 1,
        **options: Any,
    ) -> None:
        self.render_mode = check_render_mode(render_mode)
        self.num_envs = num_envs
        settings: dict[str, Any] = {"reward": reward, "rounds": rounds, "threads": threads}
        self.batch = Batch(
            name, players, num_envs, 0, observe=False, renew=False, **settings, **options
        )
        self._opponents = opponent_names(opponents, players)
        self._fixed_seat = check_seat(seat, players)
        self.single_action_space = spaces.Discrete(len(self.batch.game.actions))
        self.single_observation_space = observation_space(self.batch)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._seats = np.zeros(num_envs, np.int64)  # of the learner, in each game
        self._ended: npt.NDArray[np.bool_] | None = None
        self._random = np.random.default_rng()

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: Info | None = None,  # noqa: ARG002
    ) -> tuple[Numbers, Info]:
        """Start all games and play until the learner's first decision in each."""
        if isinstance(seed, list):
            raise BadCount("pass one seed for all games, not a list")
        if seed is not None:
            self._random = np.random.default_rng(seed)
        first = int(self._random.integers(2**62))
        self._bots = [self._new_bots() for _ in range(self.num_envs)]
        self.batch.reset(first)
        self._seats = np.arange(self.num_envs) % self.batch.players
        if self._fixed_seat is not None:
            self._seats[:] = self._fixed_seat
        self._ended = np.zeros(self.num_envs, np.bool_)
        self._let_others_decide(np.zeros(self.num_envs), [self._ended, self._ended])
        return self._observation(), self._info()

    def step(self, actions: npt.NDArray[Any]) -> tuple[Numbers, Any, Any, Any, Info]:
        """Apply the learner's actions; a game that ended in the previous step is reset instead."""
        if self._ended is None:
            raise GameNotBegun("no game is in progress: call reset first")
        resets, batch = self._ended, self.batch
        rewards = np.zeros(self.num_envs, np.float64)
        exists = (actions >= 0) & (actions < batch.masks.shape[1])
        legal = batch.masks[np.arange(self.num_envs), np.where(exists, actions, 0)] & exists
        illegal = ~legal & ~resets
        ended = [illegal.copy(), np.zeros_like(illegal)]
        rewards[illegal] = ILLEGAL_REWARD
        taken = np.where(resets | illegal, LEAVE, actions)
        if resets.any():
            batch.renew(resets)
            for i in np.flatnonzero(resets):
                self._bots[i] = self._new_bots()
            if self._fixed_seat is None:
                self._seats[resets] = (self._seats[resets] + 1) % batch.players
        self._advance(taken, rewards, ended)
        self._let_others_decide(rewards, ended)
        self._ended = ended[0] | ended[1]
        return self._observation(), rewards, *ended, self._info()

    def _new_bots(self) -> list[Bot]:
        """Return new bots for one game; a bot may remember its decisions in a game."""
        seeds = self._random.integers(2**63, size=len(self._opponents)).tolist()
        return [bot(name, seed) for name, seed in zip(self._opponents, seeds, strict=True)]

    def _advance(self, actions: Any, rewards: Any, ended: list[Any]) -> None:
        """Apply actions, and add the learner's rewards and the ends of games to the results."""
        self.batch.step(actions)
        rewards += self.batch.rewards[np.arange(self.num_envs), self._seats]
        ended[0] |= self.batch.terminated
        ended[1] |= self.batch.truncated

    def _let_others_decide(self, rewards: Any, ended: list[Any]) -> None:
        batch = self.batch
        while True:
            waiting = batch.masks.any(axis=1) & (batch.seats != self._seats)
            if not waiting.any():
                return
            actions = np.full(self.num_envs, LEAVE)
            places = (batch.seats - self._seats) % batch.players - 1
            for place, name in enumerate(self._opponents):
                theirs = waiting & (places == place)
                if name == RANDOM:
                    actions[theirs] = sample(batch.masks[theirs], self._random)
                else:
                    for i in np.flatnonzero(theirs):
                        seat = int(batch.seats[i])
                        chooser = self._bots[i][place]
                        position = batch.position(int(i))
                        actions[i] = ask(chooser, position, seat, BUDGET, seed=HIDDEN_SEED)
            self._advance(actions, rewards, ended)

    def _observation(self) -> Numbers:
        return self.batch.observe(self._seats)

    def _info(self) -> Info:
        return {"action_mask": self.action_masks(), "_action_mask": np.ones(self.num_envs, bool)}

    def action_masks(self) -> npt.NDArray[np.int8]:
        """Return the mask of legal actions; sb3-contrib calls this method."""
        return self.batch.masks.astype(np.int8)


register()
