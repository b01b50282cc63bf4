"""All languages have the same texts: keys, placeholders, rules, cards and reasons."""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import century
from century import errors
from century.core.engine import package_folder
from century.core.words import Sentence, common_words, languages, page_words
from century.errors import CenturyError, UnknownLanguage
from century.position import Position, game, games
from century.server import errors as server_errors
from tests.games import EXAMPLE, module
from tests.property.play import positions

SOURCE = Path(century.__file__).parent
FILES = sorted(path.name for path in (SOURCE / "locales/en").iterdir())
OTHERS = [language for language in languages() if language != "en"]

# Errors that only users of the command line, the Python API or their own server can meet.
NOT_ON_THE_PAGE = {
    *("bad-database", "bad-results", "bad-weights", "game-not-begun", "game-not-played"),
    "training-diverged",
    *("bad-backup", "database-in-use", "missing-extra", "no-gpu", "port-taken", "worker-lost"),
    *("bot-crashed", "bot-nonsense", "bot-stalled"),  # the page gets a bot-fault
}
# Codes of responses without an error class.
OF_THE_WEB = {"not-found", "bad-method"}


def catalogue(language: str, name: str) -> dict[str, Any]:
    """Return the words of a game, or those of a file that belongs to no game."""
    if name in games():
        path = package_folder(game(name).package) / "words" / f"{language}.toml"
    else:
        path = SOURCE / "locales" / language / name
    return tomllib.loads(path.read_text(encoding="utf-8"))


def texts(table: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield every text of a catalogue with its path; of plural forms only the general one."""
    if isinstance(table, str):
        yield path, table
    elif isinstance(table, list):
        for place, entry in enumerate(table):
            yield from texts(entry, (*path, str(place)))
    elif by_number(table):
        yield path, table["other"]
    else:
        for key, entry in table.items():
            yield from texts(entry, (*path, key))


def by_number(table: dict[str, Any]) -> bool:
    """Return whether a table holds plural forms, which differ between languages."""
    return "other" in table and all(
        form in ("by", "one", "other") or form.isdecimal() for form in table
    )


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


NOTATION = re.compile(
    r"up\d|(?<![A-Za-z])[A-Z]{2}\d+"  # cards and rules
    r"|(?<![A-Za-z])[A-E]\d"  # cells
    r"|(?<![A-Za-z])[YRGB]+(?:>[YRGB]+)?(?![a-z])"  # cubes and trades
    r"|[⚖▲●⚓✕+]"
)


def notation(text: str) -> Counter[str]:
    """Count the parts of a text that are the same in every language."""
    return Counter(NOTATION.findall(text))


def test_the_languages_are_those_of_the_rulebooks() -> None:
    assert languages() == ("en", "it", "ja")
    assert {language: common_words(language).name for language in languages()} == {
        "en": "English",
        "it": "Italiano",
        "ja": "日本語",
    }


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_files(language: str) -> None:
    assert sorted(path.name for path in (SOURCE / "locales" / language).iterdir()) == FILES


@pytest.mark.parametrize("name", [*FILES, *games()])
@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_every_text_with_the_same_placeholders(language: str, name: str) -> None:
    english, other = dict(texts(catalogue("en", name))), dict(texts(catalogue(language, name)))
    assert sorted(other) == sorted(english)
    for place, text in other.items():
        assert text.strip() == text or place[-1] == "and", place
        assert placeholders(text) == placeholders(english[place]), place


@pytest.mark.parametrize("name", [*FILES, *games()])
@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_mentions_the_same_rules_cubes_cards_cells_and_numbers(
    language: str, name: str
) -> None:
    english, other = dict(texts(catalogue("en", name))), dict(texts(catalogue(language, name)))
    for place, text in english.items():
        if place[:2] == ("cubes", "letters"):  # the letters on the cubes are those of the language
            continue
        assert notation(other[place]) == notation(text), place
        # Other languages may write as digits what English spells out, but not the reverse.
        assert Counter(re.findall(r"\d+", other[place])) >= Counter(re.findall(r"\d+", text)), place


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_same_rules_and_translates_each(language: str, name: str) -> None:
    assert list(game(name).words(language).rules) == list(game(name).words().rules)
    assert game(name).words(language).example == game(name).words().example
    assert not {*game(name).words(language).rules.values()} & {*game(name).words().rules.values()}


# Reasons


def reasons_given(name: str) -> dict[str, set[str]]:
    """Return the reasons that a game's source gives, with the facts of each."""
    given = {}
    for source in package_folder(game(name).package).glob("*.py"):
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="needs")):
                    given["needs"] = {"missing", "count"}
                case ast.Call(func=ast.Name(id="Reason"), args=[key, *_]):
                    assert isinstance(key, ast.Constant)
                    given[str(key.value)] = {str(word.arg) for word in node.keywords}
    return given


