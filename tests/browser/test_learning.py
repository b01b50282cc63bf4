"""Learning the games: the lessons, and the rules on paper."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import century
from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor
from tests.page.page_files import games_with_lessons


def follow(visitor: Visitor) -> int:
    """Follow the highlighted choices until the lesson ends; return the number of steps."""
    steps: list[str] = []
    last = visitor.find(".lesson-progress .button").last
    for _ in range(200):
        ready = ".onward, .lesson .bar .primary, [data-pointed]:is(.choice, .repetition, .confirm)"
        expect(visitor.find(f":is({ready}):visible").first).to_be_visible()
        step = visitor.find(".lesson").get_attribute("data-step") or ""
        if step not in steps:
            steps.append(step)
        onward = visitor.find(".onward")
        if onward.is_visible():
            visitor.press(onward)
            expect(visitor.find(f'.lesson:not([data-step="{step}"])')).to_be_attached()
        elif last.is_disabled():  # this is the last step
            return len(steps)
        elif visitor.find(".got-it").is_visible():  # on a phone the text covers the board
            visitor.press(visitor.find(".got-it"))
        else:
            visitor.press(
                visitor.find("[data-pointed]:is(.choice, .repetition, .confirm):visible").first
            )
            visitor.page.wait_for_timeout(150)  # the next highlight appears with the preview
    raise AssertionError(f"the lesson did not end: {steps}")


@pytest.mark.parametrize("game", games_with_lessons())
@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_a_lesson_can_be_followed_and_leads_to_a_game(visit: Visit, game: str, size: str) -> None:
    ada = visit(size=size)
    ada.page.goto(f"/#lesson={game}")
    assert follow(ada) >= 10
    ada.accessible()
    ada.find(".lesson .bar .primary").click()
    ada.see(".table:not(.lesson)")


@pytest.mark.parametrize("game", century.games())
def test_all_rules_are_printed_black_on_white(visit: Visit, game: str) -> None:
    ada = visit(theme="dark")
    ada.page.add_init_script("window.print = () => { window.printed = true; }")
    ada.page.goto(f"/#rules={game}")
    ada.page.reload()
    ada.find(".rules-search input").fill("cubes")
    ada.page.get_by_role("button", name="Print").click()
    ada.page.wait_for_function("window.printed")
    expect(ada.find(".rule")).to_have_count(len(century.game(game).words().rules))
    ada.page.set_viewport_size({"width": 688, "height": 1000})  # the printable width of A4
    ada.page.emulate_media(media="print")
    for hidden in (".head", ".rules-side", ".book-title .button"):
        expect(ada.find(hidden).first).to_be_hidden()
    styles = "(one) => [getComputedStyle(one).color, getComputedStyle(one).breakInside]"
    for rule in ada.find(".rule").all():
        assert rule.evaluate(styles) == ["rgb(0, 0, 0)", "avoid"]
    wide = "(all) => all.filter((one) => one.getBoundingClientRect().right > innerWidth).length"
    assert ada.find(".book *").evaluate_all(wide) == 0, "nothing may be cut off at the right"
