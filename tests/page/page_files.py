"""The files and texts of the page, as the tests of this folder read them."""

from __future__ import annotations

import json
from typing import Any

from century.core.words import ENGLISH, page_words
from century.position import game, games
from century.server.web.page import STATIC, page_folder

__all__ = ["FOLDERS", "STATIC", "games_with_lessons", "lesson", "scripts", "texts"]

FOLDERS = {name: folder for name in games() if (folder := page_folder(name))}


def scripts() -> dict[str, str]:
    """Return the source of every script by its path below /static/, vendored ones left out."""
    roots = {"": STATIC} | {f"games/{name}/": folder for name, folder in FOLDERS.items()}
    return {
        f"{prefix}{path.relative_to(root).as_posix()}": path.read_text(encoding="utf-8")
        for prefix, root in roots.items()
        for path in sorted(root.rglob("*.js"))
        if "vendor" not in path.parts
    }


def texts(language: str = ENGLISH) -> dict[str, Any]:
    """Return the texts of the page in a language; those of a game are below the game's name."""
    return page_words(language) | {name: game(name).words(language).page for name in games()}


def lesson(name: str) -> dict[str, Any]:
    """Return the lesson of a game."""
    read: dict[str, Any] = json.loads((FOLDERS[name] / "lessons.json").read_text(encoding="utf-8"))
    return read


def games_with_lessons() -> list[str]:
    """Return the names of the games that have a lesson."""
    return [name for name, folder in FOLDERS.items() if (folder / "lessons.json").is_file()]
