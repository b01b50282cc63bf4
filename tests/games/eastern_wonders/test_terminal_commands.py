"""Commands other than `play` with Eastern Wonders, and the command for maps."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from century import game, games
from tests.terminal.command import Command


def test_a_rule_is_found_by_its_id(century: Command) -> None:
    assert "up to four sea tiles" in century("rules", "EW3").out


def test_simulate_plays_games_for_a_few_seconds_by_default(
    century: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("century.terminal.simulate.CHUNK", 100_000)
    assert "6 random games of 2" in century("simulate", "-g", "eastern-wonders").out


def test_a_map_is_drawn_written_and_read(century: Command, tmp_path: Path) -> None:
    drawing, picture = tmp_path / "map.txt", tmp_path / "map.svg"
    outcome = century("map", "--random", 8, "--sea", 1, "--out", drawing, "--svg", picture)
    assert outcome.status == 0
    assert drawing.read_text() in outcome.out
    assert picture.read_text().count("<polygon") == 25
    shown = century("map", drawing).out
    assert outcome.out.startswith(shown)
    assert f"Written to {picture}\nWritten to {drawing}\n" in outcome.out
    assert century("map", shown.strip().splitlines()[-1]).out == shown
    again = century("map", "--out", drawing)
    assert again.status == 2
    assert "File exists" in again.err


def test_a_map_against_the_advice_of_the_rules_gets_a_warning(
    century: Command, tmp_path: Path
) -> None:
    drawing = tmp_path / "map.txt"
    drawing.write_text("M\n\n" * 20 + "P\n\n" * 4)
    outcome = century("map", drawing)
    assert outcome.status == 0
    assert "Not advised: A1 touches only 1 other tile (EW3)" in outcome.out


SHORT = ("--rounds", "5", "--workers", "1", "-n", "1")


def test_a_tournament_can_have_a_map(century: Command, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    common = ("tournament", "random", "random", "--map", "standard", *SHORT)
    assert century(*common, "-g", "eastern-wonders", "--out", out).status == 0
    header = json.loads(out.read_text().splitlines()[0])
    assert header["options"] == {"map": "standard"}
    other = next(name for name in games() if "map" not in game(name).options)
    outcome = century(*common, "-g", other)
    assert outcome.status == 2
    assert f"{other} has no option" in outcome.err


def test_simulate_perft_and_rules_work(century: Command) -> None:
    assert (
        "3 random games of 3" in century("simulate", "-g", "eastern-wonders", "-p", 3, "-n", 3).out
    )
    counted = century("perft", 3, "-g", "eastern-wonders", "--map", "standard").out
    assert [line.split()[2] for line in counted.splitlines()] == ["1", "4", "80", "240"]
    assert "EW24" in century("rules", "-g", "eastern-wonders").out


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("simulate", "-g", "eastern-wonders", "-p", "5"), "eastern-wonders is for 2 to 4 players"),
        (("map", "M.M/.P."), "map: 2 market tiles; a map has 20 (EW3)"),
        (("map", "nowhere.txt"), "nowhere.txt: No such file or directory"),
        (("map", "/dev/zero"), "/dev/zero: larger than 100,000 bytes; this is no map"),
        (("map", "--sea", "2"), "--sea is for a map made with --random"),
        (("map", "standard", "--random", "2"), "either a map or --random, not both"),
        (("map", "--random", "-1"), "a seed is a whole number"),
        (("map", "--random", "1", "--sea", "5"), "a map has 0 to 4 sea tiles, not 5"),
    ],
)
def test_bad_input_ends_with_status_2_and_an_error_message(
    century: Command, arguments: tuple[str, ...], fault: str
) -> None:
    outcome = century(*arguments)
    assert outcome.status == 2
    assert fault in outcome.err
    assert outcome.out == ""
