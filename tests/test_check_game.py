"""The games of this project keep the contract for games."""

from __future__ import annotations

import pytest

import century
from century import check
from century.check import examine
from century.check.report import Fault, Report, Section
from century.errors import UnknownGame


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
