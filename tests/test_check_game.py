"""The games of this project keep the contract for games."""

from __future__ import annotations

import pytest

import century
from century import check
from century.check import examine
from century.check.fields import differing_fields, not_json
from century.check.play import check_play
from century.check.positions import check_records
from century.check.report import Fault, Report, Section, Skipped
from century.check.subject import Moment, Subject
from century.errors import UnknownGame
from century.position import Position


@pytest.mark.parametrize("name", century.games())
def test_the_game_keeps_the_contract(name: str) -> None:
    report = century.check_game(name)
    assert report.ok
    assert [section.name for section in report.sections if section.skipped] == []


def test_a_report_names_what_is_left_to_a_default() -> None:
    texts = Section("texts", defaults=["the spec has no write and parse"])
    report = Report("chess", (Section("spec"), texts))
    assert report.ok
    assert report.defaults == ("texts: the spec has no write and parse",)


def test_an_unknown_game_is_an_error_that_names_the_games() -> None:
    with pytest.raises(UnknownGame, match=century.games()[0]):
        century.check_game("chess")


def test_each_section_is_reported_before_and_after_its_check(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(check, "PLAY", dict(list(check.PLAY.items())[:1]))  # the others take long
    begun: list[str] = []
    ended: list[Section] = []
    report = examine(century.games()[0], begun.append, ended.append)
    assert begun == [*check.RULES, *check.PARTS, *check.PLAY]
    assert begun == [section.name for section in ended]
    assert report.sections == tuple(ended)


def test_faults_of_one_kind_are_one_line() -> None:
    section = Section("views")
    section.add([Fault("too much", "seed 1"), Fault("too much", "seed 2"), Fault("too little")])
    assert section.faults == ["too much (seed 1, 2 times)", "too little"]


def test_a_report_lists_what_is_wrong_and_what_was_not_checked() -> None:
    bad, skipped = Section("spec", ["no name"]), Section("views", skipped="because of other faults")
    report = Report("chess", (bad, Section("page", absent="no page"), skipped))
    assert not report.ok
    assert report.faults == ("spec: no name",)
    assert report.absent == ("page: no page",)
    assert str(report).splitlines() == [
        "chess breaks the contract for games:",
        "  spec: no name",
        "Not checked because of other faults: views",
    ]


@pytest.mark.parametrize(
    ("value", "fault"),
    [
        ({"row": [1, None, True, "a", 0.5]}, ""),
        ({"row": [{"cost": {1, 2}}]}, "row[0].cost is a set"),
        ({"row": (1, 2)}, "row is a tuple"),
        ({"prices": {3: 1}}, "prices has the key 3, which is not a string"),
        ({"odds": float("nan")}, "odds is nan"),
        ({1: 2}, "it has the key 1, which is not a string"),
    ],
)
def test_what_json_would_change_is_named(value: object, fault: str) -> None:
    assert not_json(value) == fault


def test_fields_that_differ_are_named_with_their_path() -> None:
    ours = {"deck": 3, "seats": [{"hand": [1, 2]}, {"hand": [3]}], "card": 1}
    theirs = {"deck": 3, "seats": [{"hand": [1, 2]}, {"hand": [4]}], "card": None, "next": 5}
    assert differing_fields(ours, theirs) == "seats[1].hand[0], card, next"
    assert differing_fields([1, 2, 3, 4], [5, 6, 7, 8]) == "[0], [1], [2] and others"


def test_records_are_not_checked_if_no_game_could_be_played() -> None:
    subject = Subject("chess", "century.chess", playable=True)
    with pytest.raises(Skipped):
        list(check_records(subject))


def test_a_place_counts_decisions_in_correct_english() -> None:
    start = century.game(century.games()[0]).start(2, seed=7)
    places = [Moment(start, 7, decisions).where for decisions in (0, 1, 2)]
    assert [place.rpartition(", ")[2] for place in places] == [
        "after 0 decisions",
        "after 1 decision",
        "after 2 decisions",
    ]


def test_an_action_with_different_results_gets_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a kernel read past the end of an array."""
    name = century.games()[0]
    subject, real = Subject(name, century.game(name).package, playable=True), Position.apply
    calls: list[int] = []

    def apply(self: Position, action: int) -> Position:
        calls.append(action)
        return real(self, self.actions()[-1 if len(calls) % 2 else 0])

    monkeypatch.setattr(Position, "apply", apply)
    faults = list(check_play(subject))
    hint = "leads to different positions: does a kernel read past the end of an array"
    assert any(hint in fault.text for fault in faults)
