"""Tables for tests of the browser: finished games, and states that take long to reach."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Route

from tests.browser.visitor import Visitor

CREATE = """(body) => fetch("/api/tables", {
  method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
}).then((answer) => answer.json())"""
LONGEST_GAME = 120.0  # seconds
OVER = """(table) => fetch(`/api/tables/${table}`).then((answer) => answer.json())
  .then(({ status }) => status === "over")"""


def finished_table(visitor: Visitor, game: str) -> str:
    """Let two bots play a whole game at a table of the visitor; return its id."""
    visitor.page.wait_for_load_state("networkidle")
    bots = [{"kind": "bot", "level": "easy", "name": name} for name in ("Asha", "Marco")]
    created = visitor.page.evaluate(CREATE, {"game": game, "seats": bots, "start": True})
    table = str(created["state"]["table"])
    last = time.monotonic() + LONGEST_GAME
    while not visitor.page.evaluate(OVER, table) and time.monotonic() < last:
        visitor.page.wait_for_timeout(250)
    assert visitor.page.evaluate(OVER, table), "the bots did not finish their game"
    return table


def change_state(visitor: Visitor, change: Callable[[dict[str, Any]], None]) -> None:
    """Reload the table with a changed state; the socket stays silent."""

    def changed(route: Route) -> None:
        answer = route.fetch()
        state = answer.json()
        change(state)
        route.fulfill(response=answer, json=state)

    visitor.page.route(f"**/api/tables/{visitor.table}", changed)
    visitor.page.route_web_socket("**/socket*", lambda _: None)  # it would send the real state
    visitor.page.reload()
    visitor.see(".table")
