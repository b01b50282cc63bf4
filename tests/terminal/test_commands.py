"""The commands other than `play`, with any game."""

from __future__ import annotations

import csv
import os
import re
import subprocess
import sys
from contextlib import nullcontext
from importlib import import_module
from itertools import takewhile
from pathlib import Path

import pytest

import century as package
from century import Record, __main__, game, games, playouts, read_record
from century.bench import measures, signature
from century.bench.measures import compare
from century.bench.peers import Peer
from century.bench.targets import targets
from century.core.kernel_cache import CORE, kernel_folder
from century.core.words import common_words, languages
from tests.games import EXAMPLE
from tests.property.play import steps
from tests.terminal.command import Command

LIMIT = 300  # seconds that a process may take

COMMANDS = (
    *("play", "simulate", "tournament", "replay", "advise"),
    *("perft", "map", "bench", "rules", "check-bot"),
)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Write an unfinished game of two rounds."""
    start = game(EXAMPLE).start(players=2, seed=7)
    two_rounds = takewhile(lambda step: step.before.turn[0] <= 2, steps(start, seed=7))
    path = tmp_path / "game.txt"
    tokens = tuple(step.token for step in two_rounds)
    path.write_text(Record(start, tokens, ("Ada", "Bea"), 7).to_text())
    return path


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_help_text(century: Command, command: str) -> None:
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
def test_help_describes_the_defaults(century: Command, command: str, default: str) -> None:
    assert f"[default: {default}" in century(command, "--help").out


@pytest.mark.parametrize("command", [*COMMANDS, "serve", "train", "backup", "restore"])
def test_help_fits_a_terminal_of_80_columns(
    century: Command, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    text = century(command, "--help").out
    assert "--help" in text
    assert "…" not in text, "the name of an option is cut"


def test_help_imports_no_engine() -> None:
    """Importing the compiler takes longer than help may take."""
    code = (
        "import sys; sys.argv = ['century', '--help']\n"
        "from century.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "sys.exit(any(name in sys.modules for name in ('numba', 'numpy')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], stdout=subprocess.DEVNULL, timeout=LIMIT, check=False
    )
    assert done.returncode == 0


def test_version(century: Command) -> None:
    assert century("--version").out == f"century {package.__version__}\n"


def test_simulate_prints_a_summary_and_writes_the_scores(century: Command, tmp_path: Path) -> None:
    path = tmp_path / "scores.csv"
    arguments = ("-g", EXAMPLE, "-n", 300, "-p", 3, "--seed", 4, "--out", path)
    outcome = century("simulate", *arguments)
    assert outcome.status == 0
    run = playouts(EXAMPLE, players=3, games=300, seed=4)
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
    for turn in read_record(record.read_text()).turns():
        player = ("Ada", "Bea")[turn.seat]
        assert f"{turn.round}. {player}: {', '.join(turn.tokens)}" in outcome.out


def test_replay_steps_back_and_forth(century: Command, record: Path) -> None:
    outcome = century("replay", record, typed="\n\nb\n2\ne\n\n9\nx\nq\n", terminal=True)
    shown = re.findall(r"\d\. (?:Ada|Bea)(?=:)", outcome.out)
    # Enter, Enter, back, round 2 (that is, after the last turn of round 1), the end; then no more
    assert shown == ["1. Ada", "1. Bea", "1. Ada", "1. Bea", "2. Bea"]
    assert "This is the end of the record." in outcome.out
    assert "The record has rounds 1 to 2." in outcome.out
    assert "Unknown command 'x'." in outcome.out


@pytest.mark.parametrize("name", games())
def test_perft_prints_the_counts_of_all_depths(century: Command, name: str) -> None:
    start = game(name).start(players=2, seed=1)
    outcome = century("perft", 3, "-g", name)
    counts = [line.split()[2] for line in outcome.out.splitlines() if line.startswith("depth")]
    assert counts == [str(package.perft(start, depth)) for depth in range(4)]


@pytest.mark.parametrize("name", games())
def test_perft_of_a_position_needs_no_game_name(century: Command, name: str) -> None:
    start = game(name).start(players=2, seed=1)
    outcome = century("perft", 1, "--position", start.to_text())
    assert outcome.out.splitlines()[-1].split()[2] == str(len(start.legal()))


def test_an_interrupted_simulation_prints_a_summary_of_the_games_played(
    century: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("century.terminal.simulate.CHUNK", 100_000)
    played: list[int] = []

    def stop_at_third(*arguments: object, **options: object) -> object:
        played.append(1)
        if len(played) == 3:
            raise KeyboardInterrupt
        return playouts(EXAMPLE, players=2, games=5, seed=1)

    monkeypatch.setattr("century.terminal.simulate.playouts", stop_at_third)
    outcome = century("simulate", "-n", 1000)
    assert outcome.status == 130
    assert "Stopped after 5 of 1,000 games." in outcome.out
    assert "5 random games of 2" in outcome.out


@pytest.mark.parametrize("name", games())
def test_perft_divides_the_count_by_first_decision(century: Command, name: str) -> None:
    start = game(name).start(players=2, seed=1)
    text = start.to_text()
    lines = century("perft", 3, "--divide", "--position", text).out.splitlines()
    divided = {line[:16].strip(): int(line.split()[-1]) for line in lines[:-1]}
    assert divided == {token: package.perft(start.act(token), 2) for token in start.legal()}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", games())
def test_all_rules_of_a_game_are_printed_in_every_language(
    century: Command, name: str, language: str
) -> None:
    everything = century("rules", "--language", language, "--game", name).out
    whole = "".join(everything.split())
    for key, text in game(name).words(language).rules.items():
        assert key + "".join(text.split()) in whole
    assert everything.strip().endswith(common_words(language).rulings)


def test_the_help_of_rules_lists_the_languages(century: Command) -> None:
    assert ", ".join(languages()[:-1]) + f" or {languages()[-1]}" in century("rules", "-h").out


PLAYERS = game(EXAMPLE).players


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("simulate", "-n", "0"), "a number of games is a whole number from 1"),
        (
            ("simulate", "-g", EXAMPLE, "-p", "99"),
            f"{EXAMPLE} is for {PLAYERS[0]} to {PLAYERS[-1]} players, not 99",
        ),
        (("simulate", "--seed", "x"), "Invalid value for '--seed'"),
        (("simulate", "--seed", str(2**64)), "a seed is a whole number"),
        (("perft", "-1"), "No such option"),
        (("perft", "101"), "a depth is a whole number from 0 to 100"),
        (("perft", "--position", f"{EXAMPLE}/1 round=1"), "position text, seat: missing"),
        (("perft", "--game", "go"), f"unknown game 'go'; there are {', '.join(games())}"),
        (("replay", "nowhere.txt"), "nowhere.txt: No such file or directory"),
        (("replay", "."), "Is a directory"),
        (("rules", "-l", "tlh"), "unknown language 'tlh'; known are en, it, ja"),
        (("rules", "zebra"), "no rule mentions 'zebra'"),
        (("fly",), "No such command 'fly'"),
    ],
)
def test_bad_input_ends_with_status_2_and_an_error_message(
    century: Command, arguments: tuple[str, ...], fault: str, tmp_path: Path
) -> None:
    outcome = century(*arguments)
    assert outcome.status == 2
    assert fault in outcome.err
    assert outcome.out == ""


def test_a_refused_simulation_writes_no_scores(century: Command, tmp_path: Path) -> None:
    path = tmp_path / "scores.csv"
    assert century("simulate", "-n", 0, "--out", path).status == 2
    assert not path.exists()


@pytest.mark.parametrize("content", [b"", b"nonsense", b"\xff\xfe\x00"])
def test_a_file_that_is_not_a_record_is_refused(
    century: Command, tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(content)
    outcome = century("replay", path)
    assert outcome.status == 2
    assert "Traceback" not in outcome.err


def test_only_the_first_run_compiles_and_says_so(tmp_path: Path) -> None:
    environment = dict(os.environ) | {"NUMBA_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-c", "from century.cli import main; main()", "perft", "2"]
    first, second = (
        subprocess.run(
            [*command, "-g", EXAMPLE],
            env=environment,
            capture_output=True,
            text=True,
            timeout=LIMIT,
            check=True,
        ).stdout
        for _ in range(2)
    )
    assert f"Compiling the rules of {game(EXAMPLE).title}, once on this machine" in first
    assert "Compiling" not in second
    assert first.splitlines()[-1].split()[:3] == second.splitlines()[-1].split()[:3]


@pytest.fixture
def quick_bench(monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure everything only once, and start processes with the kernels of this machine."""
    kernels = kernel_folder(CORE)
    assert kernels is not None
    monkeypatch.setattr(measures, "TemporaryDirectory", lambda: nullcontext(str(kernels.parent)))
    monkeypatch.setattr(measures, "STARTS", 1)
    monkeypatch.setattr(measures, "targets", lambda game: targets(game)._replace(games=10))
    monkeypatch.setattr(import_module("century.bench.signature"), "STEPS", 100_000)
    for module in (measures, import_module("century.bench.environments")):
        monkeypatch.setattr(module, "ROUNDS", 1)


