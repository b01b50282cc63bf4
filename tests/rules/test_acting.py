"""What a view says of the decision under way."""

from __future__ import annotations

from typing import Any

import pytest

from century import Position
from tests.games.eastern_wonders import setup as wonders
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
def test_spice_road(played: str, shown: object) -> None:
    pos = position(cubes=["YYYY", "YYY"], hand=["YY>G"])
    assert acting(play(pos, played)) == shown


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
def test_eastern_wonders(played: str, shown: object) -> None:
    pos = wonders.position(cubes=["YYYY", "YYY"], boats="C3 C4")
    assert acting(wonders.play(pos, played) if played else pos) == shown
