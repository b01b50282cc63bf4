"""A turn: staging, previews, taking back, reasons, and earlier positions."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

import century
from century.bots import bot
from tests.browser.conftest import Visit

GAMES = century.games()

MOST_SHIFT = 0.02  # a fifth of what browsers call good


@pytest.mark.parametrize("game", GAMES)
def test_staged_choices_are_shown_and_can_be_taken_back(visit: Visit, game: str) -> None:
    ada = visit()
    ada.play_now(game)
    ada.wait_for_my_turn()
    before = ada.ask()
    ada.stage_turn(ada.good_turn(bot("easy", seed=1)))
    expect(ada.find(".staged li")).not_to_have_count(0)
    expect(ada.find(".prompt")).to_contain_text("Confirm it")
    ada.take_back_all()
    expect(ada.find(".staged li")).to_have_count(0)
    assert ada.ask() == before


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_staged_choices_are_kept_while_the_player_reads_the_rules(
    visit: Visit, game: str, size: str
) -> None:
    ada = visit(size=size, motion=size == "laptop")
    ada.play_now(game)
    ada.wait_for_my_turn()
    ada.stage_turn(ada.good_turn(bot("easy", seed=1)))
    staged = ada.find(".table").get_attribute("data-staged")
    if size == "phone":
        ada.page.get_by_role("button", name="Pages").tap()
    ada.press(ada.page.get_by_role("link", name="Rules", exact=True))
    ada.see(".rulebook")
    ada.page.go_back()
    expect(ada.find(f'.table[data-staged="{staged}"]')).to_be_attached()
    ada.take_back_all()


@pytest.mark.parametrize("game", GAMES)
def test_the_menu_of_a_phone_leads_to_all_pages(visit: Visit, game: str) -> None:
    ada = visit(size="phone")
    ada.play_now(game)
    ada.wait_for_my_turn()
    ada.stage(ada.good_turn(bot("easy", seed=1))[0])
    menu = ada.page.get_by_role("button", name="Pages")
    menu.tap()
    for name in ("Rules", "Learn"):
        expect(ada.page.get_by_role("link", name=name, exact=True)).to_be_visible()
    ada.accessible()
    ada.page.keyboard.press("Escape")  # closes the menu and takes nothing back
    expect(ada.page.get_by_role("link", name="Rules", exact=True)).to_be_hidden()
    expect(ada.find('.table:not([data-staged="0"])')).to_be_attached()
    menu.tap()
    ada.page.get_by_role("button", name="Settings").tap()
    expect(ada.page.get_by_role("dialog")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_escape_takes_back(visit: Visit, game: str) -> None:
    ada = visit()
    ada.play_now(game)
    ada.wait_for_my_turn()
    ada.stage(ada.good_turn(bot("easy", seed=1))[0])
    ada.page.keyboard.press("Escape")
    expect(ada.find('.table[data-staged="0"]')).to_be_attached()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "it", "ja"])
def test_a_choice_that_is_not_legal_says_why(visit: Visit, game: str, language: str) -> None:
    ada = visit(language=language)
    ada.play_now(game)
    ada.wait_for_my_turn()
    refused = ada.find(".choice:not(.legal):visible").first
    token = refused.get_attribute("data-token")
    refused.click(force=True)  # Playwright does not click on disabled buttons
    expect(ada.find(".reason p")).to_contain_text(ada.ask(f"why?language={language}")[token])


@pytest.mark.parametrize("game", GAMES)
def test_a_log_entry_shows_the_position_after_its_turn(visit: Visit, game: str) -> None:
    ada = visit()
    ada.play_now(game)
    player = bot("easy", seed=2)
    while ada.wait_for_my_turn() and ada.ask()["view"]["round"] < 4:
        ada.take_turn(ada.good_turn(player))
    setup = _turns_of_the_setup(ada.ask("log"))
    ada.find(".log .entry").nth(setup).click()
    expect(ada.find(".bar.past")).to_contain_text("Round 1")
    expect(ada.find(".choice.legal")).to_have_count(0)
    for name in ("You", "Asha"):
        bots = [bool(one["level"]) for one in ada.ask()["seats"]]
        seat = bots.index(name == "Asha")
        ada.find(".log .entry").nth(setup + 2 + seat).click()
        expect(ada.find(".log .entry[aria-current=true]")).to_contain_text(name)
        # The last turn of a round still belongs to that round.
        expect(ada.find(".bar.past .prompt")).to_contain_text(re.compile(rf"Round 2\W+\d\W+{name}"))
    ada.page.keyboard.press("Alt+ArrowRight")
    expect(ada.find(".log .entry[aria-current=true]")).to_have_count(1)
    ada.find(".replay").get_by_role("button", name="To the beginning").click()
    expect(ada.find(".bar.past")).to_contain_text("The beginning of the game")
    ada.page.get_by_role("button", name="Back to now").click()
    expect(ada.find(".bar.yours")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_title_and_icon_of_the_tab_tell_that_it_is_the_player_s_turn(
    visit: Visit, game: str
) -> None:
    ada = visit()
    ada.play_now(game)
    ada.wait_for_my_turn()
    expect(ada.page).to_have_title("● Your turn · Century")
    assert ada.find("link[rel=icon]").get_attribute("href") == "/static/icon-turn.svg"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_transitions_do_not_change_the_result(visit: Visit, game: str, size: str) -> None:
    ada = visit(motion=True, size=size)
    ada.play_now(game)
    ada.play_turns(bot("medium", seed=2), 6)
    ada.wait_for_my_turn()
    state = ada.ask()
    expect(ada.find(f'.table[data-decisions="{state["decisions"]}"]')).to_be_attached()
    turns = {(entry["round"], entry["seat"]) for entry in ada.ask("log") if entry["round"]}
    expect(ada.find(".log .entry")).to_have_count(len(turns) + _turns_of_the_setup(ada.ask("log")))
    expect(ada.find('[style*="view-transition-name"]')).to_have_count(0)


def _turns_of_the_setup(log: list[dict[str, Any]]) -> int:
    return sum(entry["round"] == 0 for entry in log)


# Layout shifts of everything but the pieces of the game, which move because the game moves them.
# The web's definition ignores shifts soon after input; here all shifts count.
SHIFTS = """() => {
  window.shifts = [];
  const pieces = "[data-piece], [data-cube], .choice, .cubes, .edges, .claims, .log, .phrase";
  const moved = ({ node }) => {
    const element = node?.nodeType === 1 ? node : node?.parentElement;
    return element && !element.closest(pieces) && !element.querySelector("[data-piece]");
  };
  const record = (list) => list.getEntries().forEach(({ value, sources }) => {
    const frame = sources.filter(moved);
    const names = frame.map(({ node }) => node.className ?? node.nodeName);
    if (names.length) shifts.push([value, names]);
  });
  new PerformanceObserver(record).observe({ type: "layout-shift" });
}"""
# Chromium delays requests only, so the messages of the socket are delayed here.
SLOW_SOCKET = """
  window.delay = 0;
  window.WebSocket = class extends WebSocket {
    send(data) { setTimeout(() => super.send(data), delay); }
    set onmessage(listen) { super.onmessage = (event) => setTimeout(() => listen(event), delay); }
  };
