"""A plain drawing of any view in a terminal, for games without a module `terminal`."""

from __future__ import annotations

import json
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from century.core.view import View, own_fields
from century.drawing.console import cubes, heading

__all__ = ["facts", "hint", "table"]


def table(view: View, names: list[str]) -> RenderableType:
    """Draw the heading, the fields of the board and a line for each seat."""
    lines = [heading(view, names), *map(Text, facts(own_fields(view)))]
    for seat, name in enumerate(names):
        shown = {**view["seats"][seat]}
        held = cubes(shown.pop("cubes", ""))  # some games have no cubes
        parts = [Text(f"{name}:", "bold"), held, Text(", ".join(facts(shown)))]
        lines.append(Text(" ").join(part for part in parts if part))
    return Group(*lines)


def hint(_view: View, _token: str) -> Text:
    """Return what a legal action means here: nothing beyond what its token says."""
    return Text()


def facts(fields: dict[str, Any]) -> list[str]:
    """Return the fields that are known as words, such as "top 7"."""
    return [
        f"{name.replace('_', ' ')} {value if isinstance(value, str) else json.dumps(value)}"
        for name, value in fields.items()
        if value is not None
    ]
