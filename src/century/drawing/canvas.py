"""Drawing of cubes, cards and seats in a picture, for all games."""

from __future__ import annotations

from functools import cache
from typing import Any

from PIL import Image, ImageDraw, ImageFont

from century.drawing.console import CUBE_STYLES

WIDTH = 960  # pixels
MARGIN = 16
CUBE = 18
TABLE, PAPER, EDGE, INK, FAINT, ACTIVE = (
    "#efe6d2",
    "#fffdf6",
    "#b9a988",
    "#2b2317",
    "#7d7159",
    "#b8321f",
)
SEATS = ("#2f6db3", "#c2571a", "#3f8f4f", "#7b4fa0", "#333333")  # a seat also shows its number
Place = tuple[float, float]


@cache
def font(size: int) -> Any:
    """Return the font with a size in pixels."""
    return ImageFont.load_default(size)


class Canvas:
    """A picture, with methods to draw on it."""

    def __init__(self, height: int, width: int = WIDTH) -> None:
        self.image = Image.new("RGB", (width, height), TABLE)
        self.pen = ImageDraw.Draw(self.image)

    def text(
        self, at: Place, words: str, size: int = 15, ink: str = INK, anchor: str = "lm"
    ) -> float:
        """Write text; return the x coordinate of its end."""
        self.pen.text(at, words, fill=ink, font=font(size), anchor=anchor)
        return float(at[0] + self.pen.textlength(words, font=font(size)))

    def card(self, at: Place, width: float, height: float, edge: str = EDGE) -> None:
        """Draw an empty card."""
        x, y = at
        self.pen.rounded_rectangle((x, y, x + width, y + height), 8, PAPER, edge, width=2)

    def cubes(self, at: Place, letters: str, size: int = CUBE) -> float:
        """Draw cubes in a row, each with its letter; return the x coordinate of the end."""
        x, y = at
        for letter in letters:
            ink, _, fill = CUBE_STYLES[letter].partition(" on ")
            self.pen.rounded_rectangle((x, y - size / 2, x + size - 2, y + size / 2 - 2), 3, fill)
            middle = (x + size / 2 - 1, y - 1)
            self.text(middle, letter, round(size * 0.65), ink, anchor="mm")
            x += size
        return x

    def effect(self, at: Place, effect: str, size: int = CUBE) -> float:
        """Draw the effect of a card or market; return the x coordinate of its end."""
        x, y = at
        if effect.startswith("up"):
            return self.text((x, y), effect, size)
        price, arrow, gain = effect.rpartition(">")
        x = self.cubes((x, y), price, size)
        if arrow:
            tip, wing = size * 0.7, size * 0.3
            self.pen.polygon([(x + 2, y - 1 - wing), (x + tip, y - 1), (x + 2, y - 1 + wing)], INK)
            x += size * 0.8
        return self.cubes((x, y), gain, size)

    def fitted(self, at: Place, effect: str, width: float, size: int = CUBE) -> None:
        """Draw an effect centred in a width, smaller if it is long."""
        size = min(size, int(width / max(1, len(effect))))
        middle = at[0] + (width - self.length(effect, size)) / 2
        self.effect((middle, at[1]), effect, size)

    def length(self, effect: str, size: int) -> float:
        """Return the width of an effect in pixels."""
        if effect.startswith("up"):
            return float(self.pen.textlength(effect, font=font(size)))
        return len(effect) * size - 2 - (0.2 * size if ">" in effect else 0)

    def heading(self, view: dict[str, Any]) -> None:
        """Write the round, and whether the game is ending or over."""
        words = f"Round {view['round']}" if view["round"] else "Set-up"
        if view["over"]:
            words += " · the game is over"
        elif view["ending"]:
            words += " · last round"
        self.text((MARGIN, 24), words, 20)

    def seat(self, view: dict[str, Any], seat: int, at: Place, height: float) -> None:
        """Draw the empty board of a seat, with its number and its score or phase."""
        x, y = at
        deciding = seat == view["seat"] and not view["over"]
        self.card((x, y), WIDTH - 2 * MARGIN, height, ACTIVE if deciding else EDGE)
        self.pen.ellipse((x + 12, y + 10, x + 36, y + 34), SEATS[seat])
        self.text((x + 24, y + 22), str(seat), 15, "#ffffff", anchor="mm")
        score = f"{view['scores'][seat]} points" if view["scores"] else view["phase"]
        if deciding or view["scores"]:
            self.text((x + 12, y + 48), score, 14, ACTIVE if deciding else INK)
