"""Several people: two browsers, one shared screen, spectators, and players who come and go."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Route, WebSocket, expect

import century
from century.bots import bot
from tests.browser.conftest import Visit
from tests.browser.positions import positions_by_phase, show_position
from tests.browser.visitor import Visitor
from tests.server.process import running

GAME = century.games()[0]


def host(visitor: Visitor, *others: str, game: str = GAME) -> None:
    """Set up a table with the form; `others` are the values of the seats after the first."""
    visitor.page.get_by_role("button", name="Host a table").click()
    dialog = visitor.page.get_by_role("dialog")
    dialog.get_by_label("Game").select_option(game)
    for _ in others[1:]:
        dialog.get_by_role("button", name="Add a seat").click()
    for number, kind in enumerate(others):
        dialog.get_by_label(f"Seat {number + 2}").select_option(kind)
    dialog.get_by_role("button", name="Set up the table").click()


def pair(visit: Visit, **where: object) -> tuple[Visitor, Visitor]:
    """Ada hosts, Bob joins by the link; return them in the order of their seats."""
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


def test_a_reload_drops_the_staged_turn_and_nothing_else(visit: Visit) -> None:
    ada = visit()
    ada.play_now(GAME)
    ada.wait_for_my_turn()
    before = ada.ask()
    turn = ada.good_turn(bot("easy", seed=1))
    ada.stage_turn(turn)
    ada.page.reload()
    ada.wait_for_my_turn()
    assert ada.ask() == before
    ada.take_turn(turn)
    ada.see_my_turns([turn])


def test_the_game_continues_after_the_server_was_killed_and_restarted(
    visit: Visit, tmp_path: Path
) -> None:
    with running(tmp_path) as process:
        ada = visit(at=process, may_lose_connection=True)
        ada.play_now(GAME)
        player = bot("easy", seed=1)
        ada.play_turns(player, 1)
        ada.wait_for_my_turn()
        log = ada.ask("log")
        process.kill()
        expect(ada.find(".connection")).to_contain_text("No connection")
        process.start()
        process.wait_until_ready()
        expect(ada.find(".connection")).to_be_empty()
        assert ada.ask("log") == log
        ada.play_turns(player, 1)
        ada.wait_for_my_turn()


def test_a_turn_confirmed_without_a_connection_is_executed_once_it_is_back(
    visit: Visit, tmp_path: Path
) -> None:
    with running(tmp_path) as process:
        ada = visit(at=process, may_lose_connection=True)
        ada.play_now(GAME)
        ada.wait_for_my_turn()
        turn = ada.good_turn(bot("easy", seed=1))
        ada.stage_turn(turn)
        process.kill()
        ada.find(".confirm").click()
        process.start()
        process.wait_until_ready()
        ada.wait_for_my_turn()
        ada.see_my_turns([turn])  # once, and not twice


def test_two_people_share_one_screen(visit: Visit) -> None:
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
    expect(ada.find(".since ~ li .entry")).to_have_count(1)  # the turn of the other player
    assert [seat["name"] for seat in ada.ask()["seats"]] == ["Ada", "Player 2"]


def test_clocks_follow_the_time_of_the_server(visit: Visit) -> None:
    ada = visit()
    ada.page.add_init_script("const now = Date.now; Date.now = () => now() + 3_600_000;")
    ada.page.reload()
    ada.page.get_by_role("button", name="Host a table").click()
    dialog = ada.page.get_by_role("dialog")
    dialog.get_by_label("Seat 2").select_option("here")
    dialog.get_by_text("More options").click()
    dialog.get_by_label("Clock").select_option("quick")
    dialog.get_by_role("button", name="Set up the table").click()
    expect(ada.find(".player.turn .clock")).to_have_text(re.compile("^4:|^5:00"))


def test_a_spectator_sees_every_turn_and_cannot_choose(visit: Visit) -> None:
    first, second = pair(visit)
    host = first if first.ask()["you"]["host"] else second
    host.page.get_by_role("button", name="Links and seat").click()
    link = host.find(".links input").first.input_value()
    host.page.keyboard.press("Escape")
    eve = visit()
    eve.page.goto(link)
    eve.see(".table")
    assert "token" not in eve.page.url, "the secret must not stay in the address"
    first.play_turns(bot("easy", seed=1), 1)
    expect(eve.find(".log .entry")).to_have_count(1)
    expect(eve.find(".choice.legal")).to_have_count(0)
    expect(eve.find(".bar")).to_contain_text("Waiting for")
    expect(eve.find(".watching:visible")).to_contain_text("You are watching")
    expect(first.find(".watching:visible")).to_have_count(0)


def test_the_lobby_lists_the_tables_of_this_person(visit: Visit) -> None:
    ada = visit()
    ada.play_now(GAME)
    table = ada.table
    ada.page.goto("/")
    ada.find(".mine li a").click()
    ada.see(".table")
    assert ada.table == table


def test_a_player_asks_for_a_takeback_and_the_other_agrees(visit: Visit) -> None:
    first, second = pair(visit)
    player = bot("easy", seed=1)
    first.play_turns(player, 1)
    kept = first.turns()
    second.play_turns(player, 1)
    first.wait_for_my_turn()
    second.page.get_by_role("button", name="Ask to go back").click()
    expect(second.find(".bar [role=alert]")).to_have_text(re.compile("^You have asked to go back"))
    expect(first.find(".bar [role=alert]")).to_have_text(re.compile("would like to take"))
    first.page.get_by_role("button", name="Agree").click()
    second.wait_for_my_turn()
    assert [entry["tokens"] for entry in second.ask("log")] == kept


def sent_answers(visitor: Visitor) -> list[dict[str, object]]:
    """Return a list that collects the answers to votes that the page sends after a reload."""
    sent: list[dict[str, object]] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda frame: sent.append(json.loads(frame)))

    visitor.page.on("websocket", listen)
    visitor.page.reload()
    visitor.see(".bar")
    return sent


def test_a_vote_leaves_the_turn_bar_and_can_be_withdrawn(visit: Visit) -> None:
    first, second = pair(visit)
    first.play_turns(bot("easy", seed=1), 1)
    sent = sent_answers(first)
    first.page.get_by_role("button", name="Ask to go back").click()
    expect(second.find(".vote")).to_contain_text("would like to take")
    expect(second.find(".bar.yours .prompt").first).to_be_visible()
    expect(first.find(".bar:not(.vote)")).to_contain_text("Waiting for")
    expect(first.page.get_by_role("button", name="Ask to go back")).to_have_count(0)
    first.accessible()
    first.page.get_by_role("button", name="Withdraw").click()
    first.page.wait_for_function("() => !document.querySelector('.vote .button:disabled')")
    answers = [message for message in sent if message["type"] == "answer-takeback"]
    assert [message["agree"] for message in answers] == [False]


def test_others_read_that_a_player_refuses_or_resigns(visit: Visit) -> None:
    first, second = pair(visit)
    first.play_turns(bot("easy", seed=1), 1)
    first.page.get_by_role("button", name="Ask to go back").click()
    second.page.get_by_role("button", name="Refuse").click()
    expect(first.find(".table > .said")).to_contain_text("does not agree to go back")
    first.page.get_by_role("button", name="Links and seat").click()
    first.page.get_by_role("button", name="Resign").click()
    first.page.get_by_role("button", name="Yes, resign").click()
    expect(second.find(".table > .said")).to_contain_text("has resigned")
    for name in ("Ask to go back", "Go back"):
        expect(first.page.get_by_role("button", name=name)).to_have_count(0)


def test_a_second_phrase_has_to_wait(visit: Visit) -> None:
    ada, _bob = pair(visit)
    ada.page.get_by_role("button", name="Say something").click()
    ada.page.get_by_role("button", name="Hello!").click()
    ada.page.get_by_role("button", name="Say something").click()
    expect(ada.page.get_by_role("button", name="Hello!")).to_be_disabled()
    expect(ada.page.get_by_role("button", name="Hello!")).to_be_enabled()


def test_the_number_beside_you_follows_the_open_table(visit: Visit) -> None:
    first, _second = pair(visit, refused=("/api/me/games",))
    badge = "header .badge"
    first.wait_for_my_turn()
    expect(first.find(badge)).to_have_text("1")
    first.page.route("**/api/me/games*", lambda route: route.fulfill(status=404))
    first.play_turns(bot("easy", seed=1), 1)
    expect(first.find(badge)).to_have_count(0)


def test_the_result_says_that_somebody_wants_a_rematch(visit: Visit) -> None:
    ada = visit(refused=("/api/tables/", "/table/"))  # the real game goes on
    ada.play_now(GAME)
    over = positions_by_phase(GAME, 2)["over"]
    show_position(ada, over)
    expect(ada.page.get_by_role("button", name="Rematch", exact=True)).to_be_visible()
    show_position(ada, over, rematch="abc")
    expect(ada.page.get_by_role("button", name="Join the rematch")).to_be_visible()
    expect(ada.find(".next")).to_contain_text("Somebody would like a rematch.")


def test_a_code_is_found_however_it_is_written(visit: Visit) -> None:
    ada, bob, eve = visit(), visit(), visit(size="phone", refused=("/api/tables/",))
    host(ada, "open")
    ada.see(".waiting-room")
    expect(ada.find(".seats li").first).to_have_text(re.compile(r"^\s*1\s*You\s*$"))  # once
    code = ada.ask()["code"]
    bob.find(".join .code").fill(f" {code[:3].lower()}-{code[3:]} ")
    bob.page.get_by_role("button", name="Sit down").click()
    bob.see(".waiting-room")
    eve.page.goto(f"/#join={code}")
    expect(eve.find("main h1")).to_have_text("You are too late to sit down")
    eve.page.get_by_role("button", name="Watch").tap()
    expect(eve.find(".join [role=alert]")).to_contain_text("full")


def test_the_qr_code_of_the_invitation_is_shown(visit: Visit) -> None:
    ada = visit()
    host(ada, "open")
    picture = ada.find(".invite img")
    expect(picture).to_be_visible()
    assert picture.evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 100
    expect(ada.find(".invite .hint")).to_contain_text(
        "--host"
    )  # the link works on this machine only
    ada.accessible()


def test_the_host_seats_bots_of_chosen_levels(visit: Visit) -> None:
    ada = visit(size="phone", settings={"name": "Asha"})  # a bot's name
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


def test_a_player_may_leave_the_waiting_room_and_return(visit: Visit) -> None:
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


def test_a_player_whose_seat_was_freed_gets_a_message(visit: Visit) -> None:
    ada, bob = visit(), visit(refused=("/api/tables/",))
    host(ada, "open")
    bob.page.goto(ada.find(".copy input").input_value())
    bob.page.get_by_role("button", name="Sit down").click()
    bob.see(".waiting-room")
    ada.page.get_by_role("button", name="Free this seat").click()
    expect(bob.find("main h1")).to_have_text("This table is not open to you")


def test_choosing_a_game_for_fewer_players_removes_seats(visit: Visit) -> None:
    ada = visit()
    ada.page.get_by_role("button", name="Host a table").click()
    dialog = ada.page.get_by_role("dialog")
    fewest, *_, most = sorted(century.games(), key=lambda name: century.game(name).players[-1])
    dialog.get_by_label("Game").select_option(most)
    for _ in range(century.game(most).players[-1] - 2):
        dialog.get_by_role("button", name="Add a seat").click()
    dialog.get_by_label("Game").select_option(fewest)
    dialog.get_by_role("button", name="Set up the table").click()
    expect(ada.find(".seats li")).to_have_count(century.game(fewest).players[-1])


def a_bot_is_asked(route: Route) -> None:
    """Change the state of a table for two so that the bot has to decide."""
    answer = route.fetch()
    state = answer.json()
    state["legal"], state["view"]["seat"] = [], 1 - state["you"]["seats"][0]
    route.fulfill(response=answer, json=state)


def test_the_page_tells_that_bots_are_being_compiled(visit: Visit) -> None:
    ada = visit()
    ready = [False]
    ada.page.route("/api/bots", lambda route: route.fulfill(json={"preparing": not ready[0]}))
    ada.page.route(re.compile(r"/api/tables/\w+$"), a_bot_is_asked)
    ada.page.route_web_socket("**/socket*", lambda _socket: None)  # the bot never answers
    ada.page.reload()
    expect(ada.find(".front .warming")).to_contain_text("the bots are warming up")
    ada.play_now(GAME)
    prompt = ada.find(".bar .prompt")
    expect(prompt).to_contain_text("The bots are being prepared")
    ready[0] = True
    expect(prompt).to_contain_text("is thinking")


def test_a_wrong_code_and_a_full_table_are_reported_beside_the_code(visit: Visit) -> None:
    ada, bob = visit(), visit()
    eve = visit(size="phone", refused=("/api/codes/", "/api/tables/"))
    host(ada, "open")
    ada.see(".waiting-room")
    bob.page.goto(ada.find(".copy input").input_value())
    bob.page.get_by_role("button", name="Sit down").click()
    bob.see(".waiting-room")
    for code, said in (("QQQQQQ", "no such table"), (ada.ask()["code"], "That table is full")):
        eve.find(".join .code").fill(code)
        eve.find(".join button").tap()
        expect(eve.find(".join [role=alert]")).to_be_in_viewport()
        expect(eve.find(".join [role=alert]")).to_contain_text(said)


def test_a_bot_stands_in_for_a_player_who_leaves(visit: Visit) -> None:
    first, second = pair(visit)
    first.wait_for_my_turn()
    first.page.get_by_role("button", name="Links and seat").click()
    first.page.get_by_role("button", name="Let a bot play for me").click()
    assert first.ask()["seats"][0]["stand_in"] is False, "the page asks first"
    first.page.get_by_role("button", name="Yes, let the bot play").click()
    second.wait_for_my_turn()
    assert len(second.ask("log")) == 1, "the bot has played a turn"
    first.page.get_by_role("button", name="Take my seat back").click()
    expect(first.page.get_by_role("button", name="Take my seat back")).to_have_count(0)
    second.play_turns(bot("easy", seed=1), 1)
    first.wait_for_my_turn()
