"""Views are cached in parts; a view that a caller has changed must not spoil other views."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

import century


def spoil(data: Any) -> None:
    """Change every dictionary and list in a view."""
    for value in list(data.values() if isinstance(data, dict) else data):
        if isinstance(value, dict | list):
            spoil(value)
    data.clear()


@pytest.mark.parametrize("name", century.games())
def test_a_changed_view_does_not_change_later_views(name: str) -> None:
    pos = century.game(name).start(players=2, seed=7)
    for _ in range(12):
        views = [pos.view(0), pos.view(None)]
        known = deepcopy(views)
        for view in views:
            spoil(view)
        assert [pos.view(0), pos.view(None)] == known
        pos = pos.act(pos.legal()[-1])
