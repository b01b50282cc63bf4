"""Every rule of Spice Road has a test that names it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

RULES = {f"SR{number}" for number in range(1, 21)}
HERE = Path(__file__).parent


def rules_named_by_tests() -> set[str]:
    """Return the ids in the names of the tests about playing; a look at the cards is not enough."""
    named: set[str] = set()
    for path in {*HERE.glob("test_spice_road*.py")} - {HERE / "test_spice_road_cards.py"}:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                named |= {f"SR{number}" for number in re.findall(r"_sr(\d+)(?=_)", node.name)}
    return named


def test_every_rule_is_named_by_a_test() -> None:
    assert rules_named_by_tests() >= RULES


def test_no_test_names_a_rule_that_does_not_exist() -> None:
    assert rules_named_by_tests() <= RULES
