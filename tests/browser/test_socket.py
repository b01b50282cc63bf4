"""The messages of the page over its socket: commands that are repeated, previews, and the log."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import WebSocketRoute, expect

import century
from century.bots import bot
from tests.browser.conftest import Visit

GAMES = century.games()


class Relay:
    """Passes messages on between the page and the server, and keeps those of the page."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []
        self.refuse_next_move = False

    def __call__(self, page: WebSocketRoute) -> None:
        server = page.connect_to_server()

        def receive(message: str | bytes) -> None:
            data = json.loads(message)
            self.sent.append(data)
            if data["type"] == "move" and self.refuse_next_move:
                self.refuse_next_move = False
                answer = {"type": "error", "code": "outcome-unknown", "message": "no answer"}
                page.send(json.dumps({**answer, "id": data["id"]}))
            else:
                server.send(message)

        page.on_message(receive)


@pytest.mark.parametrize("game", GAMES)
def test_a_move_whose_outcome_is_unknown_is_repeated_with_its_id(visit: Visit, game: str) -> None:
    relay, ada = Relay(), visit()
    ada.page.route_web_socket("**/socket*", relay)
    ada.play_now(game)
    ada.wait_for_my_turn()
    relay.refuse_next_move = True
    ada.take_turn(ada.good_turn(bot("easy", seed=1)))
    moves = [message for message in relay.sent if message["type"] == "move"]
    assert len(moves) == 2
    assert moves[0] == moves[1]
    expect(ada.find(".fault")).to_have_count(0)


@pytest.mark.parametrize("game", GAMES)
def test_the_page_asks_for_previews_of_chosen_decisions_only(visit: Visit, game: str) -> None:
    relay, ada = Relay(), visit()
    ada.page.route_web_socket("**/socket*", relay)
    ada.play_now(game)
    player = bot("easy", seed=1)
    for _ in range(4):  # in some games, the first turns are the setup
        ada.wait_for_my_turn()
        ada.take_turn(ada.good_turn(player))
    previews = [message for message in relay.sent if message["type"] == "preview"]
    assert len(previews) >= 4
    # The state says what is legal after this decision. A preview to find that out has no view.
    joined = century.game(game).spec.joined
    unchosen = [one for one in previews if one["tokens"][-1] == joined and "view" in one]
    assert unchosen == []


def test_previews_and_the_log_need_no_requests(visit: Visit) -> None:
    relay, ada = Relay(), visit()
    ada.page.route_web_socket("**/socket*", relay)
    ada.play_now(GAMES[0])
    ada.wait_for_my_turn()
    requested: list[str] = []
    ada.page.on("request", lambda request: requested.append(request.url))
    entries = ada.find(".log .entries li").count()
    ada.take_turn(ada.good_turn(bot("easy", seed=1)))
    expect(ada.find(".log .entries li")).not_to_have_count(entries)
    assert any(message["type"] == "preview" for message in relay.sent)
    assert not [url for url in requested if url.endswith("/preview") or "/log" in url]
