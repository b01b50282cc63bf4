"""Every rule of every game is named by a test in the `rules` folder of the game's tests."""

from __future__ import annotations

import ast
import re

import pytest

import century
from tests.games import OWN_GAMES, folder


def rules_of(name: str) -> set[str]:
    return set(century.game(name).words().rules)


def rules_named_by_tests(name: str) -> set[str]:
    """Return the rule ids in the names of a game's rule tests."""
    (letters,) = {rule.rstrip("0123456789") for rule in rules_of(name)}
    named: set[str] = set()
    for path in (folder(name) / "rules").glob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found = re.findall(rf"_{letters.lower()}(\d+)(?=_)", node.name)
                named |= {f"{letters}{number}" for number in found}
    return named


@pytest.mark.parametrize("name", OWN_GAMES)
def test_every_rule_is_named_by_a_test(name: str) -> None:
    assert rules_named_by_tests(name) >= rules_of(name)


@pytest.mark.parametrize("name", OWN_GAMES)
def test_no_test_names_a_rule_that_does_not_exist(name: str) -> None:
    assert rules_named_by_tests(name) <= rules_of(name)
