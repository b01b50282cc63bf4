"""The picture of a result, to share and for link previews."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from century.server.web.page import STATIC

__all__ = ["SIZE", "Standing", "draw_result"]

SIZE = (1200, 630)  # pixels; the size that messengers recommend
PAPER, EDGE, INK, SOFT, ACCENT = "#fffaf1", "#d9c6a5", "#2b1d14", "#5b4737", "#9c3b16"
SEATS = ("#8d3f97", "#1d6f8f", "#9a5b00", "#4c6b1f", "#a0304f")  # as in style/base.css, by day
SCENE = STATIC / "share" / "scene.jpg"  # for games without a scene of their own
LEFT, TOP, RIGHT = 54, 36, 780  # the sheet of paper; it is as long as its rows
ROWS = 344  # pixels for all players
ROW = 86  # at most, from one player to the next
LONGEST = 450  # pixels for a name


@dataclass(frozen=True)
class Standing:
    """A player and their points."""

    seat: int
    name: str
    points: int


def draw_result(
    title: str, standings: list[Standing], site: str, scene: Path | None = None
) -> bytes:
    """Return a PNG with the players of a game, the winner first, before a scene."""
    image = _read(scene or SCENE).copy()
    pen = ImageDraw.Draw(image)
    row = min(ROW, ROWS // len(standings))
    bottom = TOP + 214 + row * len(standings)
    pen.rounded_rectangle((LEFT + 6, TOP + 8, RIGHT + 6, bottom + 8), 22, "#5a2c14")
    pen.rounded_rectangle((LEFT, TOP, RIGHT, bottom), 22, PAPER, EDGE, width=3)
    pen.text((LEFT + 36, TOP + 50), title, SOFT, _font(40, 550), anchor="lm")
    winner = standings[0]
    width = RIGHT - LEFT - 240
    font = _font(92 if _font(92, 750).getlength(winner.name) <= width else 64, 750)
    heading = _fitted(winner.name, font, width)
    pen.text((LEFT + 36, TOP + 124), heading, ACCENT, font, anchor="lm")
    _draw_seal(pen, winner.points, (RIGHT - 108, TOP + 96))
    for place, standing in enumerate(standings):
        _draw_row(pen, place, standing, TOP + 182 + row // 2 + row * place, row)
    pen.text((LEFT + 36, bottom - 22), site, SOFT, _figures(24, 450), anchor="lm")
    return _png(image)


def _draw_seal(pen: ImageDraw.ImageDraw, points: int, centre: tuple[int, int]) -> None:
    """Draw a golden seal with the points of the winner."""
    x, y = centre
    for radius, colour in ((78, "#a86f0e"), (73, "#efc451"), (64, "#c98f1c"), (61, "#f3cf6a")):
        pen.ellipse((x - radius, y - radius, x + radius, y + radius), colour)
    pen.text(centre, str(points), INK, _figures(72, 800), anchor="mm")


def _draw_row(pen: ImageDraw.ImageDraw, place: int, standing: Standing, y: int, row: int) -> None:
    """Draw the seat, the name and the points of a player."""
    size = 4 * row // 7
    font = _font(size, 700 if place == 0 else 450)
    pen.line((LEFT + 36, y - row // 2, RIGHT - 36, y - row // 2), EDGE, 2)
    half = row // 3
    box = (LEFT + 36, y - half, LEFT + 36 + 2 * half, y + half)
    pen.rounded_rectangle(box, 10, SEATS[standing.seat % len(SEATS)])
    number = str(standing.seat + 1)
    pen.text((LEFT + 36 + half, y), number, PAPER, _figures(row // 2, 700), anchor="mm")
    name = _fitted(standing.name, font, LONGEST)
    pen.text((LEFT + 56 + 2 * half, y), name, INK, font, anchor="lm")
    figures = _figures(size, 700 if place == 0 else 500)
    pen.text((RIGHT - 40, y), str(standing.points), INK, figures, anchor="rm")


def _fitted(name: str, font: Any, width: float) -> str:
    """Shorten a name to a width. Characters that the typeface lacks are left out."""
    known = "".join(letter for letter in name if ord(letter) < 0x180).strip() or "—"
    if font.getlength(known) <= width:
        return known
    while known and font.getlength(f"{known}…") > width:
        known = known[:-1]
    return f"{known}…"


def _font(size: int, weight: int) -> Any:
    """Return the typeface of names and headings."""
    return _typeface("fraunces.woff2", size, weight)


def _figures(size: int, weight: int) -> Any:
    """Return the typeface of numbers and small text."""
    return _typeface("source-sans-3.woff2", size, weight)


@cache
def _typeface(name: str, size: int, weight: int) -> Any:
    font = ImageFont.truetype(STATIC / "fonts" / name, size)
    font.set_variation_by_axes([weight])
    return font


@cache
def _read(scene: Path) -> Image.Image:
    with Image.open(scene) as found:
        return found.convert("RGB").resize(SIZE)


def _png(image: Image.Image) -> bytes:
    """Return an image as a PNG with a palette, which is a third of the size."""
    written = BytesIO()
    image.quantize(128, method=Image.Quantize.MEDIANCUT).save(written, "PNG", optimize=True)
    return written.getvalue()
