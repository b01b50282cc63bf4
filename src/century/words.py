"""What a game says to people: its rules by id and the meaning of its actions, in a language."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from century.errors import UnknownLanguage, UnknownRule

__all__ = ["Words", "languages", "words"]


@dataclass(frozen=True)
class Words:
    """A game's words in one language."""

    example: str  # a turn
    notes: str  # how things are written
    cubes: dict[str, str]  # the spice of each colour letter
    actions: dict[str, str]  # what each kind of action does, by its verb
    sections: tuple[tuple[str, dict[str, str]], ...]  # titles, with the rules below them by id

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


@cache
def languages() -> tuple[str, ...]:
    """Return the languages there are words in, by their codes."""
    folders = files("century.locales").iterdir()
    return tuple(sorted(f.name for f in folders if f.is_dir() and not f.name.startswith("_")))


@cache
def words(name: str, language: str = "en") -> Words:
    """Return the words of a game by its name."""
    if language not in languages():
        raise UnknownLanguage(f"no words in {language!r}; there are {', '.join(languages())}")
    path = files("century.locales").joinpath(language, f"{name.replace('-', '_')}.toml")
    read = tomllib.loads(path.read_text(encoding="utf-8"))
    sections = tuple((section["title"], section["rules"]) for section in read["sections"])
    return Words(read["example"], read["notes"], read["cubes"], read["actions"], sections)
