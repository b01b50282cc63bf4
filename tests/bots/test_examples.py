"""The example bots in our games; the folder of each game tests how well they play it."""

from __future__ import annotations

import pytest

import century
from tests.bots.examples import against_random
from tests.games import OWN_GAMES


@pytest.mark.parametrize("name", OWN_GAMES)
def test_an_example_plays_the_same_game_again(example_bot: str, name: str) -> None:
    start = century.game(name).start(players=2, seed=4)
    one, other = (against_random(example_bot, start, 1, 4, decisions=60) for _ in range(2))
    assert one == other
    assert one != start
