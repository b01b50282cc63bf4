"""Records of Eastern Wonders: the map is a tag, and errors name its line."""

from __future__ import annotations

import pytest

from century import Record, read_record
from century.errors import BadRecord
from tests.games.eastern_wonders.setup import GAME

START = GAME.start(players=2, seed=7)
BAY = "P.M.M.P/.M.M.M./M.S.M.M/.M.M.M./M.M.M.M/.M.M.M./P.M.M.P"


def record(*tags: str, body: str = "") -> str:
    always = ['[Game "eastern-wonders"]', '[Players "2"]', '[Seed "7"]']
    return "\n".join([*always, *tags, "", body, ""])


@pytest.mark.parametrize("chart", ["standard", BAY])
def test_a_record_names_its_map_and_is_read_back(chart: str) -> None:
    start = GAME.start(players=2, seed=7, map=chart)
    tokens = ("take 1", "place C3", "take 2", "place C3", "sail C4", "anchor", "harvest")
    kept = Record(start, tokens, seed=7)
    assert f'[Map "{chart}"]' in kept.to_text().splitlines()
    assert read_record(kept.to_text()) == kept
    assert "0. take 1, place C3 | take 2, place C3\n" in kept.to_text()
    assert "1. sail C4, anchor, harvest\n" in kept.to_text()


def test_a_record_without_a_map_is_of_a_game_on_the_standard_map() -> None:
    assert read_record(record()).start == START
    assert read_record(record('[Map "standard"]')).start == START


def test_a_record_on_another_map_is_played_on_it() -> None:
    read = read_record(record(f'[Map "{BAY}"]', body="0. take 1, place G3 | take 2, place A2"))
    assert read.start == GAME.start(players=2, seed=7, map=BAY)
    assert read.tags == ()
    assert read.end.view(None)["map"]["G3"]["boats"] == [1]


@pytest.mark.parametrize(
    ("chart", "named"),
    [
        ("nowhere", "“n”"),
        ("", "empty"),
        ("M/P", "A2"),
        (BAY.replace("P", "M", 1), "21 market"),
        (BAY.replace("S", "X"), "line 3, column 3"),
        (BAY.replace("/", "///"), "connected"),
    ],
)
@pytest.mark.parametrize("line", [4, 5])
def test_a_bad_map_in_a_record_is_refused_with_the_line_of_its_tag(
    chart: str, named: str, line: int
) -> None:
    tags = ['[Site "home"]'] * (line - 4) + [f'[Map "{chart}"]']
    with pytest.raises(BadRecord) as caught:
        read_record(record(*tags))
    assert (caught.value.line, caught.value.column) == (line, 1)
    assert named in caught.value.fault


def test_a_cell_of_another_map_in_a_record_is_refused_with_its_place() -> None:
    with pytest.raises(BadRecord) as caught:
        read_record(record(body="0. take 1, place G3"))
    assert (caught.value.line, caught.value.column) == (5, 12)
    assert "place G3" in caught.value.fault


def test_an_illegal_step_in_a_record_is_refused_with_its_rule() -> None:
    with pytest.raises(BadRecord) as caught:
        read_record(record(body="0. take 1, place C3 | take 2, place C3\n1. sail E1"))
    assert (caught.value.line, caught.value.column) == (6, 4)
    assert "E1 is not next to C3; " in caught.value.fault
