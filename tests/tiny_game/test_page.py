"""The tiny game in a browser: the page loads its script and plays it."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Route, expect

from tests.browser.visitor import Visitor
from tests.server.process import Process
from tests.tiny_game.packages import LIMIT


@pytest.fixture
def visitor(browser: Browser, server: Process) -> Iterator[Visitor]:
    _wait_for_bots(server)
    ada = Visitor(browser, server.address, settings={"name": "Ada"})
    yield ada
    ada.leave()


def _wait_for_bots(server: Process) -> None:
    """Wait until the bots are compiled, which takes longer than a visitor waits."""
    last = time.monotonic() + LIMIT
    while httpx.get(f"{server.address}/api/bots").json()["preparing"]:
        assert time.monotonic() < last, "the bots were not compiled in time"
        time.sleep(0.2)


def test_a_whole_game_is_played_in_the_browser(visitor: Visitor) -> None:
    visitor.play_now("tiny-ladder")
    taken = rested = 0
    for _ in range(60):
        if not visitor.wait_for_my_turn():
            break
        token = visitor.ask()["legal"][-1]
        taken, rested = taken + (token == "take"), rested + (token == "rest")
        card = visitor.find(".tiny-ladder-card").inner_text()
        visitor.stage(token)
        if token == "take":  # the next card is not shown before the turn is confirmed
            expect(visitor.find(".tiny-ladder-card")).to_have_text(card)
        visitor.confirm()
    assert visitor.ask()["status"] == "over"
    assert taken > 0
    visitor.see(".sheet")
    expect(visitor.find(".points-chart")).to_have_count(1)
    expect(visitor.find(".highlights li")).to_have_count(2)  # there are no cubes
    visitor.accessible()


def test_the_lobby_gives_a_game_without_an_emblem_its_whole_width(visitor: Visitor) -> None:
    visitor.page.goto("/")
    entry = visitor.find(".game.tiny-ladder")
    text = entry.locator("> div")
    expect(text).to_be_visible()
    widths = [place.bounding_box()["width"] for place in (entry, text)]  # type: ignore[index]
    assert widths[1] > 0.8 * widths[0]


def test_a_legal_choice_is_highlighted_without_a_rule_of_the_game(visitor: Visitor) -> None:
    visitor.play_now("tiny-ladder")
    assert visitor.wait_for_my_turn()
    card = visitor.find(".tiny-ladder-card")
    expect(card).to_have_class(re.compile(r"\blegal\b"))
    assert card.evaluate("card => getComputedStyle(card).boxShadow") != "none"
    card.evaluate("card => card.classList.remove('legal')")
    assert card.evaluate("card => getComputedStyle(card).boxShadow") == "none"


def change_games(visitor: Visitor, **fields: bool) -> None:
    """Change fields of all games in the server's list, and load no page yet."""

    def changed(route: Route) -> None:
        answer = route.fetch()
        games = [{**game, **fields} for game in answer.json()["games"]]
        route.fulfill(response=answer, json={**answer.json(), "games": games})

    visitor.page.goto("about:blank")  # ends the requests of the page that the visitor has opened
    visitor.page.route("**/api/games", changed)


def test_a_style_sheet_that_a_game_does_not_have_is_not_requested(visitor: Visitor) -> None:
    change_games(visitor, style=False)
    requested: list[str] = []
    visitor.page.on("request", lambda request: requested.append(request.url))
    visitor.page.goto("/")
    expect(visitor.find(".game.tiny-ladder")).to_be_visible()
    assert any(url.endswith("tiny-ladder/game.js") for url in requested)
    assert not any(url.endswith("tiny-ladder/style.css") for url in requested)


def test_the_lobby_names_a_broken_game_without_offering_it(visitor: Visitor) -> None:
    change_games(visitor, playable=False)
    visitor.page.goto("/")
    notice = visitor.page.get_by_text("Not playable in the browser:")
    expect(notice).to_contain_text("Tiny Ladder")
    expect(visitor.find(".game")).to_have_count(0)


def test_the_page_explains_the_rules(visitor: Visitor) -> None:
    visitor.page.goto("/#rules=tiny-ladder/TL4")
    expect(visitor.page.get_by_text("When someone takes a fifth card")).to_be_visible()
    expect(visitor.find(".rulings")).to_have_count(0)  # no rule has the sign that they explain
    visitor.accessible()
