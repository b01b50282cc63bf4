"""Any game played in the terminal."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from century import game as find_game
from century import games, read_record
from tests.games import EXAMPLE, SHORT_GAMES
from tests.property.play import greedy_game
from tests.terminal.command import Command


def start(name: str) -> tuple[object, ...]:
    """Return the command for a game of Ada against a random bot; the path of the record follows."""
    seats = ("-n", "Ada", "--in-order", "--bot", "random", "--record")
    return ("play", "-g", name, "--seed", 5, *seats)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.txt"


def typed_at_random(seed: int) -> str:
    """Answer every menu with one of its first entries, more often than any game asks."""
    choice = random.Random(seed).choice
    return "".join(f"{choice((1, 1, 2, 3))}\n" for _ in range(20_000))


@pytest.mark.parametrize("name", SHORT_GAMES)
def test_a_whole_game_against_a_bot_is_played_and_recorded(
    century: Command, path: Path, name: str
) -> None:
    outcome = century(*start(name), path, typed=typed_at_random(1))
    assert outcome.status == 0
    record = read_record(path.read_text())
    assert record.end.over
    assert record.names == ("Ada", "random")
    first, second = record.end.ranking()
    scores = record.end.scores()
    assert f"1. {record.name(first)}: {scores[first]} points" in outcome.out
    assert f"2. {record.name(second)}: {scores[second]} points" in outcome.out


@pytest.mark.parametrize("name", games())
def test_the_default_opponent_plays_at_medium(century: Command, path: Path, name: str) -> None:
    outcome = century("play", "-g", name, "--seed", 5, "--record", path, typed="1\n1\n1\n1\n")
    assert outcome.status == 0
    record = read_record(path.read_text())
    assert sorted(record.names) == ["You", "medium"]
    assert set(dict(record.tags).values()) == {"medium"}


@pytest.mark.parametrize("name", SHORT_GAMES)
def test_several_people_play_hot_seat(century: Command, path: Path, name: str) -> None:
    names = ("-n", "Bea", "-n", "Cy")
    tokens = [token for step in greedy_game(name, 3) for token in (step.token, "\n")]
    table = ("play", "-g", name, "--seed", 3, "-n", "Ada", "--in-order", "--record", path, *names)
    outcome = century(*table, typed="".join(tokens))
    record = read_record(path.read_text())
    assert record.names == ("Ada", "Bea", "Cy")
    assert record.end.over
    assert "Bea>" in outcome.out
    assert dict(record.tags) == {}


@pytest.mark.parametrize("name", SHORT_GAMES)
def test_the_seating_is_random_and_depends_on_the_seed(
    century: Command, tmp_path: Path, name: str
) -> None:
    seatings = set()
    for seed in range(8):
        path = tmp_path / str(seed)
        table = ("play", "-g", name, "--seed", seed, "-p", 3, "--bot", "random", "--record")
        century(*table, path)
        century(*table, path.with_suffix(".again"))
        names = read_record(path.read_text()).names
        assert read_record(path.with_suffix(".again").read_text()).names == names
        seatings.add(names)
    assert len(seatings) > 1


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("-g", EXAMPLE, "-p", 99), f"{EXAMPLE} is for "),
        (("-g", EXAMPLE, "-p", 1), f"{EXAMPLE} is for "),
        (("--seed", -1), "a seed is a whole number"),
        (("--game", "chess"), "unknown game 'chess'"),
        (("--bot", "deep-blue"), "unknown bot 'deep-blue'"),
        (("-p", 2, "-n", "a", "-n", "b", "-n", "c"), "3 people are too many for 2 seats"),
    ],
)
def test_a_bad_table_is_refused_and_leaves_no_record(
    century: Command, path: Path, arguments: tuple[object, ...], fault: str
) -> None:
    outcome = century("play", "--record", path, *arguments)
    assert outcome.status == 2
    assert fault in outcome.err
    assert "Traceback" not in outcome.err
    assert not path.exists()


@pytest.mark.parametrize("name", games())
def test_the_help_breaks_its_lines_at_the_width_of_the_terminal(
    century: Command, path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("COLUMNS", "500")
    out = century(*start(name), path, typed="?\nquit\n").out
    (line,) = (line for line in out.splitlines() if "Answer with a number" in line)
    assert line.rstrip().endswith(find_game(name).words().notes[-20:])
