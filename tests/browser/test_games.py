"""Whole games in the browser: by mouse, by keyboard alone, on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import century
from century.bots import bot
from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor

QUICK = {"name": "Ada"}


@pytest.mark.parametrize("game", century.games())
@pytest.mark.parametrize(
    "how", [{}, {"by_keyboard": True}, {"size": "phone"}], ids=["mouse", "keyboard", "phone"]
)
def test_a_whole_game_against_a_bot(visit: Visit, game: str, how: dict[str, object]) -> None:
    ada = visit(settings=QUICK, **how)
    ada.play_now(game)
    ada.play_to_the_end(bot("hard", seed=1))
    assert ada.ask()["status"] == "over"
    ada.see(".sheet")
    ada.accessible()
    _what_comes_next_is_in_sight(ada)
    _lines_have_names(ada)


def _what_comes_next_is_in_sight(ada: Visitor) -> None:
    dialog = ada.page.get_by_role("dialog")
    expect(dialog.get_by_role("button", name="Rematch")).to_be_in_viewport(ratio=1)
    for link in ("Download the record", "To the first page"):
        expect(dialog.get_by_role("link", name=link)).to_be_in_viewport(ratio=1)


def _lines_have_names(ada: Visitor) -> None:
    """Each chart names both lines, the names do not touch, and the lines differ in their dashes."""
    expect(ada.find(".charts svg")).to_have_count(2)
    for chart in ada.find(".charts svg").all():
        marks = [mark.text_content() or "" for mark in chart.locator(".mark").all()]
        assert [mark.rpartition(" ")[0] for mark in marks] == _names(ada)
        boxes = chart.locator(".mark").evaluate_all(
            "(all) => all.map((one) => one.getBoundingClientRect().y)"
        )
        assert abs(boxes[0] - boxes[1]) > 8
        dashes = [line.get_attribute("stroke-dasharray") for line in chart.locator(".line").all()]
        assert len(set(dashes)) == len(dashes) == 2


def _names(ada: Visitor) -> list[str]:
    return [seat["name"] for seat in ada.ask()["seats"]]
