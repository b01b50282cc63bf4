"""Whether kernels use only what all targets can compile: CPU, GPU and WebAssembly.

A kernel has no Python objects, no allocation, no recursion and no exceptions.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from types import ModuleType
from typing import Any

__all__ = ["portable_faults"]

_NODES: dict[type[ast.AST], str] = {
    ast.Raise: "raises an exception",
    ast.Try: "handles exceptions",
    ast.Assert: "asserts something",
    ast.ListComp: "makes a list",
    ast.List: "makes a list",
    ast.SetComp: "makes a set",
    ast.Set: "makes a set",
    ast.DictComp: "makes a dict",
    ast.Dict: "makes a dict",
    ast.GeneratorExp: "makes a generator",
    ast.JoinedStr: "makes a string",
    ast.Lambda: "makes a function",
    ast.With: "uses a context manager",
}
_ALLOCATING = {
    "append", "arange", "array", "concatenate", "copy", "dict", "empty", "empty_like", "full",
    "list", "ones", "print", "set", "sorted", "str", "zeros", "zeros_like",
}  # fmt: skip


def portable_faults(module: ModuleType, package: str) -> list[str]:
    """Return what the kernels of a module do that not every target can compile."""
    faults: list[str] = []
    for name, value in vars(module).items():
        function = getattr(value, "py_func", None)
        if function is None or function.__module__ != module.__name__:
            continue
        place = f"{module.__name__.removeprefix(package + '.')}.{name}"
        faults += [f"the kernel {place} {what}" for what in _found_in(function)]
        if _calls_itself(function, set()):
            faults.append(f"the kernel {place} calls itself")
    return faults


def _body(function: Any) -> list[ast.AST]:
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    (definition,) = tree.body
    assert isinstance(definition, ast.FunctionDef)
    return [node for statement in definition.body for node in ast.walk(statement)]


def _found_in(function: Any) -> list[str]:
    found: list[str] = []
    for node in _body(function):
        found += [what for kind, what in _NODES.items() if isinstance(node, kind)]
        if isinstance(node, ast.Call) and _called(node) in _ALLOCATING:
            found.append(f"calls {_called(node)}, which allocates")
    return list(dict.fromkeys(found))


def _called(call: ast.Call) -> str:
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def _callees(function: Any) -> Iterator[Any]:
    for node in _body(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            callee = getattr(function.__globals__.get(node.func.id), "py_func", None)
            if callee is not None:
                yield callee


def _calls_itself(function: Any, seen: set[Any], start: Any = None) -> bool:
    """Tell whether a kernel is called again while it runs."""
    for callee in _callees(function):
        if callee is (start or function):
            return True
        if callee not in seen:
            seen.add(callee)
            if _calls_itself(callee, seen, start or function):
                return True
    return False
