"""`century replay`: show a record turn by turn."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape

from century.record import Record, Turn
from century.terminal.display import prepare_display, print_result

HELP = "Enter: next turn · b: back · a number: that round · e: the end · q: quit"


def replay(console: Console, record: Record, step: bool) -> None:
    """Show a game turn by turn; with `step`, wait for a command after each turn."""
    display = prepare_display(console, record.start.game)
    turns = record.turns()
    positions = [record.start]
    for turn in turns:
        position = positions[-1]
        for token in turn.tokens:
            position = position.act(token)
        positions.append(position)
    names = [record.name(seat) for seat in range(record.start.players)]
    shown, index = -1, 0  # indexes into positions: the one on the screen, and the one to show
    while True:
        if index != shown:
            if index > 0:
                turn = turns[index - 1]
                name, text = escape(names[turn.seat]), escape(str(turn))
                console.print(f"{turn.round}. [b]{name}[/b]: {text}")
            if step or index in (0, len(turns)):
                console.print(display.table(positions[index].view(None), names))
            if positions[index].over:
                print_result(console, positions[index], names)
        if not step and index == len(turns):
            return
        shown = index
        answer = console.input(f"[dim]{HELP}[/dim] > ").strip().lower() if step else ""
        if answer in ("q", "quit"):
            return
        index = _next(index, answer, turns, console)


def _next(index: int, answer: str, turns: list[Turn], console: Console) -> int:
    """Return the index of the position that a command asks for."""
    if answer == "b":
        return max(0, index - 1)
    if answer == "e":
        return len(turns)
    if answer.isdecimal():
        rounds = [str(turn.round) for turn in turns]
        if answer in rounds:
            return rounds.index(answer)  # before its first turn
        contents = f"rounds {rounds[0]} to {rounds[-1]}" if rounds else "no turns"
        console.print(f"The record has {contents}.", style="red")
        return index
    if answer:
        console.print(f"Unknown command {answer!r}.", style="red", markup=False)
        return index
    if index == len(turns):
        console.print("This is the end of the record.")
    return min(len(turns), index + 1)
