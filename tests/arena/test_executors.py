"""Games in processes: the same wherever they are played, and none harmed by another."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from century.arena import LocalExecutor, RayExecutor, executor
from century.arena.executors import cores
from century.arena.supervisor import Guard
from century.errors import BadCount, BadOption, CenturyError, MissingExtra, UnknownBot, WorkerLost
from tests.arena.tables import played, player, tournament

MIXED = ("random", player("First"), player("CrashesLater"))


def test_two_workers_give_what_one_gives() -> None:
    planned = tournament(*MIXED, players=2)
    one, standings = played(planned, workers=1)
    two, same_standings = played(planned, workers=2)
    assert one == two
    assert [result.number for result in one] == list(range(6))
    assert {result.end for result in one} == {"rounds", "fault"}
    for name in MIXED:
        assert standings.skills[name] == same_standings.skills[name]


def process_of(guard: Guard) -> int:
    assert guard._process is not None
    return guard._process.pid


def test_a_process_plays_on_until_a_bot_is_at_fault() -> None:
    guard = Guard()
    try:
        good, bad = tournament("random", "random"), tournament("random", player("BadToken"))
        guard.play(good.job(0))
        first = process_of(guard)
        guard.play(good.job(1))
        assert process_of(guard) == first
        assert guard.play(bad.job(0)).fault is not None
        guard.play(good.job(0))
        assert process_of(guard) != first
    finally:
        guard.close()


@pytest.mark.parametrize("name", ["Endless", "Stubborn"])
def test_an_endless_loop_is_ended_and_the_rest_goes_on(name: str) -> None:
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


def test_a_bot_that_kills_its_process_loses() -> None:
    results, _ = played(tournament("random", player("KillsItsProcess")))
    assert [(r.fault.kind, r.fault.seat) for r in results if r.fault] == [
        ("crash", 1),
        ("crash", 0),
    ]
    assert results[0].fault is not None
    assert results[0].fault.message == "the process ended with status -9"
    assert results[0].ranking == (0, 1)


def test_what_a_bot_prints_disturbs_nothing(capfd: pytest.CaptureFixture[str]) -> None:
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


def test_a_process_that_does_not_start_is_said(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("century.arena.supervisor._program", lambda: "raise SystemExit('no start')")
    with pytest.raises(WorkerLost, match="did not start"):
        played(tournament("random", "random"))
    assert "no start" in capfd.readouterr().err


def test_stopping_ends_games_under_way() -> None:
    planned = tournament(player("Endless"), player("Endless"), stall=1000.0)
    guards: list[Guard] = []

    class Watched(Guard):
        def __init__(self) -> None:
            super().__init__()
            guards.append(self)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("century.arena.executors.Guard", Watched)
        quick = tournament("random", "random", rounds=1).job(0)
        jobs = iter([quick, planned.job(0), planned.job(1)])
        games = LocalExecutor(2).play(jobs)
        assert next(games).number == 0
        games.close()
    assert [guard._process for guard in guards] == [None, None]


def test_a_tournament_without_end_can_be_left() -> None:
    games = LocalExecutor(1).play(tournament("random", "random", rounds=1).jobs(None))
    assert [result.number for result in islice(games, 3)] == [0, 1, 2]
    games.close()
    assert list(games) == []


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        (("cloud",), BadOption, "unknown executor 'cloud'; there are local, ray"),
        (("local", 0), BadCount, "a number of workers is a whole number from 1, not 0"),
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
