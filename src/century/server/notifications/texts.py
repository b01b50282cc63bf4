"""The texts of notifications, in the language that the person has chosen."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from century.core.words import ENGLISH, languages
from century.position import game

__all__ = ["known_language", "text", "title"]


def known_language(language: str) -> str:
    """Return the language, or English if there are no texts in it."""
    return language if language in languages() else ENGLISH


@cache
def _texts(language: str) -> dict[str, str]:
    path = files("century.locales") / language / "notifications.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def text(language: str, key: str, **values: object) -> str:
    """Return a text with its {names} filled in."""
    return _texts(known_language(language))[key].format_map(values)


def title(language: str, name: str) -> str:
    """Return the title of a game, the short one of the page if there is one."""
    words = game(name).words(known_language(language))
    return str(words.page.get("title", words.title))
