"""Advice on a position, by the library and at the command line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from century import Position, Record, game, games
from century.bots import LEVELS
from century.bots.advice import advise
from century.errors import BadCount, BadPosition, UnknownBot
from century.terminal.advise import in_words
from century.terminal.display import prepare_display
from tests.bots.games import GAMES_AND_LEVELS, first_turn, some_beginnings, some_midst, whole_game
from tests.games import EXAMPLE
from tests.terminal.command import Command

LITTLE = 0.01  # seconds

in_every_game = pytest.mark.parametrize("name", games())
POSITION = some_beginnings(EXAMPLE, 2, 3)[1]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "position.txt"


# The function


@pytest.mark.parametrize(("name", "level"), GAMES_AND_LEVELS)
def test_turns_come_best_first_and_are_legal(name: str, level: str) -> None:
    for pos in some_beginnings(name, 3, 3) + some_midst(name, 2, 3):
        advice = advise(pos, 4, level, LITTLE)
        assert 1 <= len(advice) <= 4
        assert len({one.tokens for one in advice}) == len(advice)
        for one in advice:
            assert turn_is_over(pos, one.tokens)


def turn_is_over(pos: Position, tokens: tuple[str, ...]) -> bool:
    """Return True if the decisions complete a turn and contain nothing more."""
    turn = pos.turn
    for token in tokens:
        assert pos.turn == turn
        pos = pos.act(token)
    return pos.over or pos.turn != turn


@in_every_game
@pytest.mark.parametrize("level", ["novice", "medium", "hard"])
def test_values_are_in_descending_order(name: str, level: str) -> None:
    for pos in some_beginnings(name, 2, 4):
        values = [one.value for one in advise(pos, 100, level, LITTLE)]
        assert values == sorted(values, reverse=True)


@in_every_game
def test_the_number_of_turns_is_the_one_asked_for(name: str) -> None:
    pos = some_beginnings(name, 2, 3)[1]
    every = advise(pos, 1000, "medium")
    for count in (1, 2, 3):
        assert advise(pos, count, "medium") == every[:count]


@in_every_game
def test_advice_works_during_set_up(name: str) -> None:
    start = game(name).start(players=3, seed=2)
    assert turn_is_over(start, advise(start, budget=LITTLE)[0].tokens)


@in_every_game
def test_advice_does_not_depend_on_hidden_cards(name: str) -> None:
    for pos in some_beginnings(name, 2, 3) + some_midst(name, 2, 3):
        assert advise(pos.redeal(pos.seat, 5), budget=LITTLE) == advise(pos, budget=LITTLE)


@pytest.mark.parametrize("count", [0, -1, 1.5, "2", None, True])
def test_a_bad_number_of_turns_is_refused(count: Any) -> None:
    with pytest.raises(BadCount) as caught:
        advise(POSITION, count)
    assert repr(count) in str(caught.value)


@pytest.mark.parametrize("level", ["random", "greedy", "deep-blue", "", "Expert"])
def test_an_unknown_level_is_refused_and_the_known_ones_are_named(level: str) -> None:
    with pytest.raises(UnknownBot) as caught:
        advise(POSITION, level=level)
    assert repr(level) in str(caught.value)
    assert all(name in str(caught.value) for name in LEVELS)


@in_every_game
def test_advice_on_a_finished_game_is_refused(name: str) -> None:
    with pytest.raises(BadPosition, match="the game is over"):
        advise(whole_game(name, 2)[-1])


# The command


def table_of(out: str) -> list[list[str]]:
    """Return the rows of the table of turns: lead, turn, in words."""
    below = out[out.index("the best turns") :].splitlines()
    return [re.split(r"  +", line.strip()) for line in below if re.match(r" +[+-]\d", line)]


@in_every_game
def test_the_command_reads_a_position_from_a_file(century: Command, path: Path, name: str) -> None:
    pos = some_beginnings(name, 2, 3)[1]
    path.write_text(pos.to_text() + "\n")
    outcome = century("advise", path, "--level", "easy", "--count", 1)
    assert outcome.status == 0
    (best,) = advise(pos, 1, "easy")
    assert f"Round {pos.turn[0]}, seat {pos.seat}: the best turns" in outcome.out
    ((lead, *_),) = table_of(outcome.out)
    assert lead == f"{best.value:+.1f}"
    assert best.tokens[0] in outcome.out


def test_the_command_reads_the_end_of_a_record(century: Command, path: Path) -> None:
    start = game(EXAMPLE).start(players=2, seed=7)
    tokens = first_turn(start)
    record = Record(start, tokens, ("Ada", "Bea"), 7)
    path.write_text(record.to_text())
    outcome = century("advise", path, "--level", "easy", "-n", 3)
    assert outcome.status == 0
    assert f"Round 1, seat {record.end.seat}: the best turns" in outcome.out
    expected = advise(record.end, 3, "easy")
    assert [row[1] for row in table_of(outcome.out)] == [", ".join(one.tokens) for one in expected]


def test_a_finished_game_is_refused(century: Command, path: Path) -> None:
    path.write_text(whole_game(EXAMPLE, 2)[-1].to_text())
    outcome = century("advise", path)
    assert outcome.status == 2
    assert "the game is over, there is nothing to advise on" in outcome.err


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", "line 1, column 1: this is neither a record"),
        (b"nonsense " * 1000, "line 1, column 1: this is neither a record"),
        (f"{EXAMPLE}/1 round=1".encode(), "position text, seat: missing"),
        (f'[Game "{EXAMPLE}"]\n'.encode(), "a record has either a Seed or a Position tag"),
        (b"\xff\xfe\x00", "not a text file"),
    ],
)
def test_a_damaged_file_is_refused(
    century: Command, path: Path, content: bytes, fault: str
) -> None:
    path.write_bytes(content)
    outcome = century("advise", path)
    assert outcome.status == 2
    assert fault in outcome.err
    assert outcome.out == ""


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("--level", "random"), "advice comes from novice, easy, medium, hard, expert"),
        (("--count", "0"), "Invalid value for '--count'"),
        (("--count", "some"), "Invalid value for '--count'"),
    ],
)
def test_bad_arguments_are_refused(
    century: Command, path: Path, arguments: tuple[str, ...], fault: str
) -> None:
    path.write_text(POSITION.to_text())
    outcome = century("advise", path, *arguments)
    assert outcome.status == 2
    assert fault in outcome.err
    assert "the best turns" not in outcome.out


def test_a_missing_file_is_named(century: Command, path: Path) -> None:
    outcome = century("advise", path)
    assert outcome.status == 2
    assert f"{path}: No such file or directory" in outcome.err


@in_every_game
def test_a_turn_in_words_is_plain_text(name: str) -> None:
    drawn = prepare_display(Console(), game(name))
    for pos in some_beginnings(name, 2, 8) + some_midst(name, 2, 8):
        for one in advise(pos, 5, "easy", LITTLE):
            words = in_words(pos, one, drawn).plain
            assert not re.search(r"[\[\]{}]", words)
            assert words.count(", ") >= len(one.tokens) - 1
            verbs = [token.partition(" ")[0] for token in one.tokens]
            assert all(verb in words for verb in verbs)
