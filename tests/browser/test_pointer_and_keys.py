"""Keys beyond a whole game by keyboard, drag and drop, and cards shown large."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import century
from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor

GAMES = century.games()
FOCUS_CENTRE = """() => {
  const { x, y, width, height } = document.activeElement.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""


def start(visit: Visit, game: str, **how: object) -> Visitor:
    ada = visit(**how)
    ada.play_now(game)
    ada.wait_for_my_turn()
    return ada


@pytest.mark.parametrize("game", GAMES)
def test_arrow_keys_move_between_the_choices(visit: Visit, game: str) -> None:
    ada = start(visit, game)
    ada.page.keyboard.press("ArrowRight")  # the first one takes the focus
    assert ada.page.evaluate("document.activeElement.matches('.choice.legal')")
    moved = False
    for key, axis, sign in (("ArrowRight", 0, 1), ("ArrowDown", 1, 1), ("ArrowLeft", 0, -1)):
        before = ada.page.evaluate(FOCUS_CENTRE)
        ada.page.keyboard.press(key)
        after = ada.page.evaluate(FOCUS_CENTRE)
        assert sign * (after[axis] - before[axis]) >= 0, key
        moved = moved or after != before
    assert moved


def test_arrow_keys_stay_within_a_row(visit: Visit) -> None:
    ada = start(visit, "spice-road")
    ada.page.keyboard.press("a")  # the first card of the row
    tokens = []
    for _ in range(3):
        tokens.append(ada.page.evaluate("document.activeElement.dataset.token"))
        ada.page.keyboard.press("ArrowRight")
    assert tokens == ["acquire 1", "acquire 2", "acquire 3"]


@pytest.mark.parametrize("game", GAMES)
def test_letters_can_be_switched_off(visit: Visit, game: str) -> None:
    ada = start(visit, game)
    ada.page.keyboard.press("?")
    expect(ada.find(".key-list")).to_be_visible()
    ada.accessible()
    ada.page.get_by_label("Use letters and digits as keys").uncheck()
    ada.page.keyboard.press("Escape")
    expect(ada.find(".key-list")).to_have_count(0)
    letter = str(ada.ask()["legal"][0])[0]
    ada.page.evaluate("document.activeElement.blur()")
    for _ in range(2):
        ada.page.keyboard.press(letter)
    assert ada.page.evaluate("document.activeElement === document.body")


def test_a_card_is_acquired_by_dragging_it_to_the_own_side(visit: Visit) -> None:
    ada = start(visit, "spice-road")
    card = ada.find(".merchants .choice.legal").first
    with ada.change_of("staged"):
        card.drag_to(ada.find(".own"), target_position={"x": 200, "y": 40})
    expect(ada.find(".staged li")).to_have_count(1)
    expect(ada.find(".drag-ghost")).to_have_count(0)


def test_a_card_that_is_dropped_where_it_was_is_not_chosen(visit: Visit) -> None:
    ada = start(visit, "spice-road")
    box = ada.find(".merchants .choice.legal").first.bounding_box()
    assert box is not None
    ada.page.mouse.move(box["x"] + 20, box["y"] + 20)
    ada.page.mouse.down()
    ada.page.mouse.move(box["x"] + 45, box["y"] + 45, steps=4)
    expect(ada.find(".drag-ghost")).to_be_visible()
    ada.page.mouse.up()
    expect(ada.find(".drag-ghost")).to_have_count(0)
    expect(ada.find('.table[data-staged="0"]')).to_be_attached()


@pytest.mark.parametrize(
    ("game", "card"), [("spice-road", ".merchants .card"), ("eastern-wonders", ".hex")]
)
def test_hovering_shows_a_card_large_with_its_words(visit: Visit, game: str, card: str) -> None:
    ada = start(visit, game)
    hovered = ada.find(card).nth(2)
    hovered.hover()
    preview = ada.find(".card-preview")
    expect(preview).to_be_visible()
    expect(preview).to_be_in_viewport(ratio=0.99)
    words = hovered.evaluate("(card) => card.closest('.choice').getAttribute('aria-label')")
    expect(preview.locator("p")).to_have_text(words)
    small, large = hovered.bounding_box(), preview.locator(".preview-picture > *").bounding_box()
    assert small is not None
    assert large is not None
    assert large["width"] > 1.1 * small["width"]
    ada.page.mouse.move(2, 2)
    expect(preview).to_have_count(0)


def test_a_long_press_shows_a_card_and_chooses_nothing(visit: Visit) -> None:
    ada = start(visit, "spice-road", size="phone")
    box = ada.find(".merchants .choice.legal").first.bounding_box()
    assert box is not None
    finger = [{"x": box["x"] + 20, "y": box["y"] + 20}]
    touch = ada.context.new_cdp_session(ada.page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": finger})
    expect(ada.find(".card-preview")).to_be_visible()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(ada.find(".card-preview")).to_have_count(0)
    expect(ada.find('.table[data-staged="0"]')).to_be_attached()
