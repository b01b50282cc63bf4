"""The field `acting` of a view, which describes the decision under way."""

from __future__ import annotations

from typing import Any

import pytest

from century import Position
from tests.games.spice_road.setup import play, position


def acting(pos: Position) -> tuple[str, dict[str, Any] | None]:
    view = pos.view(None)
    return view["phase"], view["acting"]


@pytest.mark.parametrize(
    ("played", "shown"),
    [
        ("acquire 4", ("pay", {"acquire": 4, "left": 3, "next": 1})),
        ("acquire 4, pay Y", ("pay", {"acquire": 4, "left": 2, "next": 2})),
        ("play up2", ("upgrade", {"card": "up2", "left": 2})),
        ("play up2, upgrade Y", ("upgrade", {"card": "up2", "left": 1})),
        ("play YY>G", ("trade", {"card": "YY>G"})),
        ("play YY", ("turn", None)),
    ],
)
def test_a_view_describes_the_decision_under_way(played: str, shown: object) -> None:
    pos = position(cubes=["YYYY", "YYY"], hand=["YY>G"])
    assert acting(play(pos, played)) == shown
