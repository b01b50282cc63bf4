"""`century advise`: the best turns of a position, in tokens and words."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from century.bots.advice import Advice, advise
from century.position import Position
from century.terminal.display import GameDisplay, prepare_display


def print_advice(console: Console, position: Position, count: int, level: str) -> None:
    """Print the table as the seat to move sees it, and the best turns."""
    drawn = prepare_display(console, position.game, [level])
    advice = advise(position, count, level)
    seat = position.seat
    names = [f"seat {number}" for number in range(position.players)]
    console.print(drawn.table(position.view(seat), names))
    table = Table(
        title=escape(f"Round {position.turn[0]}, {names[seat]}: the best turns"),
        box=box.SIMPLE_HEAD,
    )
    table.add_column("lead", justify="right")
    table.add_column("turn")
    table.add_column("in words")
    for one in advice:
        table.add_row(
            f"{one.value:+.1f}", Text(", ".join(one.tokens)), in_words(position, one, drawn)
        )
    console.print(table)
    console.print(
        "The lead is the expected lead over the best rival at the end of the game, in points."
    )


def in_words(position: Position, advice: Advice, drawn: GameDisplay) -> Text:
    """Describe the decisions of a turn in words."""
    said = []
    for token in advice.tokens:
        hint = drawn.hint(position.view(position.seat), token)
        verb = token.partition(" ")[0]
        said.append(Text.assemble(f"{verb} ", hint) if hint else Text(token))
        position = position.act(token)
    return Text(", ").join(said)
