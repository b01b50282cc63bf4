"""Every text that a script asks for exists in every language, and every text is used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from century.bots import LEVELS
from century.core.words import languages, page_words
from century.position import game, games
from tests.games import OWN_GAMES
from tests.page.page_files import FOLDERS, STATIC, scripts, texts

SOURCES = scripts()
PLURALS = {"en": {"one", "other"}, "it": {"one", "other"}, "ja": {"other"}}
SEGMENT = r"(?:[\w-]|\$\{[^}`]+\})+"
ASKED = re.compile(r'\b(?:t|parts|has)\("([^"]+)"')
WRITTEN = re.compile(r'"([a-z][\w-]*(?:\.[\w-]+)+)"')
TEMPLATE = re.compile(rf"`({SEGMENT}(?:\.{SEGMENT})+)`")  # such as `levels.${level}`
OPTIONS = sorted({option for name in OWN_GAMES for option in game(name).options})
VERBS = {name: {token.split()[0] for token in game(name).actions} for name in games()}


def is_plural(entry: Any) -> bool:
    """Tell whether an entry has plural forms."""
    return isinstance(entry, dict) and "other" in entry and set(entry) <= {"one", "other"}


def keys(table: dict[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    for key, entry in table.items():
        if isinstance(entry, str) or is_plural(entry):
            yield f"{path}{key}", entry
        else:
            yield from keys(entry, f"{path}{key}.")


KEYS = dict(keys(texts()))

# Templates that would match too many keys, with what they really stand for.
NARROW = {
    "${game}.${kind}.${form}": r"[^.]+\.(?:told|chosen)\.[^.]+",
    "${game}.${verb}.${rest}": rf"[^.]+\.(?:{'|'.join(set.union(*VERBS.values()))})\.[^.]+",
    "${key}.${form}": r"[^.]+\.(?:told|chosen)\.[^.]+",
    "bar.${type}": r"bar\.(?:stand-in|undo|return|ask-takeback)",
}


def pattern(template: str) -> re.Pattern[str]:
    """Return the pattern of the keys that a template can make."""
    if template in NARROW:
        return re.compile(NARROW[template])
    literal = re.split(r"\$\{[^}]+\}", template)
    return re.compile("[^.]+".join(re.escape(part) for part in literal))


def used() -> tuple[set[str], list[re.Pattern[str]]]:
    """Return the keys that the scripts contain, and the patterns of those they make."""
    whole = "\n".join(SOURCES.values())
    return set(WRITTEN.findall(whole)), [pattern(found) for found in TEMPLATE.findall(whole)]


@pytest.mark.parametrize("source", SOURCES)
def test_every_text_that_a_script_asks_for_exists(source: str) -> None:
    assert set(ASKED.findall(SOURCES[source])) <= set(KEYS)
    for template in TEMPLATE.findall(SOURCES[source]):
        assert any(pattern(template).fullmatch(key) for key in KEYS), template


def test_no_text_is_unused() -> None:
    written, made = used()
    unused = [k for k in KEYS if k not in written and not any(p.fullmatch(k) for p in made)]
    assert unused == []


@pytest.mark.parametrize("name", games())
def test_only_the_own_files_of_a_game_name_it(name: str) -> None:
    others = [folder for game, folder in FOLDERS.items() if game != name]
    named = [
        path
        for root in (STATIC, *others)
        for path in root.rglob("*.*")
        if path.suffix in {".css", ".html", ".js", ".json"} and name in path.read_text("utf-8")
    ]
    assert named == []


@pytest.mark.parametrize("option", OPTIONS)
def test_the_common_texts_do_not_mention_the_options_of_a_game(option: str) -> None:
    mention = re.compile(rf"\b{option}s?\b", re.IGNORECASE)
    common = dict(keys(page_words()))
    assert [key for key, text in common.items() if mention.search(f"{key} {text}")] == []


@pytest.mark.parametrize("name", FOLDERS)
def test_every_option_of_a_game_has_a_label_and_a_hint(name: str) -> None:
    said = texts()[name].get("options", {})
    assert {option: set(entry) for option, entry in said.items()} == {
        option: {"label", "hint"} for option in game(name).options
    }


@pytest.mark.parametrize("language", languages())
def test_every_language_has_its_plural_forms(language: str) -> None:
    said = dict(keys(texts(language)))
    assert set(said) == set(KEYS)
    for key, entry in said.items():
        if is_plural(KEYS[key]):
            form = entry if isinstance(entry, dict) else {"other": entry}
            assert set(form) == PLURALS[language], key
        else:
            assert isinstance(entry, str), key


@pytest.mark.parametrize("name", FOLDERS)
def test_every_phase_and_decision_of_a_game_has_a_text(name: str) -> None:
    said, verbs = texts()[name], VERBS[name]
    assert set(said["phase"]) == set(game(name).phases)
    assert set(said["do"]) == verbs
    assert set(said["chosen"]) == verbs
    # A sentence of the log may have another form if more is known about the decision.
    forms = {f"{verb}-{more}" for verb in verbs for more in ("by", "with", "points")} | {"toll"}
    assert set(said["told"]) - forms == verbs - {"done"}  # the log does not mention the end


@pytest.mark.parametrize("name", FOLDERS)
def test_every_rule_has_a_name_and_every_drawn_example_a_caption(name: str) -> None:
    said, rules = texts()[name]["rules"], list(game(name).words().rules)
    examples = SOURCES.get(f"games/{name}/rule-examples.js", "")
    assert list(said["names"]) == rules
    drawn = [rule for rule in rules if re.search(rf"\b{rule}: \w", examples)]
    assert list(said["examples"]) == drawn


def test_every_level_has_a_name() -> None:
    assert tuple(texts()["levels"]) == LEVELS
