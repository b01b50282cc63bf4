"""The example bots beat `random` in Spice Road."""

from __future__ import annotations

import pytest

import century
from tests.bots.examples import against_random


@pytest.mark.parametrize("players", [2, 3])
def test_an_example_wins(example_bot: str, players: int) -> None:
    for seed in range(4):
        seat = seed % players
        start = century.game("spice-road").start(players=players, seed=seed)
        end = against_random(example_bot, start, seat, seed, decisions=1000)
        assert end.over
        assert end.winner == seat
