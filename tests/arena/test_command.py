"""`century tournament`: its table, its verdicts, its records and its errors."""

from __future__ import annotations

import json
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from century import game as find_game
from century import read_record
from century.arena import Line
from century.cli.game_options import DEFAULT_GAME
from century.terminal.tournament import short_names, table_names
from tests.arena.tables import player, wait_until
from tests.bots.programs import program
from tests.games import OWN_GAMES
from tests.terminal.command import Command

OWN = """\
class Own:
    def choose(self, position, seat, budget):
        return position.legal()[0]
"""
TITLE = find_game(DEFAULT_GAME).title
OTHER_GAME = next(name for name in OWN_GAMES if name != DEFAULT_GAME)
SHORT = ("--rounds", "5", "--workers", "1", "-n", "2")


def row(out: str, name: str) -> list[str]:
    """Return the cells of an entrant's row."""
    line = next(line for line in out.splitlines() if line.strip().startswith(name))
    return re.split(r"\s{2,}", line.strip())


def test_two_entrants_are_compared_by_elo(century: Command) -> None:
    outcome = century("tournament", "random", player("BadToken"), *SHORT)
    assert outcome.status == 0
    assert f"{TITLE}: 4 games of 2" in outcome.out
    name, games, wins, points, elo, rounds, times, faults = row(outcome.out, "random")
    assert (name, games, wins, faults) == ("random", "4", "100.0 (34–100)", "0")
    assert float(points) >= 0
    assert elo == "+∞"
    assert "(-113, +∞)" in outcome.out  # Wilson of 2 deals of 2: 0.342, 400 log10(0.342 / 0.658)
    assert rounds == "1"
    assert re.fullmatch(r"\d+\.\d", times)
    assert row(outcome.out, "tests.arena")[-1] == "4"
    assert "lost by rule (nonsense × 4), first in game 0:" in outcome.out
    assert "fly to the moon" in outcome.out


@pytest.mark.parametrize("seats", [2, 4])
def test_the_table_fits_into_80_columns(
    century: Command, monkeypatch: pytest.MonkeyPatch, seats: int
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    failing = player("BadToken")
    outcome = century("tournament", "strategist", failing, *["random"] * (seats - 2), *SHORT)
    heading, *lines = outcome.out[outcome.out.index("entrant") :].splitlines()
    assert heading.rstrip().endswith("faults")
    table = lines[: next(i for i, line in enumerate(lines) if "lost by rule" in line)]
    assert max(map(len, table)) <= 80
    assert "…" not in "".join(table)
    assert row(outcome.out, "strategist")[0] == "strategist"
    assert row(outcome.out, "strategist")[-1] == "0"


def test_faults_have_a_column_only_if_there_are_any(century: Command) -> None:
    outcome = century("tournament", "random", player("First"), *SHORT)
    assert "entrant" in outcome.out
    assert "faults" not in outcome.out
    assert len(row(outcome.out, "random")) == 7


def test_more_seats_are_rated_by_openskill_and_a_name_has_one_row(century: Command) -> None:
    outcome = century("tournament", player("First"), "random", "random", *SHORT)
    assert "6 games of 3" in outcome.out
    assert "(mu±sigma)" in outcome.out
    assert row(outcome.out, "random")[1] == "12"
    assert re.fullmatch(r"-?\d+\.\d", row(outcome.out, "random")[4])
    assert re.search(r" \(\d+\.\d±\d\.\d\) ", outcome.out)
    assert "6 of 6 games ended by the limit of 5 rounds" in outcome.out
    assert outcome.out.count("random") == 1


def test_a_round_robin_of_another_game(century: Command) -> None:
    other = player("First")
    options = ("-g", OTHER_GAME, "-p", "2")
    outcome = century("tournament", "random", other, "random", *options, *SHORT)
    assert outcome.status == 0
    assert f"{find_game(OTHER_GAME).title}: 12 games of 2" in outcome.out
    assert row(outcome.out, "random")[1] == "16"


def test_a_sequential_test_stops_early_and_prints_its_verdict(
    century: Command, tmp_path: Path
) -> None:
    out = tmp_path / "results.jsonl"
    entrants = ("random", player("BadToken"))
    outcome = century(
        *("tournament", *entrants, "--sprt", "--elo1", "400", "--workers", "1", "--out", out)
    )
    assert outcome.status == 0
    assert f"SPRT: random is stronger than {player('BadToken')}: H1 (Elo +400)" in outcome.out
    assert "wrongly in about 5.0% of such tests" in outcome.out
    # 5 log((10 / 11) / (1 / 2)) is 2.99, the first above log 19.
    assert "LLR +2.99, bounds -2.94 and +2.94; deals won 5, split 0, lost 0." in outcome.out
    assert out.read_text().count("\n") == 11
    again = century("tournament", *entrants, "--sprt", "--elo1", "400", "--out", out)
    assert again.out.strip().startswith(f"10 of 10 games were in {out} already.\n")
    assert again.out.endswith(outcome.out[outcome.out.index(f"{TITLE}: 10") :])
    turned = century("tournament", *reversed(entrants), "--sprt", "--elo1", "400")
    assert "is not shown to be stronger than random: H0 (Elo +0) accepted" in turned.out
    short = century("tournament", *entrants, "--sprt", "-n", "2")
    assert "SPRT: undecided between H0 (Elo +0) and H1 (Elo +50)." in short.out


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("random",), "name at least two bots; to let a bot play itself, name it twice"),
        (("random", "random", "-p", "3"), "2 entrants are too few for 3 seats"),
        (("random", "nobody"), "unknown bot 'nobody'"),
        (("random", "random", "-n", "0"), "a number of deals is a whole number from 1, not 0"),
        (("random", "random", "--workers", "0"), "a number of workers"),
        (("random", "random", "--executor", "x"), "unknown executor 'x'; there are local, ray"),
        (("random", "random", "--ray-address", "x"), "of use with the executor ray only"),
        (
            ("random", "random", "--executor", "ray", "--ray-address", "127.0.0.1:1"),
            "no Ray at 127.0.0.1:1:",
        ),
        (("random", "random", "--sprt"), "--sprt is for two different entrants"),
        (("random", "a", "b", "--sprt"), "--sprt is for two different entrants"),
        (("random", "a", "--sprt", "--elo0", "60"), "elo0 must be below elo1"),
        (("random", "a", "--sprt", "--alpha", "2"), "alpha is a rate of error"),
        (("random", "random", "--rounds", "0"), "a number of rounds"),
        (("random", "random", "--out", "/nowhere/at/all"), "No such file or directory"),
        ((), "Missing argument"),
    ],
)
def test_bad_input_ends_with_status_2_and_a_message(
    century: Command, arguments: tuple[str, ...], fault: str
) -> None:
    outcome = century("tournament", *arguments)
    assert outcome.status == 2
    assert fault in outcome.err
    assert "Traceback" not in outcome.err
    assert outcome.out.strip() == ""


