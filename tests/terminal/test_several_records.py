"""A text with several records, such as the export of all games of a person."""

from __future__ import annotations

from pathlib import Path

import pytest

import century
from century.record import read_record, split_records
from tests.terminal.command import Command

TEXTS = [
    century.Record(
        century.game(century.games()[0]).start(players=2, seed=seed), (), ("Ada", "Bob"), seed
    ).to_text()
    for seed in (1, 2, 3)
]


@pytest.mark.parametrize("between", ["\n", "\n\n", ""])
def test_a_text_is_split_into_its_records(between: str) -> None:
    parts = split_records(between.join(TEXTS))
    assert [read_record(part).seed for part in parts] == [1, 2, 3]


@pytest.mark.parametrize("text", ["", "no record", TEXTS[0], "\n" + TEXTS[0]])
def test_other_texts_stay_in_one_piece(text: str) -> None:
    assert [part.strip() for part in split_records(text)] == [text.strip()]


def test_tags_may_precede_the_tag_game() -> None:
    moved = '[Event "Tea"]\n' + TEXTS[0]
    assert split_records(moved) == [moved]


def test_replay_shows_one_of_several_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file, run = tmp_path / "games.txt", Command(monkeypatch, capsys)
    file.write_text("\n".join(TEXTS), encoding="utf-8")
    assert run("replay", str(file), "--game", "2", "--all").status == 0
    without = run("replay", str(file))
    assert (without.status, "--game 1 to 3" in without.err) == (2, True)
    assert run("replay", str(file), "--game", "4").status == 2
