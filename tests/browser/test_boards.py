"""What the boards draw: nothing important is covered, however much stands on a tile."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from century.bots import bot
from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor

View = dict[str, Any]

# The overlap of boxes in pixels, each side taken a little smaller: edges may touch.
COVERED = """() => {
  const slack = 1.5;
  const meet = (a, b) => a.left + slack < b.right - slack && b.left + slack < a.right - slack
    && a.top + slack < b.bottom - slack && b.top + slack < a.bottom - slack;
  const covered = [];
  for (const hex of document.querySelectorAll(".hex")) {
    const boxes = (what) => [...hex.querySelectorAll(what)]
      .map((one) => one.getBoundingClientRect());
    const pieces = boxes(".wood .outpost, .wood .boat, .wood .cube");
    for (const face of boxes(".hex-head, .market-face .cube, .port-face .cube, .vp-medal")) {
      if (pieces.some((piece) => meet(piece, face))) covered.push(hex.dataset.cell);
    }
  }
  return covered;
}"""
UNDER_BUTTONS = """() => {
  const buttons = [...document.querySelectorAll(".pan-zoom > .help, .zoom:enabled")]
    .map((one) => one.getBoundingClientRect());
  const under = (box) => buttons.some((one) => box.left < one.right && one.left < box.right
    && box.top < one.bottom && one.top < box.bottom);
  return [...document.querySelectorAll(".hex")]
    .filter((hex) => under(hex.getBoundingClientRect())).map((hex) => hex.dataset.cell);
}"""


def show(visitor: Visitor, change: Callable[[View], None], **more: Any) -> None:
    """Let the page see another view of its table, as if it had come to that."""

    def changed(route: Route) -> None:
        answer = route.fetch()
        state = answer.json() | more
        change(state["view"])
        route.fulfill(response=answer, json=state)

    visitor.page.route(f"**/api/tables/{visitor.table}", changed)
    visitor.page.route_web_socket("**/socket*", lambda _: None)  # which says how it really is
    visitor.page.reload()
    visitor.see(".table")


def crowd(view: View) -> None:
    """Put all boats on one tile, outposts of everybody and cubes on every market."""
    markets = [name for name, cell in view["map"].items() if cell["kind"] == "market"]
    for number, name in enumerate(markets):
        built = number % 5 if number < len(markets) - 1 else view["players"]
        view["map"][name]["outposts"] = list(range(view["players"]))[:built]
        view["map"][name]["cubes"] = "YYRRGGBB"[: number % 4 * 2]
    for number, seat in enumerate(view["seats"]):
        seat["boat"] = markets[-1] if number < 3 else markets[3]


def claim(view: View) -> None:
    """Let the viewer have claimed two point cards, and the others one that only they know."""
    for number, seat in enumerate(view["seats"]):
        seat["claimed"] = 2 if number == view["seat"] else 1
    view["seats"][view["seat"]]["cards"] = view["point_row"][:2]
    view["seats"][view["seat"]]["points"] = 27


@pytest.mark.parametrize("shared", [False, True])
def test_each_seat_shows_its_claimed_cards_and_the_points_one_may_know(
    visit: Visit, shared: bool
) -> None:
    ada = visit()
    ada.play_now("spice-road")
    ada.wait_for_my_turn()
    more = {"you": {"seats": [0, 1], "host": True}} if shared else {}
    show(ada, claim, **more)
    own = ada.find(".own .peek-button")
    expect(own.locator(".tally")).to_have_text("2")
    expect(own.locator(".tally")).to_have_attribute("title", "2 point cards claimed")
    expect(ada.find(".other .tally")).to_have_attribute("aria-label", "1 point card claimed")
    expect(ada.find(".other .worth")).to_have_count(0)
    if shared:  # whoever sits beside sees them only when they are asked for
        expect(own).to_have_attribute("aria-label", "2 point cards claimed")
        expect(own.locator(".worth")).to_have_count(0)
        own.click()
        expect(ada.find(".own .peek-panel")).to_contain_text("27 points on the claimed cards")
    else:
        expect(own.locator(".worth")).to_have_attribute("title", "27 points on the claimed cards")


def square(view: View) -> None:
    """Lay the tiles so that they fill the corners of the sea."""
    for number, cell in enumerate(reversed(view["map"].values())):
        column, row = 4 - number % 5, number // 5
        cell["q"], cell["r"] = column, row - column // 2


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_buttons_cover_no_tile_in_the_corners(visit: Visit, size: str) -> None:
    ada = visit(size=size)
    ada.play_now("eastern-wonders")
    ada.wait_for_my_turn()
    show(ada, square)
    expect(ada.find(".pan-zoom.beside")).to_be_visible()
    assert ada.page.evaluate(UNDER_BUTTONS) == []


def test_starting_sets_cover_no_tile(visit: Visit) -> None:
    ada = visit(size="phone")
    ada.play_now("eastern-wonders")
    expect(ada.find(".start-set.legal").first).to_be_visible()
    sea, sets = (ada.find(what).bounding_box() for what in (".waters", ".start-sets"))
    assert sea is not None
    assert sets is not None
    assert sea["y"] + sea["height"] <= sets["y"]


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_nothing_covers_the_trades_of_a_tile(visit: Visit, size: str, players: int) -> None:
    ada = visit(size=size)
    ada.find("section.game.eastern-wonders select").first.select_option(str(players - 1))
    ada.play_now("eastern-wonders")
    player = bot("easy", seed=1)
    while ada.wait_for_my_turn() and ada.ask()["view"]["round"] == 0:
        ada.take_turn(ada.good_turn(player))
    show(ada, crowd)
    ada.wait_for_my_turn()
    expect(ada.find(".crowded").first).to_be_visible()
    assert ada.page.evaluate(COVERED) == []
    assert ada.page.evaluate(UNDER_BUTTONS) == []


# Notes what has the name of a journey before and after each change that things travel in.
JOURNEYS = """() => {
  window.journeys = [];
  const named = () => [...document.querySelectorAll('[style*="journey"]')]
    .map((one) => one.getAttribute("class"));
  const start = document.startViewTransition.bind(document);
  document.startViewTransition = (update) => {
    const before = named();
    return start(async () => {
      await update();
      if (before.length) journeys.push([before, named()]);
    });
  };
}"""


@pytest.mark.parametrize(
    ("game", "claimed"),
    [("spice-road", ("card point", "gain tally")), ("eastern-wonders", ("vp-medal", "vp-medal"))],
)
def test_what_is_claimed_travels_to_its_seat(
    visit: Visit, game: str, claimed: tuple[str, str]
) -> None:
    ada = visit(motion=True)
    ada.play_now(game)
    ada.page.evaluate(JOURNEYS)
    player = bot("medium", seed=2)
    for _ in range(60):
        ada.wait_for_my_turn()
        turn = ada.good_turn(player)
        ada.page.evaluate("window.journeys = []")
        ada.take_turn(turn)
        if any(token.startswith("claim") for token in turn):
            break
    before, after = ada.page.evaluate("window.journeys")[0]
    assert (before[0], after[0]) == claimed
    assert len(before) == len(after), "a coin goes along"
