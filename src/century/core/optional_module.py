"""Modules that a game's package may have."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

__all__ = ["optional_module"]


@cache
def optional_module(package: str, name: str) -> ModuleType | None:
    """Import a module of a game's package; return None if the package does not have it."""
    path = f"{package}.{name}"
    return None if find_spec(path) is None else import_module(path)
