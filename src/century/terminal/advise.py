"""`century advise`: the best turns of a position, in tokens and words."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from century.bots.advice import Advice, advise
from century.bots.levels import best_level
from century.position import Position
from century.terminal.display import GameDisplay, prepare_display


def print_advice(console: Console, position: Position, count: int, level: str | None) -> None:
    """Print the table as the seat to move sees it, and the best turns."""
    level = best_level(position.game) if level is None else level
    drawn = prepare_display(console, position.game, [] if level is None else [level])
    advice = advise(position, count, level)
    seat = position.seat
    names = [f"seat {number}" for number in range(position.players)]
    console.print(drawn.table(position.view(seat), names))
    title = escape(f"Round {position.turn[0]}, {names[seat]}: the best turns")
    console.print(_table(title, position, advice, drawn))
    console.print(
        "The lead is the expected lead over the best rival at the end of the game, in points."
    )


def _table(title: str, position: Position, advice: list[Advice], drawn: GameDisplay) -> Table:
    """Return the turns as a table, with chances to win if the level estimates them."""
    with_chances = any(one.chance is not None for one in advice)
    table = Table(title=title, box=box.SIMPLE_HEAD)
    if with_chances:
        table.add_column("wins", justify="right")
    table.add_column("lead", justify="right")
    table.add_column("turn")
    table.add_column("in words")
    for one in advice:
        chance = [f"{one.chance:.0%}"] if with_chances and one.chance is not None else []
        turn = Text(", ".join(one.tokens))
        table.add_row(*chance, f"{one.value:+.1f}", turn, in_words(position, one, drawn))
    return table


def in_words(position: Position, advice: Advice, drawn: GameDisplay) -> Text:
    """Describe the decisions of a turn in words."""
    said = []
    for token in advice.tokens:
        hint = drawn.hint(position.view(position.seat), token)
        verb = token.partition(" ")[0]
        said.append(Text.assemble(f"{verb} ", hint) if hint else Text(token))
        position = position.act(token)
    return Text(", ").join(said)
