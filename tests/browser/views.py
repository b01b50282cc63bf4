"""Help for tests of boards: show a changed view, and record what moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Route

from century.bots import Bot
from tests.browser.visitor import Visitor

# Records the classes of the elements named as transfers before and after each view transition, and
# counts the transitions in progress: what they move keeps its name until they are finished.
TRANSFERS = """() => {
  window.transfers = [];
  window.transitions = 0;
  const named = () => [...document.querySelectorAll('[style*="transfer"]')]
    .map((one) => one.getAttribute("class"));
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (update) => {
    const before = named();
    const transition = start(async () => {
      await update();
      if (before.length) transfers.push([before, named()]);
    });
    transitions += 1;
    transition.finished.finally(() => { transitions -= 1; });
    return transition;
  };
}"""


def show_view(visitor: Visitor, change: Callable[[dict[str, Any]], None], **more: Any) -> None:
    """Reload the table with a changed view; `more` are other fields of the table's state."""

    def changed(route: Route) -> None:
        answer = route.fetch()
        state = answer.json() | more
        change(state["view"])
        route.fulfill(response=answer, json=state)

    visitor.page.route(f"**/api/tables/{visitor.table}", changed)
    visitor.page.route_web_socket("**/socket*", lambda _: None)  # it would send the real view
    visitor.page.reload()
    visitor.see(".table")


def record_transfers(visitor: Visitor, advisor: Bot) -> tuple[list[str], list[str]]:
    """Play until a turn claims something; return the classes of what moved, before and after."""
    visitor.page.evaluate(TRANSFERS)
    for _ in range(60):
        visitor.wait_for_my_turn()
        turn = visitor.good_turn(advisor)
        visitor.page.wait_for_function("() => transitions === 0")  # such as a bot's claim
        visitor.page.evaluate("window.transfers = []")
        visitor.take_turn(turn)
        if any(token.startswith("claim") for token in turn):
            visitor.page.wait_for_function("() => transfers.length > 0")
            before, after = visitor.page.evaluate("window.transfers")[0]
            return before, after
    raise AssertionError("no turn claimed anything")
