"""The example bots beat `random` in Eastern Wonders."""

from __future__ import annotations

import century
from tests.bots.examples import PYTHON_EXAMPLE, against_random


def test_an_example_gains_points(example_bot: str) -> None:
    for seed in range(2):
        start = century.game("eastern-wonders").start(players=2, seed=seed)
        scores = against_random(example_bot, start, seed, seed, decisions=150).scores()
        assert scores[seed] > scores[1 - seed] + 10


def test_the_python_example_wins() -> None:
    start = century.game("eastern-wonders").start(players=2, seed=2)
    end = against_random(PYTHON_EXAMPLE, start, 0, seed=2, decisions=400)
    assert end.over
    assert end.winner == 0
