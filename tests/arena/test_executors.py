"""Games in processes: equal results everywhere, and no game harmed by another."""

from __future__ import annotations

import shlex
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from century.arena import LocalExecutor, RayExecutor, executor
from century.arena.executors import cores
from century.arena.supervisor import Supervisor
from century.errors import (
    BadCount,
    BadOption,
    CenturyError,
    GameNotPlayed,
    MissingExtra,
    UnknownBot,
    WorkerLost,
)
from tests.arena.tables import played, player, runs, tournament
from tests.bots.programs import program
from tests.games import EXAMPLE, OTHER_EXAMPLE

PICKY = f"say('games {OTHER_EXAMPLE}'); say('ready')"
NAMED = "say('name First Steps'); say('ready')"
SLOW = """\
import pathlib, time

class Slow:
    def __init__(self):
        while not pathlib.Path({made!r}).exists():
            time.sleep(0.01)

    def choose(self, position, seat, budget):
        return position.actions()[0]
"""
FORKER = """\
import os, pathlib, signal, time

class Forker:
    def __init__(self):
        note = pathlib.Path({note!r})
        if os.fork() == 0:
            os.setsid()
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            note.with_suffix(".part").write_text(str(os.getpid()))
            note.with_suffix(".part").rename(note)
            while True:
                time.sleep(1)
        while not note.exists():
            time.sleep(0.01)

    def choose(self, position, seat, budget):
        if {fault}:
            os.kill(os.getpid(), signal.SIGKILL)
        return position.actions()[0]
"""
MIXED = ("random", player("First"), player("CrashesLater"))


def test_two_workers_give_the_same_results_as_one() -> None:
    planned = tournament(*MIXED, players=2)
    one, standings = played(planned, workers=1)
    two, same_standings = played(planned, workers=2)
    assert one == two
    assert [result.number for result in one] == list(range(6))
    assert {result.end for result in one} == {"rounds", "fault"}
    for name in MIXED:
        assert standings.skills[name] == same_standings.skills[name]


def process_of(supervisor: Supervisor) -> int:
    assert supervisor._process is not None
    return supervisor._process.pid


def test_a_process_is_replaced_after_a_fault() -> None:
    supervisor = Supervisor()
    try:
        good, bad = tournament("random", "random"), tournament("random", player("BadToken"))
        supervisor.play(good.job(0))
        first = process_of(supervisor)
        supervisor.play(good.job(1))
        assert process_of(supervisor) == first
        assert supervisor.play(bad.job(0)).fault is not None
        supervisor.play(good.job(0))
        assert process_of(supervisor) != first
    finally:
        supervisor.close()


@pytest.mark.parametrize("name", ["Endless", "Stubborn"])
def test_an_endless_loop_is_ended_and_other_games_are_played(name: str) -> None:
    planned = tournament("random", player(name), "random", players=2, stall=0.2, rounds=5)
    results, standings = played(planned, workers=2)
    assert len(results) == 6
    for result in results:
        if player(name) in result.seats:
            assert result.fault is not None
            assert result.fault.kind == "stall"
            assert result.fault.message == "took more than 0.2 s over a turn"
            assert result.seats[result.ranking[-1]] == player(name)
        else:
            assert result.fault is None
            assert result.rounds == 5
    assert {line.name: line.faults.total() for line in standings.lines()} == {
        "random": 0,
        player(name): 4,
    }


