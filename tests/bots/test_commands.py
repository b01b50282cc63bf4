"""Bots of the user at the command line: `century check-bot` and `century play --bot`."""

from __future__ import annotations

import shlex
from itertools import chain
from pathlib import Path

import pytest

from century import game, games, read_record
from century.terminal.check_bot import Trial, _run_trial
from tests.bots.games import first_turn
from tests.bots.programs import program
from tests.games import EXAMPLE, OTHER_EXAMPLE
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


def test_a_good_bot_passes_in_every_game(century: Command, tmp_path: Path) -> None:
    outcome = century("check-bot", own_bot(tmp_path), "--decisions", 30)
    assert outcome.status == 0
    for name in games():
        assert outcome.out.count(name) == game(name).players[0]
    assert "All answers were legal and in time." in outcome.out


def test_one_game_may_be_chosen_and_is_played_out(century: Command, tmp_path: Path) -> None:
    command = "cmd:" + shlex.join(program(tmp_path))
    outcome = century("check-bot", command, "-g", EXAMPLE, "--decisions", 5000)
    assert outcome.status == 0
    assert OTHER_EXAMPLE not in outcome.out
    assert outcome.out.count("won") + outcome.out.count("lost") == 2


def test_the_points_of_the_bot_and_of_its_opponent_have_columns(
    century: Command, tmp_path: Path
) -> None:
    path = own_bot(tmp_path)
    said = century("check-bot", path, "-g", EXAMPLE, "--decisions", 5000).out
    heading = next(line for line in said.splitlines() if "mean ms" in line)
    assert heading.split()[-2:] == ["points", "random"]
    trials = [Trial(game(EXAMPLE), 1 + seat, seat) for seat in range(2)]
    rows = [line.split() for line in said.splitlines() if line.startswith(f" {EXAMPLE} ")]
    for trial, row in zip(trials, rows, strict=True):
        _run_trial(str(path), trial, budget=1.0, decisions=5000)
        assert trial.end is not None
        scores = trial.end.scores()
        assert row[-3:-1] == [str(scores[trial.seat]), str(scores[1 - trial.seat])]
        assert scores[0] != scores[1]  # so that their order matters


def test_a_game_stops_after_the_given_number_of_decisions(century: Command, tmp_path: Path) -> None:
    outcome = century("check-bot", own_bot(tmp_path), "-g", EXAMPLE, "--decisions", 3)
    assert outcome.status == 0
    assert outcome.out.count("stopped") == 2


@pytest.mark.parametrize(
    ("code", "kind", "fault"),
    [
        ("if self.count == 3: raise KeyError('plan')", "crashed", "KeyError: 'plan' (my_bot.py,"),
        ("if self.count == 3: return 'fly'", "nonsense", "answered 'fly', which is no action of"),
        ("while self.count == 3: pass", "stalled", "no answer after 0.2 s"),
    ],
)
def test_the_fault_of_a_bot_is_reported(
    century: Command,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    code: str,
    kind: str,
    fault: str,
) -> None:
    monkeypatch.setattr("century.terminal.check_bot.GRACE", 0.1)
    outcome = century("check-bot", own_bot(tmp_path, code), "-g", EXAMPLE, "--budget", 0.1)
    assert outcome.status == 1
    assert kind in outcome.out
    assert fault in outcome.out
    assert f"{EXAMPLE}, seed 1, seat 0: " in outcome.out
    assert f"The position was: {EXAMPLE}/" in outcome.out
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
    outcome = century("check-bot", f"cmd:{shlex.join(command)}", "-g", EXAMPLE)
    assert outcome.status == 1
    for line in (f"> new {EXAMPLE} seat 0 of 2", "> go 1000", "< info hm", "< choose fly"):
        assert f"\n  {line}" in outcome.out


def test_a_slow_bot_is_reported(century: Command, tmp_path: Path) -> None:
    slow = own_bot(tmp_path, "time.sleep(0.02)")
    outcome = century("check-bot", slow, "--budget", 0.01, "--decisions", 1)
    assert outcome.status == 0
    assert "All answers were legal, but not all within the budget:" in outcome.out
    assert " s of 0.01 s." in outcome.out
    assert "in time" not in outcome.out


def one_game_program(folder: Path) -> str:
    greet = f"say('games {EXAMPLE}'); say('ready')"
    return f"cmd:{shlex.join(program(folder, greet=greet))}"


def test_a_program_for_one_game_is_checked_in_that_game(century: Command, tmp_path: Path) -> None:
    outcome = century("check-bot", one_game_program(tmp_path), "--decisions", 3)
    assert outcome.status == 0
    assert outcome.out.count(EXAMPLE) == 2
    others = ", ".join(name for name in games() if name != EXAMPLE)
    assert f"Not played, as the bot says: {others}." in outcome.out


@pytest.mark.parametrize("command", [("check-bot",), ("play", "--seed", 1, "--bot")])
def test_a_program_is_refused_for_a_game_that_it_does_not_play(
    century: Command, tmp_path: Path, command: tuple[object, ...]
) -> None:
    spec = one_game_program(tmp_path)
    outcome = century(*command, spec, "-g", OTHER_EXAMPLE)
    assert outcome.status == 2
    assert f"plays {EXAMPLE}, not {OTHER_EXAMPLE}" in outcome.err


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

START = ("play", "-g", EXAMPLE, "--seed", 5, "-n", "Ada", "--in-order", "--record")


def first_turns(count: int) -> list[tuple[str, ...]]:
    """Return the turns of a game whose players always take the first legal action."""
    turns, pos = [], game(EXAMPLE).start(players=2, seed=5)
    for _ in range(count):
        turns.append(first_turn(pos))
        for token in turns[-1]:
            pos = pos.act(token)
    return turns


def typed(*turns: tuple[str, ...]) -> str:
    """Return what a person types to take turns and to quit."""
    return "".join(f"{', '.join(turn)}\n" for turn in turns) + "quit\n"


@pytest.mark.parametrize("kind", ["file", "program"])
def test_own_bots_play_and_go_on_in_a_resumed_game(
    century: Command, tmp_path: Path, kind: str
) -> None:
    path = tmp_path / "game.txt"
    own = own_bot(tmp_path) if kind == "file" else f"cmd:{shlex.join(program(tmp_path))}"
    turns = first_turns(4)
    outcome = century(*START, path, "--bot", own, typed=typed(turns[0]))
    assert outcome.status == 0
    before = read_record(path.read_text())
    assert before.names == ("Ada", str(own))
    assert before.tokens == (*turns[0], *turns[1])
    century("play", "--resume", path, typed=typed(turns[2]))
    assert read_record(path.read_text()).tokens == tuple(chain(*turns))


def test_a_game_can_be_resumed_after_a_fault(century: Command, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    turns = first_turns(4)
    answers = len(turns[1])
    own = own_bot(tmp_path, f"if self.count > {answers}: raise OSError('no more')")
    outcome = century(*START, path, "--bot", own, typed=typed(turns[0], turns[2]))
    assert outcome.status == 2
    assert (
        f"error: the bot cannot go on: {own}: OSError: no more (my_bot.py, line 8)" in outcome.err
    )
    assert f"play --resume {path}\n" in outcome.err
    assert read_record(path.read_text()).tokens == tuple(chain(*turns[:3]))
    own_bot(tmp_path)  # without the fault
    outcome = century("play", "--resume", path, typed=typed())
    assert outcome.status == 0
    assert read_record(path.read_text()).tokens == tuple(chain(*turns))
