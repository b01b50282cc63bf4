"""How fast the games are as environments for learning."""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec
from time import thread_time

import numpy as np

from century.bench.peers import CONNECT_FOUR, agent_loop, repeat
from century.bench.rows import Row, against, alone
from century.env.batch import Batch, sample
from century.position import Game

GAMES = 4096
STEPS = 20  # of all games, between two looks at the clock
ROUNDS = 100  # of the games in the loop of PettingZoo: random ones may hardly end

# Decisions a second asked of the batch: with masks, with observations too, and from Python.
WANTED = {"spice-road": (10e6, 3e6, 2e6)}


def environments(chosen: Game, seconds: float) -> list[Row]:
    """Measure the batch in seconds of one core, and PettingZoo's loop against a peer's."""
    masks, observations, python = WANTED.get(chosen.name, (None, None, None))
    rows = [
        alone("batch, masks", partial(wandering, chosen, False), masks, seconds),
        alone("batch, observations", partial(wandering, chosen, True), observations, seconds),
        alone("batch from Python", partial(stepping, chosen), python, seconds),
    ]
    if find_spec("pettingzoo") is None:
        return [*rows, Row("PettingZoo loop", "not installed")]
    from century.env.pettingzoo import env

    ours = partial(agent_loop, env(chosen.name, chosen.players[0], rounds=ROUNDS))
    ours(0.01)
    return [*rows, against("PettingZoo loop", ours, CONNECT_FOUR, 5, seconds)]


def wandering(chosen: Game, observe: bool, seconds: float) -> float:
    """Let the batch decide at random by itself."""
    batch = Batch(chosen.name, chosen.players[0], GAMES, seed=1, observe=observe)
    batch.wander(1)

    def some_steps(_number: int) -> int:
        batch.wander(STEPS)
        return STEPS * GAMES

    return repeat(some_steps, seconds, thread_time)


def stepping(chosen: Game, seconds: float) -> float:
    """Decide at random in NumPy, with observations."""
    batch, rng = Batch(chosen.name, chosen.players[0], GAMES, seed=1), np.random.default_rng(1)

    def one_step(_number: int) -> int:
        batch.step(sample(batch.masks, rng))
        return GAMES

    return repeat(one_step, seconds, thread_time)
