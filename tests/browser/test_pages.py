"""Every page in every size, theme and language: accessible, and nothing cut off."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

import century
from century.bots import bot
from tests.browser.conftest import Visit
from tests.browser.test_layout import EXTREMES, at_every_size
from tests.browser.visitor import LAYOUT_RULES, SIZES, Visitor
from tests.page.page_files import games_with_lessons

GAMES = century.games()
PAGES = {
    "lobby": "/",
    "join": "/#join=ABC234",
    **{f"rules of {name}": f"/#rules={name}" for name in GAMES},
    **{f"lesson of {name}": f"/#lesson={name}" for name in games_with_lessons()},
    "you": "/#you",
    "games": "/#games",
    "statistics": "/#statistics",
    "ratings": "/#ratings",
    "device": "/#device=ABCDEFGHJK",
    "replay": "/#replay",
    "unknown table": f"/#table={'0' * 32}",
    "unknown page": "/#nothing",
    "unknown address": "/nothing",
}


COMMON = ("rules", "lesson", "you")  # in the menu and in PAGES


def menu(visitor: Visitor) -> list[str]:
    """Return the addresses in the menu, those of pages that games add included."""
    visitor.see(".games")
    links = visitor.find(".head nav a")
    addresses: list[str] = links.evaluate_all("(all) => all.map((one) => one.href)")
    return addresses


def test_pages_are_accessible_at_every_size(visit: Visit) -> None:
    ada = visit(refused=("/api/tables/", "/api/codes/", "/nothing"))
    wrong: list[str] = []
    more = [page for page in menu(ada) if not any(f"#{name}=" in page for name in COMMON)]
    for address in [*PAGES.values(), *more]:
        ada.page.goto("about:blank")  # a change of the fragment alone would not load the page
        ada.page.goto(address)
        ada.see("main h1")
        for size in at_every_size(ada, EXTREMES):
            ada.accessible(LAYOUT_RULES)
            if ada.page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                wrong.append(f"{address} is wider than the screen at {size}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("size", ["laptop", "phone"])
def test_pages_are_accessible(visit: Visit, size: str) -> None:
    ada = visit(size=size, refused=("/api/tables/", "/api/codes/", "/nothing"))
    for address in [*PAGES.values(), *menu(ada)]:
        ada.page.goto("about:blank")  # a change of the fragment alone would not load the page
        ada.page.goto(address)
        ada.see("main h1")
        ada.accessible_in_both_themes()


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/nothing", "Page not found"),
        (f"/nothing#rules={GAMES[0]}", "Page not found"),
        ("/#nothing", "Page not found"),
        ("/#rules=chess", "Page not found"),
        ("/#lesson=chess", "Page not found"),
        ("/#table=nonsense", "Table not found"),
        (f"/#table={'0' * 32}", "Table not found"),
        ("/#join=ABC234", "Table not found"),
    ],
)
def test_a_wrong_address_is_reported_with_a_link_to_the_lobby(
    visit: Visit, address: str, said: str
) -> None:
    ada = visit(refused=("/api/tables/", "/api/codes/", "/nothing"))
    ada.page.goto(address)
    expect(ada.find("main h1")).to_have_text(said)
    ada.page.get_by_role("link", name="To the first page").click()
    ada.see(".games")
    ada.page.go_back()
    expect(ada.find("main h1")).to_have_text(said)
    ada.find(".head").get_by_role("link", name="Rules").click()
    ada.see(".rulebook")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_boards_are_accessible_and_fit(visit: Visit, game: str, size: str) -> None:
    ada = visit(size=size)
    ada.play_now(game)
    player = bot("medium", seed=4)
    ada.play_turns(player, 3)
    ada.wait_for_my_turn()
    ada.accessible_in_both_themes()
    on_phone = size == "phone"  # there the bar grows over the board when it has more buttons
    if not on_phone:
        ada.fits()
    for token in ada.good_turn(player)[:1]:
        ada.stage(token)
    ada.accessible_in_both_themes()
    if not on_phone:
        ada.fits()


@pytest.mark.parametrize("game", GAMES)
def test_the_fullest_table_fits_a_laptop(visit: Visit, game: str) -> None:
    ada = visit()
    most = century.game(game).players[-1]
    ada.play_now(game, opponents=most - 1)
    ada.play_turns(bot("medium", seed=4), 4)
    ada.wait_for_my_turn()
    ada.fits()
    ada.accessible()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "it", "ja"])
def test_each_language(visit: Visit, game: str, language: str) -> None:
    ada = visit(language=language)
    expect(ada.find("html")).to_have_attribute("lang", language)
    ada.play_now(game)
    ada.play_turns(bot("easy", seed=4), 1)
    ada.wait_for_my_turn()
    ada.see(".log .entry")
    ada.fits()
    shown = ada.find("body").inner_text()
    assert not [word for word in shown.split() if word.startswith(("bar.", "log.", "lobby."))]


@pytest.mark.parametrize("game", GAMES)
def test_touch_targets_are_large_enough(visit: Visit, game: str) -> None:
    ada = visit(size="phone")
    ada.play_now(game)
    ada.wait_for_my_turn()
    # The line about the last action does the same as the button "Log", which is large enough.
    buttons = "button:not(.last-action):visible, a:visible, select:visible"
    small = ada.find(buttons).evaluate_all(
        """(all) => all.map((one) => [one.outerHTML.slice(0, 90), one.getBoundingClientRect()])
            .filter(([, box]) => Math.min(box.width, box.height) < 43.5)
            .map(([html, box]) => `${html} ${box.width} x ${box.height}`)"""
    )
    assert small == []


@pytest.mark.parametrize(("chosen", "ink"), [("system", 0), ("light", 0), ("dark", 1)])
def test_the_chosen_theme_overrides_the_system_s(visit: Visit, chosen: str, ink: int) -> None:
    ada = visit(theme="light", settings={"theme": chosen})
    ada.see("main h1")
    colour = ada.page.evaluate("getComputedStyle(document.body).color")
    assert colour == ["rgb(43, 29, 20)", "rgb(244, 235, 221)"][ink]


def test_a_game_whose_script_fails_is_left_out_of_the_lobby(visit: Visit) -> None:
    broken, *others = GAMES
    ada = visit()
    ada.page.route(
        f"**/static/games/{broken}/game.js",
        lambda route: route.fulfill(content_type="text/javascript", body="throw new Error('x');"),
    )
    ada.page.goto("/")
    ada.page.reload()
    ada.see(".games")
    expect(ada.find(f"section.game.{broken}")).to_have_count(0)
    title = century.game(broken).title
    expect(ada.find("main > .note", has_text=title)).to_contain_text("Not playable")
    for name in others:
        expect(ada.find(f"section.game.{name} .primary")).to_be_enabled()
    ada.play_now(others[0])
    ada.wait_for_my_turn()


def test_a_game_without_a_page_is_left_out_of_the_lobby(visit: Visit) -> None:
    ada = visit()

    def without_pages(route: Route) -> None:
        answer = route.fetch()
        offered = answer.json()
        for game in offered["games"]:
            game["page"] = False
        route.fulfill(response=answer, json=offered)

    ada.page.route("**/api/games", without_pages)
    ada.page.reload()
    for name in GAMES:
        note = ada.find("main > .note", has_text=century.game(name).title)
        expect(note).to_contain_text("Not playable")
    expect(ada.find("section.game")).to_have_count(0)
    ada.page.get_by_role("link", name="Rules").click()
    expect(ada.find("main h1")).to_have_text("Page not found")


def test_the_page_tries_again_until_it_knows_the_games(visit: Visit) -> None:
    ada = visit(refused=("/api/games",))

    def refuse(route: Route) -> None:
        route.fulfill(status=429, json={"code": "too-many"})

    ada.page.route("**/api/games", refuse)
    ada.page.reload()
    expect(ada.find(".fault")).to_contain_text("Wait a moment")
    ada.page.unroute("**/api/games", refuse)
    ada.see("section.game")
