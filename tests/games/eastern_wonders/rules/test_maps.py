"""Eastern Wonders, maps: EW3, and the coordinates of EW2."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import century
from century import Map, Position
from century.errors import BadMap, BadOption, CenturyError, UnknownToken
from century.games.eastern_wonders.map import Cell
from tests.games.eastern_wonders.setup import (
    GAME,
    STANDARD,
    boat,
    play,
    position,
    random_walk,
    sails,
)

DRAWING = """\
    M
  M   M
P   M   P
  M   M
M   M   M
  M   M
M   M   M
  M   M
P   M   P
  M   M
    M
"""
ONE_LINE = "..M../.M.M./P.M.P/.M.M./M.M.M/.M.M./M.M.M/.M.M./P.M.P/.M.M./..M.."
COORDINATES = {
    "A1": (-2, 2),
    "A2": (-2, 3),
    "A3": (-2, 4),
    "A4": (-2, 5),
    "B1": (-1, 1),
    "B2": (-1, 2),
    "B3": (-1, 3),
    "B4": (-1, 4),
    "B5": (-1, 5),
    "C1": (0, 0),
    "C2": (0, 1),
    "C3": (0, 2),
    "C4": (0, 3),
    "C5": (0, 4),
    "C6": (0, 5),
    "D1": (1, 0),
    "D2": (1, 1),
    "D3": (1, 2),
    "D4": (1, 3),
    "D5": (1, 4),
    "E1": (2, 0),
    "E2": (2, 1),
    "E3": (2, 2),
    "E4": (2, 3),
}
BAY = """\
P   M   M   P
  M   M   M
M   S   M   M
  M   M   M
M   M   M   M
  M   M   M
P   M   M   P
"""
BAY_ON_ONE_LINE = "P.M.M.P/.M.M.M./M.S.M.M/.M.M.M./M.M.M.M/.M.M.M./P.M.M.P"
ARCHIPELAGO = """\
S
  M       S
P   M   M   M
  M   M   M
    M   M   P
  M   M   M
M   S   P   S
  M   M   M
    M   M
  M   P   M
