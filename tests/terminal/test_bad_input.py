"""Bad input and bad surroundings: one line says what is wrong, and nothing is half written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from century import game, playouts
from century.errors import BadSeed
from century.terminal.play import TerminalTable
from century.terminal.seating import new_table
from tests.games import EXAMPLE
from tests.terminal.command import Command

LIMIT = 300  # seconds that a process may take
HUGE = str(10**26)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("bench", "--seconds", "nan"), "--seconds"),
        (("bench", "--seconds", "-1"), "--seconds"),
        (("check-bot", "random", "--budget", "inf"), "--budget"),
        (("tournament", "random", "random", "--budget", "1e308"), "budget is a number of seconds"),
        (("tournament", "random", "random", "--workers", HUGE), "a number of workers"),
        (("tournament", "random", "random", "--out", "/dev/full"), "/dev/full is not a file"),
        (("simulate", "-n", HUGE), f"there are {2**64 - 1} games, not {HUGE}"),
        (("play", "--bot", ""), "unknown bot ''"),
        (("serve", "--log", "loud"), "--log is one of"),
        (("serve", "--rate", "inf"), "--rate"),
        (("serve", "--workers", HUGE), "--workers"),
        (("serve", "--public", "example.org"), "begins with http:// or https://"),
        (("replay", "/dev/zero"), "/dev/zero: larger than"),
        (("advise", "/dev/zero"), "/dev/zero: larger than"),
        (("simulate", "-n", "1", "--out", "/"), "/: Is a directory"),
    ],
)
def test_bad_values_are_refused(century: Command, arguments: tuple[str, ...], message: str) -> None:
    outcome = century(*arguments)
    assert outcome.status == 2
    assert message in outcome.err
    assert outcome.out == ""


def test_an_error_names_a_file_that_is_no_text(century: Command, tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\r\n")
    outcome = century("replay", path)
    assert outcome.status == 2
    assert f"{path}: not a text file" in outcome.err


def test_a_long_text_is_not_quoted_as_a_whole(century: Command) -> None:
    outcome = century("perft", "1", "--position", 100_000 * "x")
    assert outcome.status == 2
    assert len(outcome.err) < 3000


def test_an_error_of_the_system_without_a_file_name_has_no_empty_place(century: Command) -> None:
    outcome = century("simulate", "-n", "1", "--out", "/dev/full")
    assert outcome.status == 2
    assert outcome.err == "error: No space left on device\n"


def test_seeds_beyond_the_last_one_are_refused() -> None:
    with pytest.raises(BadSeed, match="there are 1 games, not 2"):
        playouts(EXAMPLE, players=2, games=2, seed=2**64 - 1)


def test_a_full_disk_keeps_the_turns_saved_before(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from rich.console import Console

    path = tmp_path / "game.txt"
    record, seating = new_table(game(EXAMPLE), 2, ["Ada", "Bob"], None, 1, in_order=True)
    table = TerminalTable(Console(), record, seating, path)
    table.save()
    before = path.read_text(encoding="utf-8")

    def fail_halfway(self: Path, text: str, encoding: str) -> int:
        self.write_bytes(text[: len(text) // 2].encode())
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_text", fail_halfway)
    with pytest.raises(OSError, match="No space left"):
        table.save()
    assert path.read_text(encoding="utf-8") == before
    assert list(tmp_path.iterdir()) == [path]


def run(*arguments: str, **surroundings: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, without an input."""
    return subprocess.run(
        ["sh", "-c", 'exec "$0" "$@" <&-', sys.executable, "-m", "century", *arguments],
        env={**os.environ, **surroundings},
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )


def test_without_an_input_a_game_is_saved_at_once(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    done = run("play", "--bot", "random", "--game", EXAMPLE, "--record", str(path))
    assert (done.returncode, done.stderr) == (0, "")
    assert "Saved." in done.stdout
    assert path.read_text(encoding="utf-8").startswith("[Game ")


def test_characters_that_cannot_be_encoded_become_question_marks() -> None:
    done = run("rules", "--language", "ja", "--game", EXAMPLE, PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert "?????" in done.stdout
