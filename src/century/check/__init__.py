"""Checking a game against the contract, in the manner of PettingZoo's api_test.

`check_game` raises one error that lists everything that is missing or wrong. `examine` returns the
same as a report, and says which optional parts the game does not have or leaves to a default.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

from century.check.compiled import check_compiled
from century.check.drawings import check_picture, check_terminal
from century.check.numbers import (
    check_chance,
    check_heuristics,
    check_levels,
    check_observations,
)
from century.check.parts import (
    check_modules,
    check_page,
    check_portable,
    check_rules,
    check_spec,
    check_words,
)
from century.check.play import check_kernels, check_layout, check_play
from century.check.positions import (
    check_records,
    check_refusals,
    check_score_sheets,
    check_texts,
    check_views,
)
from century.check.report import Absent, Fault, Report, Section, Skipped
from century.check.secrecy import check_secrecy
from century.check.subject import FAULTS, Subject
from century.errors import BadGame
from century.games import admitted, describe, game_package

__all__ = ["Report", "Section", "check_game", "examine"]

Check = Callable[[Subject], Iterator[Fault]]

# Nothing can be played unless these hold.
RULES: dict[str, Check] = {"spec": check_spec, "rules": check_rules}
PARTS: dict[str, Check] = {
    "modules": check_modules,
    "portable kernels": check_portable,
    "words": check_words,
    "page": check_page,
}
PLAY: dict[str, Check] = {
    "kernels": check_kernels,
    "layout": check_layout,
    "random games": check_play,
    "refusals": check_refusals,
    "texts": check_texts,
    "records": check_records,
    "views": check_views,
    "secrecy": check_secrecy,
    "score sheets": check_score_sheets,
    "observations": check_observations,
    "chance": check_chance,
    "heuristics": check_heuristics,
    "levels": check_levels,
    "terminal": check_terminal,
    "picture": check_picture,
    "compiled": check_compiled,
}


def check_game(name: str) -> Report:
    """Check a game against the contract; raise BadGame with the list of all faults.

    >>> check_game("chess")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    century.errors.UnknownGame: unknown game 'chess'; there are ...
    """
    report = examine(name)
    if not report.ok:
        raise BadGame(str(report))
    return report


def examine(
    name: str,
    begin: Callable[[str], object] = lambda _section: None,
    end: Callable[[Section], object] = lambda _section: None,
) -> Report:
    """Check a game and return what was found.

    `begin` is called with the name of each section before it is checked, `end` with its result.
    """
    subject = Subject(name, game_package(name))
    sections: list[Section] = []
    with ExitStack() as stack:
        for title, check in (RULES | PARTS | PLAY).items():
            if title == next(iter(PLAY)):
                serious = any(section.faults for section in sections if section.name in RULES)
                if not serious:  # a game whose words are faulty can be played here
                    stack.enter_context(admitted(subject.known_spec))
                    subject.playable = True
            begin(title)
            sections.append(_run(title, check, subject))
            end(sections[-1])
    return Report(name, tuple(sections))


def _run(title: str, check: Check, subject: Subject) -> Section:
    section = Section(title)
    if title in PLAY and not subject.playable:
        section.skipped = FAULTS
        return section
    subject.defaults, subject.notes = section.defaults, section.notes  # checks add to them
    faults: list[Fault] = []
    try:
        faults.extend(check(subject))
    except Absent as absent:
        section.absent = str(absent)
    except Skipped as skipped:
        section.skipped = str(skipped)
    except (Exception, SystemExit) as error:  # the game's own code may raise anything
        faults.append(Fault(describe(error)))
    section.add(faults)
    return section
