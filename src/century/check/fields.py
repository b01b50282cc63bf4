"""Which fields of a view differ, or cannot be written as JSON."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

__all__ = ["differing_fields", "not_json"]

MOST = 3  # fields that a message names


def differing_fields(ours: Any, theirs: Any) -> str:
    """Name the fields in which two views differ.

    >>> differing_fields({"row": [1, 2], "deck": 3}, {"row": [1, 5], "deck": 3})
    'row[1]'
    """
    found = list(dict.fromkeys(_differing(ours, theirs, "")))
    return ", ".join(found[:MOST]) + (" and others" if len(found) > MOST else "")


def _differing(ours: Any, theirs: Any, path: str) -> Iterator[str]:
    if ours == theirs:
        return
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in ours | theirs:
            yield from _differing(ours.get(key), theirs.get(key), f"{path}.{key}".lstrip("."))
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for i, (one, other) in enumerate(zip(ours, theirs, strict=True)):
            yield from _differing(one, other, f"{path}[{i}]")
    else:
        yield path


def not_json(value: Any, path: str = "") -> str:
    """Say which part of a value changes when it is written as JSON; nothing if none does.

    >>> not_json({"row": [{1, 2}]})
    'row[0] is a set'
    >>> not_json({"prices": {3: 1}})
    'prices has the key 3, which is not a string'
    """
    where = path or "it"
    if value is None or isinstance(value, str | int):
        return ""
    if isinstance(value, float):
        return "" if math.isfinite(value) else f"{where} is {value}"
    if isinstance(value, list):
        inside = (not_json(one, f"{path}[{i}]") for i, one in enumerate(value))
    elif isinstance(value, dict):
        for key in value:
            if not isinstance(key, str):
                return f"{where} has the key {key!r}, which is not a string"
        inside = (not_json(one, f"{path}.{key}".lstrip(".")) for key, one in value.items())
    else:
        return f"{where} is a {type(value).__name__}"
    return next(filter(None, inside), "")
