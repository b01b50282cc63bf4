"""The words that people read, by language: rules, actions, reasons, errors and the page.

Words that belong to no game lie in `locales/`; a game's words lie in its own folder `words/`.
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
    """The letter of a cube, to be told from other texts: people call it by its spice."""

    __slots__ = ()


Fact = int | str | Mapping[str, int]  # what a sentence mentions; a mapping counts cubes by colour
# A sentence with {facts}; or one for each value of the fact called `by`, and for any `other`.
Sentence = str | dict[str, str]
_LOCALES = files("century.locales")
_LETTERS = {letter: letter for letter in COLOURS}


@dataclass(frozen=True)
class CommonWords:
    """What does not depend on the game, in one language."""

    name: str  # the language's own
    rulings: str  # what ⚖ means
    because: str  # a reason with its rule, to be put into another sentence
    sentence: str  # the same as a sentence of its own
    button: str  # what is written on a button
    more: str  # so many more cubes of a colour
    and_: str  # between several of them
    errors: dict[str, str]  # a sentence for each code

    def say(
        self, sentence: Sentence, facts: Mapping[str, Fact], cubes: Mapping[str, str] = _LETTERS
    ) -> str:
        """Fill the facts into a sentence, in which cubes are called so."""
        if isinstance(sentence, dict):
            value = str(facts[sentence["by"]])
            sentence = sentence[value if value in sentence else "other"]
        told = {key: self._spelt(fact, cubes) for key, fact in facts.items()}
        return sentence.format_map(told)

    def _spelt(self, fact: Fact, cubes: Mapping[str, str]) -> int | str:
        if isinstance(fact, Cube):
            return cubes[fact]
        if not isinstance(fact, Mapping):
            return fact
        counts = (self.more.format(count=count, cube=cubes[cube]) for cube, count in fact.items())
        return self.and_.join(counts)


@dataclass(frozen=True)
class Words:
    """A game's words in one language."""

    language: str
    title: str  # of the game
    example: str  # a turn
    notes: str  # how things are written
    cubes: dict[str, str]  # the spice of each colour letter
    actions: dict[str, str]  # what each kind of action does, by its verb
    sections: tuple[tuple[str, dict[str, str]], ...]  # titles, with the rules below them by id
    reasons: dict[str, Sentence]  # why an action is not legal, by the reason's name
    faults: dict[str, str]  # what is wrong with a map or the like, by the fault's name
    page: dict[str, Any]  # what the web page says about the game, in tables
    common: CommonWords

    @property
    def rules(self) -> dict[str, str]:
        """All rules by id, in order."""
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
        """What is written on the page's buttons, in quotation marks, by the action's verb."""
        labels: dict[str, str] = self.page.get("do", {verb: verb for verb in self.actions})
        return {verb: self.common.button.format(label=text) for verb, text in labels.items()}

    def reason(self, name: str, facts: Mapping[str, Fact], named: bool = False) -> str:
        """Say why an action is not legal, in the notation or by the names on the page.

        >>> words = game_words("century.games.spice_road", "it")
        >>> words.reason("needs", {"missing": {"R": 2, "B": 1}, "count": 3})
        'servono ancora 2 R e 1 B'
        """
        if named:
            return self.common.say(self.reasons[name], {**self.buttons, **facts}, self.cubes)
        return self.common.say(self.reasons[name], {**{v: v for v in self.actions}, **facts})


@cache
def languages() -> tuple[str, ...]:
    """Return the languages there are words in, by their codes."""
    folders = _LOCALES.iterdir()
    return tuple(sorted(f.name for f in folders if f.is_dir() and not f.name.startswith("_")))


@cache
def game_words(package: str, language: str = ENGLISH) -> Words:
    """Return the words of the game in a package."""
    read = _read(files(package).joinpath("words", f"{_known(language)}.toml"))
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
    """Return the words that do not depend on the game."""
    read = _read(_LOCALES.joinpath(_known(language), "common.toml"))
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
    """Return the words of the web page that belong to no game, in tables."""
    return _read(_LOCALES.joinpath(_known(language), "page.toml"))


def _known(language: str) -> str:
    if language not in languages():
        raise UnknownLanguage(f"no words in {language!r}; there are {', '.join(languages())}")
    return language


def _read(path: Traversable) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))