"""
LATENCY = {"offline": False, "latency": 2000, "downloadThroughput": -1, "uploadThroughput": -1}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_nothing_shifts_even_if_answers_take_two_seconds(
    visit: Visit, game: str, size: str
) -> None:
    ada = visit(size=size)
    ada.page.add_init_script(SLOW_SOCKET)
    ada.page.reload()
    ada.play_now(game)
    player = bot("medium", seed=2)
    ada.play_turns(player, 2)
    ada.wait_for_my_turn()
    turn = ada.good_turn(player)
    ada.page.evaluate(SHIFTS)
    ada.page.evaluate("window.delay = 1000")  # each way
    ada.context.new_cdp_session(ada.page).send("Network.emulateNetworkConditions", LATENCY)
    ada.take_turn(turn)
    ada.wait_for_my_turn()
    shifts = ada.page.evaluate("window.shifts")
    assert sum(value for value, _ in shifts) < MOST_SHIFT, sorted(shifts)[-5:]


def test_the_second_click_of_a_double_click_is_ignored(visit: Visit) -> None:
    ada = visit()
    held: list[str | bytes] = []
    refused: list[str | bytes] = []
    slow = [True]

    def connect(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            if slow[0] and '"type":"preview"' in str(message).replace(" ", ""):
                held.append(message)
                return
            if '"type":"error"' in str(message).replace(" ", ""):
                refused.append(message)
            socket.send(message)

        def release() -> None:
            slow[0] = False
            for message in held:
                socket.send(message)

        server.on_message(pass_on)
        answers.append(release)

    answers: list[Callable[[], None]] = []
    ada.page.route_web_socket("**/socket*", connect)
    ada.play_now("spice-road")
    ada.wait_for_my_turn()
    ada.find('[data-token="play YY"]').dblclick()
    expect(ada.find('[data-token="play YY"].waiting')).to_be_visible()
    expect(ada.find('.table[data-staged="0"]')).to_be_attached()
    answers[-1]()
    expect(ada.find('.table[data-staged="1"]')).to_be_attached()
    for _ in range(100):
        if refused:
            break
        ada.page.wait_for_timeout(50)
    assert refused, "the second click was not sent"
    expect(ada.find(".bar .fault")).to_have_count(0)
    expect(ada.find(".choice.waiting")).to_have_count(0)