@pytest.mark.usefixtures("quick_bench")
def test_the_bench_runs_and_prints_the_signature(
    century: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The tests below measure starts; here they would compile every kernel again.
    monkeypatch.setattr(measures, "_run", lambda _code, _cache=None: 1.0)
    outcome = century("bench", "--seconds", "0.02")
    assert outcome.status == 0
    for what in ("decisions", "Python loop", "cold compile", "cached start", "--help"):
        assert what in outcome.out
    assert f"signature {signature()}" in outcome.out


def test_the_first_start_is_measured_with_an_empty_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[list[str]] = []

    def run(_code: str, cache: str) -> float:
        found.append([path.name for path in Path(cache).iterdir()])
        (Path(cache) / "kernel").touch()
        return 10.0 - len(found)

    monkeypatch.setattr(measures, "_run", run)
    first, later, _size = measures.start_time(game(EXAMPLE), 0)
    assert found == [[], *[["kernel"]] * measures.STARTS]
    assert (first.figure, later.figure) == ("9.00 s", "6.00 s")  # the fastest of the later ones


@pytest.mark.parametrize("code", [measures._WARM, measures._START])
def test_a_start_is_measured_in_a_process_of_its_own(code: str) -> None:
    assert measures._run(code.format(name=EXAMPLE)) > 0


def test_a_peer_that_is_not_installed_is_reported_as_missing() -> None:
    absent = Peer("nothing", "no_such_module_anywhere", lambda _seconds: 1.0)
    row = compare("speed", lambda _seconds: 5e6, absent, 10, 0.01)
    assert row.peer == "nothing: not installed"
    assert row.reached is None


def test_a_peer_is_compared_by_ratio() -> None:
    other = Peer("other", "math", lambda _seconds: 1e6)
    row = compare("speed", lambda _seconds: 5e6, other, 10, 0.01)
    assert (row.figure, row.ratio, row.target, row.reached) == ("5 M/s", "5.0 ×", "10 ×", False)


def test_ctrl_c_while_the_command_is_imported_ends_it_without_a_traceback(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Interrupted:
        """Stands for Ctrl-C during an import."""

        def find_spec(self, name: str, *_: object) -> None:
            if name == "century.cli":
                raise KeyboardInterrupt

    monkeypatch.delitem(sys.modules, "century.cli", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Interrupted(), *sys.meta_path])
    with pytest.raises(SystemExit) as ended:
        __main__.main()
    assert ended.value.code == 130
