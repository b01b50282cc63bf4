"""The reward "points-so-far": each decision brings the change of points."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import century
from century.env.batch import LEAVE, Batch, sample
from century.env.gymnasium import CenturyEnv, CenturyVectorEnv
from century.env.pettingzoo import env
from tests.games import EXAMPLE

SHAPED: Any = {"reward": "points-so-far", "rounds": 12}
in_every_game = pytest.mark.parametrize("name", century.games())


@in_every_game
def test_the_rewards_of_a_batch_add_up_to_the_points(name: str) -> None:
    games, rng = Batch(name, 3, 5, seed=1, renew=False, **SHAPED), np.random.default_rng(1)
    first = np.array([games.position(i).scores() for i in range(5)])
    total, steps = np.zeros((5, 3)), 0
    while games.masks.any():
        games.step(sample(games.masks, rng))
        total += games.rewards
        steps += int((games.rewards != 0).any(axis=1).sum())
    assert (total == games.scores - first).all()
    assert steps > 5  # not only at the end
    games.step(np.full(5, LEAVE))
    assert not games.rewards.any()


def test_a_game_left_alone_has_no_reward() -> None:
    games, rng = Batch(EXAMPLE, 2, 4, seed=1, **SHAPED), np.random.default_rng(1)
    while not games.rewards[0].any():
        games.step(sample(games.masks, rng))
    games.step(np.full(4, LEAVE))
    assert not games.rewards.any()


@in_every_game
def test_the_learner_gets_its_own_points(name: str) -> None:
    single = CenturyEnv(name, 2, opponents="greedy", seat=0, **SHAPED)
    many = CenturyVectorEnv(1, name, 2, opponents="greedy", seat=0, **SHAPED)
    single.reset(seed=3)
    many.reset(seed=3)
    before = century.game(name).start(2, 3).scores()[0]
    total, rng, ended = 0.0, np.random.default_rng(2), False
    while not ended:
        action = int(rng.choice(np.flatnonzero(single.action_masks())))
        _, reward, terminated, truncated, _ = single.step(action)
        total += reward
        assert many.step([action])[1].tolist() == [reward]
        ended = terminated or truncated
    assert total == single.table.position.scores()[0] - before


def test_every_agent_gets_its_points() -> None:
    table = env(EXAMPLE, 3, **SHAPED)
    table.reset(seed=3)
    total = dict.fromkeys(table.possible_agents, 0.0)
    rng = np.random.default_rng(2)
    for agent in table.agent_iter():
        seen, reward, terminated, truncated, _ = table.last()
        total[agent] += reward
        ended = terminated or truncated
        table.step(None if ended else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    start = century.game(EXAMPLE).start(3, 3).scores()
    gained = [b - a for a, b in zip(start, table.table.position.scores(), strict=True)]
    assert list(total.values()) == gained
