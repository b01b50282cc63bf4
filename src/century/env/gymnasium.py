"""The games as Gymnasium environments: one learner against opponents, single or vectorized.

Importing this module registers them: `gymnasium.make("century/SpiceRoad-v0")`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from century.bots import Bot, BotLike, ask, bot
from century.bots.ask import close_bot
from century.core.observation import Numbers
from century.env.gymnasium_vector import (
    ILLEGAL_REWARD,
    CenturyVectorEnv,
    Info,
    check_seat,
    observation_space,
)
from century.env.opponents import (
    BUDGET,
    HIDDEN_SEED,
    Opponent,
    ask_policy,
    bot_seed,
    check_opponents,
    is_policy,
)
from century.env.picture import RENDER_MODES, check_render_mode, render
from century.env.rewards import DEFAULT_ROUNDS
from century.env.single import DEFAULT_GAME, SingleGame, position_option
from century.errors import GameNotBegun
from century.extras import provided_by
from century.position import game, games

with provided_by("gymnasium"):
    import gymnasium
    from gymnasium import spaces

__all__ = ["CenturyEnv", "CenturyVectorEnv", "register"]


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


class CenturyEnv(gymnasium.Env[Numbers, Any]):
    """One learner against opponents; an illegal action loses the game.

    The mask of legal actions is in `info["action_mask"]`, and `action_masks()` returns it. The info
    also has the `seat` of the learner and the `seed` of the deal, and at the end the `scores` and
    the `record` of the game.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        name: str = DEFAULT_GAME,
        players: int = 2,
        *,
        opponents: Opponent | Sequence[Opponent] = "random",
        seat: int | None = None,
        reward: str = "win",
        rounds: int | None = DEFAULT_ROUNDS,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        self.render_mode = check_render_mode(render_mode)
        self.table = SingleGame(game(name), players, reward, rounds, options)
        self._opponents = check_opponents(opponents, players)
        self._bots: dict[int, Bot] = {}  # those of the current game, by seat
        self._fixed_seat = check_seat(seat, players)
        self.seat = 0  # of the learner, in the current game
        self._reward = 0.0  # of the learner since its latest decision
        self._started = False
        self.action_space = spaces.Discrete(len(self.table.game.actions))
        self.observation_space = observation_space(self.table)

    def reset(
        self, *, seed: int | None = None, options: Info | None = None
    ) -> tuple[Numbers, Info]:
        """Start a game and play until the learner's first decision.

        A seed gives the deal of `game.start(players, seed)`. With `options={"position": text}` the
        game begins with that position.
        """
        super().reset(seed=seed)
        text = position_option(options)
        players, drawn = self.table.players, int(self.np_random.integers(2**63))
        random_seat = int(self.np_random.integers(players))
        self.seat = random_seat if self._fixed_seat is None else self._fixed_seat
        seed = drawn if seed is None else seed
        if text is None:
            self.table.deal(seed)
        else:
            self.table.load(text)
        self._close_bots(made_here=True)
        self._bots = {
            (self.seat + 1 + place) % players: bot(cast("BotLike", one), bot_seed(seed, place))
            for place, one in enumerate(self._opponents)
            if not is_policy(one)
        }
        self._started = True
        self._let_others_decide()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Numbers, float, bool, bool, Info]:
        """Apply the learner's action, and let the others decide until the learner's next decision.

        The action is a number or a token.
        """
        table = self.table
        if not self._started:
            raise GameNotBegun("no game is in progress: call reset first")
        if not table.ongoing:
            return self._observation(), 0.0, table.terminated, table.truncated, self._info()
        number = table.number(action)
        if not 0 <= number < len(table.mask) or not table.mask[number]:
            self._started = False
            info = self._info() | self._result() | {"illegal": True}
            return self._observation(), ILLEGAL_REWARD, True, False, info
        self._reward = 0.0
        self._take(number)
        self._let_others_decide()
        return self._observation(), self._reward, table.terminated, table.truncated, self._info()

    def _let_others_decide(self) -> None:
        table = self.table
        while table.ongoing and table.seat != self.seat:
            seat = table.seat
            place = (seat - self.seat) % table.players - 1
            opponent = self._opponents[place]
            if is_policy(opponent):
                mask = table.mask.astype(np.bool_)
                here = table.observation[None], mask[None], np.array([seat])
                self._take(int(ask_policy(opponent, *here, np.zeros(1, np.int64))[0]))
            else:
                name = opponent if isinstance(opponent, str) else ""
                chooser = self._bots[seat]
                self._take(ask(chooser, table.position, seat, BUDGET, seed=HIDDEN_SEED, name=name))

    def _take(self, number: int) -> None:
        """Apply an action, and add the learner's reward for it."""
        self.table.take(number)
        if self.table.shaped or not self.table.ongoing:
            self._reward += self.table.rewards()[self.seat]

    def _observation(self) -> Numbers:
        return self.table.observe(self.seat)

    def _info(self) -> Info:
        info = {"action_mask": self.action_masks(), "seat": self.seat, "seed": self.table.seed}
        return info if self.table.ongoing else info | self._result()

    def _result(self) -> Info:
        return {"scores": self.table.position.scores(), "record": self.table.record()}

    def action_masks(self) -> npt.NDArray[np.int8]:
        """Return the mask of legal actions; sb3-contrib calls this method."""
        return self.table.mask.copy()

    def render(self) -> Any:
        """Draw the position in the render mode."""
        return render(self.table.position, self.render_mode)

    def close(self) -> None:
        """Close the opponents; processes that they started end."""
        self._close_bots(made_here=False)

    def _close_bots(self, made_here: bool) -> None:
        """Close the bots of the latest game: only those that were made for it, or all."""
        for chooser in list(self._bots.values()):
            if not made_here or not any(chooser is one for one in self._opponents):
                close_bot(chooser, type(chooser).__name__)
        self._bots = {}


register()
