"""The game in a terminal."""

from rich.console import Group, RenderableType
from rich.text import Text

from century.drawing.console import heading
from century.games.contract import View


def table(view: View, names: list[str]) -> RenderableType:
    """Draw the face-up card and every seat."""
    lines = [heading(view, names), Text(f"Card {view['card']}, {view['deck']} in the deck")]
    for name, seat in zip(names, view["seats"], strict=True):
        points = "" if seat["points"] is None else f", {seat['points']} points"
        lines.append(Text(f"{name}: top card {seat['top']}, {seat['claimed']} cards{points}"))
    return Group(*lines)


def hint(view: View, token: str) -> Text:
    """Say what a legal action means here."""
    return Text(f"the card {view['card']}" if token == "take" else "then take any card")
