"""Spice Road played in the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from century import read_record
from century.bots.levels import levels_of
from century.position import game
from tests.terminal.command import Command

ADA = ("-n", "Ada", "--in-order", "--bot", "random", "--record")
START = ("play", "-g", "spice-road", "--seed", 5, *ADA)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.txt"


@pytest.mark.parametrize("level", levels_of(game("spice-road")))
def test_the_level_of_the_bot_can_be_chosen(century: Command, path: Path, level: str) -> None:
    arguments = (
        "play",
        "-g",
        "spice-road",
        "-n",
        "Ada",
        "--in-order",
        "--seed",
        5,
        "--bot",
        level,
        "--record",
        path,
    )
    outcome = century(*arguments, typed="play YY\nquit\n")
    assert outcome.status == 0
    record = read_record(path.read_text())
    assert record.names == ("Ada", level)
    assert record.end.turn == (2, 0)


@pytest.mark.parametrize("ending", ["quit\n", ""], ids=["quit", "end of input"])
def test_an_unfinished_game_is_saved_and_resumed(century: Command, path: Path, ending: str) -> None:
    outcome = century(*START, path, typed="play YY\n" + ending)
    assert outcome.status == 0
    assert f"play --resume {path}\n" in outcome.out
    before = read_record(path.read_text())
    assert before.tokens[0] == "play YY"
    century("play", "--resume", path, typed="play up2\nupgrade Y\nquit\n")
    after = read_record(path.read_text())
    assert after.tokens[: len(before.tokens)] == before.tokens
    assert after.tokens[-2:] == ("play up2", "upgrade Y")
    assert after.names == before.names


def test_the_turn_under_way_is_saved_too(century: Command, path: Path) -> None:
    century(*START, path, typed="acquire 3\npay Y\nquit\n")
    assert read_record(path.read_text()).tokens == ("acquire 3", "pay Y")


def test_undo_goes_back_only_within_the_turn(century: Command, path: Path) -> None:
    outcome = century(*START, path, typed="acquire 3\npay Y\nundo\nundo\nundo\nquit\n")
    assert "Nothing to take back" in outcome.out
    assert read_record(path.read_text()).tokens == ()
    path.unlink()
    outcome = century(*START, path, typed="play YY\nundo\nquit\n")
    assert "Nothing to take back" in outcome.out
    assert read_record(path.read_text()).tokens[0] == "play YY"


@pytest.mark.parametrize("said", ["acquire 3, pay Y, pay Y", "ACQUIRE 3,pay y ,  payY", "3\n1\n1"])
def test_input_may_be_tokens_in_any_case_whole_turns_or_menu_numbers(
    century: Command, path: Path, said: str
) -> None:
    century(*START, path, typed=said + "\nquit\n")
    assert read_record(path.read_text()).tokens[:3] == ("acquire 3", "pay Y", "pay Y")


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("claim 1", "claim 1 is not legal: needs"),
        ("fly", "unknown action 'fly'"),
        ("99", "The menu goes from 1 to 6"),
        ("0", "The menu goes from 1 to 6"),
        ("9" * 5000, "The menu goes from 1 to 6"),
        ("acquire 3, pay G", "pay G is not legal: the caravan holds no G (SR10)"),
        ("play YY, rest", "the turn was over before 'rest'"),
    ],
)
def test_illegal_input_is_explained_and_changes_nothing(
    century: Command, path: Path, said: str, answer: str
) -> None:
    outcome = century(*START, path, typed=said + "\nquit\n")
    assert answer in outcome.out
    assert read_record(path.read_text()).tokens == ()


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("?", "take back the last decision"),
        ("help", "acquire  take a merchant card"),
        ("? claim 2", "claim 2 not now: needs"),
        ("? rest", "rest not now: no card was played that could be taken back (SR12)"),
        ("claim", "claim what? Not possible now"),
        ("acquire", "acquire what? acquire 1, acquire 2"),
        ("? play YY", "play YY is possible"),
        ("? sr16", "SR16: The supply of cubes is unlimited."),
        ("? upgrade", "raise one cube"),
        ("? nonsense", "unknown action 'nonsense'"),
        ("log", '[Seed "5"]'),
    ],
)
def test_questions_are_answered(century: Command, path: Path, said: str, answer: str) -> None:
    outcome = century(*START, path, typed=said + "\nquit\n")
    assert answer in outcome.out


def test_the_drawing_shows_all_cards_cubes_and_coins(century: Command, path: Path) -> None:
    out = century(*START, path, typed="quit\n").out
    record = read_record(path.read_text())
    view = record.start.view(0)
    for point_card in view["point_row"]:
        assert f"{point_card['points']} points" in out
        assert point_card["cost"] in out
    for slot in view["merchant_row"]:
        assert slot["card"].replace(">", "→") in out
    assert "4 gold" in out
    assert "4 silver" in out
    assert "YYY 3/10" in out


def test_a_record_of_another_game_is_never_overwritten(century: Command, path: Path) -> None:
    century(*START, path, typed="play YY\nquit\n")
    before = path.read_text()
    outcome = century(*START, path, typed="quit\n")
    assert outcome.status == 2
    assert "continue it with --resume" in outcome.err
    assert century("play", "--resume", path, "--players", 3).status == 2
    assert path.read_text() == before


def test_a_damaged_record_is_not_resumed_and_not_changed(century: Command, path: Path) -> None:
    century(*START, path, typed="play YY\nquit\n")
    path.write_text(path.read_text().replace("play YY", "play YYYY", 1))
    damaged = path.read_text()
    outcome = century("play", "--resume", path)
    assert outcome.status == 2
    assert "play YYYY is not legal: that card is not in your hand (SR6)" in outcome.err
    assert path.read_text() == damaged


@pytest.mark.parametrize("players", [1, 6])
def test_a_wrong_number_of_players_is_refused(century: Command, path: Path, players: int) -> None:
    outcome = century("play", "-g", "spice-road", "--record", path, "-p", players)
    assert outcome.status == 2
    assert f"spice-road is for 2 to 5 players, not {players}" in outcome.err
    assert not path.exists()
