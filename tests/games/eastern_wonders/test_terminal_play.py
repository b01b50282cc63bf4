"""Eastern Wonders played in the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from century import read_record
from tests.terminal.command import Command

START = (
    *("play", "-g", "eastern-wonders", "--seed", 5),
    *("-n", "Ada", "--in-order", "--bot", "random", "--record"),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.txt"


def test_the_game_is_drawn_and_played_hot_seat(century: Command, path: Path) -> None:
    set_up = "take 1\nplace C3\ntake 1\ntake 2, place C4\n"
    turns = "sail C4\nanchor\npay Y\nbuild\nundo\n? claim\n? ew16\npass\nlog\nquit\n"
    outcome = century(*START, path, "-n", "Bea", typed=set_up + turns)
    assert outcome.status == 0
    record = read_record(path.read_text())
    view = record.end.view(None)
    assert record.start.game.name == "eastern-wonders"
    assert (view["round"], view["seat"]) == (1, 1)
    for name, cell in view["map"].items():
        assert f" {name:3}{cell.get('type') or cell['kind']}" in outcome.out
        assert cell.get("trade", "").replace(">", "→") in outcome.out
    assert "Set-up · Bea to decide" in outcome.out
    assert "that set is taken (EW7)" in outcome.out
    assert "toll 1" in outcome.out
    assert "EW16: Port" in outcome.out
    assert '[Map "standard"]' in outcome.out


def test_a_bot_plays_and_a_custom_map_is_recorded(
    century: Command, path: Path, tmp_path: Path
) -> None:
    drawing = tmp_path / "map.txt"
    century("map", "--random", 3, "--sea", 2, "--out", drawing)
    outcome = century(*START, path, "--map", drawing, "-p", 3, typed="1\n1\nanchor, pass\nquit\n")
    assert outcome.status == 0
    record = read_record(path.read_text())
    assert "S" in path.read_text().split('[Map "')[1].split('"')[0]
    century("play", "--resume", path, typed="anchor\nharvest\nquit\n")
    assert len(read_record(path.read_text()).tokens) > len(record.tokens)
    assert "sea" in century("replay", path, "--all").out
