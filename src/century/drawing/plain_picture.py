"""A plain picture of any view, for games without a module `picture`."""

from __future__ import annotations

from PIL import Image

from century.core.view import View, own_fields
from century.drawing.canvas import MARGIN, Canvas
from century.drawing.plain_terminal import facts

__all__ = ["draw"]

LINE, SEAT = 24, 80  # pixels: the height of a line and of a seat


def draw(view: View) -> Image.Image:
    """Draw the heading, the fields of the board and the board of each seat."""
    lines = facts(own_fields(view))
    top = 56 + LINE * len(lines)
    canvas = Canvas(top + SEAT * view["players"])
    canvas.heading(view)
    for number, line in enumerate(lines):
        canvas.text((MARGIN, 56 + LINE * number), line)
    for seat, shown in enumerate(view["seats"]):
        y = top + SEAT * seat
        canvas.seat(view, seat, (MARGIN, y), SEAT - 10)
        details = {name: value for name, value in shown.items() if name != "cubes"}
        x = canvas.cubes((200, y + 35), shown.get("cubes", ""))
        canvas.text((x + 10, y + 35), ", ".join(facts(details)))
    return canvas.image
