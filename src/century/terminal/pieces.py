"""How cubes, cards and seats look in a terminal, in every game."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from types import ModuleType
from typing import Any

from rich.console import Console, RenderableType
from rich.text import Text

from century.cubes import COLOURS
from century.position import Game, Position
from century.terminal.prepare import prepare

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


class Look:
    """How one game is drawn: its module in this package, found by the game's name."""

    def __init__(self, game: Game) -> None:
        name = game.name.replace("-", "_")
        self._module: ModuleType = import_module(f"century.terminal.{name}")

    def table(self, view: dict[str, Any], names: list[str]) -> RenderableType:
        """Draw the whole table as a view shows it."""
        drawn: RenderableType = self._module.table(view, names)
        return drawn

    def hint(self, view: dict[str, Any], token: str) -> Text:
        """Say in a few words what a legal action means here."""
        hint: Text = self._module.hint(view, token)
        return hint


def look(console: Console, game: Game, players: Iterable[str] = ()) -> Look:
    """Get a game, and the bots that are to play it, ready to be played and drawn."""
    prepare(console, game, players)
    return Look(game)


def print_result(console: Console, position: Position, names: list[str]) -> None:
    """Say who came in where in a finished game."""
    scores = position.scores()
    for place, seat in enumerate(position.ranking(), start=1):
        console.print(f"{place}. {names[seat]}: {scores[seat]} points", markup=False)
    if len(set(scores)) < len(scores):
        console.print("Of players who tie, the one who had the last turn is ahead.")
