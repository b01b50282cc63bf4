"""The pace of bots, sounds, and messages of the browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import century
from century.bots import bot
from tests.browser.conftest import Visit
from tests.browser.tables import change_state
from tests.browser.visitor import Visitor

GAMES = century.games()
RECORD_GLOW = """() => {
  window.glowed = [];
  new MutationObserver(() => glowed.push(
    ...[...document.querySelectorAll(".acting[data-seat]")].map((one) => one.dataset.seat)))
    .observe(document.body, { subtree: true, attributes: true, attributeFilter: ["class"] });
}"""
RECORD_SOUNDS = """
  window.heard = [];
  window.contexts = 0;
  const Original = window.AudioContext;
  window.AudioContext = class extends Original {
    constructor() { super(); contexts += 1; }
  };
  addEventListener("century-sound", ({ detail }) => heard.push(detail));
"""
FAKE_MESSAGES = """
  window.messages = [];
  window.Notification = class {
    static permission = "default";
    static async requestPermission() { return (Notification.permission = "granted"); }
    constructor(title, { body }) { messages.push(`${title}: ${body}`); }
    close() {}
  };
"""


def play(visitor: Visitor, game: str, turns: int = 1) -> None:
    """Start a game and play some turns."""
    visitor.play_now(game)
    visitor.play_turns(bot("easy", seed=1), turns)


@pytest.mark.parametrize("game", GAMES)
def test_the_player_who_acts_is_highlighted_first(visit: Visit, game: str) -> None:
    ada = visit(settings={"pace": "quick"})
    ada.play_now(game)
    ada.wait_for_my_turn()
    ada.page.evaluate(RECORD_GLOW)
    for _ in range(2):  # the last player of a set-up may be the first player of the game
        ada.take_turn(ada.good_turn(bot("easy", seed=1)))
        ada.wait_for_my_turn()
    theirs = 1 - ada.ask()["you"]["seats"][0]
    assert str(theirs) in ada.page.evaluate("glowed")
    expect(ada.find(".acting")).to_have_count(0)


def test_skip_shows_the_turn_of_a_bot_at_once(visit: Visit) -> None:
    ada = visit(settings={"pace": "calm"})
    ada.page.clock.install()  # the pause of the calm pace does not end by itself
    ada.play_now(GAMES[0])
    for _ in range(20):  # the first turn may be the bot's
        ada.page.clock.run_for(500)
        if ada.find(".bar.yours").is_visible():
            break
    ada.stage_turn(ada.good_turn(bot("easy", seed=1)))
    ada.find(".confirm").click()
    ada.page.get_by_role("button", name="Skip").click()
    expect(ada.find(".bar.yours")).to_be_visible()


def test_sounds_are_off_until_they_are_switched_on(visit: Visit) -> None:
    ada = visit()
    ada.page.add_init_script(RECORD_SOUNDS)
    ada.page.reload()
    play(ada, GAMES[0])
    ada.wait_for_my_turn()
    assert ada.page.evaluate("[heard.length, contexts]") == [0, 0]
    ada.page.get_by_role("button", name="Settings").click()
    ada.page.get_by_role("dialog").get_by_label("Sounds").check()
    ada.page.keyboard.press("Escape")
    ada.play_turns(bot("easy", seed=1), 2)
    ada.wait_for_my_turn()
    heard = ada.page.evaluate("heard")
    assert "turn" in heard
    assert set(heard) & {"card", "cubes", "claim"}
    assert ada.page.evaluate("contexts") == 1


def test_the_browser_says_that_it_is_my_turn_if_the_page_is_hidden(visit: Visit) -> None:
    ada = visit()
    ada.page.add_init_script(FAKE_MESSAGES)
    ada.page.reload()
    play(ada, GAMES[0])
    ada.wait_for_my_turn()
    hide = "Object.defineProperty(document, 'hidden', { value: true, configurable: true })"
    ada.page.evaluate(hide)
    ada.play_turns(bot("easy", seed=1), 1)
    ada.wait_for_my_turn()
    assert ada.page.evaluate("messages") == [], "nobody asked for messages"
    ada.page.get_by_role("button", name="Settings").click()
    ada.page.get_by_role("dialog").get_by_label("Tell me when it is my turn").check()
    ada.page.keyboard.press("Escape")
    ada.play_turns(bot("easy", seed=1), 1)
    ada.wait_for_my_turn()
    assert ada.page.evaluate("messages") == ["Your turn: Spice Road"]


def test_going_back_against_bots_needs_no_consent(visit: Visit) -> None:
    ada = visit()
    ada.play_now(GAMES[0])
    ada.play_turns(bot("easy", seed=1), 2)
    ada.wait_for_my_turn()
    assert len(ada.turns()) == 2
    ada.find(".bar").get_by_role("button", name="Go back").click()
    ada.see_my_turns(ada.turns()[:1])
    ada.wait_for_my_turn()
    ada.page.keyboard.press("z")
    ada.see_my_turns([])


def test_bots_play_alone_for_somebody_who_watches(visit: Visit) -> None:
    ada = visit(settings={"pace": "quick"})
    ada.find(f"section.game.{GAMES[0]} .watch-bots").click()
    expect(ada.find(".watching:visible")).to_contain_text("You are watching")
    expect(ada.find(".log .entry")).not_to_have_count(0)
    expect(ada.find(".choice.legal")).to_have_count(0)
    ada.accessible()


def test_a_clock_that_has_run_out_shows_zero_and_tells_its_owner(visit: Visit) -> None:
    ada = visit()
    ada.play_now(GAMES[0])
    ada.wait_for_my_turn()

    def run_out(state: dict[str, object]) -> None:
        seats, you = state["seats"], state["you"]
        assert isinstance(seats, list)
        assert isinstance(you, dict)
        seats[you["seats"][0]].update(timed_out=True, bank=30.0)

    change_state(ada, run_out)
    expect(ada.find(".player.turn .clock")).to_have_text("0:00")
    expect(ada.find(".time-over")).to_contain_text("Your time has run out")


def test_the_others_vote_about_a_bot_for_an_absent_player(visit: Visit) -> None:
    ada = visit()
    ada.play_now(GAMES[0])
    ada.wait_for_my_turn()

    def ask(state: dict[str, object]) -> None:
        seats, you = state["seats"], state["you"]
        assert isinstance(seats, list)
        assert isinstance(you, dict)
        mine = you["seats"][0]
        state["stand_in_vote"] = {"seat": 1 - mine, "level": "medium", "waiting": [mine]}

    change_state(ada, ask)
    expect(ada.find(".bar [role=alert]")).to_contain_text("has not played for a while")
    expect(ada.page.get_by_role("button", name="Agree")).to_be_visible()
