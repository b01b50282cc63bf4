"""Words in every language say the same: keys, placeholders, rules, cards, and every reason."""

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
from century.core.words import Sentence, common_words, languages, page_words
from century.errors import CenturyError, IllegalMove, UnknownLanguage
from century.position import Position, game, games
from century.server import errors as server_errors
from tests.property.play import positions

SOURCE = Path(century.__file__).parent
FILES = sorted(path.name for path in (SOURCE / "locales/en").iterdir())
OTHERS = [language for language in languages() if language != "en"]

# What only somebody with a command line, a program or a server of their own can meet.
NOT_ON_THE_PAGE = {
    *("bad-database", "bad-results", "game-not-begun", "game-not-played", "missing-extra"),
    *("port-taken", "worker-lost"),
    *("bot-crashed", "bot-nonsense", "bot-stalled"),  # a page is told of a bot-fault
}
# Codes of answers that no error of ours stands behind.
OF_THE_WEB = {"not-found", "bad-method"}


def catalogue(language: str, name: str) -> dict[str, Any]:
    return tomllib.loads((SOURCE / "locales" / language / name).read_text(encoding="utf-8"))


def texts(table: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield every text of a catalogue with its place; of a sentence by number only the general."""
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
    """Tell whether a sentence differs by a number: then languages differ in which they tell."""
    return "other" in table and all(
        form in ("by", "one", "other") or form.isdecimal() for form in table
    )


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


NOTATION = re.compile(
    r"up\d|(?:SR|EW)\d+"  # cards and rules
    r"|(?<![A-Za-z])[A-E]\d"  # cells
    r"|(?<![A-Za-z])[YRGB]+(?:>[YRGB]+)?(?![a-z])"  # cubes and trades
    r"|[⚖▲●⚓✕+]"
)


def notation(text: str) -> Counter[str]:
    """Count what is written the same in every language."""
    return Counter(NOTATION.findall(text))


def test_there_are_the_languages_of_the_rulebooks() -> None:
    assert languages() == ("en", "it", "ja")
    assert {language: common_words(language).name for language in languages()} == {
        "en": "English",
        "it": "Italiano",
        "ja": "日本語",
    }


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_files(language: str) -> None:
    assert sorted(path.name for path in (SOURCE / "locales" / language).iterdir()) == FILES


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_there_with_the_same_placeholders(language: str, name: str) -> None:
    english, other = dict(texts(catalogue("en", name))), dict(texts(catalogue(language, name)))
    assert sorted(other) == sorted(english)
    for place, text in other.items():
        assert text.strip() == text or place[-1] == "and", place
        assert placeholders(text) == placeholders(english[place]), place


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_speaks_of_the_same_rules_cubes_cards_cells_and_numbers(
    language: str, name: str
) -> None:
    english, other = dict(texts(catalogue("en", name))), dict(texts(catalogue(language, name)))
    for place, text in english.items():
        assert notation(other[place]) == notation(text), place
        # Others write as digits what English spells out, never the other way round.
        assert Counter(re.findall(r"\d+", other[place])) >= Counter(re.findall(r"\d+", text)), place


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_same_rules_in_other_words(language: str, name: str) -> None:
    assert list(game(name).words(language).rules) == list(game(name).words().rules)
    assert game(name).words(language).example == game(name).words().example
    assert not {*game(name).words(language).rules.values()} & {*game(name).words().rules.values()}


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_names_every_action_it_lists(language: str) -> None:
    for kind in ("move", "harvest", "upgrade", "cargo", "points"):
        assert kind in game("eastern-wonders").words(language).actions["bonus"]
    for token in ("claim 2", "acquire 3"):
        assert token in game("spice-road").words(language).notes


# Reasons


def reasons_given(name: str) -> dict[str, set[str]]:
    """Return the reasons that a game's source gives, with the facts of each."""
    package = game(name).package.rpartition(".")[2]
    tree = ast.parse((SOURCE / "games" / package / "why.py").read_text(encoding="utf-8"))
    given = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id == "needs":
                given["needs"] = {"missing", "count"}
            elif node.func.id == "Reason":
                key = node.args[0]
                assert isinstance(key, ast.Constant)
                assert isinstance(key.value, str)
                given[key.value] = {str(word.arg) for word in node.keywords}
    return given


def forms(sentence: Sentence) -> list[str]:
    if isinstance(sentence, str):
        return [sentence]
    return [text for key, text in sentence.items() if key != "by"]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", games())
def test_every_reason_has_a_sentence_made_of_its_facts_and_no_sentence_is_unused(
    name: str, language: str
) -> None:
    given, sentences = reasons_given(name), game(name).words(language).reasons
    labels = page_words(language)[name]["do"]
    buttons = {verb for verb, label in labels.items() if not placeholders(label)}
    assert set(sentences) == set(given)
    for key, sentence in sentences.items():
        if isinstance(sentence, dict):
            assert sentence["by"] in given[key], key
        for text in forms(sentence):
            assert placeholders(text) <= given[key] | buttons, key
            assert not text.endswith((".", "。")), key


# What the fact that chooses among sentences can be, where there is none for any other value.
VALUES = {
    ("spice-road", "verb"): {"pay", "upgrade", "trade", "done", "discard"},
    ("eastern-wonders", "phase"): {*game("eastern-wonders").phases} - {"over"},
    ("eastern-wonders", "kind"): {"port", "sea"},
}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", games())
def test_there_is_a_sentence_for_each_value_of_the_fact_that_chooses(
    name: str, language: str
) -> None:
    for key, sentence in game(name).words(language).reasons.items():
        if isinstance(sentence, dict) and "other" not in sentence:
            assert {*sentence} - {"by"} == VALUES[name, sentence["by"]], key


@pytest.mark.parametrize("name", games())
def test_every_position_can_say_why_not_in_every_language(name: str) -> None:
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
    (rule,) = re.findall(r"((?:SR|EW)\d+)\W+$", str(text))
    return str(rule)


NOT_FOR_PEOPLE = re.compile(
    r"\b(?:up\d|[YRGB]+(?:>[YRGB]+)?)(?!\w)"  # cards and cubes of the notation
    r"|\b(?:say|done|anchor|drop|discard)\b"  # what is typed in a terminal
)


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("language", languages())
def test_the_page_says_why_not_in_whole_sentences_without_notation(
    name: str, language: str
) -> None:
    said = {
        text
        for pos in list(positions(game(name).start(players=3, seed=5), seed=5))[::7]
        for text in pos.whys(language).values()
    }
    for text in said:
        assert text.endswith((".", "。")), text
        assert text[0] == text[0].upper(), text
        assert not NOT_FOR_PEOPLE.search(text), text


def test_the_page_names_spices_and_buttons_and_programs_read_the_notation() -> None:
    pos = game("spice-road").start(players=2, seed=7).act("play up2")
    assert pos.why("upgrade G") == "the caravan holds no G (SR8)"
    assert pos.whys()["upgrade G"] == "The caravan holds no cardamom (SR8)."
    assert pos.whys("it")["upgrade G"] == "La carovana è senza cardamomo (SR8)."
    assert pos.whys("ja")["upgrade G"].startswith("キャラバンにカルダモンがありません")
    assert str(pos.why("rest")).endswith("upgrade a cube or choose done (SR8)")
    for language in languages():
        button = page_words(language)["spice-road"]["do"]["done"]
        assert common_words(language).button.format(label=button) in pos.whys(language)["rest"]


def test_reasons_keep_to_the_grammar_of_each_language() -> None:
    def needs(language: str, **missing: int) -> str:
        count = sum(missing.values())
        return (
            game("spice-road").words(language).reason("needs", {"missing": missing, "count": count})
        )

    assert needs("en", R=1) == "needs 1 more R"
    assert needs("en", R=2, G=1) == "needs 2 more R and 1 more G"
    assert needs("it", R=1) == "serve ancora 1 R"
    assert needs("it", R=2, G=1) == "servono ancora 2 R e 1 G"
    assert needs("ja", R=2, G=1) == "Rがあと2個、Gがあと1個必要です"


@pytest.mark.parametrize(
    ("cards", "english", "italian", "japanese"),
    [
        (0, "row is empty", "è vuota", "列は空です"),
        (1, "only 1 card", "c'è solo 1 carta", "1枚しか"),
        (4, "only 4 cards", "ci sono solo 4 carte", "4枚しか"),
    ],
)
def test_a_number_chooses_the_sentence(
    cards: int, english: str, italian: str, japanese: str
) -> None:
    for language, part in (("en", english), ("it", italian), ("ja", japanese)):
        said = game("spice-road").words(language).reason("short-row", {"cards": cards})
        assert part in said


def test_an_illegal_move_is_in_english() -> None:
    with pytest.raises(IllegalMove) as caught:
        game("spice-road").start(players=2, seed=7).act("rest")
    assert caught.value.reason == "no card was played that could be taken back"


def test_an_unknown_language_is_an_error() -> None:
    pos = game("spice-road").start(players=2, seed=7)
    for ask in (pos.whys, page_words, common_words, lambda language: pos.why("rest", language)):
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
def test_every_error_that_a_page_can_meet_has_a_sentence(language: str) -> None:
    sentences = common_words(language).errors
    assert set(sentences) == (codes() - NOT_ON_THE_PAGE) | OF_THE_WEB
    for code, sentence in sentences.items():
        assert re.search(r"\w\W$", sentence), code


# Faults of maps


def faults_given() -> dict[str, set[str]]:
    """Return the faults that the source of maps gives, with the facts of each."""
    tree = ast.parse((SOURCE / "games/eastern_wonders/map.py").read_text(encoding="utf-8"))
    given = {detail: {"count", "wanted"} for detail in ("markets", "ports", "seas")}
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="_bad"), args=[ast.Constant(value=str(detail))]):
                given[detail] = {str(word.arg) for word in node.keywords}
    return given


@pytest.mark.parametrize("language", languages())
def test_every_fault_of_a_map_has_its_words(language: str) -> None:
    sentences, given = game("eastern-wonders").words(language).faults, faults_given()
    assert set(sentences) == set(given)
    for detail, sentence in sentences.items():
        assert placeholders(sentence) == given[detail], detail
        assert not sentence.endswith((".", "。")), detail
