"""One game: what bots see, what they may answer, and the ranking after a fault."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from century import Position, game
from century.arena import Job, Result, play
from century.arena.match import derive
from century.errors import UnknownBot
from tests.arena.players import First
from tests.arena.tables import player, tournament
from tests.bots.games import first_turn
from tests.games import EXAMPLE


def job(*entrants: str, rotation: int = 0, **settings: object) -> Job:
    return tournament(*entrants, **settings).job(rotation)


def test_a_game_is_fixed_by_its_job() -> None:
    one, two = (play(job("random", "random", "random")) for _ in range(2))
    assert one == two
    assert one.end == "rounds"
    assert one.rounds == 30
    assert one.turns == (30, 30, 30)
    assert play(job("random", "random", "random", seed=2)) != one


def test_a_finished_game_is_ranked_by_points() -> None:
    result = play(job("random", "random", rounds=1000))
    assert result.end == "over"
    assert sorted(result.ranking, key=lambda seat: -result.points[seat]) == list(result.ranking)
    assert result.rounds < 1000
    assert sum(result.turns) in (2 * result.rounds, 2 * result.rounds - 1)


def test_results_round_trip_and_ignore_times_in_comparisons() -> None:
    result = play(job("random", player("CrashesLater")))
    again = Result.from_data(result.to_data())
    assert again == result
    assert again.times == result.times
    assert result.times.seconds[0] >= result.times.longest[0] > 0
    slower = replace(result, times=replace(result.times, seconds=(9.0, 9.0)))
    assert slower == result


def test_bots_may_answer_with_tokens_or_numbers() -> None:
    numbers, tokens = play(job(player("First"), "random")), play(job(player("Speaks"), "random"))
    assert (tokens.points, tokens.turns) == (numbers.points, numbers.turns)


FAULTS = [
    ("CrashesAtOnce", "crash", "RuntimeError: no legs (players.py, line "),
    ("CrashesLater", "crash", "KeyError: 'lost the thread' (players.py, line "),
    ("LeavesTheRoom", "crash", "SystemExit: enough"),
    ("BadNumber", "nonsense", "not legal"),
    ("BadToken", "nonsense", "'fly to the moon'"),
    ("BadType", "nonsense", "list"),
    ("Slow", "stall", "took more than 0.1 s over a turn"),
]


@pytest.mark.parametrize(("name", "kind", "words"), FAULTS)
def test_a_bot_at_fault_is_last(name: str, kind: str, words: str) -> None:
    result = play(job("random", player(name), "random", "random", stall=0.1))
    assert result.end == "fault"
    assert result.fault is not None
    assert (result.fault.seat, result.fault.entrant) == (1, player(name))
    assert result.fault.kind == kind
    assert words in result.fault.message
    assert result.ranking[-1] == 1
    others = result.ranking[:-1]
    assert others == tuple(sorted((0, 2, 3), key=lambda s: (result.points[s], s), reverse=True))


def test_a_crash_counts_only_the_turns_before_it() -> None:
    result = play(job("random", player("CrashesLater")))
    assert result.turns == (3, 2)


def test_a_fault_names_the_seat() -> None:
    result = play(job("random", player("BadToken"), rotation=1))
    assert result.fault is not None
    assert result.fault.seat == 0
    assert result.ranking == (1, 0)


def test_an_unknown_bot_is_no_fault_but_an_error() -> None:
    with pytest.raises(UnknownBot):
        play(job("random", "nobody"))


class Watcher(First):
    """Remembers what it is shown."""

    def __init__(self) -> None:
        self.shown: list[Position] = []

    def choose(self, position: Position, seat: int, budget: float) -> Any:
        self.shown.append(position)
        return super().choose(position, seat, budget)


def shown_in_the_first_round(truth: Position, monkeypatch: pytest.MonkeyPatch) -> list[Position]:
    watchers = [Watcher(), Watcher()]
    waiting = iter(watchers)
    monkeypatch.setattr("century.arena.entrants.bot", lambda _name, _seed: next(waiting))
    monkeypatch.setattr("century.position.Game.start", lambda *_, **_options: truth)
    play(job("random", "random", rounds=1))
    return [position for watcher in watchers for position in watcher.shown]


def test_no_bot_sees_the_true_order_of_hidden_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two deals that differ only in what is hidden show a bot the same."""
    start = game(EXAMPLE).start(players=2, seed=1)
    truths = [start.redeal(0, hidden) for hidden in (1, 2)]
    one, two = (shown_in_the_first_round(truth, monkeypatch)[0] for truth in truths)
    assert one == two
    assert one.view(0) == start.view(0)
    assert one not in truths


def test_within_a_turn_the_hidden_cards_stay_as_they_were_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = game(EXAMPLE).start(players=2, seed=1)
    after = [before.act(token) for token in before.legal()]
    start = next(p for p in after if p.turn == before.turn and len(first_turn(p)) > 1)
    shown = shown_in_the_first_round(start, monkeypatch)
    turn = [position for position in shown if position.turn == start.turn]
    assert len(turn) > 1
    assert [turn[0].apply(turn[0].actions()[0])] == turn[1:2]


def test_bots_are_closed_whatever_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notes = tmp_path / "notes"
    monkeypatch.setenv("CENTURY_TEST_NOTES", str(notes))
    for opponent in ("random", player("BadToken"), player("CrashesAtOnce")):
        notes.write_text("")
        play(job(player("WritesDown"), opponent, rounds=1))
        assert notes.read_text().splitlines()[-1] == "closed"


def test_the_observer_gets_the_result_so_far_before_each_turn() -> None:
    noted: list[tuple[str, int, Result]] = []
    result = play(
        job("random", "random", rounds=2),
        lambda stage, seat, so_far: noted.append((stage, seat, so_far)),
    )
    assert [(stage, seat) for stage, seat, _ in noted] == [
        ("making", 0),
        ("making", 1),
        *[("turn", 0), ("turn", 1)] * 2,
        ("end", 0),
    ]
    assert [so_far.turns for _, _, so_far in noted[2:]] == [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)]
    assert noted[-1][2] == result
    assert noted[-1][2].tokens == result.tokens


def test_derived_seeds_never_change() -> None:
    """Otherwise the results of an earlier version could not be resumed."""
    assert derive(1, "deal", 0) == 371461737319791150
