"""The example bots in every game; the folder of each game tests how well they play it."""

from __future__ import annotations

import pytest

import century
from tests.bots.examples import against_random


@pytest.mark.parametrize("name", century.games())
def test_an_example_plays_the_same_game_again(example_bot: str, name: str) -> None:
    start = century.game(name).start(players=2, seed=4)
    one, other = (against_random(example_bot, start, 1, 4, decisions=60) for _ in range(2))
    assert one == other
    assert one != start
