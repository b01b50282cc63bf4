"""Every sentence that the page asks for is there in every language, and none is there in vain."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

import century
from century.bots import LEVELS
from century.core.words import languages, page_words
from century.position import game, games
from century.server.page import STATIC

SOURCES = {
    path.relative_to(STATIC / "js").as_posix(): path.read_text(encoding="utf-8")
    for path in sorted((STATIC / "js").rglob("*.js"))
}
FORMS = {"en": {"one", "other"}, "it": {"one", "other"}, "ja": {"other"}}  # of a word by its number
# What is told in another way when there is more to tell of it.
FORMS_TOLD = {"toll", "acquire-with", "sail-by", "bonus-points"}
SEGMENT = r"(?:[\w-]|\$\{[^}`]+\})+"
ASKED = re.compile(r'\b(?:t|parts|has)\("([^"]+)"')
WRITTEN = re.compile(r'"([a-z][\w-]*(?:\.[\w-]+)+)"')
MADE = re.compile(rf"`({SEGMENT}(?:\.{SEGMENT})+)`")  # such as `levels.${level}`


def counted(entry: Any) -> bool:
    """Tell whether an entry has forms by number."""
    return isinstance(entry, dict) and "other" in entry and set(entry) <= {"one", "other"}


def keys(table: dict[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    for key, entry in table.items():
        if isinstance(entry, str) or counted(entry):
            yield f"{path}{key}", entry
        else:
            yield from keys(entry, f"{path}{key}.")


KEYS = dict(keys(page_words()))


# What stands for a few words only, so that a key beside them is not taken for used.
NARROW = {
    "${game}.${kind}.${form}": r"[^.]+\.(?:told|chosen)\.[^.]+",
    "bar.${type}": r"bar\.(?:stand-in|undo|return|ask-takeback)",
    "spice-road.board.${what}": r"spice-road\.board\.(?:points|merchants)",
    "eastern-wonders.cell.${key}": r"eastern-wonders\.cell\.(?:"
    + "|".join(re.findall(r'\bsay\("([\w-]+)"', SOURCES["eastern-wonders/cell.js"]))
    + ")",
}


def pattern(template: str) -> re.Pattern[str]:
    """Return what the keys look like that a template can make."""
    if template in NARROW:
        return re.compile(NARROW[template])
    literal = re.split(r"\$\{[^}]+\}", template)
    return re.compile("[^.]+".join(re.escape(part) for part in literal))


def used() -> tuple[set[str], list[re.Pattern[str]]]:
    """Return the keys that the page's sources spell out, and the patterns of those they make."""
    whole = "\n".join(SOURCES.values())
    return set(WRITTEN.findall(whole)), [pattern(template) for template in MADE.findall(whole)]


@pytest.mark.parametrize("source", SOURCES)
def test_every_sentence_that_is_asked_for_is_there(source: str) -> None:
    assert set(ASKED.findall(SOURCES[source])) <= set(KEYS)
    for template in MADE.findall(SOURCES[source]):
        assert any(pattern(template).fullmatch(key) for key in KEYS), template


def test_no_sentence_is_unused() -> None:
    spelt, made = used()
    unused = [k for k in KEYS if k not in spelt and not any(p.fullmatch(k) for p in made)]
    assert unused == []


@pytest.mark.parametrize("language", languages())
def test_every_language_has_its_forms_by_number(language: str) -> None:
    said = dict(keys(page_words(language)))
    assert set(said) == set(KEYS)
    for key, entry in said.items():
        if counted(KEYS[key]):
            form = entry if isinstance(entry, dict) else {"other": entry}
            assert set(form) == FORMS[language], key
        else:
            assert isinstance(entry, str), key


@pytest.mark.parametrize("name", games())
def test_every_phase_and_decision_of_a_game_can_be_said(name: str) -> None:
    said = page_words()[name]
    verbs = {token.split()[0] for token in game(name).actions}
    assert set(said["phase"]) == set(game(name).phases)
    assert set(said["do"]) == verbs
    assert set(said["chosen"]) == verbs
    assert set(said["told"]) - FORMS_TOLD == verbs - {"done"}  # that a turn ended is not told


def test_every_rule_has_a_name_and_every_drawn_example_its_words() -> None:
    rules = [rule for name in games() for rule in century.game(name).words().rules]
    assert list(page_words()["rules"]["names"]) == rules
    drawn = [
        rule
        for name in games()
        for rule in re.findall(r"\b((?:SR|EW)\d+): \w", SOURCES[f"{name}/examples.js"])
    ]
    assert list(page_words()["rules"]["examples"]) == drawn


def test_every_level_has_a_name() -> None:
    assert tuple(page_words()["levels"]) == LEVELS
