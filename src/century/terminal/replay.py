"""Stepping through a record."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape

from century.record import Record, Turn
from century.terminal.look import look, print_result

HELP = "Enter: next turn · b: back · a number: that round · e: the end · q: leave"


def replay(console: Console, record: Record, step: bool) -> None:
    """Show a game turn by turn; with `step` wait for the person after each."""
    drawn = look(console, record.start.game)
    turns = record.turns()
    positions = [record.start]
    for turn in turns:
        position = positions[-1]
        for token in turn.tokens:
            position = position.act(token)
        positions.append(position)
    names = [record.name(seat) for seat in range(record.start.players)]
    shown, at = -1, 0
    while True:
        if at != shown:
            if at > 0:
                turn = turns[at - 1]
                said = f"{turn.round}. [b]{escape(names[turn.seat])}[/b]: {escape(str(turn))}"
                console.print(said)
            if step or at in (0, len(turns)):
                console.print(drawn.table(positions[at].view(None), names))
            if positions[at].over:
                print_result(console, positions[at], names)
        if not step and at == len(turns):
            return
        shown = at
        answer = console.input(f"[dim]{HELP}[/dim] > ").strip().lower() if step else ""
        if answer in ("q", "quit"):
            return
        at = _next(at, answer, turns, console)


def _next(at: int, answer: str, turns: list[Turn], console: Console) -> int:
    """Return after how many turns to show the game, by an answer."""
    if answer == "b":
        return max(0, at - 1)
    if answer == "e":
        return len(turns)
    if answer.isdecimal():
        rounds = [str(turn.round) for turn in turns]
        if answer in rounds:
            return rounds.index(answer)  # before its first turn
        known = f"rounds {rounds[0]} to {rounds[-1]}" if rounds else "no turns"
        console.print(f"The record has {known}.", style="red")
        return at
    if answer:
        console.print(f"{answer!r} means nothing here.", style="red", markup=False)
        return at
    if at == len(turns):
        console.print("This is the end of the record.")
    return min(len(turns), at + 1)
