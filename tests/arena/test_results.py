"""The results file: resuming, damaged files, and files of other tournaments."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from century.arena import Job, Result, Results, Sprt, Standings, Tournament, play, run
from century.arena.executors import Games
from century.arena.results import InOrder
from century.errors import BadResults
from century.position import game
from tests.arena.tables import player, runs, tournament, wait_until
from tests.games import EXAMPLE

PLANNED = tournament("random", "random", rounds=3)


class AtOnce:
    """Plays in this process, and notes the numbers of the games."""

    def __init__(self) -> None:
        self.played: list[int] = []

    def play(self, jobs: Iterable[Job]) -> Games:
        for job in jobs:
            self.played.append(job.number)
            yield play(job)


def kept(path: Path, deals: int, planned: Tournament = PLANNED) -> tuple[Standings, list[int]]:
    """Run with a file; return the standings and which games were played for them."""
    standings, executor = Standings(planned.names), AtOnce()
    with Results(path, planned.header()) as results:
        list(run(planned, standings, executor, deals, results))
    return standings, executor.played


def test_a_file_has_a_header_and_a_line_for_each_game(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    kept(path, deals=2)
    header, *games = map(json.loads, path.read_text().splitlines())
    assert header == {
        "century": "tournament",
        "format": 1,
        "game": EXAMPLE,
        "rules": game(EXAMPLE).rules_version,
        "players": 2,
        "options": {},
        "entrants": ["random", "random"],
        "seed": 1,
        "budget": 1.0,
        "stall": 10.0,
        "rounds": 3,
    }
    assert [Result.from_data(game) for game in games] == [play(job) for job in PLANNED.jobs(2)]


def test_games_in_the_file_are_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    assert kept(path, deals=2)[1] == [0, 1, 2, 3]
    standings, played = kept(path, deals=3)
    assert played == [4, 5]
    assert standings.games == 6
    assert kept(path, deals=3)[1] == []


def test_every_result_is_written_when_its_game_ends(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    with Results(path, PLANNED.header()) as results:
        games = run(PLANNED, Standings(PLANNED.names), AtOnce(), 2, results)
        for number, _ in enumerate(games, start=1):
            assert path.read_text().count("\n") == 1 + number


@pytest.mark.parametrize("torn", [1, 5, 60])
def test_an_incomplete_last_line_is_removed_and_played_again(tmp_path: Path, torn: int) -> None:
    path = tmp_path / "results.jsonl"
    kept(path, deals=2)
    whole = path.read_text()
    last = whole.splitlines(keepends=True)[-1]
    path.write_text(whole[: -len(last)] + last[:torn])
    standings, played = kept(path, deals=2)
    assert played == [3]
    assert standings.games == 4
    assert path.read_text().count("\n") == 5


def test_an_incomplete_header_is_written_again(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    path.write_text('{"century": "tourn')
    assert kept(path, deals=1)[1] == [0, 1]
    assert json.loads(path.read_text().splitlines()[0])["format"] == 1


@pytest.mark.parametrize("content", ["my diary", "my diary\n", "{}\n", "[1]\n", '{"century": 7}'])
def test_a_file_of_another_kind_is_not_changed(tmp_path: Path, content: str) -> None:
    path = tmp_path / "diary"
    path.write_text(content)
    with pytest.raises(BadResults, match="line 1"):
        kept(path, deals=1)
    assert path.read_text() == content


@pytest.mark.parametrize(
    ("other", "difference"),
    [
        (tournament("random", "random", rounds=3, seed=2), "seed is 1 there and 2 here"),
        (tournament("random", "random", rounds=4), "rounds is 3 there and 4 here"),
        (tournament("random", "first", rounds=3), 'entrants is ["random", "random"] there'),
        (tournament("random", "random", rounds=3, budget=2.0), "budget is 1.0 there and 2.0 here"),
    ],
)
def test_a_file_of_another_tournament_is_refused_and_the_difference_named(
    tmp_path: Path, other: Tournament, difference: str
) -> None:
    path = tmp_path / "results.jsonl"
    kept(path, deals=1)
    before = path.read_text()
    with pytest.raises(BadResults) as caught:
        kept(path, 1, other)
    assert difference in str(caught.value)
    assert path.read_text() == before


def changed(line: str, **fields: Any) -> str:
    return json.dumps(json.loads(line) | fields)


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda _line: "{nonsense", "line 3: this is not JSON"),
        (lambda _line: "7", "line 3: this is no JSON object"),
        (lambda _line: "{}", "line 3: this is no result of a game"),
        (lambda line: changed(line, more=1), "line 3: this is no result of a game"),
        (lambda line: changed(line, number="x"), "line 3: no game has the number 'x'"),
        (lambda line: changed(line, number=-1), "line 3: no game has the number -1"),
        (
            lambda line: changed(line, seed=5),
            "game 1 of the results file is not of this",
        ),
    ],
)
def test_a_damaged_file_is_refused_with_the_line(tmp_path: Path, damage: Any, words: str) -> None:
    path = tmp_path / "results.jsonl"
    kept(path, deals=2)
    lines = path.read_text().splitlines()
    lines[2] = damage(lines[2])
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(BadResults) as caught:
        kept(path, deals=2)
    assert words in str(caught.value)


def test_a_file_of_an_earlier_version_without_names_is_read(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    kept(path, deals=1)
    header, *games = path.read_text().splitlines()
    older = [{k: v for k, v in json.loads(game).items() if k != "names"} for game in games]
    path.write_text("\n".join([header, *map(json.dumps, older)]) + "\n")
    standings, played = kept(path, deals=1)
    assert played == []
    assert standings.games == 2


def test_results_are_put_in_order() -> None:
    games = [play(job) for job in PLANNED.jobs(2)]
    order = InOrder()
    came = [[r.number for r in order.add(games[number])] for number in (1, 3, 0)]
    assert came == [[], [], [0, 1]]
    assert [result.number for result in order.rest()] == [3]


def won_by(name: str, job: Job) -> Result:
    """Make up a result without playing."""
    seat = job.seats.index(name)
    return replace(play(replace(job, rounds=1)), ranking=(seat, 1 - seat))


@pytest.mark.parametrize("ahead", [1, 2, 5])
def test_a_sequential_test_counts_the_deals_in_order(ahead: int) -> None:
    """One entrant wins every game, and results arrive out of order."""
    planned = Tournament(EXAMPLE, ("random", "tests.arena.players:First"), seed=1)

    class Shuffled:
        def play(self, jobs: Iterable[Job]) -> Games:
            source = iter(jobs)
            while batch := list(islice(source, ahead)):
                yield from (won_by("random", job) for job in reversed(batch))

    standings = Standings(planned.names, Sprt(elo1=200.0))
    list(run(planned, standings, Shuffled()))
    assert standings.sprt is not None
    assert standings.sprt.accepted == "H1"
    assert standings.sprt.counts == [0, 0, 8]  # 8 log(0.76 / 0.5) is the first above log 19
    assert standings.games == 16


def test_a_killed_run_resumes_to_the_same_result(tmp_path: Path) -> None:
    """With a real process and its workers, killed by SIGKILL."""
    path = tmp_path / "results.jsonl"
    command = [sys.executable, "-c", "from century.cli import main; main()", "tournament"]
    command += ["-g", EXAMPLE, "random", "random", "--workers", "2", "-n", "25", "--out", str(path)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        try:
            wait_until(lambda: path.exists() and path.read_text().count("\n") > 10)
        finally:
            process.kill()
    before = path.read_text()
    assert before.count("\n") < 51
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, timeout=300)
    assert path.read_text().startswith(before[: before.rindex("\n") + 1])
    games = [Result.from_data(json.loads(line)) for line in path.read_text().splitlines()[1:]]
    games.sort(key=lambda game: game.number)
    planned = Tournament(EXAMPLE, ("random", "random"), seed=1)
    assert games == [play(job) for job in planned.jobs(25)]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_a_killed_run_leaves_no_process_behind(tmp_path: Path) -> None:
    notes, hangs = tmp_path / "notes", player("TellsAndHangs")
    command = [sys.executable, "-c", "from century.cli import main; main()", "tournament"]
    command += [hangs, hangs, "--workers", "1", "--stall", "1000"]
    environment = os.environ | {"CENTURY_TEST_NOTES": str(notes)}
    with subprocess.Popen(command, env=environment) as process:
        try:
            wait_until(notes.exists)
            worker = int(notes.read_text())
            assert runs(worker)
        finally:
            process.kill()
    wait_until(lambda: not runs(worker))
