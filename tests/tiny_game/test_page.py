"""The tiny game in a browser: the page loads its script and plays it."""

from __future__ import annotations

import time
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, expect

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
    visitor.accessible()


def test_the_page_explains_the_rules(visitor: Visitor) -> None:
    visitor.page.goto("/#rules=tiny-ladder/TL4")
    expect(visitor.page.get_by_text("When someone takes a fifth card")).to_be_visible()
    visitor.accessible()
