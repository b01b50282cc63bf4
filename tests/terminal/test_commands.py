from __future__ import annotations

import csv
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import century as package
from century import Record, game, playouts
from century.bench import signature
from century.bench.measures import compare
from century.bench.peers import Peer
from century.core.words import common_words, languages
from tests.terminal.command import Command

COMMANDS = (
    *("play", "simulate", "tournament", "replay", "advise"),
    *("perft", "map", "bench", "rules", "check-bot"),
)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A short unfinished game of two rounds."""
    tokens = ("acquire 2", "pay Y", "play YY", "play up2", "upgrade Y", "done", "play up2", "done")
    start = game("spice-road").start(players=2, seed=7)
    path = tmp_path / "game.txt"
    path.write_text(Record(start, tokens, ("Ada", "Bea"), 7).to_text())
    return path


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(century: Command, command: str) -> None:
    assert command in century("--help").out
    outcome = century(command, "--help")
    assert outcome.status == 0
    assert f"century {command}" in outcome.out


@pytest.mark.parametrize(
    ("command", "default"),
    [
        ("play", "as few as possible"),
        ("simulate", "a few seconds' worth"),
        ("tournament", "nothing"),
    ],
)
def test_help_tells_what_happens_by_default(century: Command, command: str, default: str) -> None:
    assert f"[default: {default}" in century(command, "--help").out


def test_help_imports_no_engine() -> None:
    """So that it stays instant: the compiler alone takes longer to import than help may take."""
    code = (
        "import sys; sys.argv = ['century', '--help']\n"
        "from century.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "sys.exit(any(name in sys.modules for name in ('numba', 'numpy')))"
    )
    assert subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL).returncode == 0


def test_version(century: Command) -> None:
    assert century("--version").out == f"century {package.__version__}\n"


def test_simulate_sums_up_random_games(century: Command, tmp_path: Path) -> None:
    path = tmp_path / "scores.csv"
    outcome = century("simulate", "-n", 300, "-p", 3, "--seed", 4, "--out", path)
    assert outcome.status == 0
    run = playouts("spice-road", players=3, games=300, seed=4)
    assert "300 random games of 3" in outcome.out
    assert f"{run.steps:,} decisions and {run.turns:,} turns" in outcome.out
    with path.open() as file:
        heading, *rows = csv.reader(file)
    assert heading == ["seed", "seat0", "seat1", "seat2"]
    assert [list(map(int, row[1:])) for row in rows] == run.scores.tolist()
    assert [int(row[0]) for row in rows] == list(range(4, 304))


def test_replay_prints_a_whole_record(century: Command, record: Path) -> None:
    outcome = century("replay", record, "--all")
    assert outcome.status == 0
    assert "1. Ada: acquire 2, pay Y" in outcome.out
    assert "2. Bea: play up2, done" in outcome.out


def test_replay_steps_back_and_forth(century: Command, record: Path) -> None:
    outcome = century("replay", record, typed="\n\nb\n2\ne\n\n9\nx\nq\n", terminal=True)
    shown = re.findall(r"\d\. (?:Ada|Bea)(?=:)", outcome.out)
    # Enter, Enter, back, round 2 (so after the last turn of round 1), the end; then no turn is new
    assert shown == ["1. Ada", "1. Bea", "1. Ada", "1. Bea", "2. Bea"]
    assert "This is the end of the record." in outcome.out
    assert "The record has rounds 1 to 2." in outcome.out
    assert "Unknown command 'x'." in outcome.out


def test_perft_counts(century: Command) -> None:
    start = game("spice-road").start(players=2, seed=1)
    outcome = century("perft", 3)
    counts = [line.split()[2] for line in outcome.out.splitlines() if line.startswith("depth")]
    assert counts == [str(package.perft(start, depth)) for depth in range(4)]


def test_perft_of_a_position_knows_its_game(century: Command) -> None:
    text = game("eastern-wonders").start(players=2, seed=1).to_text()
    assert century("perft", 1, "--position", text).out.splitlines()[-1].split()[2] == "4"


def test_simulate_plays_a_few_seconds_by_default_and_sums_up_what_was_played(
    century: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("century.terminal.simulate.CHUNK", 100_000)
    assert "6 random games of 2" in century("simulate", "-g", "eastern-wonders").out
    played: list[int] = []

    def stop_at_third(*arguments: object, **options: object) -> object:
        played.append(1)
        if len(played) == 3:
            raise KeyboardInterrupt
        return playouts("spice-road", players=2, games=5, seed=1)

    monkeypatch.setattr("century.terminal.simulate.playouts", stop_at_third)
    outcome = century("simulate", "-n", 1000)
    assert outcome.status == 0
    assert "Stopped after 5 of 1,000 games." in outcome.out
    assert "5 random games of 2" in outcome.out


def test_perft_divides(century: Command) -> None:
    start = game("spice-road").start(players=2, seed=1)
    text = start.to_text()
    lines = century("perft", 3, "--divide", "--position", text).out.splitlines()
    divided = {line[:16].strip(): int(line.split()[-1]) for line in lines[:-1]}
    assert divided == {token: package.perft(start.act(token), 2) for token in start.legal()}


def test_rules_by_id_by_word_and_all(century: Command) -> None:
    assert "⚖ At least once" in century("rules", "sr9").out
    assert "up to four sea tiles" in century("rules", "EW3").out
    found = century("rules", "silver").out
    assert "SR14" in found
    assert "SR9 " not in found
    everything = century("rules").out
    assert all(f"SR{number} " in everything for number in range(1, 21))


def test_rules_are_read_in_every_language(century: Command) -> None:
    assert "⚖ Almeno una volta" in century("rules", "sr9", "--language", "it").out
    everything = century("rules", "--language", "ja", "--game", "eastern-wonders").out
    whole = "".join(everything.split())
    for key, text in game("eastern-wonders").words("ja").rules.items():
        assert key + "".join(text.split()) in whole
    assert everything.strip().endswith(common_words("ja").rulings)
    assert "SR14" in century("rules", "moneta", "-l", "it").out
    assert ", ".join(languages()[:-1]) + f" or {languages()[-1]}" in century("rules", "-h").out


def test_a_map_is_drawn_written_and_read_again(century: Command, tmp_path: Path) -> None:
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


def test_what_a_map_should_not_be_is_said(century: Command, tmp_path: Path) -> None:
    drawing = tmp_path / "map.txt"
    drawing.write_text("M\n\n" * 20 + "P\n\n" * 4)
    outcome = century("map", drawing)
    assert outcome.status == 0
    assert "Not advised: A1 touches only 1 other tile (EW3)" in outcome.out


def test_eastern_wonders_is_simulated_counted_and_its_rules_told(century: Command) -> None:
    assert (
        "3 random games of 3" in century("simulate", "-g", "eastern-wonders", "-p", 3, "-n", 3).out
    )
    counted = century("perft", 3, "-g", "eastern-wonders", "--map", "standard").out
    assert [line.split()[2] for line in counted.splitlines()] == ["1", "4", "80", "240"]
    assert "EW24" in century("rules", "-g", "eastern-wonders").out


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("simulate", "-n", "0"), "a number of games is a whole number from 1"),
        (("simulate", "-p", "9"), "spice-road is for 2 to 5 players, not 9"),
        (("simulate", "--seed", "x"), "Invalid value for '--seed'"),
        (("simulate", "--seed", str(2**64)), "a seed is a whole number"),
        (("perft", "-1"), "No such option"),
        (("perft", "101"), "a depth is a whole number from 0 to 100"),
        (("perft", "--position", "spice-road/1 round=1"), "position text, seat: missing"),
        (("perft", "--game", "go"), "unknown game 'go'; there are spice-road, eastern-wonders"),
        (("replay", "nowhere.txt"), "nowhere.txt: No such file or directory"),
        (("replay", "."), "Is a directory"),
        (("rules", "-l", "tlh"), "unknown language 'tlh'; known are en, it, ja"),
        (("rules", "SR99"), "there is no rule 'SR99'; the ids go from SR1 to SR20"),
        (("rules", "zebra"), "no rule mentions 'zebra'"),
        (("simulate", "--map", "standard"), "spice-road has no option 'map'"),
        (("simulate", "-g", "eastern-wonders", "-p", "5"), "eastern-wonders is for 2 to 4 players"),
        (("map", "M.M/.P."), "map: 2 market tiles; a map has 20 (EW3)"),
        (("map", "nowhere.txt"), "nowhere.txt: No such file or directory"),
        (("map", "--sea", "2"), "--sea is for a map made with --random"),
        (("map", "standard", "--random", "2"), "either a map or --random, not both"),
        (("map", "--random", "-1"), "a seed is a whole number"),
        (("map", "--random", "1", "--sea", "5"), "a map has 0 to 4 sea tiles, not 5"),
        (("fly",), "No such command 'fly'"),
    ],
)
def test_bad_input_ends_with_status_2_and_a_sentence(
    century: Command, arguments: tuple[str, ...], fault: str, tmp_path: Path
) -> None:
    outcome = century(*arguments)
    assert outcome.status == 2
    assert fault in outcome.err
    assert outcome.out == ""


def test_a_bad_run_writes_no_scores(century: Command, tmp_path: Path) -> None:
    path = tmp_path / "scores.csv"
    assert century("simulate", "-n", 0, "--out", path).status == 2
    assert not path.exists()


@pytest.mark.parametrize("content", [b"", b"nonsense", b"\xff\xfe\x00"])
def test_a_file_that_is_no_record_is_refused(
    century: Command, tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(content)
    outcome = century("replay", path)
    assert outcome.status == 2
    assert "Traceback" not in outcome.err


def test_the_first_run_compiles_says_so_and_does_it_once(tmp_path: Path) -> None:
    environment = dict(os.environ) | {"NUMBA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-c", "from century.cli import main; main()", "perft", "2"]
    first, second = (
        subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    )
    assert "Compiling Century: Spice Road for this machine" in first
    assert "Compiling" not in second
    assert first.splitlines()[-1].split()[:3] == second.splitlines()[-1].split()[:3]


def test_the_bench_runs_and_prints_the_signature(century: Command) -> None:
    outcome = century("bench", "--seconds", "0.02")
    assert outcome.status == 0
    for what in ("decisions", "Python loop", "cold compile", "cached start", "--help"):
        assert what in outcome.out
    assert f"signature {signature()}" in outcome.out


def test_a_peer_that_is_not_installed_is_said_to_be_missing() -> None:
    absent = Peer("nothing", "no_such_module_anywhere", lambda _seconds: 1.0)
    row = compare("speed", lambda _seconds: 5e6, absent, 10, 0.01)
    assert row.peer == "nothing: not installed"
    assert row.reached is None


def test_a_peer_is_compared_by_ratio() -> None:
    other = Peer("other", "math", lambda _seconds: 1e6)
    row = compare("speed", lambda _seconds: 5e6, other, 10, 0.01)
    assert (row.figure, row.ratio, row.target, row.reached) == ("5 M/s", "5.0 ×", "10 ×", False)
