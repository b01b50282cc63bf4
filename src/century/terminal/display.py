"""Display of games in the terminal.

The module `terminal` of a game draws it; a game without one gets the plain drawing of all games.
"""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType
from typing import Any

from rich.console import Console, RenderableType
from rich.text import Text

from century.core.optional_module import optional_module
from century.drawing import plain_terminal
from century.position import Game, Position
from century.terminal.prepare import prepare

__all__ = ["GameDisplay", "prepare_display", "print_result"]


class GameDisplay:
    """Draws one game."""

    def __init__(self, game: Game) -> None:
        self._module: ModuleType = optional_module(game.package, "terminal") or plain_terminal

    def table(self, view: dict[str, Any], names: list[str]) -> RenderableType:
        """Draw a view of the table."""
        drawn: RenderableType = self._module.table(view, names)
        return drawn

    def hint(self, view: dict[str, Any], token: str) -> Text:
        """Describe a legal action in a few words."""
        hint: Text = self._module.hint(view, token)
        return hint


def prepare_display(console: Console, game: Game, bots: Iterable[str] = ()) -> GameDisplay:
    """Compile a game and the bots that will play it, and return the game's display."""
    prepare(console, game, bots)
    return GameDisplay(game)


def print_result(console: Console, position: Position, names: list[str]) -> None:
    """Print the ranking of a finished game."""
    scores = position.scores()
    for place, seat in enumerate(position.ranking(), start=1):
        console.print(f"{place}. {names[seat]}: {scores[seat]} points", markup=False)
    if len(set(scores)) < len(scores):
        console.print("Of tied players, the one who had the last turn is ahead.")
