"""The games as a Stable-Baselines3 `VecEnv`: many games in one process, with action masks.

sb3-contrib's MaskablePPO finds the masks by `env_method("action_masks")`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from century.env.gymnasium_vector import CenturyVectorEnv
from century.env.opponents import Opponent
from century.env.rewards import DEFAULT_ROUNDS
from century.env.single import DEFAULT_GAME
from century.extras import provided_by

with provided_by("sb3"):
    from gymnasium.vector import AutoresetMode
    from stable_baselines3.common.vec_env import VecEnv

__all__ = ["CenturyVecEnv"]

MASKS = "action_masks"


class CenturyVecEnv(VecEnv):  # type: ignore[misc]
    """Many games against opponents, stepped together; see `CenturyVectorEnv` for the settings.

    A game that ends is replaced in the same step. The info then has the `terminal_observation`,
    `TimeLimit.truncated`, the `scores` and the `seed` of the game that ended.
    """

    def __init__(
        self,
        num_envs: int,
        name: str = DEFAULT_GAME,
        players: int = 2,
        *,
        opponents: Opponent | Sequence[Opponent] = "random",
        seat: int | None = None,
        reward: str = "win",
        rounds: int | None = DEFAULT_ROUNDS,
        threads: int = 1,
        records: bool = False,
        **options: object,
    ) -> None:
        settings: dict[str, Any] = {"opponents": opponents, "seat": seat, "threads": threads}
        settings |= {"reward": reward, "rounds": rounds, "records": records, **options}
        self.games = CenturyVectorEnv(
            num_envs, name, players, autoreset_mode=AutoresetMode.SAME_STEP, **settings
        )
        super().__init__(
            num_envs, self.games.single_observation_space, self.games.single_action_space
        )
        self._actions: Any = None

    def reset(self) -> npt.NDArray[np.uint8]:
        """Start all games; `seed(n)` before it deals `n`, `n + 1` and so on."""
        observations, info = self.games.reset(seed=self._seeds[0])
        self.reset_infos = [_of_game(info, i) for i in range(self.num_envs)]
        self._reset_seeds()
        self._reset_options()
        return observations

    def step_async(self, actions: Any) -> None:
        """Store the actions for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        """Apply the actions; return observations, rewards, ends and infos."""
        observations, rewards, terminated, truncated, info = self.games.step(self._actions)
        ended = terminated | truncated
        infos = [_of_game(info, i) for i in range(self.num_envs)]
        for i in np.flatnonzero(ended).tolist():
            infos[i] |= _of_game(info["final_info"], i)
            infos[i]["terminal_observation"] = info["final_obs"][i]
            infos[i]["TimeLimit.truncated"] = bool(truncated[i] and not terminated[i])
        return observations, rewards.astype(np.float32), ended, infos

    def close(self) -> None:
        """Close the opponents."""
        self.games.close()

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute for each of the games; all but the masks are the same for all."""
        which = list(self._get_indices(indices))
        if attr_name == MASKS:
            return self.env_method(MASKS, indices=indices)
        return [getattr(self.games, attr_name)] * len(which)

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:  # noqa: ARG002
        """Set an attribute of all games."""
        setattr(self.games, attr_name, value)

    def env_method(
        self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any
    ) -> list[Any]:
        """Call a method of the games; only `action_masks` has a result for each game."""
        which: Iterable[int] = self._get_indices(indices)
        if method_name == MASKS:
            masks = self.games.action_masks()
            return [masks[i] for i in which]
        result = getattr(self.games, method_name)(*method_args, **method_kwargs)
        return [result for _ in which]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:  # noqa: ARG002
        """Return False for each game: there are no wrappers."""
        return [False for _ in self._get_indices(indices)]


def _of_game(info: dict[str, Any], i: int) -> dict[str, Any]:
    """Return the entries of a vector's info that belong to game i."""
    return {
        key: value[i]
        for key, value in info.items()
        if not key.startswith(("_", "final_", "action_mask")) and info[f"_{key}"][i]
    }
