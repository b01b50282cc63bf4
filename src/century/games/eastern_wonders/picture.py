"""Eastern Wonders as a picture."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

from PIL import Image

from century.drawing.canvas import FAINT, INK, MARGIN, SEATS, WIDTH, Canvas

SIZE = 62  # from a cell's middle to its corners
HALF_HEIGHT = SIZE * 3**0.5 / 2
EFFECT = 100  # width for what a market does
ROOM = 680  # width for the map
TOP, BOARD = 56, 86  # where the map begins; height of a seat's board
FILL = {"market": "#f3e3b3", "port": "#a9cbe0", "sea": "#dcebf2"}
TYPE_MARKS = {"ginger": "#f2c230", "chili": "#c8242c", "tea": "#55b06a", "cloves": "#6b3d1c"}
_CORNERS = [(SIZE * cos(pi / 3 * i), SIZE * sin(pi / 3 * i)) for i in range(6)]


def draw(view: dict[str, Any]) -> Image.Image:
    """Draw the map and every seat."""
    chart = _map(view["map"])
    below = TOP + chart.height + 16
    canvas = Canvas(below + (BOARD + 10) * view["players"] + MARGIN)
    canvas.heading(view)
    canvas.image.paste(chart, (MARGIN, TOP))
    _stacks(canvas, view)
    for seat in range(view["players"]):
        _seat(canvas, view, seat, below + seat * (BOARD + 10))
    return canvas.image


def _map(cells: dict[str, Any]) -> Image.Image:
    """Draw the map, smaller if it is wide."""
    left = min(cell["q"] for cell in cells.values())
    right = max(cell["q"] for cell in cells.values())
    lines = [2 * cell["r"] + cell["q"] for cell in cells.values()]
    width = int(SIZE * (2 + 1.5 * (right - left))) + 2
    canvas = Canvas(int((max(lines) - min(lines) + 2) * HALF_HEIGHT) + 2, width)
    for name, cell in cells.items():
        x = SIZE * (1 + 1.5 * (cell["q"] - left))
        y = HALF_HEIGHT * (1 + 2 * cell["r"] + cell["q"] - min(lines))
        _cell(canvas, name, cell, x, y)
    if width <= ROOM:
        return canvas.image
    return canvas.image.resize((ROOM, canvas.image.height * ROOM // width))


def _cell(canvas: Canvas, name: str, cell: dict[str, Any], x: float, y: float) -> None:
    corners = [(x + dx, y + dy) for dx, dy in _CORNERS]
    canvas.pen.polygon(corners, FILL[cell["kind"]], INK, width=2)
    canvas.text((x - 22, y - 43), name, 12, FAINT, anchor="mm")
    if cell["kind"] == "market":
        canvas.pen.ellipse((x - 6, y - 48, x + 6, y - 36), TYPE_MARKS[cell["type"]], INK)
        canvas.fitted((x - EFFECT / 2, y - 14), cell["trade"], EFFECT, 15)
        for i, seat in enumerate(cell["outposts"]):
            at = x - 34 + 17 * i
            canvas.pen.rectangle((at, y + 26, at + 14, y + 40), SEATS[seat])
            canvas.text((at + 7, y + 33), str(seat), 11, "#ffffff", anchor="mm")
    elif cell["kind"] == "port":
        tile = cell["tile"]
        canvas.text((x, y - 34), str(tile["points"]) if tile else "closed", 18, anchor="mm")
        canvas.fitted((x - EFFECT / 2, y - 16), tile["cost"] if tile else "", EFFECT, 15)
    canvas.cubes((x - 7 * min(len(cell["cubes"]), 7), y + 8), cell["cubes"][:7], 14)
    for i, seat in enumerate(cell["boats"]):
        _boat(canvas, seat, x + 27 - 20 * i, y + 33)


def _boat(canvas: Canvas, seat: int, x: float, y: float) -> None:
    hull = [(x - 11, y), (x + 11, y), (x + 6, y + 9), (x - 6, y + 9)]
    canvas.pen.polygon(hull, SEATS[seat], INK)
    canvas.pen.polygon([(x - 1, y - 16), (x + 10, y - 2), (x - 1, y - 2)], SEATS[seat], INK)
    canvas.text((x, y + 5), str(seat), 9, "#ffffff", anchor="mm")


def _stacks(canvas: Canvas, view: dict[str, Any]) -> None:
    """Describe the stacks and piles beside the map."""
    x, y = MARGIN + ROOM + 24, TOP + 20
    canvas.text((x, y), f"VP tiles in the pile: {view['vp_pile']}", 15)
    for kind, left in view["bonus_stacks"].items():
        y += 26
        shown = ", ".join(map(str, left)) if isinstance(left, list) else str(left)
        canvas.text((x, y), f"bonus {kind}: {shown or 'none'}", 15)
    for cubes in view["start_sets"]:
        y += 26
        canvas.cubes((canvas.text((x, y), "starting set ", 15) + 4, y), cubes, 16)


def _seat(canvas: Canvas, view: dict[str, Any], seat: int, y: float) -> None:
    shown = view["seats"][seat]
    canvas.seat(view, seat, (MARGIN, y), BOARD)
    size = max(8, min(18, 600 // (1 + len(shown["cubes"]))))
    canvas.cubes((MARGIN + 110, y + 24), shown["cubes"], size)
    canvas.text((WIDTH - MARGIN - 14, y + 24), f"VP tiles: {shown['claimed']}", 15, anchor="rm")
    built = ", ".join(f"{kind} {count}" for kind, count in shown["outposts"].items())
    bonus = ", ".join(f"{kind} {count}" for kind, count in shown["bonus"].items() if count)
    x = canvas.text((MARGIN + 110, y + 60), f"outposts: {built}", 14)
    canvas.text((x + 30, y + 60), f"bonus: {bonus or 'none'}", 14)
