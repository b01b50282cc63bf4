"""The games as PettingZoo environments (AEC); every seat is an agent."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from century.env.picture import RENDER_MODES, check_render_mode, render
from century.env.rewards import DEFAULT_ROUNDS
from century.env.single import DEFAULT_GAME, SingleGame, position_option
from century.errors import GameNotBegun
from century.extras import provided_by
from century.position import game

with provided_by("pettingzoo"):
    from gymnasium import spaces
    from pettingzoo import AECEnv

__all__ = ["CenturyAEC", "env"]

Observation = dict[str, npt.NDArray[Any]]


def env(
    name: str = DEFAULT_GAME,
    players: int = 2,
    *,
    reward: str = "win",
    rounds: int | None = DEFAULT_ROUNDS,
    render_mode: str | None = None,
    **options: object,
) -> CenturyAEC:
    """Return an environment, like the function `env` of PettingZoo's own modules.

    `options` are the options of the game, such as `map`.

    >>> environment = env("spice-road", players=3)
    >>> environment.reset(seed=7)
    >>> environment.agent_selection
    'player_0'
    """
    return CenturyAEC(
        name, players, reward=reward, rounds=rounds, render_mode=render_mode, **options
    )


class CenturyAEC(AECEnv[str, Observation, Any]):  # type: ignore[misc]
    """A game whose seats are agents; an illegal action raises IllegalMove.

    An observation is a dictionary with the `observation` (docs/observations.md) and the
    `action_mask`. The agent's info contains the mask too, its `seat` and the `seed` of the deal,
    and at the end the `scores` and the `record` of the game.
    """

    def __init__(
        self,
        name: str = DEFAULT_GAME,
        players: int = 2,
        *,
        reward: str = "win",
        rounds: int | None = DEFAULT_ROUNDS,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        super().__init__()
        self.metadata = {
            "name": f"century_{name.replace('-', '_')}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = check_render_mode(render_mode)
        self.table = SingleGame(game(name), players, reward, rounds, options)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        actions, most = len(self.table.game.actions), self.table.encoding.most
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(np.zeros_like(most), most, dtype=np.uint8),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._no_actions = np.zeros(actions, np.int8)
        self._random = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the observation space of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the action space of an agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game; a seed gives the deal of `game.start(players, seed)`.

        With `options={"position": text}` the game begins with that position.
        """
        if seed is not None:
            self._random = np.random.default_rng(seed)
        if (text := position_option(options)) is not None:
            self.table.load(text)
        else:
            self.table.deal(int(self._random.integers(2**63)) if seed is None else seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: self._info(agent, self._no_actions) for agent in self.agents}
        self._skip_agent_selection = None
        self._select()
        if not self.table.ongoing:
            self._finish()

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, Any]:
        """Return observation, reward, ends and info of the selected agent."""
        if not self.agents:
            raise GameNotBegun("no game is in progress: call reset first")
        found: tuple[Any, float, bool, bool, Any] = super().last(observe)
        return found

    def step(self, action: Any) -> None:
        """Apply the action of the selected agent: a number or a token."""
        if not self.agents:
            raise GameNotBegun("no game is in progress: call reset first")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.table.take(self.table.number(action))
        self._cumulative_rewards[agent] = 0.0
        self.infos[agent] = self._info(agent, self._no_actions)
        self._select()
        if self.table.shaped or not self.table.ongoing:
            self.rewards = dict(zip(self.possible_agents, self.table.rewards(), strict=True))
            self._accumulate_rewards()
        if not self.table.ongoing:
            self._finish()

    def _info(self, agent: str, mask: npt.NDArray[np.int8]) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        return {"action_mask": mask, "seat": seat, "seed": self.table.seed}

    def _select(self) -> None:
        """Select the agent of the seat that decides."""
        table = self.table
        self.agent_selection = agent = self.possible_agents[table.seat]
        self.infos[agent] = self._info(agent, table.mask)
        self._observation: Observation = {
            "observation": table.observation,
            "action_mask": table.mask,
        }

    def _finish(self) -> None:
        self.terminations = dict.fromkeys(self.agents, self.table.terminated)
        self.truncations = dict.fromkeys(self.agents, self.table.truncated)
        result = {"scores": self.table.position.scores(), "record": self.table.record()}
        for agent in self.agents:
            self.infos[agent] = self.infos[agent] | result

    def observe(self, agent: str) -> Observation:
        """Return the observation of an agent; only the selected agent has legal actions."""
        if not self.table.begun:
            raise GameNotBegun("no game is in progress: call reset first")
        seat = self.possible_agents.index(agent)
        if seat == self.table.seat:
            return self._observation
        return {"observation": self.table.observe(seat), "action_mask": self._no_actions.copy()}

    def close(self) -> None:
        """Do nothing: there are no resources to release."""

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Draw the position in the render mode."""
        return render(self.table.position, self.render_mode)
