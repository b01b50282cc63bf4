"""The board of Eastern Wonders: nothing important is covered, and it shows what the view says."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from century.bots import bot
from tests.browser.conftest import Visit
from tests.browser.views import record_transfers, show_view
from tests.browser.visitor import Visitor

GAME = "eastern-wonders"
View = dict[str, Any]

# The hexes whose faces are covered by pieces. Boxes are taken a little smaller: edges may touch.
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


def after_the_setup(ada: Visitor, opponents: int = 1) -> None:
    """Start a game and play until the first turn after the setup."""
    ada.play_now(GAME, opponents)
    player = bot("easy", seed=1)
    while ada.wait_for_my_turn() and ada.ask()["view"]["round"] == 0:
        ada.take_turn(ada.good_turn(player))


def crowd(view: View) -> None:
    """Put all boats on one tile, outposts of everybody and cubes on every market."""
    markets = [name for name, cell in view["map"].items() if cell["kind"] == "market"]
    for number, name in enumerate(markets):
        built = number % 5 if number < len(markets) - 1 else view["players"]
        view["map"][name]["outposts"] = list(range(view["players"]))[:built]
        view["map"][name]["cubes"] = "YYRRGGBB"[: number % 4 * 2]
    for cell in view["map"].values():
        cell["boats"] = []
    for number, seat in enumerate(view["seats"]):
        seat["boat"] = markets[-1] if number < 3 else markets[3]
        view["map"][seat["boat"]]["boats"].append(number)


def square(view: View) -> None:
    """Arrange the tiles as a square that fills the corners of the map."""
    for number, cell in enumerate(reversed(view["map"].values())):
        column, row = 4 - number % 5, number // 5
        cell["q"], cell["r"] = column, row - column // 2


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_buttons_cover_no_tile_in_the_corners(visit: Visit, size: str) -> None:
    ada = visit(size=size)
    ada.play_now(GAME)
    ada.wait_for_my_turn()
    show_view(ada, square)
    expect(ada.find(".hex").last).to_be_visible()
    assert ada.page.evaluate(UNDER_BUTTONS) == []


def test_starting_sets_cover_no_tile(visit: Visit) -> None:
    ada = visit(size="phone")
    ada.play_now(GAME)
    expect(ada.find(".start-set.legal").first).to_be_visible()
    sea, sets = (ada.find(what).bounding_box() for what in (".waters", ".start-sets"))
    assert sea is not None
    assert sets is not None
    assert sea["y"] + sea["height"] <= sets["y"]


@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_nothing_covers_the_trades_of_a_tile(visit: Visit, size: str, players: int) -> None:
    ada = visit(size=size)
    after_the_setup(ada, players - 1)
    show_view(ada, crowd)
    ada.wait_for_my_turn()
    expect(ada.find(".fleet").first).to_be_visible()
    assert ada.page.evaluate(COVERED) == []
    assert ada.page.evaluate(UNDER_BUTTONS) == []


# The height of a cube of each trade by tile, in hundredths of a pixel.
TRADE_SIZES = """() => Object.fromEntries([...document.querySelectorAll(".hex:has(.market-face)")]
  .map((hex) => [hex.dataset.cell, hex.querySelector(".market-face .cube use")])
  .map(([cell, cube]) => [cell, Math.round(100 * cube.getBoundingClientRect().height)]))"""


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_a_trade_keeps_its_size_when_pieces_come(visit: Visit, size: str) -> None:
    ada = visit(size=size)
    after_the_setup(ada)
    before = ada.page.evaluate(TRADE_SIZES)
    show_view(ada, crowd)
    expect(ada.find(".fleet").first).to_be_visible()
    assert ada.page.evaluate(TRADE_SIZES) == before


def change_facts(view: View) -> None:
    """Change what the rules compute, as no game would."""
    me = view["seats"][view["seat"]]
    me["limit"], me["uncovered"], me["columns_emptied"] = 17, 42, 2
    view["claims_to_end"] = 6
    view["acting"]["toll"] = [1 - view["seat"]]
    for cell in view["map"].values():
        cell["reach"] = None
        cell["toll"] = []
    far = [name for name in view["map"] if name != me["boat"]][-1]
    view["map"][far] |= {"reach": {"price": 3, "path": [far]}, "toll": [1 - view["seat"]]}


def test_limits_points_reach_and_tolls_are_those_of_the_view(visit: Visit) -> None:
    ada = visit()
    after_the_setup(ada)
    show_view(ada, change_facts)
    ada.wait_for_my_turn()
    expect(ada.find(".hold .fill")).to_contain_text("/17")
    expect(ada.find(".uncovered-points")).to_contain_text("42")
    expect(ada.find(".mine-board .column-foot.emptied")).to_have_count(2)
    expect(ada.find(".mine-board .claims .no-tile")).to_have_count(6)
    expect(ada.find(".hex.far .fare")).to_have_text([re.compile("4$")])  # the way and the toll
    expect(ada.find(".hex.here .fare")).to_have_text(re.compile("1$"))  # the toll for anchoring


def test_a_click_on_a_distant_tile_sails_there_and_asks_for_the_cubes(visit: Visit) -> None:
    ada = visit()
    after_the_setup(ada)
    far = ada.find(".hex.far")
    name = far.first.get_attribute("data-cell")
    price = ada.ask()["view"]["map"][name]["reach"]["price"]
    assert price > 0
    far.first.click()
    for _ in range(price):
        drop = ada.find('.hold [data-token^="drop "].legal').first
        expect(drop).to_be_visible()
        staged = ada.find(".table").get_attribute("data-staged")
        drop.click()
        expect(ada.find(f'.table:not([data-staged="{staged}"])')).to_be_attached()
    expect(ada.find(f'.hex.here[data-cell="{name}"]')).to_be_visible()


def test_a_table_can_be_hosted_on_a_given_map(visit: Visit) -> None:
    ada = visit()
    ada.page.get_by_role("button", name="Host a table").click()
    dialog = ada.page.get_by_role("dialog")
    dialog.get_by_label("Game").select_option(GAME)
    expect(dialog.get_by_label("Map")).to_have_attribute("placeholder", re.compile("standard map"))
    dialog.get_by_label("Map").fill("standard")
    dialog.get_by_role("button", name="Set up the table").click()
    ada.see(".waiting-room")
    assert ada.ask()["options"]["game_options"] == {"map": "standard"}


def test_a_claimed_tile_moves_to_its_seat(visit: Visit) -> None:
    ada = visit(motion=True)
    ada.play_now(GAME)
    before, after = record_transfers(ada, bot("medium", seed=2))
    assert (before[0], after[0]) == ("vp-medal", "vp-medal")


@pytest.mark.parametrize("language", ["en", "it", "ja"])
def test_a_long_reason_can_be_read_without_scrolling(visit: Visit, language: str) -> None:
    ada = visit(language=language)
    ada.play_now(GAME)
    ada.wait_for_my_turn()
    ada.find('[data-token="bonus harvest"]').click(force=True)
    hidden = "(text) => text.scrollHeight - text.clientHeight"
    assert ada.find(".reason p").evaluate(hidden) <= 1


def test_one_click_may_stage_two_decisions_and_is_taken_back_as_a_whole(visit: Visit) -> None:
    ada = visit()
    after_the_setup(ada)
    ada.find('.bar [data-token="harvest"]').click()
    expect(ada.find('.table[data-staged="2"]')).to_be_attached()  # it anchored as well
    ada.page.get_by_role("button", name="Take back").click()
    expect(ada.find('.table[data-staged="0"]')).to_be_attached()


def test_rules_are_found_by_word_and_by_id(visit: Visit) -> None:
    ada = visit()
    ada.page.goto(f"/#rules={GAME}/EW9")
    expect(ada.find("#EW9")).to_be_in_viewport()
    ada.find(".rules-search input").fill("toll")
    expect(ada.find("#EW9")).to_be_visible()
    expect(ada.find("#EW2")).to_have_count(0)
    ada.find(".rules-search input").fill("EW2")
    expect(ada.find("#EW2")).to_be_visible()
    ada.find(".rules-search input").fill("ginger")  # the rules draw it, the search knows its name
    expect(ada.find(".rules-search [role=status]")).not_to_contain_text("0 rules")


def test_the_pile_lists_the_tiles_that_nobody_has_seen(visit: Visit) -> None:
    ada = visit()
    ada.play_now("eastern-wonders")
    ada.wait_for_my_turn()
    view = ada.ask()["view"]
    ada.find(".vp-pile").first.click()
    tiles = ada.page.get_by_role("dialog").locator(".unseen-tiles li")
    expect(tiles).to_have_count(view["vp_pile"] - 1)  # one tile of the pile is the closed port
    expect(ada.page.get_by_role("dialog")).to_contain_text("closed-port tile")
    ada.accessible_in_both_themes()
