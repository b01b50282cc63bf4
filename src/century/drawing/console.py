"""How cubes, cards and seats look in a terminal, in every game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.text import Text

from century.core.cubes import COLOURS

# A cube is told by its letter as well as by its colour; the shades differ in lightness too.
CUBE_STYLES = dict(
    zip(
        COLOURS,
        ("#000000 on #f2c230", "#ffffff on #c8242c", "#000000 on #55b06a", "#ffffff on #6b3d1c"),
        strict=True,
    )
)


def cubes(letters: str) -> Text:
    """Draw cubes: a letter on a patch of its colour."""
    return Text.assemble(*((letter, f"bold {CUBE_STYLES[letter]}") for letter in letters))


def card(effect: str) -> Text:
    """Draw a card by its effect, with its cubes in colour."""
    if effect.startswith("up"):
        return Text(effect, "bold")
    price, arrow, gain = effect.rpartition(">")
    return Text.assemble(cubes(price), ("→", "bold") if arrow else "", cubes(gain))


def cards(effects: Iterable[str]) -> Text:
    """Draw several cards."""
    return Text("  ").join([card(effect) for effect in effects])


def heading(view: dict[str, Any], names: list[str]) -> Text:
    """Say which round it is and who decides."""
    text = Text(f"Round {view['round']}" if view["round"] else "Set-up", "bold")
    if view["over"]:
        return text.append(" · the game is over")
    text.append(f" · {names[view['seat']]} to decide")
    return text.append(" · last round", "bold red") if view["ending"] else text