"""
LINE = "\n\n".join("MPMMMMMMMMMMMMMMMMMMPPPM") + "\n"
DRAWINGS = {"standard": DRAWING, "bay": BAY, "archipelago": ARCHIPELAGO, "line": LINE}


def places(drawing: str) -> dict[str, tuple[int, int, str]]:
    """Read a drawing without the engine: each cell's name with its column, line and letter."""
    found = [
        (at // 2, line, letter)
        for line, row in enumerate(drawing.splitlines())
        for at, letter in enumerate(row)
        if letter != " "
    ]
    named: dict[str, tuple[int, int, str]] = {}
    for column, line, letter in sorted(found):
        above = sum(other == column and up < line for other, up, _ in found)
        named["ABCDEFGHIJKLMNOPQRSTUVWXYZ"[column] + str(1 + above)] = (column, line, letter)
    return named


def around(drawing: str, name: str) -> set[str]:
    """Return the cells that touch a cell."""
    cells = places(drawing)
    column, line, _ = cells[name]
    steps = {(0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1)}
    return {other for other, (c, x, _) in cells.items() if (c - column, x - line) in steps}


# Names and coordinates


def test_ew2_names_and_coordinates_of_the_standard_map() -> None:
    assert dict(zip(STANDARD.names, STANDARD.axial, strict=True)) == COORDINATES
    ports = [
        n for n, cell in zip(STANDARD.names, STANDARD.cells, strict=True) if cell.letter == "P"
    ]
    assert ports == ["A1", "A4", "E1", "E4"]


def test_ew2_a_view_shows_the_coordinates() -> None:
    cells = GAME.start(players=2, seed=7).view(None)["map"]
    assert {name: (cell["q"], cell["r"]) for name, cell in cells.items()} == COORDINATES


@pytest.mark.parametrize("text", ["standard", " standard\n", DRAWING, ONE_LINE])
def test_ew2_the_standard_map_by_name_drawn_and_on_one_line(text: str) -> None:
    assert Map.read(text) == STANDARD
    assert Map.read(text).to_text() == "standard"
    assert Map.read(text).drawing() == DRAWING


@pytest.mark.parametrize("drawing", DRAWINGS.values(), ids=DRAWINGS)
def test_ew3_cells_are_named_by_column_and_from_the_top(drawing: str) -> None:
    chart, expected = Map.read(drawing), places(drawing)
    assert list(chart.names) == list(expected)
    assert [cell.letter for cell in chart.cells] == [letter for _, _, letter in expected.values()]


@pytest.mark.parametrize("drawing", DRAWINGS.values(), ids=DRAWINGS)
def test_ew3_coordinates_of_tiles_that_touch_are_one_step_apart(drawing: str) -> None:
    chart = Map.read(drawing)
    at = dict(zip(chart.names, chart.axial, strict=True))
    steps = {(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)}
    for name, (q, r) in at.items():
        near = {other for other, (u, v) in at.items() if (u - q, v - r) in steps}
        assert near == around(drawing, name)


# Reading and writing


@pytest.mark.parametrize("drawing", DRAWINGS.values(), ids=DRAWINGS)
def test_ew3_drawings_and_one_line_texts_are_read_back(drawing: str) -> None:
    chart = Map.read(drawing)
    assert chart.drawing() == drawing
    assert Map.read(chart.drawing()) == chart
    assert Map.read(chart.to_text()) == chart
    assert "\n" not in chart.to_text()
    assert " " not in chart.to_text()


def test_ew3_the_one_line_form_of_a_map() -> None:
    assert Map.read(BAY).to_text() == BAY_ON_ONE_LINE
    assert Map.read(BAY_ON_ONE_LINE).drawing() == BAY


@pytest.mark.parametrize(
    "text",
    [
        "\n\n" + BAY + "\n\n",
        "".join(f"      {row}\n" for row in BAY.splitlines()),
        "".join(f"{row}   \n" for row in BAY.splitlines()),
        BAY.replace("\n", "\r\n"),
        BAY.replace(" ", "."),
        "   \n" + BAY,
        "/".join(f"...{row}" for row in BAY_ON_ONE_LINE.split("/")),
    ],
)
def test_ew3_blanks_around_a_drawing_do_not_matter(text: str) -> None:
    assert Map.read(text) == Map.read(BAY)


def test_ew3_a_map_of_cells_may_lie_anywhere_and_be_given_in_any_order() -> None:
    moved = [Cell(cell.column + 7, cell.line - 40, cell.letter) for cell in STANDARD.cells]
    assert Map.of(reversed(moved)) == STANDARD


def test_ew3_maps_are_equal_if_the_same_tiles_lie_in_the_same_places() -> None:
    assert Map.read(BAY) == Map.read(BAY_ON_ONE_LINE) != STANDARD
    assert hash(Map.read(BAY)) == hash(Map.read(BAY_ON_ONE_LINE))


# Maps that cannot be played


def with_cells(*extra: tuple[int, int, str]) -> list[Cell]:
    return [*STANDARD.cells, *(Cell(*cell) for cell in extra)]


def without(name: str, *instead: tuple[int, int, str]) -> list[Cell]:
    cells = [c for n, c in zip(STANDARD.names, STANDARD.cells, strict=True) if n != name]
    return [*cells, *(Cell(*cell) for cell in instead)]


def wide(columns: int) -> str:
    """Draw a zigzag with a number of columns."""
    letters = "MMMMMPMMMMMPMMMMMPMMMMMPSSSS"[:columns]
    return "\n".join(
        " ".join(letter if at % 2 == line else " " for at, letter in enumerate(letters)).rstrip()
        for line in (0, 1)
    )


BAD: dict[str, tuple[Callable[[], object], str]] = {
    "empty": (lambda: Map.read(""), "empty"),
    "nothing but blanks": (lambda: Map.read(" \n . \n"), "empty"),
    "no cells": (lambda: Map.of([]), "empty"),
    "a port is missing": (lambda: Map.of(without("A1")), "3 port"),
    "a port is missing, sea in its place": (lambda: Map.of(without("A4", (0, 8, "S"))), "3 port"),
    "a fifth port": (lambda: Map.of(with_cells((2, 12, "P"))), "5 port"),
    "a market is missing": (lambda: Map.of(without("C1")), "19 market"),
    "a market too many": (lambda: Map.of(with_cells((2, 12, "M"))), "21 market"),
    "five sea tiles": (
        lambda: Map.of(with_cells(*((2, 12 + 2 * n, "S") for n in range(5)))),
        "5 sea",
    ),
    "the name of no map": (lambda: Map.read("Standard"), "line 1, column 2"),
    "an unknown letter": (lambda: Map.read(DRAWING.replace("M", "X", 1)), "line 1, column 5"),
    "a small letter": (lambda: Map.read(DRAWING.replace("P   M", "p   M", 1)), "line 3, column 1"),
    "an unknown letter on one line": (
        lambda: Map.read(ONE_LINE.replace("P", "?", 1)),
        "line 3, column 1",
    ),
    "an unknown letter in a cell": (lambda: Map.of(with_cells((2, 12, "X"))), "X"),
    "a cell twice": (lambda: Map.of(with_cells((2, 10, "M"))), "C6"),
    "a cell twice, once as sea": (lambda: Map.of(with_cells((0, 8, "S"))), "A4"),
    "half a tile too low": (lambda: Map.of(without("C6", (2, 11, "M"))), "C6"),
    "half a tile too high": (lambda: Map.of(without("E1", (4, 1, "P"))), "E1"),
    "a tile apart": (lambda: Map.of(without("C6", (2, 12, "M"))), "C6"),
    "a tile apart by a column": (lambda: Map.of(without("C6", (6, 4, "M"))), "G1"),
    "two halves": (
        lambda: Map.of(
            Cell(c.column + (c.column > 2), c.line + (c.column > 2), c.letter)
            for c in STANDARD.cells
        ),
        "E1",
    ),
    "joined by nothing but a corner of the drawing": (
        lambda: Map.read(DRAWING.rstrip("\n").removesuffix("    M") + "\n\n    M"),
        "C6",
    ),
    "27 columns": (lambda: Map.read(wide(27)), "26 columns"),
    "28 columns": (lambda: Map.read(wide(28)), "26 columns"),
}


@pytest.mark.parametrize("case", BAD)
def test_ew3_a_map_that_cannot_be_played_is_refused(case: str) -> None:
    make, named = BAD[case]
    with pytest.raises(BadMap) as caught:
        make()
    error = caught.value
    assert (error.code, error.rule) == ("bad-map", "EW3")
    assert named in error.fault
    assert str(error) == f"map: {error.fault} (EW3)"
    assert isinstance(error, CenturyError)


def test_ew3_26_columns_are_allowed() -> None:
    assert Map.read(wide(26)).names[-1] == "Z1"


@pytest.mark.parametrize("sea", [0, 1, 2, 3, 4])
def test_ew3_up_to_four_sea_tiles_may_be_used(sea: int) -> None:
    chart = Map.of(with_cells(*((2, 12 + 2 * n, "S") for n in range(sea))))
    assert len(chart.cells) == 24 + sea


def test_ew3_a_map_may_be_connected_by_sea_alone() -> None:
    chart = Map.of(without("C6", (2, 12, "M"), (2, 10, "S")))
    assert chart.names[14:16] == ("C6", "C7")


# Advice


def test_ew3_the_advice_is_that_each_tile_touches_at_least_two_others() -> None:
    assert STANDARD.advice() == []
    assert Map.read(BAY).advice() == []
    assert Map.read(LINE).advice() == [
        "A1 touches only 1 other tile (EW3)",
        "A24 touches only 1 other tile (EW3)",
    ]


@pytest.mark.parametrize("drawing", DRAWINGS.values(), ids=DRAWINGS)
def test_ew3_the_advice_names_exactly_the_tiles_at_fault(drawing: str) -> None:
    lonely = [name for name in places(drawing) if len(around(drawing, name)) < 2]
    assert [line.split()[0] for line in Map.read(drawing).advice()] == lonely


# Playing on maps


@pytest.mark.parametrize("drawing", DRAWINGS.values(), ids=DRAWINGS)
def test_ew3_a_boat_sails_to_the_tiles_that_touch(drawing: str) -> None:
    chart = Map.read(drawing)
    for name in chart.names:
        pos = position(boats=f"{name} {name}", chart=chart)
        assert sails(pos) == around(drawing, name)


@pytest.mark.parametrize("drawing", DRAWINGS.values(), ids=DRAWINGS)
@pytest.mark.parametrize("players", [2, 4])
def test_ew3_the_tiles_are_dealt_on_the_map(drawing: str, players: int) -> None:
    pos = GAME.start(players=players, seed=7, map=drawing)
    cells = pos.view(None)["map"]
    kinds = {"M": "market", "P": "port", "S": "sea"}
    expected = {name: kinds[letter] for name, (_, _, letter) in places(drawing).items()}
    assert {name: cell["kind"] for name, cell in cells.items()} == expected
    markets = {cell["trade"] for cell in cells.values() if cell["kind"] == "market"}
    ports = {cell["tile"]["cost"] for cell in cells.values() if cell["kind"] == "port"}
    assert (len(markets), len(ports)) == (20, 4)


@pytest.mark.parametrize("drawing", DRAWINGS.values(), ids=DRAWINGS)
def test_ew7_on_any_map_boats_are_placed_on_market_tiles_alone(drawing: str) -> None:
    pos = GAME.start(players=2, seed=7, map=drawing).act("take 1")
    markets = [name for name, (_, _, letter) in places(drawing).items() if letter == "M"]
    assert pos.legal() == [f"place {name}" for name in markets]


@pytest.mark.parametrize("drawing", [BAY, ARCHIPELAGO, LINE], ids=["bay", "archipelago", "line"])
def test_ew3_positions_on_any_map_are_read_back(drawing: str) -> None:
    for pos in random_walk(GAME.start(players=3, seed=7, map=drawing), seed=3, decisions=400)[::7]:
        assert GAME.read(pos.to_text()) == pos
        assert pos.to_text() == GAME.read(pos.to_text()).to_text()


def on_sea() -> Position:
    return position(cubes=["YYYYRRGGBB", ""], boats="C1 C2", chart=Map.read(BAY))


def test_ew3_on_sea_a_boat_may_stop_and_nothing_is_done() -> None:
    """A ruling: no building, no trade, no claim and no toll; a harvest is possible anywhere."""
    pos = play(on_sea(), "sail C2, anchor")
    assert (boat(pos, 0), pos.legal()) == ("C2", ["harvest", "pass"])


def test_ew3_on_sea_a_boat_may_pass() -> None:
    pos = play(on_sea(), "sail C2, sail C3, drop Y, anchor, pass")
    assert boat(pos, 0) == "C3"


def test_ew3_cells_that_are_not_on_the_map_are_unknown() -> None:
    pos = GAME.start(players=2, seed=7, map=BAY)
    assert pos.why("place G4") is not None
    with pytest.raises(UnknownToken):
        pos.act("place C5")
    with pytest.raises(UnknownToken):
        GAME.start(players=2, seed=7).act("place G4")


# Choosing a map


@pytest.mark.parametrize(
    ("drawing", "forms"),
    [
        (DRAWING, ["standard", DRAWING, ONE_LINE, STANDARD]),
        (BAY, [BAY, BAY_ON_ONE_LINE, Map.read(BAY)]),
    ],
    ids=["standard", "bay"],
)
def test_ew3_a_game_is_started_with_a_name_a_drawing_a_line_or_a_map(
    drawing: str, forms: list[Any]
) -> None:
    starts = {GAME.start(players=3, seed=7, map=form) for form in forms}
    assert len(starts) == 1
    assert list(starts.pop().view(None)["map"]) == list(places(drawing))


def test_ew3_a_game_on_a_bad_map_is_refused() -> None:
    with pytest.raises(BadMap) as caught:
        GAME.start(players=2, seed=7, map=DRAWING.replace("P", "S"))
    assert caught.value.rule == "EW3"


def test_a_map_is_refused_by_games_without_maps() -> None:
    with pytest.raises(BadOption) as caught:
        century.game("spice-road").start(players=2, seed=7, map="standard")
    assert caught.value.code == "bad-option"
    assert "map" in str(caught.value)


MARKETS = tuple(
    Cell(column, 2 * line + column % 2, "M") for column in range(7) for line in range(4)
)


@pytest.mark.parametrize(
    ("cells", "detail"),
    [
        (MARKETS, "markets"),
        ((), "empty"),
        (None, "made"),
        (7, "made"),
        (("M", "P"), "made"),
        ((Cell("A", 1, "M"),), "made"),  # type: ignore[arg-type]
        ((Cell(0, 0, "X"),), "letter"),
        ((*STANDARD.cells, STANDARD.cells[0]), "twice"),
    ],
)
def test_ew3_a_map_is_validated_when_it_is_made(cells: Any, detail: str) -> None:
    with pytest.raises(BadMap) as caught:
        Map(cells)
    assert caught.value.detail == detail
    assert caught.value.rule == "EW3"


def test_ew3_a_map_made_of_cells_is_in_the_usual_order() -> None:
    moved = [Cell(cell.column + 3, cell.line + 2, cell.letter) for cell in STANDARD.cells]
    assert Map(tuple(reversed(moved))) == STANDARD


@pytest.mark.parametrize("given", [None, 123, b"standard", ["M"]])
def test_a_map_of_another_type_gets_a_typed_error(given: Any) -> None:
    with pytest.raises(BadOption, match=r"map is a century\.Map, a drawing or 'standard'"):
        GAME.start(players=2, seed=1, map=given)