def test_a_bot_that_is_never_ready_loses(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("century.arena.supervisor.MAKING", 0.3)
    (tmp_path / "sleeper.py").write_text(
        "import time\nclass Sleeper:\n    def __init__(self): time.sleep(60)\n"
        "    def choose(self, position, seat, budget): return 0\n"
    )
    spec = str(tmp_path / "sleeper.py")
    results, _ = played(tournament("random", spec, stall=0.2))
    assert [result.fault.message for result in results if result.fault is not None] == [
        "was not ready after 0.5 s"
    ] * 2


def test_a_bot_that_is_slow_to_be_made_is_reported_at_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("century.arena.supervisor.SLOW_MAKING", 0.2)
    path, made = tmp_path / "slow.py", tmp_path / "reported"
    path.write_text(SLOW.format(made=str(made)))
    reports: list[str] = []

    def report(message: str) -> None:
        reports.append(message)
        made.touch()  # the bot is made only after the report

    planned = tournament("random", str(path), rounds=1)
    [result, _] = list(LocalExecutor(1, report).play(planned.jobs(1)))
    assert result.fault is None
    assert reports[0].startswith(f"game 0: {path} on seat 1 is not ready after 0.2 s; it loses")


@pytest.mark.skipif(sys.platform != "linux", reason="child subreapers exist on Linux only")
@pytest.mark.parametrize("fault", [False, True])
def test_what_a_python_bot_starts_ends_with_its_game_process(tmp_path: Path, fault: bool) -> None:
    """Even if it has left the session, and its parent has been killed."""
    note = tmp_path / "note"
    (tmp_path / "forker.py").write_text(FORKER.format(note=str(note), fault=fault))
    results, _ = played(tournament("random", str(tmp_path / "forker.py"), rounds=1))
    assert [result.end for result in results] == ["fault" if fault else "rounds"] * 2
    assert not runs(int(note.read_text()))


def test_a_game_that_a_bot_does_not_play_ends_the_tournament(tmp_path: Path) -> None:
    spec = f"cmd:{shlex.join(program(tmp_path, greet=PICKY))}"
    with pytest.raises(GameNotPlayed, match=f"plays {OTHER_EXAMPLE}, not {EXAMPLE}"):
        played(tournament("random", spec))


def test_the_own_name_of_a_program_is_in_the_results(tmp_path: Path) -> None:
    spec = f"cmd:{shlex.join(program(tmp_path, greet=NAMED))}"
    results, standings = played(tournament("random", spec, rounds=1))
    assert [result.names for result in results] == [("", "First Steps"), ("First Steps", "")]
    assert {line.name: line.own_name for line in standings.lines()} == {
        "random": "",
        spec: "First Steps",
    }


def test_a_bot_that_kills_its_process_loses() -> None:
    results, _ = played(tournament("random", player("KillsItsProcess")))
    assert [(r.fault.kind, r.fault.seat) for r in results if r.fault] == [
        ("crash", 1),
        ("crash", 0),
    ]
    assert results[0].fault is not None
    assert results[0].fault.message == "the process ended with status -9"
    assert results[0].ranking == (0, 1)


def test_what_a_bot_prints_does_no_harm(capfd: pytest.CaptureFixture[str]) -> None:
    results, _ = played(tournament("random", player("Noisy"), rounds=3))
    assert all(result.fault is None and result.rounds == 3 for result in results)
    printed = capfd.readouterr()
    assert printed.out == ""
    assert printed.err.count('{"at": "done"}') >= 6


def test_a_bot_that_hangs_when_it_is_closed_changes_no_result(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("century.arena.supervisor.CLOSING", 0.2)
    (tmp_path / "clinger.py").write_text(
        "import time\nclass Clinger:\n    def close(self): time.sleep(60)\n"
        "    def choose(self, position, seat, budget): return position.actions()[0]\n"
    )
    results, _ = played(tournament("random", str(tmp_path / "clinger.py"), rounds=3))
    assert [(result.end, result.fault) for result in results] == [("rounds", None)] * 2


def test_an_unknown_bot_ends_the_tournament_with_its_name() -> None:
    with pytest.raises(UnknownBot, match="unknown bot 'nobody'"):
        played(tournament("random", "nobody"), deals=5, workers=2)


def test_a_process_that_does_not_start_is_an_error(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("century.arena.supervisor._program", lambda: "raise SystemExit('no start')")
    with pytest.raises(WorkerLost, match="did not start"):
        played(tournament("random", "random"))
    assert "no start" in capfd.readouterr().err


def test_stopping_ends_the_games_in_progress() -> None:
    planned = tournament(player("Endless"), player("Endless"), stall=1000.0)
    supervisors: list[Supervisor] = []

    class Watched(Supervisor):
        def __init__(self, report: Any) -> None:
            super().__init__(report)
            supervisors.append(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("century.arena.executors.Supervisor", Watched)
        quick = tournament("random", "random", rounds=1).job(0)
        jobs = iter([quick, planned.job(0), planned.job(1)])
        games = LocalExecutor(2).play(jobs)
        assert next(games).number == 0
        games.close()
    assert [supervisor._process for supervisor in supervisors] == [None, None]


def test_an_endless_tournament_can_be_stopped() -> None:
    games = LocalExecutor(1).play(tournament("random", "random", rounds=1).jobs(None))
    assert [result.number for result in islice(games, 3)] == [0, 1, 2]
    games.close()
    assert list(games) == []


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        (("cloud",), BadOption, "unknown executor 'cloud'; there are local, ray"),
        (("local", 0), BadCount, "a number of workers is a whole number from 1 to 10,000, not 0"),
        (("local", 1, "auto"), BadOption, "of use with the executor ray only"),
    ],
)
def test_bad_executors_are_refused(
    settings: tuple[str, ...], error: type[CenturyError], words: str
) -> None:
    with pytest.raises(error, match=words):
        executor(*settings)  # type: ignore[arg-type]


def test_executors_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    assert isinstance(executor("local"), LocalExecutor)
    assert isinstance(executor("ray"), RayExecutor)
    monkeypatch.setattr("century.arena.executors.find_spec", lambda _name: None)
    with pytest.raises(MissingExtra, match=r"century\[ray\]"):
        executor("ray")


def test_all_cores_are_used_by_default() -> None:
    assert LocalExecutor()._workers == cores() >= 1
