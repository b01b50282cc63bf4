"""Drawing any game in the terminal: each game draws itself."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from types import ModuleType
from typing import Any

from rich.console import Console, RenderableType
from rich.text import Text

from century.position import Game, Position
from century.terminal.prepare import prepare

__all__ = ["Look", "look", "print_result"]


class Look:
    """How one game is drawn: the module `terminal` of its package."""

    def __init__(self, game: Game) -> None:
        self._module: ModuleType = import_module(f"{game.package}.terminal")

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
