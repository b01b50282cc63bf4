"""People together: two browsers, one screen, somebody watching, coming and going."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Route, expect

from century.bots import bot
from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor
from tests.server.process import running


def host(visitor: Visitor, *others: str, game: str = "spice-road") -> None:
    """Set up a table by the form; `others` are values of the seats after the first."""
    visitor.page.get_by_role("button", name="Host a table").click()
    dialog = visitor.page.get_by_role("dialog")
    dialog.get_by_label("Game").select_option(game)
    for _ in others[1:]:
        dialog.get_by_role("button", name="Add a seat").click()
    for number, kind in enumerate(others):
        dialog.get_by_label(f"Seat {number + 2}").select_option(kind)
    dialog.get_by_role("button", name="Set up the table").click()


def pair(visit: Visit, **where: object) -> tuple[Visitor, Visitor]:
    """Ada hosts, Bob comes by the link; return them in the order of their seats."""
    ada, bob = (visit(settings={"name": name}, **where) for name in ("Ada", "Bob"))
    host(ada, "open")
    link = ada.find(".copy input").input_value()
    bob.page.goto(link)
    bob.page.get_by_role("button", name="Sit down").click()
    bob.see(".waiting-room")
    ada.page.get_by_role("button", name="Begin the game").click()
    for person in (ada, bob):
        person.see(".table")
    return (ada, bob) if ada.ask()["you"]["seats"] == [0] else (bob, ada)


def test_two_people_in_two_browsers_play_a_whole_game(visit: Visit) -> None:
    first, second = pair(visit)
    player = bot("hard", seed=3)
    for _ in range(120):
        for person in (first, second):
            if not person.wait_for_my_turn():
                break
            person.take_turn(person.good_turn(player))
        if first.ask()["status"] == "over":
            break
    for person in (first, second):
        expect(person.page.get_by_role("dialog")).to_contain_text(
            re.compile("You have won|Victory for")
        )
    won = [person.find("dialog[open] header h2").inner_text() for person in (first, second)]
    assert sum(said.startswith("You have won") for said in won) == 1
    assert first.find("dialog .sheet").inner_text() == second.find("dialog .sheet").inner_text()


def test_a_reload_in_mid_turn_finds_the_game_as_it_was(visit: Visit) -> None:
    ada = visit()
    ada.play_now("spice-road")
    ada.wait_for_my_turn()
    before = ada.ask()
    ada.stage("acquire 2")
    ada.page.reload()
    ada.wait_for_my_turn()
    assert ada.ask() == before, "what was only chosen is not done"
    ada.take_turn(["play YY"])
    ada.see_my_turns([["play YY"]])


def test_the_server_is_killed_in_mid_game_and_comes_back(visit: Visit, tmp_path: Path) -> None:
    with running(tmp_path) as process:
        ada = visit(at=process)
        ada.play_now("spice-road")
        ada.wait_for_my_turn()
        ada.take_turn(["play YY"])
        ada.wait_for_my_turn()
        log = ada.ask("log")
        process.kill()
        expect(ada.find(".connection")).to_contain_text("No connection")
        process.start()
        process.wait_until_ready()
        expect(ada.find(".connection")).to_be_empty()
        assert ada.ask("log") == log
        ada.take_turn(ada.good_turn(bot("easy", seed=1)))
        ada.wait_for_my_turn()


def test_a_turn_confirmed_while_the_server_is_away_happens_when_it_is_back(
    visit: Visit, tmp_path: Path
) -> None:
    with running(tmp_path) as process:
        ada = visit(at=process)
        ada.play_now("spice-road")
        ada.wait_for_my_turn()
        ada.stage("play YY")
        process.kill()
        ada.find(".confirm").click()
        process.start()
        process.wait_until_ready()
        ada.wait_for_my_turn()
        ada.see_my_turns([["play YY"]])  # once, and not twice


def test_hot_seat_two_people_at_one_screen(visit: Visit) -> None:
    ada = visit(settings={"name": "Ada"})
    host(ada, "here")
    ada.see(".table")
    player = bot("hard", seed=5)
    seats = set()
    for _ in range(6):
        ada.wait_for_my_turn()
        seats.add(ada.ask()["view"]["seat"])
        ada.take_turn(ada.good_turn(player))
    assert seats == {0, 1}
    ada.wait_for_my_turn()
    expect(ada.find(".recap p")).to_have_count(1)  # what the other did, though at the same screen
    names = [seat["name"] for seat in ada.ask()["seats"]]
    assert sorted(names) == ["Ada", "Player 2"]


def test_a_spectator_sees_everything_happen_and_can_choose_nothing(visit: Visit) -> None:
    first, second = pair(visit)
    host = first if first.ask()["you"]["host"] else second
    host.page.get_by_role("button", name="Links and seat").click()
    link = host.find(".links input").first.input_value()
    host.page.keyboard.press("Escape")
    eve = visit()
    eve.page.goto(link)
    eve.see(".table")
    assert "token" not in eve.page.url, "the secret is gone from the address"
    first.wait_for_my_turn()
    first.take_turn(["play YY"])
    expect(eve.find(".log .entry")).to_have_count(1)
    expect(eve.find(".choice.legal")).to_have_count(0)
    expect(eve.find(".bar")).to_contain_text("Waiting for")


def test_a_private_link_moves_a_seat_to_another_device(visit: Visit) -> None:
    ada = visit()
    ada.play_now("spice-road")
    phone = visit(size="phone")
    phone.page.goto(ada.ask("links")["private"])
    phone.wait_for_my_turn()
    phone.take_turn(["play YY"])
    assert "token" not in phone.page.url
    ada.wait_for_my_turn()
    assert ada.ask()["you"] == phone.ask()["you"]


def test_my_tables_are_found_again(visit: Visit) -> None:
    ada = visit()
    ada.play_now("spice-road")
    table = ada.table
    ada.page.goto("/")
    ada.find(".mine a").click()
    ada.see(".table")
    assert ada.table == table


def test_one_may_ask_to_go_back_and_the_other_agrees(visit: Visit) -> None:
    first, second = pair(visit)
    first.wait_for_my_turn()
    first.take_turn(["play YY"])
    second.wait_for_my_turn()
    second.take_turn(["play YY"])
    first.wait_for_my_turn()
    second.page.get_by_role("button", name="Ask to go back").click()
    first.page.get_by_role("button", name="Agree").click()
    second.wait_for_my_turn()
    assert [entry["tokens"] for entry in second.ask("log")] == [["play YY"]]


def test_a_rematch_brings_everybody_to_a_new_table(visit: Visit) -> None:
    ada = visit()
    ada.play_now("spice-road")
    ada.play_to_the_end(bot("hard", seed=1))
    old = ada.table
    ada.page.get_by_role("button", name="Rematch").click()
    expect(ada.page.get_by_role("dialog")).to_have_count(0)
    assert ada.wait_for_my_turn()
    assert ada.table != old
    assert len(ada.ask()["you"]["seats"]) == 1


def test_the_picture_of_the_link_is_a_picture(visit: Visit) -> None:
    ada = visit()
    host(ada, "open")
    picture = ada.find(".invite img")
    expect(picture).to_be_visible()
    assert picture.evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 100
    expect(ada.find(".invite .hint")).to_contain_text("--host")  # for others than here
    ada.accessible()


def test_the_host_chooses_how_strong_a_bot_is_that_takes_a_free_seat(visit: Visit) -> None:
    ada = visit(size="phone", settings={"name": "Asha"})  # as a bot would be called
    host(ada, "open", "open", "bot:easy")
    expect(ada.find(".waiting-room")).to_contain_text("Who sits where is drawn")
    expect(ada.page.get_by_role("button", name="Begin the game")).to_be_disabled()
    for seat, level in ((1, "novice"), (2, "expert")):
        row = ada.find(".seats li").nth(seat)
        row.get_by_label("Strength").select_option(level)
        row.get_by_role("button", name="Seat a bot").tap()
        expect(row.get_by_role("button", name="Free this seat")).to_be_visible()
    seats = ada.ask()["seats"]
    assert [seat["level"] for seat in seats] == [None, "novice", "expert", "easy"]
    assert len({seat["name"] for seat in seats}) == 4
    assert not {seat["name"] for seat in seats} & {"novice", "expert", "easy"}
    ada.accessible()
    ada.page.get_by_role("button", name="Begin the game").tap()
    ada.see(".table")


def test_who_gets_up_is_back_on_the_first_page_and_may_come_again(visit: Visit) -> None:
    ada, bob = visit(), visit()
    host(ada, "open")
    link = ada.find(".copy input").input_value()
    for _ in range(2):
        bob.page.goto(link)
        bob.page.get_by_role("button", name="Sit down").click()
        bob.page.get_by_role("button", name="Get up").click()
        bob.see(".games")
        expect(bob.find(".mine")).to_have_count(0)
        expect(ada.find(".seats li").nth(1)).to_contain_text("Free seat")


def test_whose_seat_is_freed_is_told(visit: Visit) -> None:
    ada, bob = visit(), visit()
    host(ada, "open")
    bob.page.goto(ada.find(".copy input").input_value())
    bob.page.get_by_role("button", name="Sit down").click()
    bob.see(".waiting-room")
    ada.page.get_by_role("button", name="Free this seat").click()
    expect(bob.find("main h1")).to_have_text("This table is not open to you")


def test_a_game_for_fewer_players_has_fewer_seats(visit: Visit) -> None:
    ada = visit()
    ada.page.get_by_role("button", name="Host a table").click()
    dialog = ada.page.get_by_role("dialog")
    for _ in range(3):
        dialog.get_by_role("button", name="Add a seat").click()
    dialog.get_by_label("Game").select_option("eastern-wonders")
    dialog.get_by_role("button", name="Set up the table").click()
    expect(ada.find(".seats li")).to_have_count(4)


def a_bot_is_asked(route: Route) -> None:
    """Show a table of two as it is while the bot is to decide."""
    answer = route.fetch()
    state = answer.json()
    state["legal"], state["view"]["seat"] = [], 1 - state["you"]["seats"][0]
    route.fulfill(response=answer, json=state)


def test_it_says_that_bots_are_being_prepared(visit: Visit) -> None:
    ada = visit()
    ready = [False]
    ada.page.route("/api/bots", lambda route: route.fulfill(json={"preparing": not ready[0]}))
    ada.page.route(re.compile(r"/api/tables/\w+$"), a_bot_is_asked)
    ada.page.route_web_socket("**/socket*", lambda _socket: None)  # nor does it ever answer
    ada.page.reload()
    expect(ada.find(".note")).to_contain_text("The bots are being prepared: only once")
    ada.play_now("spice-road")
    prompt = ada.find(".bar .prompt")
    expect(prompt).to_contain_text("The bots are being prepared")
    ready[0] = True
    expect(prompt).to_contain_text("is thinking")


def test_a_wrong_code_and_a_full_table_say_so_beside_the_code(visit: Visit) -> None:
    ada, bob = visit(), visit(size="phone")
    ada.play_now("spice-road")
    for code, said in (("QQQQQQ", "no"), (ada.ask()["code"], "That table is full")):
        bob.find(".join .code").fill(code)
        bob.find(".join button").tap()
        expect(bob.find(".join [role=alert]")).to_be_in_viewport()
        expect(bob.find(".join [role=alert]")).to_contain_text(said)


def test_a_bot_plays_for_somebody_who_has_to_go(visit: Visit) -> None:
    first, second = pair(visit)
    first.wait_for_my_turn()
    first.page.get_by_role("button", name="Links and seat").click()
    first.page.get_by_role("button", name="Let a bot play for me").click()
    second.wait_for_my_turn()
    assert len(second.ask("log")) == 1, "the bot has played a turn"
    first.page.get_by_role("button", name="Take my seat back").click()
    expect(first.page.get_by_role("button", name="Take my seat back")).to_have_count(0)
    second.take_turn(["play YY"])
    first.wait_for_my_turn()
