"""The first run on a machine compiles the rules: say so, and show how far it is."""

from __future__ import annotations

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from century.position import Game
from century.warmup import STEPS, is_warm, warm_up


def prepare(console: Console, game: Game) -> None:
    """Compile a game's rules if that has not happened on this machine yet."""
    if is_warm(game):
        return
    console.print(f"Compiling the rules of {game.title} for this machine: once, a few seconds.")
    bar = Progress(
        TextColumn("  {task.description:16}"),
        BarColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
    )
    with bar:
        task = bar.add_task("", total=len(STEPS))
        done = -1

        def tell(name: str) -> None:
            nonlocal done
            done += 1
            bar.update(task, description=name, completed=done)

        warm_up(game, tell)
