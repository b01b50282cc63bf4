"""Taking a turn: choosing, previews, taking back, why not, looking back."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

import century
from century.bots import bot
from tests.browser.conftest import Visit


def test_what_is_chosen_is_shown_and_can_be_taken_back(visit: Visit) -> None:
    ada = visit()
    ada.play_now("spice-road")
    ada.wait_for_my_turn()
    before = ada.ask()
    ada.stage("acquire 2")
    expect(ada.find(".staged li")).to_have_count(1)
    ada.stage("pay Y")
    expect(ada.find(".staged li")).to_have_count(2)
    expect(ada.find(".prompt")).to_contain_text("Confirm it")
    for _ in range(2):
        ada.page.get_by_role("button", name="Take back").click()
    expect(ada.find(".staged li")).to_have_count(0)
    assert ada.ask() == before


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_what_is_chosen_waits_while_one_reads_the_rules(visit: Visit, size: str) -> None:
    ada = visit(size=size, motion=size == "laptop")
    ada.play_now("spice-road")
    ada.wait_for_my_turn()
    ada.stage("acquire 2")
    ada.stage("pay Y")
    menu = ada.page.get_by_role("button", name="Pages")
    if size == "phone":
        menu.tap()
    ada.press(ada.page.get_by_role("link", name="Rules", exact=True))
    expect(ada.page.get_by_role("heading", name="Ties")).to_be_visible()
    ada.page.go_back()
    expect(ada.find('.table[data-staged="2"]')).to_be_attached()
    for left in (1, 0):
        ada.press(ada.page.get_by_role("button", name="Take back"))
        expect(ada.find(f'.table[data-staged="{left}"]')).to_be_attached()


def test_the_menu_of_a_phone_leads_to_all_pages(visit: Visit) -> None:
    ada = visit(size="phone")
    ada.play_now("spice-road")
    ada.wait_for_my_turn()
    ada.stage("acquire 2")
    menu = ada.page.get_by_role("button", name="Pages")
    menu.tap()
    for name in ("Rules", "Learn", "Maps"):
        expect(ada.page.get_by_role("link", name=name, exact=True)).to_be_visible()
    ada.accessible()
    ada.page.keyboard.press("Escape")  # it closes the menu and takes nothing back
    expect(ada.page.get_by_role("link", name="Rules", exact=True)).to_be_hidden()
    expect(ada.find('.table[data-staged="1"]')).to_be_attached()
    menu.tap()
    ada.page.get_by_role("button", name="Settings").tap()
    expect(ada.page.get_by_role("dialog")).to_be_visible()


def test_escape_takes_back(visit: Visit) -> None:
    ada = visit()
    ada.play_now("spice-road")
    ada.wait_for_my_turn()
    ada.stage("play YY")
    ada.page.keyboard.press("Escape")
    expect(ada.find('.table[data-staged="0"]')).to_be_attached()


def test_turns_without_confirmation_for_those_who_wish(visit: Visit) -> None:
    ada = visit(settings={"confirm": False}, motion=True)
    ada.play_now("spice-road")
    ada.wait_for_my_turn()
    for token in ("acquire 2", "pay Y"):
        ada.find(f'[data-token="{token}"].legal').first.click()
    ada.see_my_turns([["acquire 2", "pay Y"]])


@pytest.mark.parametrize("language", ["en", "it", "ja"])
def test_what_is_not_possible_says_why(visit: Visit, language: str) -> None:
    ada = visit(language=language)
    ada.play_now("spice-road")
    ada.wait_for_my_turn()
    ada.find('[data-token="claim 1"]').first.click(force=True)  # it is said to be disabled
    said = ada.find(".reason p").inner_text()
    assert ada.ask(f"why?language={language}")["claim 1"] in said


@pytest.mark.parametrize("language", ["en", "it", "ja"])
def test_a_long_reason_can_be_read_without_scrolling(visit: Visit, language: str) -> None:
    ada = visit(language=language)
    ada.play_now("eastern-wonders")
    ada.wait_for_my_turn()
    ada.find('[data-token="bonus harvest"]').click(force=True)
    hidden = "(text) => text.scrollHeight - text.clientHeight"
    assert ada.find(".reason p").evaluate(hidden) <= 1


def test_a_log_entry_leads_to_its_moment_and_back_to_now(visit: Visit) -> None:
    ada = visit()
    ada.play_now("spice-road")
    player = bot("easy", seed=2)
    for _ in range(3):
        ada.wait_for_my_turn()
        ada.take_turn(ada.good_turn(player))
    ada.wait_for_my_turn()
    ada.find(".log .entry").first.click()
    expect(ada.find(".bar.past")).to_contain_text("Round 1, after the turn of")
    expect(ada.find(".choice.legal")).to_have_count(0)
    for name in ("You", "Asha"):  # the last turn of a round still belongs to it
        bots = [bool(one["level"]) for one in ada.ask()["seats"]]
        seat = bots.index(name == "Asha")
        ada.find(".log .entry").nth(2 + seat).click()
        expect(ada.find(".log .entry[aria-current=true]")).to_contain_text(name)
        expect(ada.find(".bar.past")).to_contain_text(f"Round 2, after the turn of {name}")
    ada.page.keyboard.press("Alt+ArrowRight")
    expect(ada.find(".log .entry[aria-current=true]")).to_have_count(1)
    ada.page.get_by_role("button", name="To the beginning").click()
    expect(ada.find(".bar.past")).to_contain_text("The beginning of the game")
    ada.page.get_by_role("button", name="Back to now").click()
    expect(ada.find(".bar.yours")).to_be_visible()


def test_the_title_tells_whose_turn_it_is(visit: Visit) -> None:
    ada = visit()
    ada.play_now("spice-road")
    ada.wait_for_my_turn()
    expect(ada.page).to_have_title("● Your turn · Century")
    assert ada.find("link[rel=icon]").get_attribute("href") == "/static/icon-turn.svg"


@pytest.mark.parametrize("game", century.games())
@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_with_motion_everything_comes_to_the_same(visit: Visit, game: str, size: str) -> None:
    ada = visit(motion=True, size=size)
    ada.play_now(game)
    player = bot("medium", seed=2)
    for _ in range(6):
        ada.wait_for_my_turn()
        ada.take_turn(ada.good_turn(player))
    ada.wait_for_my_turn()
    state = ada.ask()
    expect(ada.find(f'.table[data-decisions="{state["decisions"]}"]')).to_be_attached()
    turns = {(entry["round"], entry["seat"]) for entry in ada.ask("log") if entry["round"]}
    expect(ada.find(".log .entry")).to_have_count(len(turns) + _turns_of_the_setup(ada.ask("log")))
    expect(ada.find('[style*="view-transition-name"]')).to_have_count(0)


def _turns_of_the_setup(log: list[dict[str, Any]]) -> int:
    return sum(entry["round"] == 0 for entry in log)


@pytest.mark.parametrize("game", century.games())
@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_nothing_shifts_while_playing(visit: Visit, game: str, size: str) -> None:
    ada = visit(size=size)
    ada.play_now(game)
    ada.wait_for_my_turn()
    ada.page.evaluate(
        """() => {
          window.shifts = [];
          // As the web counts it: what moves though nobody has just pressed anything.
          const seen = (list) => list.getEntries().filter((one) => !one.hadRecentInput)
            .forEach(({ value, sources }) => {
              shifts.push([value, sources.map(({ node }) => node?.outerHTML).join(" ")]);
            });
          new PerformanceObserver(seen).observe({ type: "layout-shift" });
        }"""
    )
    player = bot("medium", seed=2)
    for _ in range(8):
        ada.wait_for_my_turn()
        ada.take_turn(ada.good_turn(player))
    ada.wait_for_my_turn()
    shifts = ada.page.evaluate("window.shifts")
    assert sum(value for value, _ in shifts) < 0.02, sorted(shifts)[-5:]


def test_taking_back_takes_the_whole_choice_back(visit: Visit) -> None:
    ada = visit()
    ada.play_now("eastern-wonders")
    player = bot("easy", seed=1)
    while ada.wait_for_my_turn() and ada.ask()["view"]["round"] == 0:
        ada.take_turn(ada.good_turn(player))
    ada.find('.bar [data-token="harvest"]').click()
    expect(ada.find('.table[data-staged="2"]')).to_be_attached()  # it anchored as well
    ada.page.get_by_role("button", name="Take back").click()
    expect(ada.find('.table[data-staged="0"]')).to_be_attached()
