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
        ("", ("sail", {"steps": 0, "free": 1, "toll": []})),
        ("sail C4", ("sail", {"steps": 1, "free": 0, "toll": [1]})),
        ("sail C4, sail C5", ("drop", {"left": "C4"})),
        ("sail C4, anchor", ("toll", {"to": [1]})),
        ("anchor", ("action", None)),
    ],
)
def test_a_view_describes_the_decision_under_way(played: str, shown: object) -> None:
    pos = position(cubes=["YYYY", "YYY"], boats="C3 C4")
    assert acting(play(pos, played) if played else pos) == shown


def test_staying_beside_another_boat_costs_no_toll() -> None:
    pos = position(cubes=["YYYY", "YYY"], boats="C3 C3")
    assert pos.view(None)["map"]["C3"]["toll"] == [1]
    assert acting(pos) == ("sail", {"steps": 0, "free": 1, "toll": []})
    assert acting(play(pos, "anchor"))[0] == "action"
    back = play(pos, "sail C4, sail C3, drop Y")
    assert acting(back) == ("sail", {"steps": 2, "free": 0, "toll": [1]})
    assert acting(play(back, "anchor")) == ("toll", {"to": [1]})
