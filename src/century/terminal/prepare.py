"""Compile kernels on the first run on a machine, with a message and a progress bar."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from century.position import Game
from century.warmup import BOT, steps, warm_up


def prepare(console: Console, game: Game, bots: Iterable[str] = ()) -> None:
    """Compile a game's rules and the bots that will play, unless they are compiled already."""
    bots = tuple(bots)
    remaining = steps(game, bots)
    if not remaining:
        return
    what = f"Compiling {_named(game, remaining)}, once on this machine: some seconds."
    console.print(what, markup=False, highlight=False, soft_wrap=True)
    bar = Progress(
        TextColumn("  {task.description:16}"),
        BarColumn(),
        TimeElapsedColumn(),
        console=console,
        transient=True,
    )
    with bar:
        task = bar.add_task("", total=len(remaining))
        done = -1

        def show_step(name: str) -> None:
            nonlocal done
            done += 1
            bar.update(task, description=name, completed=done)

        warm_up(game, show_step, bots)


def _named(game: Game, remaining: Collection[str]) -> str:
    """Return what is compiled: the rules, or the bots if the rules are compiled already."""
    added = [name for name in remaining if name.startswith(BOT)]
    if len(added) < len(remaining):
        return f"the rules of {game.title}" + (" and its bots" if added else "")
    names = ", ".join(name.removeprefix(BOT) for name in added)
    return f"the bots for {game.title} ({names})"
