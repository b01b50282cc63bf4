"""The games that the front page shows: every turn is legal, and the last one ends the game."""

from __future__ import annotations

import json

import pytest

from century.position import read_position
from tests.page.page_files import FOLDERS, scripts

DEMOS = [name for name, folder in FOLDERS.items() if (folder / "demo.json").is_file()]


@pytest.mark.parametrize("name", DEMOS)
def test_a_demo_is_a_whole_game(name: str) -> None:
    demo = json.loads((FOLDERS[name] / "demo.json").read_text(encoding="utf-8"))
    position = read_position(demo["position"])
    for tokens in demo["turns"]:
        turn = position.turn
        for token in tokens:
            assert position.turn == turn
            position = position.act(token)
        assert position.over or position.turn != turn
    assert position.over


def test_every_game_that_names_a_demo_has_one() -> None:
    named = {
        source.split("/")[1]
        for source, text in scripts().items()
        if source.endswith("/game.js") and "demo.json" in text
    }
    assert named == set(DEMOS)
    assert DEMOS
