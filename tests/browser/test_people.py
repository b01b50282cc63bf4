"""A person in the browser: one cookie, other devices, their games, and being forgotten."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Route, expect

import century
from century.bots import bot
from tests.browser.conftest import Visit
from tests.browser.test_together import pair
from tests.browser.visitor import Visitor

GAME = century.games()[0]

RECORD_SAID = """() => {
  const said = document.querySelector(".table > .said");
  window.heard = [];
  const record = () => window.heard.push(said.innerHTML);
  new MutationObserver(record).observe(said, { childList: true, subtree: true });
}"""


def device_link(visitor: Visitor) -> str:
    """Make a code on the page "You", and return its link."""
    visitor.page.goto("/#you")
    visitor.page.get_by_role("button", name="Make a code").click()
    visitor.see(".qr-code")
    return visitor.find(".copy input").input_value()


def test_the_first_visit_sets_one_cookie_that_scripts_cannot_read(visit: Visit) -> None:
    ada = visit()
    ada.play_now(GAME)
    [cookie] = ada.context.cookies()
    assert (cookie["name"], cookie["httpOnly"], cookie["path"]) == ("century", True, "/")
    assert ada.page.evaluate("document.cookie") == ""


def test_a_link_moves_a_person_to_another_device(visit: Visit) -> None:
    ada, phone = visit(settings={"name": "Ada"}), visit(size="phone")
    ada.play_now(GAME)
    table = ada.table
    phone.page.goto(device_link(ada))
    phone.page.get_by_role("button", name="Use the code on this device").tap()
    phone.find(".mine li a").tap()
    phone.play_turns(bot("easy", seed=1), 1)
    assert phone.table == table
    ada.page.goto(f"/#table={table}")
    ada.wait_for_my_turn()
    assert ada.ask()["you"] == phone.ask()["you"]
    phone.page.goto("/#you")
    expect(phone.page.get_by_label("Your name").first).to_have_value("Ada")


def test_a_device_with_games_asks_before_it_changes_hands(visit: Visit) -> None:
    ada, bob = visit(), visit(settings={"name": "Bob"}, refused=("/api/me/device",))
    ada.play_now(GAME)
    bob.play_now(GAME)
    code = device_link(ada).rpartition("=")[2]
    bob.page.goto("/#you")
    bob.page.get_by_label("Code", exact=True).fill(f" {code[:5].lower()} {code[5:]}")
    bob.page.get_by_role("button", name="Use the code on this device").click()
    expect(bob.page.get_by_role("alert")).to_contain_text("somebody who has games")
    bob.page.get_by_role("button", name="Replace the person on this device").click()
    bob.page.wait_for_url("**/#games=")  # the page before has a list, too
    expect(bob.find(".mine li")).to_have_count(1)
    bob.page.goto("/#you")
    expect(bob.page.get_by_label("Your name")).to_have_value("")  # Ada has no name
    bob.page.goto(f"/#device={code}")
    bob.page.wait_for_url("**/#device=")
    expect(bob.page.get_by_label("Code", exact=True)).to_have_value(code)
    bob.page.get_by_role("button", name="Use the code on this device").click()
    bob.page.get_by_role("button", name="Replace the person on this device").click()
    expect(bob.page.get_by_role("alert")).to_contain_text("not valid any more")


def test_signing_out_the_other_devices(visit: Visit) -> None:
    ada, phone = visit(), visit()
    ada.play_now(GAME)
    phone.page.goto(device_link(ada))
    phone.page.get_by_role("button", name="Use the code on this device").click()
    expect(phone.find(".mine li")).to_have_count(1)
    ada.page.get_by_role("button", name="Sign out my other devices").click()
    expect(ada.page.get_by_text("Only this device is signed in now.")).to_be_visible()
    phone.page.reload()
    phone.see(".detailed p")
    expect(phone.find(".mine li")).to_have_count(0)
    ada.page.goto("/#games")
    expect(ada.find(".mine li")).to_have_count(1)


def test_the_name_of_a_person_is_kept_by_the_server(visit: Visit) -> None:
    ada = visit()
    ada.page.goto("/#you")
    with ada.page.expect_response(lambda answer: answer.request.method == "PATCH"):
        ada.page.get_by_label("Your name").first.fill("Ada L.")
    ada.page.evaluate("localStorage.clear()")
    ada.page.reload()
    expect(ada.page.get_by_label("Your name").first).to_have_value("Ada L.")


def test_forgetting_asks_twice_and_leaves_the_games(visit: Visit) -> None:
    ada = visit(settings={"name": "Ada"}, refused=("/api/tables/",))
    ada.play_now(GAME)
    table = ada.table
    ada.page.goto("/#you")
    ada.page.get_by_role("button", name="Forget me").click()
    ada.page.get_by_role("button", name="Yes, forget me").click()
    ada.page.get_by_role("button", name="Erase everything now").click()
    ada.see(".games")
    expect(ada.find(".mine")).to_have_count(0)
    ada.page.goto(f"/#table={table}")
    expect(ada.find("main h1")).to_have_text("This table is not open to you")


def test_the_games_of_a_person_can_be_searched_and_downloaded(visit: Visit, tmp_path: Path) -> None:
    ada = visit()
    for game in century.games()[:2]:
        ada.page.goto("/")
        ada.play_now(game)
        ada.wait_for_my_turn()
    ada.page.goto("/#games")
    expect(ada.find(".mine li")).to_have_count(2)
    expect(ada.find(".head .badge")).to_have_text("2")
    ada.page.get_by_label("Search for a player or a game").fill(GAME.partition("-")[0])
    expect(ada.find(".mine li")).to_have_count(1)
    ada.page.get_by_label("Status").select_option("over")
    expect(ada.page.get_by_text("No games found.")).to_be_visible()
    ada.page.goto("/#you")
    with ada.page.expect_download() as download:
        ada.page.get_by_role("link", name="Download").click()
    assert download.value.suggested_filename == "century-games.txt"


def test_a_table_is_created_once_although_the_first_answer_is_lost(visit: Visit) -> None:
    ada = visit()
    sent: list[str] = []

    def lose_the_first_answer(route: Route) -> None:
        sent.append(route.request.post_data or "")
        if len(sent) == 1:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    ada.page.route("/api/tables", lose_the_first_answer)
    ada.play_now(GAME)
    ada.errors = [error for error in ada.errors if "ERR_FAILED" not in error]
    assert len(sent) == 2
    assert sent[0] == sent[1]
    ada.page.goto("/#games")
    expect(ada.find(".mine li")).to_have_count(1)


def test_a_stranger_joins_a_public_table_from_the_lobby(visit: Visit) -> None:
    ada, bob = visit(settings={"name": "Ada"}), visit(settings={"name": "Bob"})
    ada.page.get_by_role("button", name="Host a table").click()
    ada.page.get_by_label("Anyone may join").check()
    ada.page.get_by_role("button", name="Set up the table").click()
    ada.see(".waiting-room")
    row = bob.find(".public li", has_text="Ada")
    expect(row).to_contain_text("1 seat free")
    bob.accessible_in_both_themes()
    row.get_by_role("button", name="Sit down").click()
    expect(ada.find(".seats li").nth(1)).to_contain_text("Bob")


def test_players_say_phrases_and_mute_each_other(visit: Visit) -> None:
    first, second = pair(visit)

    def say(speaker: Visitor, phrase: str) -> None:
        speaker.page.get_by_role("button", name="Say something").click()
        speaker.find(f'dialog[open] [data-phrase="{phrase}"]').click()
        expect(speaker.find("dialog[open]")).to_have_count(0)

    say(first, "well-played")
    for person in (first, second):
        expect(person.find(".table > .said")).to_contain_text("Well played!")
    second.page.get_by_role("button", name="Say something").click()
    second.accessible_in_both_themes()
    second.find("dialog[open] .check").nth(1).get_by_role("checkbox").check()
    second.page.keyboard.press("Escape")
    expect(second.find(".table > .said p")).to_have_count(0)
    second.page.reload()  # the browser remembers who is muted
    second.see(".table")
    second.page.evaluate(RECORD_SAID)
    say(first, "smile")
    expect(first.find(".table > .said [role=img]")).to_have_attribute("aria-label", "A smile")
    say(second, "thanks")
    expect(first.find(".table > .said")).to_contain_text("Thank you!")
    expect(second.find(".table > .said")).to_contain_text("Thank you!")
    assert second.page.evaluate("heard.some((said) => said.includes('Thank you!'))")
    assert not second.page.evaluate("heard.some((said) => said.includes('data-emote'))")
