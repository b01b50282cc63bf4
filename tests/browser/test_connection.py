"""The network: offline and online again, silent sockets, and texts that do not arrive."""

from __future__ import annotations

import time

from playwright.sync_api import Route, WebSocketRoute, expect

import century
from tests.browser.conftest import Visit
from tests.browser.visitor import TIMEOUT, Visitor

GAME = century.games()[0]


def test_the_page_tells_at_once_that_it_is_offline(visit: Visit) -> None:
    ada = visit(may_lose_connection=True)
    ada.play_now(GAME)
    ada.wait_for_my_turn()
    expect(ada.find(".connection")).to_be_empty()
    ada.context.set_offline(True)
    expect(ada.find(".connection")).to_contain_text("No connection", timeout=2_000)
    ada.context.set_offline(False)
    expect(ada.find(".connection")).to_be_empty(timeout=5_000)


def test_every_page_tells_that_it_is_offline(visit: Visit) -> None:
    ada = visit(may_lose_connection=True)
    notice = ada.find(".offline-notice")
    for address in ("/", "/#rules", "/#you"):
        ada.page.goto(address)
        ada.see("main h1")
        expect(notice).to_be_empty()
        ada.context.set_offline(True)
        expect(notice).to_contain_text("No connection to the server", timeout=2_000)
        ada.context.set_offline(False)
        expect(notice).to_be_empty(timeout=5_000)


def test_the_first_page_notices_that_the_server_does_not_answer(visit: Visit) -> None:
    ada = visit()
    ada.page.route("**/api/**", lambda route: route.abort())
    ada.page.get_by_role("button", name="Play Spice Road").click()
    expect(ada.find(".offline-notice")).to_contain_text("No connection to the server")
    ada.page.unroute("**/api/**")
    expect(ada.find(".offline-notice")).to_be_empty()
    ada.page.wait_for_url("**/*table=*")  # the request is repeated until it is answered
    ada.errors = [error for error in ada.errors if "ERR_FAILED" not in error]


def test_a_socket_whose_other_end_is_gone_is_replaced(visit: Visit) -> None:
    ada = visit()
    sockets: list[WebSocketRoute] = []
    answers: list[str | bytes] = []
    deaf = [False]

    def connect(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        server = socket.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            if not deaf[0]:
                socket.send(message)
                answers.append(message)

        socket.on_message(lambda message: None if deaf[0] else server.send(message))
        server.on_message(pass_on)

    ada.page.route_web_socket("**/socket*", connect)
    ada.page.clock.install()
    ada.play_now(GAME)
    ada.wait_for_my_turn()
    # From here on only the test moves the clock. The page asks a quiet server, and gets an answer.
    ada.page.clock.pause_at(ada.page.evaluate("Date.now() / 1000 + 3"))
    known = len(answers)
    ada.page.clock.run_for(15_500)
    _wait_for_answer(ada, answers, known)
    opened = len(sockets)
    deaf[0] = True
    ada.page.clock.run_for(15_500)  # the page asks again
    expect(ada.find(".connection")).to_be_empty()
    ada.page.clock.run_for(5_500)  # and gets no answer
    expect(ada.find(".connection")).to_contain_text("No connection")
    deaf[0] = False
    ada.page.clock.run_for(2_000)
    expect(ada.find(".connection")).to_be_empty()
    assert len(sockets) == opened + 1


def _wait_for_answer(visitor: Visitor, answers: list[str | bytes], known: int) -> None:
    """Wait until the server has sent one more message than `known`."""
    last = time.monotonic() + TIMEOUT / 1000
    while len(answers) == known and time.monotonic() < last:
        visitor.page.wait_for_timeout(50)
    assert len(answers) > known, "the server did not answer"


def test_one_failed_request_for_texts_does_not_leave_a_blank_page(visit: Visit) -> None:
    ada = visit()
    failed: list[str] = []

    def fail_once(route: Route) -> None:
        if failed:
            route.fallback()
        else:
            failed.append(route.request.url)
            route.fulfill(status=503, json={"code": "not-saved", "message": "try again"})

    ada.page.route("**/api/languages/*", fail_once)
    ada.page.reload()
    ada.see(".game")
    assert len(failed) == 1
    ada.errors = [error for error in ada.errors if "503" not in error]


def test_a_page_whose_script_does_not_arrive_can_be_loaded_again(visit: Visit) -> None:
    ada = visit()
    ada.page.route("**/pages/statistics.js", lambda route: route.abort())
    ada.page.goto("/#statistics")
    expect(ada.page.get_by_role("button", name="Load the page again")).to_be_visible()
    ada.page.unroute("**/pages/statistics.js")
    ada.page.get_by_role("button", name="Load the page again").click()
    expect(ada.find("h1")).to_have_text("Statistics")
    ada.errors = [error for error in ada.errors if "ERR_FAILED" not in error]
