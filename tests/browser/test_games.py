"""Whole games in the browser: by mouse, by keyboard alone, on a phone."""

from __future__ import annotations

import pytest

import century
from century.bots import bot
from tests.browser.conftest import Visit

QUICK = {"name": "Ada"}


@pytest.mark.parametrize("game", century.games())
@pytest.mark.parametrize(
    "how", [{}, {"by_keyboard": True}, {"size": "phone"}], ids=["mouse", "keyboard", "phone"]
)
def test_a_whole_game_against_a_bot(visit: Visit, game: str, how: dict[str, object]) -> None:
    ada = visit(settings=QUICK, **how)
    ada.play_now(game)
    ada.play_to_the_end(bot("hard", seed=1))
    assert ada.ask()["status"] == "over"
    ada.see(".sheet")
    ada.accessible()
