"""The map editor of Eastern Wonders."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.visitor import Visitor


def open_editor(visit: Visit, text: str = "", **how: object) -> Visitor:
    ada = visit(**how)
    ada.page.goto(f"/#maps={text}")
    ada.see("[data-hex]")
    return ada


def text_of(visitor: Visitor) -> str:
    return visitor.find(".maps-text input").first.input_value()


def drag(visitor: Visitor, source: str, target: str) -> None:
    boxes = [visitor.find(f'[data-hex="{name}"]').bounding_box() for name in (source, target)]
    points = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes if box]
    visitor.page.mouse.move(*points[0])
    visitor.page.mouse.down()
    visitor.page.mouse.move(*points[1], steps=5)
    visitor.page.mouse.up()


def test_the_menu_leads_to_the_editor(visit: Visit) -> None:
    ada = visit()
    ada.page.get_by_role("link", name="Maps", exact=True).click()
    ada.see("[data-hex]")
    assert text_of(ada) == "standard"


def test_dragging_a_tile_can_be_undone_and_redone(visit: Visit) -> None:
    ada = open_editor(visit)
    before = text_of(ada)
    tiles = ada.find("[data-hex]").evaluate_all("(all) => all.map((one) => one.dataset.hex)")
    kinds = ada.find("[data-hex]").evaluate_all("(all) => all.map((one) => one.className)")
    port = next(t for t, kind in zip(tiles, kinds, strict=True) if "kind-port" in kind)
    market = next(t for t, kind in zip(tiles, kinds, strict=True) if "kind-market" in kind)
    drag(ada, port, market)
    expect(ada.find(".maps-text input").first).not_to_have_value(before)
    changed = text_of(ada)
    ada.page.get_by_role("button", name="Undo").click()
    expect(ada.find(".maps-text input").first).to_have_value(before)
    ada.page.get_by_role("button", name="Redo").click()
    expect(ada.find(".maps-text input").first).to_have_value(changed)


def test_the_keyboard_moves_a_tile(visit: Visit) -> None:
    ada = open_editor(visit)
    before = text_of(ada)
    ada.find("[data-hex].kind-port").first.focus()
    ada.page.keyboard.press("Enter")
    for _ in range(2):
        ada.page.keyboard.press("ArrowDown")
    ada.page.keyboard.press("Enter")
    expect(ada.find(".maps-text input").first).not_to_have_value(before)


def test_a_random_map_can_be_shared_and_played(visit: Visit) -> None:
    ada = open_editor(visit)
    before = text_of(ada)
    ada.page.get_by_role("button", name="Random").click()
    expect(ada.find(".maps-text input").first).not_to_have_value(before)
    ada.accessible()
    text, link = (ada.find(".maps-text input").nth(i).input_value() for i in (0, 1))
    bob = visit()
    bob.page.goto(link)
    expect(bob.find(".maps-text input").first).to_have_value(text)
    bob.page.get_by_role("button", name="Play on this map").click()
    bob.see(".table")
    assert bob.ask()["options"]["game_options"] == {"map": text}


def test_the_back_button_restores_the_map(visit: Visit) -> None:
    ada = open_editor(visit)
    before = text_of(ada)
    ada.page.get_by_role("button", name="Random").click()
    expect(ada.find(".maps-text input").first).not_to_have_value(before)
    before = text_of(ada)
    ada.page.get_by_role("button", name="Play on this map").click()
    ada.see(".table")
    ada.page.go_back()
    expect(ada.find(".maps-text input").first).to_have_value(before)


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "line 1, column 1"), ("it", "riga 1, colonna 1"), ("ja", "1行目の1文字目")],
)
def test_an_invalid_text_is_reported(visit: Visit, language: str, said: str) -> None:
    ada = open_editor(visit, language=language, refused=("/api/",))
    ada.find(".maps-text textarea").fill("nonsense")
    ada.find(".maps-text form button").click()
    expect(ada.find(".verdict .bad")).to_contain_text(said)
    assert text_of(ada), "the map must not change"


def test_an_invalid_map_in_the_address_is_reported(visit: Visit) -> None:
    ada = visit(language="it", refused=("/api/",))
    ada.page.goto("/#maps=P.M")
    expect(ada.find(".fault")).to_contain_text("B1 è mezza tessera")


def test_tiles_have_names_while_the_map_is_invalid(visit: Visit) -> None:
    ada = open_editor(visit, refused=("/api/maps",))
    names = ada.find(".tile .hex-head").all_inner_texts()
    assert "A1" in names
    for free in ("last", "first"):  # the first free place is beside the tile that leaves
        ada.find(".tile").first.click()
        getattr(ada.find(".hex.free"), free).click()
    expect(ada.find(".verdict .bad")).to_be_visible()
    invalid = ada.find(".tile .hex-head").all_inner_texts()
    assert len(set(invalid)) == len(names)
    assert all(invalid)