def forms(sentence: Sentence) -> list[str]:
    if isinstance(sentence, str):
        return [sentence]
    return [text for key, text in sentence.items() if key != "by"]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", games())
def test_every_reason_has_a_sentence_with_its_facts_and_no_sentence_is_unused(
    name: str, language: str
) -> None:
    given, sentences = reasons_given(name), game(name).words(language).reasons
    labels = game(name).words(language).page["do"]
    buttons = {verb for verb, label in labels.items() if not placeholders(label)}
    assert set(sentences) == set(given)
    for key, sentence in sentences.items():
        if isinstance(sentence, dict):
            assert sentence["by"] in given[key], key
        for text in forms(sentence):
            assert placeholders(text) <= given[key] | buttons, key
            assert not text.endswith((".", "。")), key


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", games())
def test_a_sentence_without_a_general_form_has_one_for_each_value(name: str, language: str) -> None:
    values: dict[str, set[str]] = getattr(module(name, "words"), "VALUES", {})
    for key, sentence in game(name).words(language).reasons.items():
        if isinstance(sentence, dict) and "other" not in sentence:
            assert {*sentence} - {"by"} == values[sentence["by"]], key


@pytest.mark.parametrize("name", games())
def test_every_position_explains_illegal_actions_in_every_language(name: str) -> None:
    for pos in list(positions(game(name).start(players=3, seed=5), seed=5))[::11]:
        english = pos.whys()
        assert list(english) == [token for token in pos.tokens if pos.why(token)]
        for language in OTHERS:
            check_translated(pos, language, english)


def check_translated(pos: Position, language: str, english: dict[str, str]) -> None:
    said = pos.whys(language)
    assert list(said) == list(english)
    for token, text in said.items():
        assert text != english[token]
        assert rule_in(text) == rule_in(english[token]) == rule_in(pos.why(token, language))


def rule_in(text: str | None) -> str:
    (rule,) = re.findall(r"(?<![A-Za-z])([A-Z]{2}\d+)\W+$", str(text))
    return str(rule)


NOTATION_OF_PROGRAMS = re.compile(
    r"\b(?:up\d|[YRGB]+(?:>[YRGB]+)?)(?!\w)"  # cards and cubes of the notation
    r"|\b(?:say|done|anchor|drop|discard)\b"  # words that are typed in a terminal
)


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("language", languages())
def test_the_page_explains_in_whole_sentences_without_notation(name: str, language: str) -> None:
    said = {
        text
        for pos in list(positions(game(name).start(players=3, seed=5), seed=5))[::7]
        for text in pos.whys(language).values()
    }
    for text in said:
        assert text.endswith((".", "。")), text
        assert text[0] == text[0].upper(), text
        assert not NOTATION_OF_PROGRAMS.search(text), text


def test_an_unknown_language_is_an_error() -> None:
    pos = game(EXAMPLE).start(players=2, seed=7)
    token = next(iter(pos.whys()))
    for ask in (pos.whys, page_words, common_words, lambda language: pos.why(token, language)):
        with pytest.raises(UnknownLanguage) as caught:
            ask("../en")
        assert caught.value.code == "unknown-language"
        assert "en, it, ja" in str(caught.value)


# Errors


def codes() -> set[str]:
    modules = (errors, server_errors)
    kinds = (getattr(module, name) for module in modules for name in module.__all__)
    return {kind.code for kind in kinds if issubclass(kind, CenturyError)}


@pytest.mark.parametrize("language", languages())
def test_every_error_that_the_page_can_show_has_a_sentence(language: str) -> None:
    sentences = common_words(language).errors
    assert set(sentences) == (codes() - NOT_ON_THE_PAGE) | OF_THE_WEB
    for code, sentence in sentences.items():
        assert re.search(r"\w\W$", sentence), code
