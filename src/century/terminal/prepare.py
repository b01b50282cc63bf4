"""The first run on a machine compiles what it needs: say so, and show how far it is."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from century.position import Game
from century.warmup import steps, warm_up


def prepare(console: Console, game: Game, players: Iterable[str] = ()) -> None:
    """Compile a game's rules, and the bots that are to play, if that has not happened yet."""
    players = tuple(players)
    left = steps(game, players)
    if not left:
        return
    console.print(f"Compiling {game.title} for this machine: once, some seconds.")
    bar = Progress(
        TextColumn("  {task.description:16}"),
        BarColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
    )
    with bar:
        task = bar.add_task("", total=len(left))
        done = -1

        def tell(name: str) -> None:
            nonlocal done
            done += 1
            bar.update(task, description=name, completed=done)

        warm_up(game, tell, players)
