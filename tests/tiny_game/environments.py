"""Plays the tiny game in every environment. The tests run this in a process of its own."""

from __future__ import annotations

import gymnasium
import numpy as np
import pyspiel
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

import century.env.openspiel  # noqa: F401  registers the games
from century.env.batch import Batch, sample
from century.env.gymnasium import CenturyEnv, CenturyVectorEnv
from century.env.pettingzoo import env

NAME = "tiny-ladder"


def play_batch() -> None:
    games = Batch(NAME, players=3, games=50, seed=1)
    ended, rng = 0, np.random.default_rng(1)
    for _ in range(100):
        games.step(sample(games.masks, rng))
        ended += int(games.terminated.sum())
    assert ended > 50


def play_gymnasium() -> None:
    check_env(gymnasium.make("century/TinyLadder-v0", players=3).unwrapped)


def play_against_compiled_bots() -> None:
    """Bots that search see a guess of the hidden cards here, as `heuristics.py` hides nothing."""
    single = CenturyEnv(NAME, 3, opponents="greedy", seat=0)
    many = CenturyVectorEnv(20, NAME, 3, opponents="greedy", seat=0)
    many.reset(seed=1)
    for game in range(20):
        _, info = single.reset(seed=1 + game)
        assert many.batch.position(game) == single.table.position
        actions = many.action_masks().argmax(axis=1)
        single.step(int(info["action_mask"].argmax()))
        after = CenturyVectorEnv(1, NAME, 3, opponents="greedy", seat=0)
        after.reset(seed=1 + game)
        after.step(actions[game : game + 1])
        assert after.batch.position(0) == single.table.position


def play_pettingzoo() -> None:
    for players in (2, 3, 4):
        api_test(env(NAME, players), num_cycles=200)
    drawn = env(NAME, 2, render_mode="rgb_array")
    drawn.reset(seed=1)
    assert np.asarray(drawn.render()).shape[2] == 3


def play_openspiel() -> None:
    for players in (2, 3, 4):
        game = pyspiel.load_game(f"century_tiny_ladder(players={players})")
        pyspiel.random_sim_test(game, 2, serialize=True, verbose=False)


if __name__ == "__main__":
    plays = (
        play_batch,
        play_gymnasium,
        play_against_compiled_bots,
        play_pettingzoo,
        play_openspiel,
    )
    for play in plays:
        play()
        print(f"\nplayed: {play.__name__.removeprefix('play_')}")
