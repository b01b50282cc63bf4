"""The speed of the learning environments."""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec
from time import thread_time

import numpy as np

from century.bench.measures import ROUNDS, Row, compare, rate
from century.bench.peers import CONNECT_FOUR, Rate, agent_loop, repeat
from century.bench.targets import targets
from century.env.batch import Batch, sample
from century.position import Game

GAMES = 4096
STEPS = 20  # of all games, between two readings of the clock
ROUND_LIMIT = 100  # for the PettingZoo loop: random games may take very long


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
    if find_spec("pettingzoo") is None:
        return [*rows, Row("PettingZoo loop", "not installed")]
    from century.env.pettingzoo import env

    ours = partial(agent_loop, env(chosen.name, chosen.players[0], rounds=ROUND_LIMIT))
    ours(0.01)
    return [*rows, compare("PettingZoo loop", ours, CONNECT_FOUR, 5, seconds)]


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
