"""The boards at every size: nothing overlaps, and everything that a player needs can be seen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

import century
from century.position import Position
from tests.browser.conftest import Visit
from tests.browser.positions import middle_position, positions_by_phase, show_position
from tests.browser.visitor import LAYOUT_RULES, Visitor
from tests.effort import EFFORT

GAMES = century.games()
SIZES = {  # 720 x 450 is 1440 x 900 at 200 % zoom
    "small phone": (320, 480),
    "small phone, landscape": (480, 320),
    "phone": (360, 640),
    "large phone": (390, 844),
    "phone, landscape": (844, 390),
    "zoomed laptop": (720, 450),
    "tablet": (768, 1024),
    "tablet, landscape": (1024, 768),
    "laptop": (1440, 900),
    "large screen": (2560, 1440),
}

# Interactive elements with the part of them that can be seen. Elements inside one another are fine,
# and so are elements inside a scroller that are scrolled out of sight.
# A sticky part of the board covers others like the bar does, except at the end of the page.
OVERLAPS = """() => {
  scrollTo(0, document.documentElement.scrollHeight);
  const slack = 2;
  const clipped = (element) => {
    let { left, top, right, bottom } = element.getBoundingClientRect();
    for (let box = element.parentElement; box; box = box.parentElement) {
      if (getComputedStyle(box).overflow === "visible") continue;
      const clip = box.getBoundingClientRect();
      [left, top] = [Math.max(left, clip.left), Math.max(top, clip.top)];
      [right, bottom] = [Math.min(right, clip.right), Math.min(bottom, clip.bottom)];
    }
    return { left: left + slack, top: top + slack, right: right - slack, bottom: bottom - slack };
  };
  const visible = (one) => one.checkVisibility({ visibilityProperty: true })
    && !one.closest(".bar-area, .side:not(.lesson-side), .pan-zoom .inside, dialog");
  const things = [...document.querySelectorAll("button, a[href], select, input")].filter(visible)
    .map((element) => ({ element, ...clipped(element) }))
    .filter(({ left, top, right, bottom }) => right > left && bottom > top);
  const meet = (a, b) => a.left < b.right && b.left < a.right
    && a.top < b.bottom && b.top < a.bottom;
  const nested = (a, b) => a.element.contains(b.element) || b.element.contains(a.element);
  const name = ({ element }) => element.dataset.token ?? element.className;
  const found = things.flatMap((a, i) => things.slice(i + 1)
    .filter((b) => meet(a, b) && !nested(a, b)).map((b) => `${name(a)} | ${name(b)}`));
  scrollTo(0, 0);
  return found;
}"""

# The needed elements that cannot be scrolled to a place where they can be pressed.
UNREACHABLE = """() => {
  const needed = ".board-area .choice.legal, .board-area button, .bar-area button:not(.unused)";
  const name = (element) => element.dataset.token ?? element.className;
  const reachableFrom = (element, block) => {
    element.scrollIntoView({ block, inline: "center" });
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return hit && (element.contains(hit) || hit.contains(element));
  };
  const reachable = (element) => ["center", "start", "end"]
    .some((at) => reachableFrom(element, at));
  const visible = (element) => element.checkVisibility({ visibilityProperty: true });
  const missed = [...document.querySelectorAll(needed)]
    .filter((one) => visible(one) && !reachable(one)).map(name);
  scrollTo(0, 0);
  return missed;
}"""

# The parts of the turn bar that are outside the viewport or cut off, and a page that is too wide.
OUT_OF_SIGHT = """() => {
  const inside = ({ left, top, right, bottom }) => left >= -1 && top >= -1
    && right <= innerWidth + 1 && bottom <= innerHeight + 1;
  const bar = [...document.querySelectorAll(".bar-area button:not(.unused), .bar .prompt")]
    .filter((one) => one.checkVisibility() && !inside(one.getBoundingClientRect()))
    .map((one) => one.dataset.token ?? one.className);
  const wide = document.documentElement.scrollWidth > innerWidth ? ["the page is too wide"] : [];
  const cut = [...document.querySelectorAll(".bar .prompt, .bar .said, .bar .options")]
    .filter((one) => one.scrollHeight > one.clientHeight + 1
      && getComputedStyle(one).overflow !== "visible")
    .map((one) => `${one.className} is cut`);
  const names = [...document.querySelectorAll(".player .name")]
    .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
    .map((one) => `the name ${one.textContent} is cut`);
  return [...bar, ...wide, ...cut, ...names];
}"""

# The viewer's own pieces that the turn bar or the last action cover. On a page that scrolls, the
# bar covers what is below it, so each piece only has to be uncovered after scrolling to it.
COVERED = """() => {
  const own = "[data-own] > *";
  const scrolls = document.documentElement.scrollHeight > innerHeight + 1;
  const covers = [...document.querySelectorAll(".bar-area > *")]
    .filter((one) => one.checkVisibility() && !one.matches(".reason:empty"));
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
    && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const covered = (piece) => {
    if (scrolls) piece.scrollIntoView({ block: "center" });
    return covers.some((one) => meet(piece.getBoundingClientRect(), one.getBoundingClientRect()));
  };
  const found = [...document.querySelectorAll(own)].filter((one) => one.checkVisibility());
  const wrong = found.filter(covered).map((one) => `${one.className} is covered`);
  scrollTo(0, 0);
  return found.length ? wrong : ["nothing of the player's own is on the board"];
}"""

# The choices at the top of the page that another part of the board covers. If the bar has many
# choices, it covers the board, and the page scrolls.
COVERED_AT_FIRST = """() => {
  if (document.querySelector(".options-many")) return [];
  const covered = (choice) => {
    const { left, top, right, bottom } = choice.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const hit = document.elementFromPoint(x, y);
    return hit && !hit.closest(".bar-area, .head") && hit !== document.documentElement
      && !choice.contains(hit) && !hit.contains(choice);
  };
  scrollTo(0, 0);
  return [...document.querySelectorAll(".board-area .choice.legal")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && covered(one))
    .map((one) => `${one.dataset.token} is covered`);
}"""


def check(visitor: Visitor, what: str) -> list[str]:
    """Return what is wrong with the geometry of the page."""
    found: list[Any] = []
    for script in (OVERLAPS, UNREACHABLE, OUT_OF_SIGHT, COVERED, COVERED_AT_FIRST):
        found += visitor.page.evaluate(script)
    return [f"{what}: {one}" for one in found]


def positions(game: str) -> dict[str, Position]:
    """Return the start, the middle, every phase and the end of a game."""
    players = century.game(game).players
    shown = {"start": century.game(game).start(players=players[0], seed=3)}
    for count in (players[0], players[-1]):
        shown[f"middle, {count} players"] = middle_position(game, count)
    return shown | positions_by_phase(game, players[-1])


# Wait until observers of sizes have done their work, which they do after the layout of a frame.
RESIZED = "() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))"


def _unless_thorough(*few: str) -> tuple[str, ...]:
    """Return these sizes, or all of them for `make thorough`."""
    return tuple(SIZES) if EFFORT > 1 else few


# Sizes that differ in their layout, for what takes long to check.
FAR_APART = _unless_thorough(
    "small phone", "phone", "phone, landscape", "zoomed laptop", "large screen"
)
EXTREMES = _unless_thorough("small phone", "phone, landscape", "large screen")
SMALLEST = _unless_thorough("small phone", "phone, landscape")


def at_every_size(visitor: Visitor, sizes: Iterable[str] = SIZES) -> Iterator[str]:
    """Resize the window to each size in turn."""
    for size in sizes:
        width, height = SIZES[size]
        visitor.page.set_viewport_size({"width": width, "height": height})
        visitor.page.evaluate(RESIZED)
        yield size


@pytest.mark.parametrize("game", GAMES)
def test_nothing_overlaps_and_everything_needed_is_in_sight(visit: Visit, game: str) -> None:
    ada = visit(refused=("result.png",))  # the real game is not over
    ada.play_now(game)
    wrong: list[str] = []
    for what, position in positions(game).items():
        show_position(ada, position)
        if position.over:
            ada.see("dialog .result")
            ada.page.keyboard.press("Escape")
        for size in at_every_size(ada, SIZES if what == "start" else FAR_APART):
            wrong += check(ada, f"{what} at {size}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["it", "ja"])
def test_names_prompts_and_buttons_fit_in_other_languages(
    visit: Visit, game: str, language: str
) -> None:
    ada = visit(language=language)
    ada.play_now(game)
    wrong: list[str] = []
    for what, position in positions(game).items():
        if position.over:
            continue
        show_position(ada, position)
        for size in at_every_size(ada, SMALLEST):
            found = ada.page.evaluate(OUT_OF_SIGHT)
            wrong += [f"{what} at {size}: {one}" for one in found]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("game", GAMES)
def test_boards_are_accessible_at_every_size(visit: Visit, game: str) -> None:
    ada = visit(refused=("result.png",))  # the real game is not over
    ada.play_now(game)
    most = century.game(game).players[-1]
    for position in (middle_position(game, most), positions_by_phase(game, most)["over"]):
        show_position(ada, position)
        for _ in at_every_size(ada, EXTREMES):
            ada.accessible()
        if not position.over:
            _check_dialogs(ada)


def _check_dialogs(ada: Visitor) -> None:
    """Open a dialog or a panel of each kind on the board, and check it at every size."""
    ada.page.set_viewport_size({"width": 1440, "height": 900})
    buttons = ada.find(".board-area button:not(.choice, .zoom):visible")
    kinds = set(buttons.evaluate_all("(all) => all.map((one) => one.classList[0])"))
    assert kinds, "nothing on the board can be opened"
    for opener in [f".board-area .{kind}" for kind in sorted(kinds)] + [".show-keys"]:
        ada.page.set_viewport_size({"width": 1440, "height": 900})
        ada.find(opener).locator("visible=true").first.click()
        ada.see("dialog[open], .popover.open .popover-panel")
        for size in at_every_size(ada, SMALLEST):
            ada.accessible(LAYOUT_RULES)
            wide = "document.documentElement.scrollWidth > innerWidth"
            assert not ada.page.evaluate(wide), f"{opener} at {size} makes the page too wide"
        ada.page.keyboard.press("Escape")
        expect(ada.find("dialog[open], .popover.open")).to_have_count(0)
