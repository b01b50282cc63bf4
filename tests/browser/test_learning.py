"""Learning the games: lessons by following what is pointed at; the rules."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import century
from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor


def follow(visitor: Visitor) -> int:
    """Do what each step of a lesson points at, to its end; return how many steps there were."""
    steps: list[str] = []
    last = visitor.find(".lesson-progress .button").last
    for _ in range(200):
        ready = ".onward, .lesson .bar .primary, [data-pointed]:is(.choice, .rung, .confirm)"
        expect(visitor.find(f":is({ready}):visible").first).to_be_visible()
        step = visitor.find(".lesson").get_attribute("data-step") or ""
        if step not in steps:
            steps.append(step)
        onward = visitor.find(".onward")
        if onward.is_visible():
            visitor.press(onward)
            expect(visitor.find(f'.lesson:not([data-step="{step}"])')).to_be_attached()
        elif last.is_disabled():  # nothing comes after this step
            return len(steps)
        elif visitor.find(".got-it").is_visible():  # on a phone the text lies over the board
            visitor.press(visitor.find(".got-it"))
        else:
            visitor.press(visitor.find("[data-pointed]:is(.choice, .rung, .confirm):visible").first)
            visitor.page.wait_for_timeout(150)  # what is pointed at next comes with the preview
    raise AssertionError(f"the lesson did not end: {steps}")


@pytest.mark.parametrize("game", century.games())
@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_a_lesson_is_played_to_its_end_and_leads_to_a_game(
    visit: Visit, game: str, size: str
) -> None:
    ada = visit(size=size)
    ada.page.goto(f"/#lesson={game}")
    assert follow(ada) >= 10
    ada.accessible()
    ada.find(".lesson .bar .primary").click()
    ada.see(".table:not(.lesson)")


def test_another_choice_gets_a_friendly_word_and_can_be_taken_back(visit: Visit) -> None:
    ada = visit()
    ada.page.goto("/#lesson=spice-road&step=1")
    ada.find('.choice.legal[data-token="play up2"]').click()
    expect(ada.find(".astray")).to_be_visible()
    ada.page.get_by_role("button", name="Take back").click()
    expect(ada.find(".astray")).to_have_count(0)
    expect(ada.find('[data-pointed][data-token="play YY"]')).to_be_visible()


@pytest.mark.parametrize("confirm", [True, False])
def test_a_turn_that_a_lesson_does_not_ask_for_stays_until_it_is_taken_back(
    visit: Visit, confirm: bool
) -> None:
    ada = visit(settings={"confirm": confirm})
    ada.page.goto("/#lesson=spice-road&step=1")
    ada.find('.choice.legal[data-token="acquire 1"]').click()
    expect(ada.find(".bar .prompt")).to_contain_text("This lesson asks for something else")
    expect(ada.find(".astray")).to_be_visible()
    expect(ada.find(".confirm")).to_be_disabled()
    expect(ada.find(".staged li")).to_have_count(1)
    ada.page.get_by_role("button", name="Take back").click()
    expect(ada.find(".staged li")).to_have_count(0)


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_what_glows_around_a_card_of_the_hand_is_not_cut_off(visit: Visit, size: str) -> None:
    ada = visit(size=size)
    ada.page.goto("/#lesson=spice-road&step=1")
    expect(ada.find(".hand [data-pointed]")).to_be_attached()
    room = """(card) => {
        const box = (one) => one.getBoundingClientRect();
        const [inner, outer] = [box(card), box(card.closest(".hand"))];
        return [inner.left - outer.left, inner.top - outer.top, outer.bottom - inner.bottom];
    }"""
    assert min(ada.find(".hand [data-pointed]").evaluate(room)) >= 11, "an outline of 4, 7 away"


def test_a_lesson_does_not_show_the_next_card_before_it_is_drawn(visit: Visit) -> None:
    ada = visit()
    ada.page.goto("/#lesson=spice-road&step=5")
    ada.find('.choice.legal[data-token="claim 1"]').click()
    expect(ada.find(".points .unseen")).to_have_count(1)
    ada.find(".confirm").click()
    expect(ada.find(".onward")).to_be_visible()
    expect(ada.find(".points .unseen")).to_have_count(0)


def test_rules_are_found_by_word_and_by_id(visit: Visit) -> None:
    ada = visit()
    ada.page.goto("/#rules=eastern-wonders/EW9")
    expect(ada.find("#EW9")).to_be_in_viewport()
    ada.find(".rules-search input").fill("toll")
    expect(ada.find("#EW9")).to_be_visible()
    expect(ada.find("#EW2")).to_have_count(0)
    ada.find(".rules-search input").fill("EW2")
    expect(ada.find("#EW2")).to_be_visible()
    ada.find(".rules-search input").fill("ginger")  # by its name, though it is drawn
    expect(ada.find(".rules-search [role=status]")).not_to_contain_text("0 rules")


@pytest.mark.parametrize("game", century.games())
def test_the_rules_on_paper_are_black_on_white_and_whole(visit: Visit, game: str) -> None:
    ada = visit(theme="dark")
    ada.page.add_init_script("window.print = () => { window.printed = true; }")
    ada.page.goto(f"/#rules={game}")
    ada.page.reload()
    ada.find(".rules-search input").fill("cubes")
    ada.page.get_by_role("button", name="Print").click()
    ada.page.wait_for_function("window.printed")
    expect(ada.find(".rule")).to_have_count(len(century.game(game).words().rules))
    ada.page.set_viewport_size({"width": 688, "height": 1000})  # the inside of a sheet of A4
    ada.page.emulate_media(media="print")
    for hidden in (".head", ".rules-side", ".book-title .button"):
        expect(ada.find(hidden).first).to_be_hidden()
    styles = "(one) => [getComputedStyle(one).color, getComputedStyle(one).breakInside]"
    for rule in ada.find(".rule").all():
        assert rule.evaluate(styles) == ["rgb(0, 0, 0)", "avoid"]
    wide = "(all) => all.filter((one) => one.getBoundingClientRect().right > innerWidth).length"
    assert ada.find(".book *").evaluate_all(wide) == 0, "nothing is cut off at the right"


def test_a_question_mark_on_the_board_shows_the_rules_about_it(visit: Visit) -> None:
    ada = visit()
    ada.play_now("spice-road")
    ada.page.get_by_role("button", name="Rules about: Point cards").click()
    dialog = ada.page.get_by_role("dialog")
    expect(dialog).to_contain_text("SR13")
    ada.accessible()
    ada.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
