"""Every rule of both games has a test that names it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent

# By game: the letters of its rules' ids, how many there are, and the modules that do not count: a
# look at the cards is not enough.
GAMES = {
    "spice_road": ("SR", 20, {"test_spice_road_cards.py"}),
    "eastern_wonders": ("EW", 24, set[str]()),
}


def rules_of(game: str) -> set[str]:
    letters, count, _ = GAMES[game]
    return {f"{letters}{number}" for number in range(1, count + 1)}


def rules_named_by_tests(game: str) -> set[str]:
    """Return the ids in the names of a game's tests."""
    letters, _, not_counted = GAMES[game]
    named: set[str] = set()
    for path in HERE.glob(f"test_{game}*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found = re.findall(rf"_{letters.lower()}(\d+)(?=_)", node.name)
                named |= {f"{letters}{n}" for n in found if path.name not in not_counted}
    return named


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_named_by_a_test(game: str) -> None:
    assert rules_named_by_tests(game) >= rules_of(game)


@pytest.mark.parametrize("game", GAMES)
def test_no_test_names_a_rule_that_does_not_exist(game: str) -> None:
    assert rules_named_by_tests(game) <= rules_of(game)
