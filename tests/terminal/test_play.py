from __future__ import annotations

import random
from pathlib import Path

import pytest

from century import games, read_record
from century.bots import LEVELS
from tests.terminal.command import Command

ADA = ("-n", "Ada", "--in-order", "--bot", "random", "--record")
START = ("play", "--seed", 5, *ADA)
WONDERS = ("play", "-g", "eastern-wonders", "--seed", 5, *ADA)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.txt"


def typed_at_random(seed: int) -> str:
    """Answer every menu with one of its first entries, for longer than any game lasts."""
    choice = random.Random(seed).choice
    return "".join(f"{choice((1, 1, 2, 3))}\n" for _ in range(20_000))


def test_a_whole_game_against_a_bot_is_played_and_recorded(century: Command, path: Path) -> None:
    outcome = century(*START, path, typed=typed_at_random(1))
    assert outcome.status == 0
    record = read_record(path.read_text())
    assert record.end.over
    assert record.names == ("Ada", "random")
    first, second = record.end.ranking()
    scores = record.end.scores()
    assert f"1. {record.name(first)}: {scores[first]} points" in outcome.out
    assert f"2. {record.name(second)}: {scores[second]} points" in outcome.out


@pytest.mark.parametrize("name", games())
def test_the_usual_opponent_plays_at_medium(century: Command, path: Path, name: str) -> None:
    outcome = century("play", "-g", name, "--seed", 5, "--record", path, typed="1\n1\n1\n1\n")
    assert outcome.status == 0
    record = read_record(path.read_text())
    assert sorted(record.names) == ["You", "medium"]
    assert set(dict(record.tags).values()) == {"medium"}


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_may_be_chosen(century: Command, path: Path, level: str) -> None:
    arguments = ("play", "-n", "Ada", "--in-order", "--seed", 5, "--bot", level, "--record", path)
    outcome = century(*arguments, typed="play YY\nquit\n")
    assert outcome.status == 0
    record = read_record(path.read_text())
    assert record.names == ("Ada", level)
    assert record.end.turn == (2, 0)


def test_several_people_play_hot_seat(century: Command, path: Path) -> None:
    names = ("-n", "Bea", "-n", "Cy")
    outcome = century(*START, path, *names, typed=typed_at_random(2))
    record = read_record(path.read_text())
    assert record.names == ("Ada", "Bea", "Cy")
    assert record.end.over
    assert "Bea>" in outcome.out
    assert dict(record.tags) == {}


def test_the_seating_is_random_but_by_the_seed(century: Command, tmp_path: Path) -> None:
    """SR5."""
    seatings = set()
    for seed in range(8):
        path = tmp_path / str(seed)
        table = ("play", "--seed", seed, "-p", 3, "--bot", "random", "--record")
        century(*table, path)
        century(*table, path.with_suffix(".again"))
        names = read_record(path.read_text()).names
        assert read_record(path.with_suffix(".again").read_text()).names == names
        seatings.add(names)
    assert len(seatings) > 1


@pytest.mark.parametrize("ending", ["quit\n", ""], ids=["quit", "end of input"])
def test_a_game_left_is_saved_and_resumed(century: Command, path: Path, ending: str) -> None:
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


def test_a_turn_in_hand_is_saved_too(century: Command, path: Path) -> None:
    century(*START, path, typed="acquire 3\npay Y\nquit\n")
    assert read_record(path.read_text()).tokens == ("acquire 3", "pay Y")


def test_undo_goes_back_within_the_turn_only(century: Command, path: Path) -> None:
    outcome = century(*START, path, typed="acquire 3\npay Y\nundo\nundo\nundo\nquit\n")
    assert "Nothing to take back" in outcome.out
    assert read_record(path.read_text()).tokens == ()
    path.unlink()
    outcome = century(*START, path, typed="play YY\nundo\nquit\n")
    assert "Nothing to take back" in outcome.out
    assert read_record(path.read_text()).tokens[0] == "play YY"


@pytest.mark.parametrize("said", ["acquire 3, pay Y, pay Y", "ACQUIRE 3,pay y ,  payY", "3\n1\n1"])
def test_tokens_in_any_case_whole_turns_and_menu_numbers(
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
def test_what_cannot_be_done_is_explained_and_changes_nothing(
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


def test_the_table_shows_every_spice_by_its_letter(century: Command, path: Path) -> None:
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


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("-p", 6), "spice-road is for 2 to 5 players, not 6"),
        (("-p", 1), "spice-road is for 2 to 5 players, not 1"),
        (("--seed", -1), "a seed is a whole number"),
        (("--game", "chess"), "unknown game 'chess'"),
        (("--bot", "deep-blue"), "unknown bot 'deep-blue'"),
        (("-p", 2, "-n", "a", "-n", "b", "-n", "c"), "3 people are too many for 2 seats"),
    ],
)
def test_a_bad_table_is_refused_and_leaves_nothing(
    century: Command, path: Path, arguments: tuple[object, ...], fault: str
) -> None:
    outcome = century("play", "--record", path, *arguments)
    assert outcome.status == 2
    assert fault in outcome.err
    assert "Traceback" not in outcome.err
    assert not path.exists()


def test_a_record_is_never_written_over_another_game(century: Command, path: Path) -> None:
    century(*START, path, typed="play YY\nquit\n")
    before = path.read_text()
    outcome = century(*START, path, typed="quit\n")
    assert outcome.status == 2
    assert "continue it with --resume" in outcome.err
    assert century("play", "--resume", path, "--players", 3).status == 2
    assert path.read_text() == before


def test_a_damaged_record_is_not_resumed_and_stays_as_it_is(century: Command, path: Path) -> None:
    century(*START, path, typed="play YY\nquit\n")
    path.write_text(path.read_text().replace("play YY", "play YYYY", 1))
    damaged = path.read_text()
    outcome = century("play", "--resume", path)
    assert outcome.status == 2
    assert "play YYYY is not legal: that card is not in your hand (SR6)" in outcome.err
    assert path.read_text() == damaged


def test_eastern_wonders_is_drawn_and_played_hot_seat(century: Command, path: Path) -> None:
    set_up = "take 1\nplace C3\ntake 1\ntake 2, place C4\n"
    turns = "sail C4\nanchor\npay Y\nbuild\nundo\n? claim\n? ew16\npass\nlog\nquit\n"
    outcome = century(*WONDERS, path, "-n", "Bea", typed=set_up + turns)
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


def test_a_bot_plays_eastern_wonders_and_a_custom_map_is_kept(
    century: Command, path: Path, tmp_path: Path
) -> None:
    drawing = tmp_path / "map.txt"
    century("map", "--random", 3, "--sea", 2, "--out", drawing)
    outcome = century(*WONDERS, path, "--map", drawing, "-p", 3, typed="1\n1\nanchor, pass\nquit\n")
    assert outcome.status == 0
    record = read_record(path.read_text())
    assert "S" in path.read_text().split('[Map "')[1].split('"')[0]
    century("play", "--resume", path, typed="anchor\nharvest\nquit\n")
    assert len(read_record(path.read_text()).tokens) > len(record.tokens)
    assert "sea" in century("replay", path, "--all").out
