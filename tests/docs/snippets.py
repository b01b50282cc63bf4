"""How the Python snippets of the documentation are run in the tests."""

from __future__ import annotations

import ast
from typing import Any

from sybil import Example

__all__ = ["evaluate"]


def evaluate(example: Example) -> None:
    """Run a snippet; where a comment after an expression is a literal, compare the two.

    So `1 + 1  # 2` is a test, while `1 + 1  # a sum` only has to run.
    """
    source = str(example.parsed)
    lines = source.splitlines()
    tree = ast.parse(source)
    for body in _bodies(tree):
        for place, statement in enumerate(body):
            expected = _expected(lines, statement)
            if expected is not None and isinstance(statement, ast.Expr):
                check = ast.parse("_same(0, 0)").body[0]
                assert isinstance(check, ast.Expr)
                assert isinstance(check.value, ast.Call)
                check.value.args = [statement.value, expected]
                body[place] = ast.copy_location(check, statement)
    ast.increment_lineno(tree, example.line + example.parsed.line_offset)
    ast.fix_missing_locations(tree)
    example.namespace["_same"] = _same
    exec(compile(tree, example.path, "exec", dont_inherit=True), example.namespace)


def _bodies(tree: ast.Module) -> list[list[ast.stmt]]:
    nodes = [node for node in ast.walk(tree) if isinstance(node, (ast.Module, ast.For, ast.With))]
    return [node.body for node in nodes]


def _expected(lines: list[str], statement: ast.stmt) -> ast.expr | None:
    """Return the literal in the comment after a statement, if it has one."""
    _, found, comment = lines[(statement.end_lineno or 1) - 1].partition("  # ")
    try:
        return ast.parse(repr(ast.literal_eval(comment)), mode="eval").body if found else None
    except (SyntaxError, ValueError):
        return None


def _same(value: Any, expected: Any) -> None:
    assert value == expected, f"{value!r} is not {expected!r}"
