"""Whole games and rematches in the browser: by mouse, by keyboard alone, on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import century
from century.bots import bot
from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor


@pytest.mark.parametrize("game", century.games())
@pytest.mark.parametrize(
    "how", [{}, {"by_keyboard": True}, {"size": "phone"}], ids=["mouse", "keyboard", "phone"]
)
def test_a_whole_game_against_a_bot(visit: Visit, game: str, how: dict[str, object]) -> None:
    ada = visit(settings={"name": "Ada"}, **how)
    ada.play_now(game)
    ada.play_until_over(bot("hard", seed=1))
    assert ada.ask()["status"] == "over"
    ada.see(".sheet")
    ada.accessible()
    _check_buttons(ada)
    _check_chart(ada)
    expect(ada.find(".highlights li")).not_to_have_count(0)
    _check_rematch(ada)


def _check_buttons(ada: Visitor) -> None:
    """The ways to continue are visible without scrolling."""
    dialog = ada.page.get_by_role("dialog")
    for button in ("Rematch", "Watch the replay"):
        expect(dialog.get_by_role("button", name=button)).to_be_in_viewport(ratio=1)
    expect(dialog.get_by_role("link", name="To the first page")).to_be_in_viewport(ratio=1)
    expect(dialog.get_by_role("link", name="Download the record")).to_be_visible()


def _check_chart(ada: Visitor) -> None:
    """The chart names both lines, the names do not overlap, and the lines differ in dashes."""
    chart = ada.find(".points-chart svg")
    expect(chart).to_have_count(1)
    marks = [mark.text_content() or "" for mark in chart.locator(".mark").all()]
    assert marks == [seat["name"] for seat in ada.ask()["seats"]]
    boxes = chart.locator(".mark").evaluate_all(
        "(all) => all.map((one) => one.getBoundingClientRect().y)"
    )
    assert abs(boxes[0] - boxes[1]) > 8
    dashes = [line.get_attribute("stroke-dasharray") for line in chart.locator(".line").all()]
    assert len(set(dashes)) == len(dashes) == 2


def _check_rematch(ada: Visitor) -> None:
    """A rematch opens a new table, at which the same person has one seat."""
    old = ada.table
    ada.press(ada.page.get_by_role("button", name="Rematch"))
    expect(ada.page.get_by_role("dialog")).to_have_count(0)
    assert ada.wait_for_my_turn()
    assert ada.table != old
    assert len(ada.ask()["you"]["seats"]) == 1
