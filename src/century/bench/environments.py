"""How fast the games are as environments for learning."""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec
from time import thread_time

import numpy as np

from century.bench.measures import ROUNDS, Row, against, rate
from century.bench.peers import CONNECT_FOUR, Rate, agent_loop, repeat
from century.bench.wanted import wanted
from century.env.batch import Batch, sample
from century.position import Game

GAMES = 4096
STEPS = 20  # of all games, between two looks at the clock
LIMIT = 100  # rounds of the games in the loop of PettingZoo: random ones may hardly end


def environments(chosen: Game, seconds: float) -> list[Row]:
    """Measure the batch in seconds of one core, and PettingZoo's loop against a peer's."""
    least = wanted(chosen)
    seen, played = least.batch_observations, least.batch_from_python
    rows = [
        alone("batch, masks", partial(play_random, chosen, False), least.batch_masks, seconds),
        alone("batch, observations", partial(play_random, chosen, True), seen, seconds),
        alone("batch from Python", partial(stepping, chosen), played, seconds),
    ]
    if find_spec("pettingzoo") is None:
        return [*rows, Row("PettingZoo loop", "not installed")]
    from century.env.pettingzoo import env

    ours = partial(agent_loop, env(chosen.name, chosen.players[0], rounds=LIMIT))
    ours(0.01)
    return [*rows, against("PettingZoo loop", ours, CONNECT_FOUR, 5, seconds)]


def alone(what: str, ours: Rate, least: float | None, seconds: float) -> Row:
    """Measure ours for itself; the figure is the best of the rounds."""
    best = max(ours(seconds / ROUNDS) for _ in range(ROUNDS))
    if least is None:
        return Row(what, rate(best))
    return Row(what, rate(best), wanted=rate(least), reached=best >= least)


def play_random(chosen: Game, observe: bool, seconds: float) -> float:
    """Let the batch decide at random by itself."""
    batch = Batch(chosen.name, chosen.players[0], GAMES, seed=1, observe=observe)
    batch.play_random(1)

    def some_steps(_number: int) -> int:
        batch.play_random(STEPS)
        return STEPS * GAMES

    return repeat(some_steps, seconds, thread_time)


def stepping(chosen: Game, seconds: float) -> float:
    """Decide at random in NumPy, with observations."""
    batch, rng = Batch(chosen.name, chosen.players[0], GAMES, seed=1), np.random.default_rng(1)

    def one_step(_number: int) -> int:
        batch.step(sample(batch.masks, rng))
        return GAMES

    return repeat(one_step, seconds, thread_time)
