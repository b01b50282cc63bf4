"""The game as a picture."""

from PIL import Image

from century.drawing.canvas import MARGIN, Canvas
from century.games.contract import View


def draw(view: View) -> Image.Image:
    """Draw the face-up card and every seat."""
    canvas = Canvas(160 + 80 * view["players"])
    canvas.heading(view)
    canvas.card((MARGIN, 50), 64, 80)
    canvas.text((MARGIN + 32, 90), str(view["card"]), 28, anchor="mm")
    for seat, shown in enumerate(view["seats"]):
        canvas.seat(view, seat, (MARGIN, 150 + 80 * seat), 70)
        canvas.text((200, 185 + 80 * seat), f"{shown['claimed']} cards, top {shown['top']}")
    return canvas.image
