"""The field `acting` of a view, which describes the decision under way."""

from __future__ import annotations

from typing import Any

import pytest

from century import Position
from tests.games.eastern_wonders.setup import play, position


def acting(pos: Position) -> tuple[str, dict[str, Any] | None]:
    view = pos.view(None)
    return view["phase"], view["acting"]


@pytest.mark.parametrize(
    ("played", "shown"),
    [
        ("", ("sail", {"steps": 0, "free": 1})),
        ("sail C4", ("sail", {"steps": 1, "free": 0})),
        ("sail C4, sail C5", ("drop", {"left": "C4"})),
        ("sail C4, anchor", ("toll", {"to": [1]})),
        ("anchor", ("action", None)),
    ],
)
def test_a_view_describes_the_decision_under_way(played: str, shown: object) -> None:
    pos = position(cubes=["YYYY", "YYY"], boats="C3 C4")
    assert acting(play(pos, played) if played else pos) == shown
