"""The VecEnv for Stable-Baselines3.

Where Stable-Baselines3 is not installed, a stub stands for its abstract class `VecEnv`, which does
nothing that these tests rely on but keep the seeds.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import century
from tests.games import EXAMPLE

INSTALLED = find_spec("stable_baselines3") is not None


class StubVecEnv:
    """The parts of Stable-Baselines3's abstract class that its subclasses call."""

    def __init__(self, num_envs: int, observation_space: Any, action_space: Any) -> None:
        self.num_envs = num_envs
        self.observation_space, self.action_space = observation_space, action_space
        self._reset_seeds()
        assert self.get_attr("render_mode") == [None] * num_envs

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        raise NotImplementedError

    def seed(self, seed: int) -> None:
        self._seeds: list[int | None] = [seed + i for i in range(self.num_envs)]

    def _reset_seeds(self) -> None:
        self._seeds = [None] * self.num_envs

    def _reset_options(self) -> None:
        pass

    def _get_indices(self, indices: Any) -> Any:
        return range(self.num_envs) if indices is None else indices

    def step(self, actions: Any) -> Any:
        self.step_async(actions)  # type: ignore[attr-defined]
        return self.step_wait()  # type: ignore[attr-defined]


@pytest.fixture
def vec_env(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return the class under test."""
    if not INSTALLED:
        package, common, stub = (ModuleType(name) for name in ("sb3", "common", "vec_env"))
        vars(stub)["VecEnv"] = StubVecEnv
        monkeypatch.setitem(sys.modules, "stable_baselines3", package)
        monkeypatch.setitem(sys.modules, "stable_baselines3.common", common)
        monkeypatch.setitem(sys.modules, "stable_baselines3.common.vec_env", stub)
    monkeypatch.delitem(sys.modules, "century.env.stable_baselines3", raising=False)
    return import_module("century.env.stable_baselines3").CenturyVecEnv


def masks_of(games: Any) -> Any:
    return np.stack(games.env_method("action_masks"))


def test_games_are_replaced_in_the_step_that_ends_them(vec_env: Any) -> None:
    games = vec_env(4, EXAMPLE, 3, opponents=["greedy", "random"], rounds=3, records=True)
    games.seed(5)
    observations = games.reset()
    assert observations.shape == (4, *games.observation_space.shape)
    assert [info["seed"] for info in games.reset_infos] == [5, 6, 7, 8]
    ended = 0
    for _ in range(40):
        masks = masks_of(games)
        assert masks.any(axis=1).all()
        observations, rewards, dones, infos = games.step(masks.argmax(axis=1))
        assert observations.dtype == np.uint8
        assert rewards.dtype == np.float32
        for i, info in enumerate(infos):
            assert ("terminal_observation" in info) == dones[i]
            if dones[i]:
                assert info["TimeLimit.truncated"]
                record = century.read_record(info["record"])
                assert record.end.scores() == info["scores"].tolist()
                ended += 1
    assert ended > 4
    games.close()


def test_an_illegal_action_ends_a_game_without_truncation(vec_env: Any) -> None:
    games = vec_env(2, EXAMPLE, seat=0)
    games.reset()
    actions = masks_of(games).argmax(axis=1)
    actions[1] = masks_of(games)[1].argmin()
    _, rewards, dones, infos = games.step(actions)
    assert rewards.tolist() == [0, -1]
    assert dones.tolist() == [False, True]
    assert infos[1]["illegal"]
    assert not infos[1]["TimeLimit.truncated"]


def test_attributes_and_methods_are_those_of_the_games(vec_env: Any) -> None:
    games = vec_env(3, EXAMPLE)
    games.reset()
    assert len(games.env_method("action_masks", indices=[1])) == 1
    assert len(games.get_attr("action_masks")) == 3
    assert games.get_attr("num_envs", indices=[0, 2]) == [3, 3]
    games.set_attr("note", 7)
    assert games.get_attr("note") == [7, 7, 7]
    assert games.env_is_wrapped(object) == [False] * 3


if INSTALLED and find_spec("sb3_contrib") is not None:

    def test_maskable_ppo_learns(vec_env: Any) -> None:
        maskable_ppo = import_module("sb3_contrib").MaskablePPO
        games = vec_env(8, EXAMPLE, opponents="greedy", rounds=20)
        model = maskable_ppo("MlpPolicy", games, n_steps=16, batch_size=32, n_epochs=1)
        model.learn(256)
        assert model.num_timesteps >= 256
