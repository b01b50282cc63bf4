"""Measure size and speed of the page in Debian's Chromium, controlled by Playwright.

python -m century.bench.page
"""

from __future__ import annotations

import sys
import time
from statistics import median
from typing import TYPE_CHECKING, Any

from century.bench.browser import MISSING, find_chromium, start_chromium
from century.bench.host import Server, server
from century.bench.report import Report
from century.bots import ask, bot
from century.position import games, read_position

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

__all__ = ["main"]

PHONE = {"width": 390, "height": 844}
LAPTOP = {"width": 1280, "height": 720}
TURNS = 12

# Records the time from each click to the updated board, layout shifts, and the frame rate of view
# transitions.
RECORDER = """
window.recorded = { clicks: [], shifts: 0, frames: [] };
addEventListener("click", (event) => {
  if (!event.target.closest(".choice.legal")) return;
  const start = performance.now();
  const table = document.querySelector(".table");
  const watcher = new MutationObserver(() => {
    watcher.disconnect();
    requestAnimationFrame(() => recorded.clicks.push(performance.now() - start));
  });
  watcher.observe(table, { attributeFilter: ["data-staged"] });
}, true);
new PerformanceObserver((list) => list.getEntries().forEach(({ value, hadRecentInput }) => {
  if (!hadRecentInput) recorded.shifts += value; // the web's definition
})).observe({ type: "layout-shift" });
const start = document.startViewTransition.bind(document);
document.startViewTransition = (change) => {
  const transition = start(change);
  transition.ready.then(() => {
    const drawn = [];
    let going = true;
    const draw = (at) => { drawn.push(at); if (going) requestAnimationFrame(draw); };
    requestAnimationFrame(draw);
    transition.finished.finally(() => {
      going = false;
      const seconds = (drawn.at(-1) - drawn[0]) / 1000;
      if (drawn.length > 3) recorded.frames.push((drawn.length - 1) / seconds);
    });
  }, () => {});
  return transition;
};
"""


def first_move(browser: Browser) -> float:
    """Return the seconds from `century serve` to the first legal choice; kernels are cached."""
    begun = time.perf_counter()
    with server() as running:
        page = browser.new_page()
        _open(page, running)
        page.click("section.game .primary")
        page.wait_for_selector(".choice.legal")
        page.close()
    return time.perf_counter() - begun


def _open(page: Page, running: Server) -> None:
    """Open the page as soon as the server answers."""
    from playwright.sync_api import Error

    while True:
        try:
            page.goto(running.address)
            return
        except Error:
            time.sleep(0.05)


def weight(browser: Browser, running: Server) -> float:
    """Return the kilobytes that the browser receives until a game can be played."""
    page = browser.new_page(locale="en")
    wire = page.context.new_cdp_session(page)
    sizes: list[float] = []
    wire.send("Network.enable")
    wire.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(running.address)
    page.click("section.game .primary")
    page.wait_for_selector(".choice.legal")
    page.close()
    return sum(sizes) / 1024


def play(browser: Browser, running: Server, game: str, size: dict[str, int]) -> dict[str, Any]:
    """Play some turns by clicks; return what was recorded."""
    page = browser.new_page(viewport=size)  # type: ignore[arg-type]
    page.add_init_script(f"document.addEventListener('DOMContentLoaded', () => {{ {RECORDER} }})")
    page.goto(running.address)
    page.click(f"section.game.{game} .primary")
    advisor = bot("easy", seed=1)
    for turn in range(TURNS):
        page.wait_for_selector(".bar.yours", timeout=60_000)
        if turn == 0:
            page.evaluate("recorded.shifts = 0")  # the game starts here
        table = page.url.rpartition("table=")[2]
        asked = f"fetch('/api/tables/{table}/position').then((answer) => answer.json())"
        position = read_position(page.evaluate(asked)["position"])
        _turn(page, position, advisor)
    page.wait_for_timeout(500)
    recorded: dict[str, Any] = page.evaluate("window.recorded")
    page.close()
    return recorded


def _turn(page: Page, position: Any, advisor: Any) -> None:
    """Choose the decisions of a turn as a bot would, and confirm."""
    turn = position.turn
    while position.turn == turn and not position.over:
        staged = page.get_attribute(".table", "data-staged")
        token = position.tokens[ask(advisor, position, position.seat, 1.0, seed=None)]
        repetition = f'.repetition[data-token$="{token}"]'  # repeated trades are one choice
        choice = page.locator(f'.choice[data-token="{token}"]:visible, {repetition}').first
        chosen = choice.get_attribute("data-token") or token
        choice.click()
        page.wait_for_selector(f'.table:not([data-staged="{staged}"])')
        page.wait_for_timeout(400)  # the transition ends
        for one in chosen.split(","):
            position = position.act(one)
        if page.is_enabled(".confirm"):
            break
    decisions = page.get_attribute(".table", "data-decisions")
    page.click(".confirm")
    page.wait_for_selector(f'.table:not([data-decisions="{decisions}"])')


def main() -> None:
    """Measure, and report which limits are kept."""
    require = Report().require
    if find_chromium() is None:
        sys.exit(MISSING)
    with start_chromium() as browser:
        kept = [require("from `century serve` to the first move", first_move(browser), "s", 10)]
        with server() as running:
            kept.append(require("weight of the page", weight(browser, running), "kB", 300))
            for game in games():
                laptop = play(browser, running, game, LAPTOP)
                phone = play(browser, running, game, PHONE)
                clicks = median(laptop["clicks"] + phone["clicks"])
                shifts = laptop["shifts"] + phone["shifts"]
                kept.append(require(f"{game}: click to board, median", clicks, "ms", 100))
                kept.append(require(f"{game}: layout shift in {2 * TURNS} turns", shifts, "", 0.05))
                frames = median(phone["frames"])
                kept.append(
                    require(f"{game}: frames a second on a phone", frames, "", 58, least=True)
                )
    sys.exit(0 if all(kept) else 1)


if __name__ == "__main__":
    main()
