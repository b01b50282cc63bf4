"""The texts that people read, in each language: rules, actions, reasons, errors and the page.

The texts of a game are in its folder `words/`, all others in `century/locales/`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from century.core.cubes import COLOURS
from century.errors import UnknownLanguage, UnknownRule

__all__ = [
    "ENGLISH",
    "CommonWords",
    "Cube",
    "Fact",
    "Words",
    "common_words",
    "game_words",
    "languages",
    "page_words",
]

ENGLISH = "en"


class Cube(str):
    """The letter of a cube in a reason's facts. The page shows the name of its spice instead."""

    __slots__ = ()


Fact = int | str | Mapping[str, int]  # a value in a sentence; a mapping counts cubes by colour
# A sentence with {facts}, or a table of sentences: `by` names a fact, and there is one sentence for
# each of its values, or `other` for the rest.
Sentence = str | dict[str, str]
_LOCALES = files("century.locales")
_LETTERS = {letter: letter for letter in COLOURS}


@dataclass(frozen=True)
class CommonWords:
    """The texts that do not depend on a game, in one language."""

    name: str  # of the language, in that language
    rulings: str  # explains the sign ⚖
    because: str  # a reason with its rule, as a part of a sentence
    sentence: str  # a reason with its rule, as a whole sentence
    button: str  # the label of a button, in quotation marks
    more: str  # a number of missing cubes of one colour
    and_: str  # joins several of those
    errors: dict[str, str]  # a sentence for each error code

    def say(
        self, sentence: Sentence, facts: Mapping[str, Fact], cubes: Mapping[str, str] = _LETTERS
    ) -> str:
        """Return a sentence with its facts filled in; `cubes` has the name of each cube."""
        if isinstance(sentence, dict):
            value = str(facts[sentence["by"]])
            sentence = sentence[value if value in sentence else "other"]
        values = {key: self._format(fact, cubes) for key, fact in facts.items()}
        return sentence.format_map(values)

    def _format(self, fact: Fact, cubes: Mapping[str, str]) -> int | str:
        if isinstance(fact, Cube):
            return cubes[fact]
        if not isinstance(fact, Mapping):
            return fact
        counts = (self.more.format(count=count, cube=cubes[cube]) for cube, count in fact.items())
        return self.and_.join(counts)


@dataclass(frozen=True)
class Words:
    """The texts of a game in one language."""

    language: str
    title: str  # of the game
    example: str  # of a turn, in tokens
    notes: str  # on the notation
    cubes: dict[str, str]  # the name of the spice for each colour letter
    actions: dict[str, str]  # by verb: what this kind of action does
    sections: tuple[tuple[str, dict[str, str]], ...]  # of the rules: title, and rules by id
    reasons: dict[str, Sentence]  # by name: why an action is not legal
    faults: dict[str, str]  # by name: what is wrong with an option, such as a map
    page: dict[str, Any]  # the texts of the web page, in tables
    common: CommonWords

    @property
    def rules(self) -> dict[str, str]:
        """All rules by id, in the order of the rulebook."""
        return {key: text for _, rules in self.sections for key, text in rules.items()}

    def rule(self, key: str) -> str:
        """Return a rule by its id.

        >>> game_words("century.games.spice_road").rule("SR16")
        'The supply of cubes is unlimited.'
        """
        if key not in self.rules:
            first, *_, last = self.rules
            raise UnknownRule(f"there is no rule {key!r}; the ids go from {first} to {last}")
        return self.rules[key]

    @cached_property
    def buttons(self) -> dict[str, str]:
        """The labels of the page's buttons by verb, in quotation marks."""
        labels: dict[str, str] = self.page.get("do", {verb: verb for verb in self.actions})
        return {verb: self.common.button.format(label=text) for verb, text in labels.items()}

    def reason(self, name: str, facts: Mapping[str, Fact], named: bool = False) -> str:
        """Return why an action is not legal, in the notation or, if `named`, in the page's words.

        >>> words = game_words("century.games.spice_road", "it")
        >>> words.reason("needs", {"missing": {"R": 2, "B": 1}, "count": 3})
        'servono ancora 2 R e 1 B'
        """
        if named:
            return self.common.say(self.reasons[name], {**self.buttons, **facts}, self.cubes)
        return self.common.say(self.reasons[name], {**{v: v for v in self.actions}, **facts})


@cache
def languages() -> tuple[str, ...]:
    """Return the codes of all languages."""
    folders = _LOCALES.iterdir()
    return tuple(sorted(f.name for f in folders if f.is_dir() and not f.name.startswith("_")))


@cache
def game_words(package: str, language: str = ENGLISH) -> Words:
    """Return the texts of the game in a package."""
    read = _read(files(package).joinpath("words", f"{_check_language(language)}.toml"))
    return Words(
        language=language,
        title=read["title"],
        example=read["example"],
        notes=read["notes"],
        cubes=read.get("cubes", {}),  # a game may have none
        actions=read["actions"],
        sections=tuple((section["title"], section["rules"]) for section in read["sections"]),
        reasons=read["why"],
        faults=read.get("faults", {}),
        page=read.get("page", {}),
        common=common_words(language),
    )


@cache
def common_words(language: str = ENGLISH) -> CommonWords:
    """Return the texts that do not depend on a game."""
    read = _read(_LOCALES.joinpath(_check_language(language), "common.toml"))
    return CommonWords(
        name=read["name"],
        rulings=read["rulings"],
        because=read["why"]["because"],
        sentence=read["why"]["sentence"],
        button=read["why"]["button"],
        more=read["why"]["more"],
        and_=read["why"]["and"],
        errors=read["errors"],
    )


def page_words(language: str = ENGLISH) -> dict[str, Any]:
    """Return the texts of the web page that do not depend on a game, in tables."""
    return _read(_LOCALES.joinpath(_check_language(language), "page.toml"))


def _check_language(language: str) -> str:
    if language not in languages():
        raise UnknownLanguage(f"unknown language {language!r}; known are {', '.join(languages())}")
    return language


def _read(path: Traversable) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))
