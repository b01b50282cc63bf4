"""Every page, in every size, theme and language: open to everybody, and nothing cut off."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import century
from century.bots import bot
from tests.browser.conftest import Visit
from tests.browser.visitor import SIZES

PAGES = {
    "lobby": "/",
    "join": "/#join=ABC234",
    "rules of spice road": "/#rules=spice-road",
    "rules of eastern wonders": "/#rules=eastern-wonders/EW9",
    "lesson of spice road": "/#lesson=spice-road",
    "lesson of eastern wonders": "/#lesson=eastern-wonders",
    "maps": "/#maps=",
    "a table that is not there": f"/#table={'0' * 32}",
    "a page that is not there": "/#nothing",
    "an address that is not there": "/nothing",
}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
def test_pages_are_open_to_everybody(visit: Visit, size: str, theme: str) -> None:
    ada = visit(size=size, theme=theme)
    for address in PAGES.values():
        ada.page.goto(address)
        ada.page.reload()
        ada.see("main h1")
        ada.accessible()
        wide = ada.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= SIZES[size][0], f"{address} is wider than the screen"


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/nothing", "Page not found"),
        ("/nothing#rules=spice-road", "Page not found"),
        ("/#nothing", "Page not found"),
        ("/#rules=chess", "Page not found"),
        ("/#lesson=chess", "Page not found"),
        ("/#table=nonsense", "Table not found"),
        (f"/#table={'0' * 32}", "Table not found"),
        ("/#join=ABC234", "Table not found"),
    ],
)
def test_a_wrong_address_says_so_and_leads_to_the_first_page(
    visit: Visit, address: str, said: str
) -> None:
    ada = visit()
    ada.page.goto(address)
    expect(ada.find("main h1")).to_have_text(said)
    ada.page.get_by_role("link", name="To the first page").click()
    ada.see(".games")
    ada.page.go_back()
    expect(ada.find("main h1")).to_have_text(said)
    ada.find(".head").get_by_role("link", name="Rules").click()
    ada.see(".rulebook")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", century.games())
def test_boards_are_open_to_everybody_and_fit(
    visit: Visit, game: str, size: str, theme: str
) -> None:
    ada = visit(size=size, theme=theme)
    ada.play_now(game)
    player = bot("medium", seed=4)
    for _ in range(3):
        ada.wait_for_my_turn()
        ada.take_turn(ada.good_turn(player))
    ada.wait_for_my_turn()
    ada.accessible()
    ada.fits()
    for token in ada.good_turn(player)[:1]:
        ada.stage(token)
    ada.accessible()
    ada.fits()


@pytest.mark.parametrize("game", century.games())
def test_the_fullest_table_fits_a_laptop(visit: Visit, game: str) -> None:
    ada = visit()
    most = century.game(game).players[-1]
    ada.find(f"section.game.{game} select").first.select_option(str(most - 1))
    ada.play_now(game)
    player = bot("medium", seed=4)
    for _ in range(4):
        ada.wait_for_my_turn()
        ada.take_turn(ada.good_turn(player))
    ada.wait_for_my_turn()
    ada.fits()
    ada.accessible()


@pytest.mark.parametrize("game", century.games())
@pytest.mark.parametrize("language", ["en", "it", "ja"])
def test_each_language(visit: Visit, game: str, language: str) -> None:
    ada = visit(language=language)
    expect(ada.find("html")).to_have_attribute("lang", language)
    ada.play_now(game)
    ada.wait_for_my_turn()
    ada.take_turn(ada.good_turn(bot("easy", seed=4)))
    ada.wait_for_my_turn()
    ada.see(".log .entry")
    ada.fits()
    shown = ada.find("body").inner_text()
    assert not [word for word in shown.split() if word.startswith(("bar.", "log.", "lobby."))]


@pytest.mark.parametrize("game", century.games())
def test_touch_targets_are_large_enough(visit: Visit, game: str) -> None:
    ada = visit(size="phone")
    ada.play_now(game)
    ada.wait_for_my_turn()
    small = ada.find("button:visible, a:visible, select:visible").evaluate_all(
        """(all) => all.map((one) => [one.outerHTML.slice(0, 90), one.getBoundingClientRect()])
            .filter(([, box]) => Math.min(box.width, box.height) < 43.5)
            .map(([html, box]) => `${html} ${box.width} x ${box.height}`)"""
    )
    assert small == []


@pytest.mark.parametrize(("chosen", "ink"), [("system", 0), ("light", 0), ("dark", 1)])
def test_a_chosen_theme_counts_for_more_than_the_systems(
    visit: Visit, chosen: str, ink: int
) -> None:
    ada = visit(theme="light", settings={"theme": chosen})
    ada.see("main h1")
    colour = ada.page.evaluate("getComputedStyle(document.body).color")
    assert colour == ["rgb(43, 29, 20)", "rgb(244, 235, 221)"][ink]
