"""Bots of the user at the command line: `century check-bot` and `century play --bot`."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from century import read_record
from tests.bots.programs import program
from tests.terminal.command import Command

BOT = """\
import time

class Mine:
    count = 0

    def choose(self, position, seat, budget):
        self.count += 1
        {}
        return position.legal()[0]
"""


def own_bot(folder: Path, code: str = "") -> Path:
    path = folder / "my_bot.py"
    path.write_text(BOT.format(code))
    return path


# check-bot


def test_a_good_bot_is_found_good_in_both_games(century: Command, tmp_path: Path) -> None:
    outcome = century("check-bot", own_bot(tmp_path), "--decisions", 30)
    assert outcome.status == 0
    assert outcome.out.count("spice-road") == outcome.out.count("eastern-wonders") == 2
    assert outcome.out.count("stopped") == 4
    assert "All answers were legal and in time." in outcome.out


def test_one_game_may_be_chosen_and_is_played_out(century: Command, tmp_path: Path) -> None:
    command = "cmd:" + shlex.join(program(tmp_path))
    outcome = century("check-bot", command, "-g", "spice-road", "--decisions", 5000)
    assert outcome.status == 0
    assert "eastern-wonders" not in outcome.out
    assert outcome.out.count("won") + outcome.out.count("lost") == 2


@pytest.mark.parametrize(
    ("code", "kind", "fault"),
    [
        ("if self.count == 3: raise KeyError('plan')", "crashed", "KeyError: 'plan' (my_bot.py,"),
        ("if self.count == 3: return 'fly'", "nonsense", "answered 'fly', which is no action of"),
        ("while self.count == 3: pass", "stalled", "no answer after 0.2 s"),
    ],
)
def test_a_faulty_bot_is_told_what_is_wrong(
    century: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    code: str,
    kind: str,
    fault: str,
) -> None:
    monkeypatch.setattr("century.terminal.check_bot.GRACE", 0.1)
    outcome = century("check-bot", own_bot(tmp_path, code), "--budget", 0.1)
    assert outcome.status == 1
    assert kind in outcome.out
    assert fault in outcome.out
    assert "spice-road, seed 1, seat 0: " in outcome.out
    assert "The position was: spice-road/1 round=" in outcome.out
    assert "All answers were legal" not in outcome.out


def test_a_bot_that_is_never_ready_is_stopped(
    century: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("century.terminal.check_bot.START_UP", 0.2)
    path = own_bot(tmp_path)
    path.write_text("while True: pass\n")
    outcome = century("check-bot", path)
    assert outcome.status == 1
    assert "was not ready after 0.2 s" in outcome.out


def test_the_last_lines_of_a_conversation_are_shown(century: Command, tmp_path: Path) -> None:
    command = program(tmp_path, go="say('info hm'); say('choose fly')")
    outcome = century("check-bot", f"cmd:{shlex.join(command)}")
    assert outcome.status == 1
    for line in ("> new spice-road seat 0 of 2", "> go 1000", "< info hm", "< choose fly"):
        assert f"\n  {line}" in outcome.out


def test_a_slow_bot_is_told_so(century: Command, tmp_path: Path) -> None:
    slow = own_bot(tmp_path, "time.sleep(0.02)")
    outcome = century("check-bot", slow, "--budget", 0.01, "--decisions", 1)
    assert outcome.status == 0
    assert "All answers were legal, but not all within the budget:" in outcome.out
    assert " s of 0.01 s." in outcome.out
    assert "in time" not in outcome.out


def one_game_program(folder: Path) -> str:
    greet = "say('games spice-road'); say('ready')"
    return f"cmd:{shlex.join(program(folder, greet=greet))}"


def test_a_program_for_one_game_is_checked_in_that_game(century: Command, tmp_path: Path) -> None:
    outcome = century("check-bot", one_game_program(tmp_path), "--decisions", 3)
    assert outcome.status == 0
    assert outcome.out.count("spice-road") == 2
    assert "Not played, as the bot says: eastern-wonders." in outcome.out


@pytest.mark.parametrize("command", [("check-bot",), ("play", "--seed", 1, "--bot")])
def test_a_program_is_refused_for_a_game_that_it_does_not_play(
    century: Command, tmp_path: Path, command: tuple[object, ...]
) -> None:
    spec = one_game_program(tmp_path)
    outcome = century(*command, spec, "-g", "eastern-wonders")
    assert outcome.status == 2
    assert "plays spice-road, not eastern-wonders" in outcome.err


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("deep-blue",), "unknown bot 'deep-blue'"),
        (("random", "--game", "chess"), "unknown game 'chess'"),
        (("random", "--seed", "-1"), "a seed is a whole number"),
        (("random", "--decisions", "0"), "Invalid value for '--decisions'"),
        (("random", "--budget", "-1"), "Invalid value for '--budget'"),
        ((), "Missing argument 'BOT'"),
    ],
)
def test_bad_arguments_are_refused(
    century: Command, arguments: tuple[str, ...], fault: str
) -> None:
    outcome = century("check-bot", *arguments)
    assert outcome.status == 2
    assert fault in outcome.err


# play

START = ("play", "--seed", 5, "-n", "Ada", "--in-order", "--record")


@pytest.mark.parametrize("kind", ["file", "program"])
def test_own_bots_play_and_are_there_again_when_resumed(
    century: Command, tmp_path: Path, kind: str
) -> None:
    path = tmp_path / "game.txt"
    own = own_bot(tmp_path) if kind == "file" else f"cmd:{shlex.join(program(tmp_path))}"
    outcome = century(*START, path, "--bot", own, typed="play YY\nquit\n")
    assert outcome.status == 0
    before = read_record(path.read_text())
    assert before.names == ("Ada", str(own))
    assert before.tokens == ("play YY", "acquire 1")
    century("play", "--resume", path, typed="rest\nquit\n")
    assert len(read_record(path.read_text()).tokens) > 3


def test_a_game_can_be_resumed_after_a_fault(century: Command, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    own = own_bot(tmp_path, "if position.turn[0] == 2: raise OSError('no more')")
    outcome = century(*START, path, "--bot", own, typed="play YY\nplay up2, done\n")
    assert outcome.status == 2
    assert (
        f"error: the bot cannot go on: {own}: OSError: no more (my_bot.py, line 8)" in outcome.err
    )
    assert f"play --resume {path}\n" in outcome.err
    assert read_record(path.read_text()).tokens == ("play YY", "acquire 1", "play up2", "done")
    own_bot(tmp_path)  # mended
    outcome = century("play", "--resume", path, typed="quit\n")
    assert outcome.status == 0
    assert len(read_record(path.read_text()).tokens) > 4
