"""Spice Road as a picture."""

from __future__ import annotations

from typing import Any

from PIL import Image

from century.drawing.canvas import CUBE, EDGE, FAINT, INK, MARGIN, WIDTH, Canvas

POINT_CARD, MERCHANT = (150, 74), (148, 78)  # width and height
BOARD = 136  # height of a seat's board
_POINTS, _MERCHANTS, _SEATS = 66, 176, 290  # where the rows begin
GOLD, SILVER = "#d8a31a", "#9aa3aa"


def draw(view: dict[str, Any]) -> Image.Image:
    """Draw the rows and every seat."""
    canvas = Canvas(_SEATS + (BOARD + 10) * view["players"] + MARGIN)
    canvas.heading(view)
    decks = f"{view['point_deck']} point cards and {view['merchant_deck']} merchant cards face down"
    canvas.text((WIDTH - MARGIN, 24), decks, 14, FAINT, anchor="rm")
    _point_row(canvas, view)
    for slot, card in enumerate(view["merchant_row"]):
        x = MARGIN + slot * (MERCHANT[0] + 8)
        canvas.card((x, _MERCHANTS), *MERCHANT)
        canvas.fitted((x + 8, _MERCHANTS + 24), card["card"], MERCHANT[0] - 16, 18)
        canvas.cubes((x + 8, _MERCHANTS + 58), card["cubes"], 14)
    for seat in range(view["players"]):
        _seat(canvas, view, seat, _SEATS + seat * (BOARD + 10))
    return canvas.image


def _point_row(canvas: Canvas, view: dict[str, Any]) -> None:
    for slot, card in enumerate(view["point_row"]):
        x = MARGIN + slot * (POINT_CARD[0] + 8)
        canvas.card((x, _POINTS), *POINT_CARD)
        canvas.text((x + 10, _POINTS + 22), str(card["points"]), 24)
        canvas.cubes((x + 10, _POINTS + 54), card["cost"])
        if card["coin"]:
            metal = {"gold": GOLD, "silver": SILVER}[card["coin"]]
            _coins(canvas, x + POINT_CARD[0] - 30, _POINTS + 22, metal, card["coins"])


def _coins(canvas: Canvas, x: float, y: float, metal: str, count: int) -> None:
    canvas.pen.ellipse((x - 14, y - 14, x + 14, y + 14), metal, EDGE)
    canvas.text((x, y), str(count), 15, INK, anchor="mm")


def _seat(canvas: Canvas, view: dict[str, Any], seat: int, y: float) -> None:
    shown = view["seats"][seat]
    canvas.seat(view, seat, (MARGIN, y), BOARD)
    canvas.cubes((MARGIN + 110, y + 22), shown["cubes"], CUBE)
    right = WIDTH - MARGIN
    canvas.text((right - 90, y + 22), f"claimed: {shown['claimed']}", 15, anchor="rm")
    _coins(canvas, right - 64, y + 22, GOLD, shown["gold"])
    _coins(canvas, right - 28, y + 22, SILVER, shown["silver"])
    for top, name in ((y + 50, "hand"), (y + 96, "played")):
        canvas.text((MARGIN + 110, top), name, 13, FAINT)
        _cards(canvas, shown[name], MARGIN + 165, top)


def _cards(canvas: Canvas, cards: list[str], left: float, top: float) -> None:
    """Draw cards on two lines, as large as they fit there."""
    size = 16
    while size > 6 and any(line > 1 for _, line in _places(cards, left, size)):
        size -= 1
    for card, (x, line) in zip(cards, _places(cards, left, size), strict=True):
        canvas.effect((x, top + line * (size + 7)), card, size)


def _places(cards: list[str], left: float, size: int) -> list[tuple[float, int]]:
    """Return where each card begins, and on which line."""
    places: list[tuple[float, int]] = []
    x, line = left, 0
    for card in cards:
        width = (len(card) + 0.7) * size
        if x + width > WIDTH - 2 * MARGIN:
            x, line = left, line + 1
        places.append((x, line))
        x += width
    return places
