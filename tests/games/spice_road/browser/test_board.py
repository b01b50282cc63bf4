"""The board and the lesson of Spice Road."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

import century
from century.bots import bot
from century.position import Position
from tests.browser.conftest import Visit
from tests.browser.positions import show_position
from tests.browser.test_layout import at_every_size, check
from tests.browser.views import record_transfers, show_view

GAME = "spice-road"
View = dict[str, Any]


# How many of the own cubes are outside the viewport or covered, without scrolling.
HIDDEN_CUBES = """() => [...document.querySelectorAll(".caravan .cube")].filter((cube) => {
  const { left, right, top, bottom } = cube.getBoundingClientRect();
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return !hit?.closest(".caravan");
}).length"""


def many_trades() -> Position:
    """Return a position in which a player may still trade nine times."""
    text = century.game(GAME).start(players=2, seed=3).to_text()
    for old, new in {
        "phase=turn": "phase=trade:G>YYYYR",
        "cubes=YYY/": "cubes=GGGGGGGGGYYYYR/",
        "played=-/": "played=G>YYYYR/",
        ",G>YYYYR,": ",",
    }.items():
        assert old in text
        text = text.replace(old, new, 1)
    return century.game(GAME).read(text)


def test_all_numbers_of_trades_are_in_sight_at_every_size(visit: Visit) -> None:
    ada = visit()
    ada.play_now(GAME)
    show_position(ada, many_trades())
    wrong: list[str] = []
    for size in at_every_size(ada):
        expect(ada.find(".repetition")).to_have_count(10)
        wrong += check(ada, size)
        if size != "small phone, landscape":  # there the page scrolls
            hidden = ada.page.evaluate(HIDDEN_CUBES)
            wrong += [f"{size}: {hidden} cubes are hidden"] if hidden else []
    assert not wrong, "\n".join(wrong)
    shown = ada.find('.repetition[aria-current="true"]')
    expect(shown).to_have_attribute("data-token", "done")  # the board shows this number
    last = ada.find(".repetition").last
    expect(last).to_have_accessible_name(re.compile("^9 times, leaving 40 turmeric"))
    expect(last).to_have_accessible_name(re.compile("you will return 40 cubes$"))


@pytest.mark.parametrize("size", [(640, 360), (600, 450), (1280, 500)])
def test_low_screens_show_both_rows_the_hand_and_the_turn_bar(
    visit: Visit, size: tuple[int, int]
) -> None:
    ada = visit()
    ada.play_now(GAME)
    ada.wait_for_my_turn()
    ada.page.set_viewport_size({"width": size[0], "height": size[1]})
    assert not check(ada, str(size))
    for part in (".points .card", ".merchants .card", ".hand .card", ".bar .prompt"):
        expect(ada.find(part).first).to_be_in_viewport(ratio=0.9)
    log = ada.find(".side").bounding_box()
    bar = ada.find(".bar").bounding_box()
    assert log
    assert bar
    assert size[0] <= 1100 or bar["x"] + bar["width"] <= log["x"]  # else the log is hidden


def claim(view: View) -> None:
    """Give the viewer two claimed point cards, and everybody else one."""
    for number, seat in enumerate(view["seats"]):
        seat["claimed"] = 2 if number == view["seat"] else 1
    view["seats"][view["seat"]]["cards"] = view["point_row"][:2]
    view["seats"][view["seat"]]["points"] = 27


@pytest.mark.parametrize("shared", [False, True])
def test_each_seat_shows_its_claimed_cards_and_the_points_that_are_not_hidden(
    visit: Visit, shared: bool
) -> None:
    ada = visit()
    ada.play_now(GAME)
    ada.wait_for_my_turn()
    more = {"you": {"seats": [0, 1], "host": True}} if shared else {}
    show_view(ada, claim, **more)
    own = ada.find(".own .popover-button")
    expect(own.locator(".tally")).to_have_text("2/6")
    expect(own.locator(".tally")).to_have_attribute("title", "2 of 6 point cards claimed")
    expect(ada.find(".other .tally")).to_have_attribute("aria-label", "1 of 6 point cards claimed")
    expect(ada.find(".other .worth")).to_have_count(0)
    if shared:  # the points show on demand only
        expect(own).to_have_attribute("aria-label", "2 of 6 point cards claimed")
        expect(own.locator(".worth")).to_have_count(0)
        own.click()
        expect(ada.find(".own .popover-panel")).to_contain_text("27 points on the claimed cards")
    else:
        expect(own.locator(".worth")).to_have_attribute("title", "27 points on the claimed cards")


# What all cards show, drawn as on the board: [palette, picture]
PICTURES = """async () => {
  const { html, render } = await import("/static/lib/ui.js");
  const { Merchant, Point } = await import("/static/games/spice-road/cards.js");
  const { piecesOf } = await import("/static/lib/games.js");
  const { merchants, point_cards: points } = piecesOf("spice-road");
  const holder = document.createElement("div");
  render(html`${points.map((card) => html`<${Point} card=${card} />`)}
    ${merchants.map((card) => html`<${Merchant} card=${card} />`)}`, holder);
  return [...holder.querySelectorAll(".scene")].map((scene) => [
    scene.getAttribute("class"),
    [...scene.querySelectorAll("use")].map((one) => one.getAttribute("href")).join(),
  ]);
}"""


def test_every_card_has_its_own_picture(visit: Visit) -> None:
    ada = visit()
    ada.play_now(GAME)
    pictures = [tuple(one) for one in ada.page.evaluate(PICTURES)]
    pieces = century.game(GAME).pieces
    assert len(pictures) == len(pieces["point_cards"]) + len(pieces["merchants"])
    twice = [one for one in pictures if pictures.count(one) > 1]
    assert not twice  # the same things in the same colours


def move_coins(view: View) -> None:
    """Put the last silver coin over the third card, as no rule would."""
    for number, card in enumerate(view["point_row"]):
        card["coin"], card["coins"] = ("silver", 1) if number == 2 else (None, 0)
    view["merchant_row"][0]["price"] = 3
    for seat in view["seats"]:
        seat["limit"] = 7


def test_coins_prices_and_limits_are_those_of_the_view(visit: Visit) -> None:
    ada = visit()
    ada.play_now(GAME)
    ada.wait_for_my_turn()
    show_view(ada, move_coins)
    expect(ada.find(".points .over")).to_have_count(1)
    expect(ada.find(".points li").nth(2).locator(".coin.silver")).to_have_text("1")
    expect(ada.find(".merchants .price").first.locator(".cube-slot")).to_have_count(3)
    expect(ada.find(".caravan .slot")).to_have_count(7)
    expect(ada.find(".load .count")).to_contain_text("/7")


def lack_two_cubes(view: View) -> None:
    """Let the first card cost YYGB, of which every seat lacks a Y and the B."""
    for number, card in enumerate(view["point_row"]):
        card["missing"] = ["YB" if number == 0 else ""] * view["players"]
    view["point_row"][0]["cost"] = "YYGB"


def test_cubes_that_the_player_lacks_for_a_point_card_are_hollow(visit: Visit) -> None:
    ada = visit()
    ada.play_now(GAME)
    ada.wait_for_my_turn()
    show_view(ada, lack_two_cubes)
    hollow = ada.find(".points .cost .cube.ghost")
    expect(hollow).to_have_text(["Y", "B"])
    expect(ada.find(".points .cost").first.locator(".cube:not(.ghost)")).to_have_text(["Y", "G"])
    first = ada.find('.points [data-token="claim 1"]')
    expect(first).to_have_accessible_name(re.compile("you still need 1 turmeric and 1 cinnamon$"))


def test_a_card_that_is_played_stays_in_the_hand_until_the_turn_is_confirmed(visit: Visit) -> None:
    ada = visit()
    ada.play_now(GAME)
    ada.wait_for_my_turn()
    cards = ada.find(".hand .card").count()
    ada.stage("play YY")
    expect(ada.find('.hand .playing[data-token="play YY"]')).to_be_visible()
    expect(ada.find(".hand .card")).to_have_count(cards)
    expect(ada.find(".fan .card")).to_have_count(0)
    ada.confirm()
    expect(ada.find(".hand .card")).to_have_count(cards - 1)
    expect(ada.find('.fan .card[data-card="YY"]')).to_be_visible()


def test_the_prompt_names_what_is_legal(visit: Visit) -> None:
    ada = visit()
    ada.play_now(GAME)
    ada.wait_for_my_turn()
    prompt = ada.find(".bar .prompt")
    expect(prompt).to_have_text("Your turn: play a card or acquire a merchant.")
    ada.take_turn(["play YY"])
    ada.wait_for_my_turn()
    expect(prompt).to_contain_text("or rest.")


def test_the_card_that_gets_the_next_cube_is_marked(visit: Visit) -> None:
    ada = visit()
    ada.play_now(GAME)
    ada.wait_for_my_turn()
    ada.stage("acquire 3")
    for number in (0, 1):
        expect(ada.find(".merchants li").nth(number).locator(".next")).to_be_visible()
        expect(ada.find(".merchants .next")).to_have_count(1)
        ada.stage("pay Y")
    expect(ada.find(".merchants .next")).to_have_count(0)


def test_a_claimed_card_moves_to_its_seat(visit: Visit) -> None:
    ada = visit(motion=True)
    ada.play_now(GAME)
    before, after = record_transfers(ada, bot("medium", seed=2))
    assert (before[0], after[0]) == ("card point", "claim-count tally")
    assert len(before) == len(after), "a coin moves with it"


def test_a_turn_is_sent_without_confirmation_if_the_settings_say_so(visit: Visit) -> None:
    ada = visit(settings={"confirm": False}, motion=True)
    ada.play_now(GAME)
    ada.wait_for_my_turn()
    for token in ("acquire 2", "pay Y"):
        ada.find(f'[data-token="{token}"].legal').first.click()
    ada.see_my_turns([["acquire 2", "pay Y"]])


def test_the_lesson_comments_on_another_choice(visit: Visit) -> None:
    ada = visit()
    ada.page.goto(f"/#lesson={GAME}&step=1")
    ada.find('.choice.legal[data-token="play up2"]').click()
    expect(ada.find(".astray")).to_be_visible()
    ada.page.get_by_role("button", name="Take back").click()
    expect(ada.find(".astray")).to_have_count(0)
    expect(ada.find('[data-pointed][data-token="play YY"]')).to_be_visible()


@pytest.mark.parametrize("confirm", [True, False])
def test_the_lesson_does_not_accept_another_turn(visit: Visit, confirm: bool) -> None:
    ada = visit(settings={"confirm": confirm})
    ada.page.goto(f"/#lesson={GAME}&step=1")
    ada.find('.choice.legal[data-token="acquire 1"]').click()
    expect(ada.find(".bar .prompt")).to_contain_text("This lesson asks for something else")
    expect(ada.find(".astray")).to_be_visible()
    expect(ada.find(".confirm")).to_be_disabled()
    expect(ada.find(".staged li")).to_have_count(1)
    ada.page.get_by_role("button", name="Take back").click()
    expect(ada.find(".staged li")).to_have_count(0)


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_the_outline_around_a_card_of_the_hand_is_not_cut_off(visit: Visit, size: str) -> None:
    ada = visit(size=size)
    ada.page.goto(f"/#lesson={GAME}&step=1")
    expect(ada.find(".hand [data-pointed]")).to_be_attached()
    room = """(card) => {
        const box = (one) => one.getBoundingClientRect();
        const [inner, outer] = [box(card), box(card.closest(".hand"))];
        return [inner.left - outer.left, inner.top - outer.top, outer.bottom - inner.bottom];
    }"""
    assert min(ada.find(".hand [data-pointed]").evaluate(room)) >= 11, "an outline of 4, 7 away"


def test_the_lesson_does_not_reveal_the_next_card_in_a_preview(visit: Visit) -> None:
    ada = visit()
    ada.page.goto(f"/#lesson={GAME}&step=5")
    ada.find('.choice.legal[data-token="claim 1"]').click()
    expect(ada.find(".points .unseen")).to_have_count(1)
    ada.find(".confirm").click()
    expect(ada.find(".onward")).to_be_visible()
    expect(ada.find(".points .unseen")).to_have_count(0)


def test_the_help_of_a_row_shows_the_rules_about_it(visit: Visit) -> None:
    ada = visit()
    ada.play_now(GAME)
    ada.page.get_by_role("button", name="Rules about: Point cards").click()
    dialog = ada.page.get_by_role("dialog")
    expect(dialog).to_contain_text("SR13")
    ada.accessible()
    ada.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
