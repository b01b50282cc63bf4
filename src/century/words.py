"""What is said to people, in a language: a game's rules, its actions, why not, and errors."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from century.errors import UnknownLanguage, UnknownRule

__all__ = ["ENGLISH", "Fact", "Shared", "Words", "languages", "page", "shared", "words"]

ENGLISH = "en"

Fact = int | str | Mapping[str, int]  # what a sentence mentions; a mapping counts cubes by colour
# A sentence with {facts}; or one for each value of the fact called `by`, and for any `other`.
Sentence = str | dict[str, str]


@dataclass(frozen=True)
class Shared:
    """What does not depend on the game, in one language."""

    name: str  # the language's own
    rulings: str  # what ⚖ means
    because: str  # a reason with its rule
    more: str  # so many more cubes of a colour
    and_: str  # between several of them
    errors: dict[str, str]  # a sentence for each code

    def say(self, sentence: Sentence, facts: Mapping[str, Fact]) -> str:
        """Fill the facts into a sentence."""
        if isinstance(sentence, dict):
            value = str(facts[sentence["by"]])
            sentence = sentence[value if value in sentence else "other"]
        told = {key: self._spelt(fact) for key, fact in facts.items()}
        return sentence.format_map(told)

    def _spelt(self, fact: Fact) -> int | str:
        if not isinstance(fact, Mapping):
            return fact
        counts = (self.more.format(count=count, cube=cube) for cube, count in fact.items())
        return self.and_.join(counts)


@dataclass(frozen=True)
class Words:
    """A game's words in one language."""

    title: str  # of the game
    example: str  # a turn
    notes: str  # how things are written
    cubes: dict[str, str]  # the spice of each colour letter
    actions: dict[str, str]  # what each kind of action does, by its verb
    sections: tuple[tuple[str, dict[str, str]], ...]  # titles, with the rules below them by id
    reasons: dict[str, Sentence]  # why an action is not legal, by the reason's name
    shared: Shared

    @property
    def rules(self) -> dict[str, str]:
        """All rules by id, in order."""
        return {key: text for _, rules in self.sections for key, text in rules.items()}

    def rule(self, key: str) -> str:
        """Return a rule by its id.

        >>> words("spice-road").rule("SR16")
        'The supply of cubes is unlimited.'
        """
        if key not in self.rules:
            first, *_, last = self.rules
            raise UnknownRule(f"there is no rule {key!r}; the ids go from {first} to {last}")
        return self.rules[key]

    def reason(self, name: str, facts: Mapping[str, Fact]) -> str:
        """Say why an action is not legal.

        >>> words("spice-road", "it").reason("needs", {"missing": {"R": 2, "B": 1}, "count": 3})
        'servono ancora 2 R e 1 B'
        """
        return self.shared.say(self.reasons[name], facts)


@cache
def languages() -> tuple[str, ...]:
    """Return the languages there are words in, by their codes."""
    folders = files("century.locales").iterdir()
    return tuple(sorted(f.name for f in folders if f.is_dir() and not f.name.startswith("_")))


@cache
def words(name: str, language: str = ENGLISH) -> Words:
    """Return the words of a game by its name."""
    read = _read(language, name.replace("-", "_"))
    return Words(
        title=read["title"],
        example=read["example"],
        notes=read["notes"],
        cubes=read["cubes"],
        actions=read["actions"],
        sections=tuple((section["title"], section["rules"]) for section in read["sections"]),
        reasons=read["why"],
        shared=shared(language),
    )


@cache
def shared(language: str = ENGLISH) -> Shared:
    """Return the words that do not depend on the game."""
    read = _read(language, "shared")
    return Shared(
        name=read["name"],
        rulings=read["rulings"],
        because=read["why"]["because"],
        more=read["why"]["more"],
        and_=read["why"]["and"],
        errors=read["errors"],
    )


def page(language: str = ENGLISH) -> dict[str, Any]:
    """Return the words of the web page, in tables."""
    return _read(language, "page")


def _read(language: str, name: str) -> dict[str, Any]:
    if language not in languages():
        raise UnknownLanguage(f"no words in {language!r}; there are {', '.join(languages())}")
    path = files("century.locales").joinpath(language, f"{name}.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))
