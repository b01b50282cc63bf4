"""The speed of the learning environments."""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec
from time import thread_time
from typing import Any

import numpy as np

from century.arena.executors import cores
from century.bench.measures import ROUNDS, Row, compare, rate
from century.bench.peers import CONNECT_FOUR, Peer, Rate, agent_loop, repeat
from century.bench.targets import targets
from century.env.batch import Batch, sample
from century.position import Game

GAMES = 4096
STEPS = 20  # of all games, between two readings of the clock
ROUND_LIMIT = 100  # for learners that decide at random: their games may take very long
VECTOR = 256  # environments in a vector
VECTOR_TARGET = 20.0  # the speed of the vector on two cores, as a multiple of a single environment


def environments(chosen: Game, seconds: float) -> list[Row]:
    """Measure the batch on one core, and a PettingZoo loop against the one of another game."""
    target = targets(chosen)
    masks, observations = partial(play_random, chosen, False), partial(play_random, chosen, True)
    loop = partial(python_loop, chosen)
    rows = [
        measure("batch, masks", masks, target.batch_masks, seconds),
        measure("batch, observations", observations, target.batch_observations, seconds),
        measure("batch from Python", loop, target.batch_from_python, seconds),
    ]
    if find_spec("gymnasium") is not None:
        rows.append(vector_against_greedy(chosen, seconds))
    if find_spec("pettingzoo") is None:
        return [*rows, Row("PettingZoo loop", "not installed")]
    from century.env.pettingzoo import env

    ours = partial(agent_loop, env(chosen.name, chosen.players[0], rounds=ROUND_LIMIT))
    ours(0.01)
    return [*rows, compare("PettingZoo loop", ours, CONNECT_FOUR, 5, seconds)]


def vector_against_greedy(chosen: Game, seconds: float) -> Row:
    """Measure a vector environment against `greedy` bots, on all cores, and a single one."""
    from century.env.gymnasium import CenturyEnv, CenturyVectorEnv

    settings: dict[str, Any] = {"opponents": "greedy", "rounds": ROUND_LIMIT}
    players, rng = chosen.players[0], np.random.default_rng(1)
    many = CenturyVectorEnv(VECTOR, chosen.name, players, threads=cores(), **settings)
    one = CenturyEnv(chosen.name, players, **settings)
    many.reset(seed=1)
    one.reset(seed=1)

    def step_many(_number: int) -> int:
        many.step(sample(many.action_masks().astype(np.bool_), rng))
        return VECTOR

    def step_one(_number: int) -> int:
        _, _, terminated, truncated, _ = one.step(rng.choice(np.flatnonzero(one.action_masks())))
        if terminated or truncated:
            one.reset()
        return 1

    step_many(0)
    step_one(0)
    single = Peer("single environment", "gymnasium", partial(repeat, step_one))
    ours = partial(repeat, step_many)
    return compare("vector against greedy", ours, single, VECTOR_TARGET, seconds)


def measure(name: str, ours: Rate, target: float | None, seconds: float) -> Row:
    """Measure without a peer; the figure is the best of several rounds."""
    best = max(ours(seconds / ROUNDS) for _ in range(ROUNDS))
    if target is None:
        return Row(name, rate(best))
    return Row(name, rate(best), target=rate(target), reached=best >= target)


def play_random(chosen: Game, observe: bool, seconds: float) -> float:
    """Return the decisions per second of steps with random actions."""
    batch = Batch(chosen.name, chosen.players[0], GAMES, seed=1, observe=observe)
    batch.play_random(1)

    def some_steps(_number: int) -> int:
        for _ in range(STEPS):
            batch.step(batch.random_actions())
        return STEPS * GAMES

    return repeat(some_steps, seconds, thread_time)


def python_loop(chosen: Game, seconds: float) -> float:
    """Return the decisions per second of a NumPy loop that steps at random, with observations."""
    batch, rng = Batch(chosen.name, chosen.players[0], GAMES, seed=1), np.random.default_rng(1)

    def one_step(_number: int) -> int:
        batch.step(sample(batch.masks, rng))
        return GAMES

    return repeat(one_step, seconds, thread_time)
