"""The front page with the board that plays itself, and links that show a preview."""

from __future__ import annotations

import pytest
from playwright.sync_api import FloatRect, expect

import century
from century.bots import bot
from tests.browser.conftest import Visit
from tests.browser.visitor import SIZES

GAMES = century.games()
BOARD = ".glass .stage"
TEXT = "(selector) => document.querySelector(selector).innerHTML"


def overlap(one: FloatRect, other: FloatRect) -> bool:
    return (
        one["x"] < other["x"] + other["width"]
        and other["x"] < one["x"] + one["width"]
        and one["y"] < other["y"] + other["height"]
        and other["y"] < one["y"] + one["height"]
    )


def test_bots_play_on_the_front_page(visit: Visit) -> None:
    ada = visit(motion=True)
    ada.see(BOARD)
    before = ada.page.evaluate(TEXT, BOARD)
    ada.page.wait_for_function(
        "([selector, before]) => document.querySelector(selector).innerHTML !== before",
        arg=[BOARD, before],
    )
    assert ada.find(".glass").get_attribute("inert") is not None
    ada.accessible()


def test_the_board_stands_still_for_people_who_want_no_motion(visit: Visit) -> None:
    ada = visit()
    requests: list[str] = []
    ada.see(BOARD)
    ada.page.on("request", lambda request: requests.append(request.url))
    ada.page.wait_for_timeout(4_000)  # longer than the pause between two turns
    assert not [one for one in requests if one.endswith("/api/positions")]


def test_a_game_can_be_continued_from_the_top_of_the_page(visit: Visit) -> None:
    ada = visit()
    ada.page.get_by_role("button", name="Play Spice Road").click()
    ada.see(".table .bar")
    table = ada.table
    ada.page.goto("/#")
    ada.find(".front").get_by_role("link", name="Continue").click()
    ada.see(".table .bar")
    assert ada.table == table


def test_the_board_can_show_every_game_that_has_a_demo(visit: Visit) -> None:
    ada = visit()
    ada.see(".glass .stage.spice-road")
    sign = ada.find(".signs").get_by_role("button", name="Eastern Wonders")
    assert sign.get_attribute("aria-pressed") == "false"
    sign.press("Enter")
    ada.see(".glass .stage.eastern-wonders")
    assert sign.get_attribute("aria-pressed") == "true"
    for game in ("Spice Road", "Eastern Wonders"):
        expect(ada.page.get_by_role("button", name=f"Play {game}")).to_be_visible()


def test_cubes_have_letters_if_the_settings_say_so(visit: Visit) -> None:
    ada = visit()
    letter = ada.find(".glass .cube text").first
    ada.see(".glass .cube")
    expect(letter).to_be_hidden()
    ada.page.get_by_role("button", name="Settings").click()
    ada.page.get_by_label("Letters on cubes").check()
    expect(letter).to_be_visible()
    ada.page.reload()
    expect(letter).to_be_visible()


@pytest.mark.parametrize("size", SIZES)
def test_words_lie_on_the_sky_and_cards_are_whole(visit: Visit, size: str) -> None:
    """Nothing of the landscape is behind words, and the frame cuts off no row of the board."""
    ada = visit(size=size)
    ada.see(".glass .showcase")
    words = ada.find(".front-words .button").last.bounding_box()
    camel = ada.find(".front-land use[href='#art-camel']").first.bounding_box()
    assert words
    assert camel
    assert words["y"] + words["height"] <= camel["y"]
    frame = ada.find(".glass").bounding_box()
    assert frame
    for what in ("dome", "junk"):  # the board covers neither the town nor all boats
        found = ada.find(f".front-land use[href='#art-{what}']").all()
        boxes = [box for box in (one.bounding_box() for one in found) if box]
        assert not all(overlap(box, frame) for box in boxes), what
    for row in ada.find(".showcase > *").all():
        box = row.bounding_box()
        assert box
        assert box["x"] >= frame["x"]
        assert box["x"] + box["width"] <= frame["x"] + frame["width"]
        assert box["y"] >= frame["y"]
        assert box["y"] + box["height"] <= frame["y"] + frame["height"]


@pytest.mark.parametrize("width", [390, 1440, 2560])
def test_header_words_and_games_share_their_left_edge(visit: Visit, width: int) -> None:
    ada = visit()
    ada.page.set_viewport_size({"width": width, "height": 1000})
    ada.see(".front-words h1")
    edges = [ada.find(one).first.bounding_box() for one in (".brand", ".front-words h1", ".game")]
    assert len({round(edge["x"]) for edge in edges if edge}) == 1


@pytest.mark.parametrize("size", SIZES)
def test_the_front_page_is_not_wider_than_the_window(visit: Visit, size: str) -> None:
    ada = visit(size=size)
    ada.see(BOARD)
    width, inner = ada.page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width <= inner


def test_links_with_a_path_open_the_same_pages(visit: Visit) -> None:
    ada = visit(refused=("/api/codes/", "/api/tables/"))  # neither table exists
    ada.page.goto(f"/invite/{GAMES[0]}#join=ABC234")
    ada.see("main h1")
    ada.page.wait_for_url("**/#join=ABC234")
    ada.page.goto(f"/table/{'0' * 32}")
    expect(ada.find("main h1")).to_be_visible()
    ada.page.wait_for_url(f"**/#table={'0' * 32}")


def test_the_result_has_a_picture_to_save(visit: Visit) -> None:
    ada = visit()
    ada.play_now(GAMES[0])
    ada.play_until_over(bot("hard", seed=1))
    picture = ada.find(".share-result img")
    picture.scroll_into_view_if_needed()
    ada.page.wait_for_function("() => document.querySelector('.share-result img').naturalWidth > 0")
    with ada.page.expect_download() as download:
        ada.page.get_by_role("link", name="Save the picture").click()
    assert download.value.suggested_filename == "century.png"
    expect(ada.find(".podium .place-1 .laurel")).to_be_visible()
    ada.page.set_viewport_size({"width": 1440, "height": 900})
    ada.find("dialog[open]").evaluate("(dialog) => dialog.scrollTo(0, 0)")
    buttons = ada.find(".result .next")
    below = "(element) => element.getBoundingClientRect().bottom"
    above = "(element) => element.getBoundingClientRect().top"
    for what in (".highlights", ".share-result"):  # the buttons cut off nothing
        assert ada.find(what).last.evaluate(below) <= buttons.evaluate(above), what
    won = ada.find("dialog[open] header h2").inner_text().startswith("You have won")
    expect(ada.find(".confetti")).to_have_count(1 if won else 0)
    expect(ada.find(".result-banner.lost")).to_have_count(0 if won else 1)
    expect(ada.find(".score-sheet thead .viewer")).to_have_count(1)
    expect(ada.find(".more button")).to_have_count(0)  # everything is in sight
    ada.page.set_viewport_size({"width": 390, "height": 844})
    ada.page.get_by_role("button", name="More below").click()
    ada.page.wait_for_function("() => document.querySelector('dialog[open]').scrollTop > 0")
