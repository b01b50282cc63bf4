"""docs/a-new-game.md: its excerpts are the code of the example."""

from __future__ import annotations

import re

import pytest

from tests.tiny_game.packages import EXAMPLE, ROOT

PAGE = (ROOT / "docs" / "a-new-game.md").read_text(encoding="utf-8")
EXCERPTS = re.findall(r"```(?:py|toml|js)\n(.*?)```", PAGE, re.DOTALL)
SOURCES = [
    path.read_text(encoding="utf-8")
    for path in EXAMPLE.rglob("*")
    if path.suffix in (".py", ".toml", ".js")
]


def test_the_page_has_excerpts() -> None:
    assert len(EXCERPTS) > 15


@pytest.mark.parametrize("excerpt", EXCERPTS, ids=lambda text: str(text).splitlines()[0])
def test_an_excerpt_is_in_the_example(excerpt: str) -> None:
    for part in excerpt.split("\n\n\n"):  # definitions that need not be neighbours
        assert any(part.strip() in source for source in SOURCES), part