def test_an_unknown_bot_is_refused_before_anything_is_compiled(
    century: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled: list[object] = []
    prepare = "century.terminal.tournament.prepare"
    monkeypatch.setattr(prepare, lambda *given: compiled.append(given))
    assert "unknown bot 'nobody'" in century("tournament", "random", "nobody").err
    assert compiled == []


def test_a_resumed_tournament_says_how_many_games_it_had(century: Command, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    common = ("tournament", "random", player("First"), "--rounds", "5", "--workers", "1")
    for deals, games, said in (
        (2, 4, None),
        (3, 6, f"4 of 6 games were in {out} already."),
        (3, 6, f"6 of 6 games were in {out} already: nothing was left to play; --deals asks for"),
        (1, 6, f"6 of 6 games were in {out} already: more than the 1 deals asked for; all of them"),
    ):
        outcome = century(*common, "-n", deals, "--out", out)
        assert f"{games} games of 2" in outcome.out
        assert ("already" in outcome.out) == (said is not None)
        assert (said or "") in outcome.out


def test_files_are_called_by_their_stems_where_that_is_clear(
    century: Command, tmp_path: Path
) -> None:
    folders = [tmp_path / "a_rather_long_name_of_a_folder" / name for name in "ab"]
    for folder in folders:
        folder.mkdir(parents=True)
        (folder / f"only_{folder.name}.py").write_text(OWN)
    outcome = century("tournament", *(next(folder.iterdir()) for folder in folders), *SHORT)
    assert row(outcome.out, "only_a")[0] == "only_a"
    assert row(outcome.out, "only_b")[0] == "only_b"
    assert short_names(["x/bot.py", "y/bot.py", "y/bot.py:Two"]) == {
        "x/bot.py": "x/bot.py",
        "y/bot.py": "y/bot.py",
        "y/bot.py:Two": "bot:Two",
    }
    assert short_names(["easy", "bots/easy.py"])["bots/easy.py"] == "bots/easy.py"


def test_a_mistyped_name_leaves_the_file_usable(century: Command, tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    assert century("tournament", "random", "randon", *SHORT, "--out", out).status == 2
    assert century("tournament", "random", "random", *SHORT, "--out", out).status == 0


def test_an_interrupted_tournament_prints_its_table_and_how_to_resume(tmp_path: Path) -> None:
    out = tmp_path / "results.jsonl"
    command = [sys.executable, "-c", "from century.cli import main; main()", "tournament"]
    command += ["random", "random", "--workers", "2", "-n", "10000", "--out", str(out)]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Jobs in the background ignore SIGINT, and their children inherit that.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        try:
            wait_until(lambda: out.exists() and out.read_text().count("\n") > 5)
            process.send_signal(signal.SIGINT)
            said, errors = process.communicate(timeout=120)
        finally:
            process.kill()
    assert process.returncode == 130
    assert errors == ""
    games = len([json.loads(line) for line in out.read_text().splitlines()]) - 1
    assert f"{TITLE}: {games:,} games of 2" in said
    assert "Stopped." in said
    assert f"--out {out}" in said.split("Go on with:\n")[1]


# Win rates by seat


def test_wins_are_counted_by_seat(century: Command) -> None:
    outcome = century("tournament", "random", player("BadToken"), *SHORT)
    lines = outcome.out.splitlines()
    first = next(i for i, line in enumerate(lines) if line.strip().startswith("random"))
    assert lines[first + 1].split()[0] == "100/100"
    assert any(line.split()[:1] == ["0/0"] for line in lines)


def test_a_bot_against_itself_plays_different_games_and_says_what_that_means(
    century: Command, tmp_path: Path
) -> None:
    out = tmp_path / "results.jsonl"
    outcome = century("tournament", player("First"), player("First"), *SHORT, "--out", out)
    assert "One bot took every seat, so its share of wins is the same" in outcome.out
    assert row(outcome.out, "tests.arena")[1:3] == ["8", "50.0 (9–91)"]
    games = [json.loads(line) for line in out.read_text().splitlines()[1:]]
    assert len({game["seed"] for game in games}) == 4


# Faults and names


def test_a_fault_is_printed_when_it_happens(century: Command) -> None:
    outcome = century("tournament", "random", player("BadToken"), *SHORT)
    fault = f"game 0: {player('BadToken')} on seat 1 lost by rule: "
    assert outcome.out.count(fault) == 1
    assert outcome.out.index(fault) < outcome.out.index(TITLE)


def test_a_program_is_called_by_its_own_name(century: Command, tmp_path: Path) -> None:
    greet = "say('name First Steps'); say('ready')"
    spec = f"cmd:{shlex.join(program(tmp_path, greet=greet))}"
    outcome = century("tournament", "random", spec, *SHORT)
    assert row(outcome.out, "First Steps")[0] == "First Steps"
    lines = [Line("random"), Line("x/a.py", own_name="Ada"), Line("x/b.py", own_name="Ada")]
    assert table_names(lines) == {"random": "random", "x/a.py": "Ada (a)", "x/b.py": "Ada (b)"}
    lines = [Line("random"), Line("x/a.py", own_name="random")]
    assert table_names(lines)["x/a.py"] == "random (a)"


def test_a_program_that_does_not_play_the_game_is_refused(century: Command, tmp_path: Path) -> None:
    greet = f"say('games {OTHER_GAME}'); say('ready')"
    spec = f"cmd:{shlex.join(program(tmp_path, greet=greet))}"
    outcome = century("tournament", "random", spec, *SHORT)
    assert outcome.status == 2
    assert f"plays {OTHER_GAME}, not {DEFAULT_GAME}" in outcome.err


# Records


def test_every_game_is_kept_as_a_record(century: Command, tmp_path: Path) -> None:
    folder, out = tmp_path / "records" / "here", tmp_path / "results.jsonl"
    entrants = ("random", player("CrashesLater"))
    outcome = century("tournament", *entrants, *SHORT, "--records", folder, "--out", out)
    assert outcome.status == 0
    games = {game["number"]: game for game in map(json.loads, out.read_text().splitlines()[1:])}
    assert sorted(folder.iterdir()) == [folder / f"game-{n:06}.txt" for n in range(4)]
    for number, game in games.items():
        path = folder / f"game-{number:06}.txt"
        record = read_record(path.read_text())
        assert record.names == tuple(game["seats"])
        assert record.seed == game["seed"]
        assert record.end.scores() == game["points"]
        assert dict(record.tags)["End"] == game["end"] == "fault"
        assert dict(record.tags)["Fault"].startswith(f"seat {game['fault']['seat']}, crash: ")
        assert century("replay", path, "--all").status == 0


@pytest.mark.parametrize("game", OWN_GAMES)
def test_a_record_leads_to_the_points_of_the_result(
    century: Command, tmp_path: Path, game: str
) -> None:
    options = ("-g", game, "-n", 1, "--workers", 1, "--rounds", 300)
    century("tournament", "easy", "easy", *options, "--records", tmp_path)
    for path in tmp_path.iterdir():
        record = read_record(path.read_text())
        assert record.end.over
        assert dict(record.tags)["End"] == "over"
