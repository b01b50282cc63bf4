"""docs/a-new-game.md: its excerpts are the code of the example, or of the test with dice."""

from __future__ import annotations

import re

import pytest

from century.check.parts import CONSTANTS, FUNCTIONS, KERNELS
from tests.tiny_game.packages import EXAMPLE, ROOT

PAGE = (ROOT / "docs" / "a-new-game.md").read_text(encoding="utf-8")
EXCERPTS = re.findall(r"```(?:py|toml|js)\n(.*?)```", PAGE, re.DOTALL)
SOURCES = [
    path.read_text(encoding="utf-8")
    for path in (*EXAMPLE.rglob("*"), ROOT / "tests" / "tiny_game" / "test_dice.py")
    if path.suffix in (".py", ".toml", ".js")
]


def test_the_page_has_excerpts() -> None:
    assert len(EXCERPTS) > 15


@pytest.mark.parametrize("excerpt", EXCERPTS, ids=lambda text: str(text).splitlines()[0])
def test_an_excerpt_is_in_the_example(excerpt: str) -> None:
    for part in excerpt.split("\n\n\n"):  # definitions that need not be neighbours
        assert any(part.strip() in source for source in SOURCES), part


@pytest.mark.parametrize(
    "module", [name for name in {**KERNELS, **FUNCTIONS} if name != "heuristics"]
)
def test_the_page_lists_what_a_module_must_define(module: str) -> None:
    (line,) = (line for line in PAGE.splitlines() if line.startswith(f"| `{module}.py` |"))
    names = [*KERNELS.get(module, ()), *FUNCTIONS.get(module, ()), *CONSTANTS.get(module, ())]
    assert [name for name in names if f"`{name}" not in line] == []


def test_the_page_shows_all_modules_and_words_of_the_example() -> None:
    """A reader who follows the page does not have to open the example."""
    folder = EXAMPLE / "tiny_ladder"
    for path in (*folder.glob("*.py"), folder / "words" / "en.toml", folder / "page" / "game.js"):
        code = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        code = [line for line in code if not line.startswith(('"""', "# ", "//"))]
        assert [line for line in code if line not in PAGE.splitlines()] == [], path.name
