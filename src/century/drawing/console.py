"""Drawing of cubes and cards in a terminal, for all games."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.text import Text

from century.core.cubes import COLOURS

# Cubes differ in letter and lightness, not in colour alone.
CUBE_STYLES = dict(
    zip(
        COLOURS,
        ("#000000 on #f2c230", "#ffffff on #c8242c", "#000000 on #55b06a", "#ffffff on #6b3d1c"),
        strict=True,
    )
)


def cubes(letters: str) -> Text:
    """Draw cubes, each as its letter on a background of its colour."""
    return Text.assemble(*((letter, f"bold {CUBE_STYLES[letter]}") for letter in letters))


def card(effect: str) -> Text:
    """Draw the effect of a card, with cubes in colour."""
    if effect.startswith("up"):
        return Text(effect, "bold")
    price, arrow, gain = effect.rpartition(">")
    return Text.assemble(cubes(price), ("→", "bold") if arrow else "", cubes(gain))


def cards(effects: Iterable[str]) -> Text:
    """Draw several cards."""
    return Text("  ").join([card(effect) for effect in effects])


def heading(view: dict[str, Any], names: list[str]) -> Text:
    """Return a line with the round and the player who decides."""
    text = Text(f"Round {view['round']}" if view["round"] else "Set-up", "bold")
    if view["over"]:
        return text.append(" · the game is over")
    text.append(f" · {names[view['seat']]} to decide")
    return text.append(" · last round", "bold red") if view["ending"] else text
