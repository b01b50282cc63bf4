"""The command for people who write a game."""

from __future__ import annotations

import os
import signal
from typing import Annotated

import typer

from century.cli.common import app, the_console

FIND = "check it again with NUMBA_DISABLE_JIT=1 to find the line"


@app.command(name="check-game")
def check_game(
    name: Annotated[str, typer.Argument(help="The game's name.", show_default=False)],
) -> None:
    """Check a game against the contract for games, and list everything that is wrong.

    Run it while you write a game of your own. It finds your package by its entry point in the
    group century.games, so install the package first, for example with pip install -e.

    It checks the spec, the kernels, the words in all languages and the files of the page, whose
    script it does not run. Then it plays random games for every number of players and checks each
    position: texts and records that are read back, views, secrecy, score sheets, observations,
    chance, heuristics and both drawings. Compiled and uncompiled kernels must do the same. For
    parts that the game does not have, it says what takes their place. If a fault keeps other parts
    from being checked, it names these parts. The first run compiles for up to a minute.

    The status is 0 if nothing is wrong and 1 otherwise. docs/a-new-game.md teaches how to write a
    game.
    """
    if not hasattr(os, "fork"):
        raise typer.Exit(_check(name))
    # A broken kernel may crash its process, or run endlessly, where Python cannot handle Ctrl-C.
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        raise typer.Exit(_check(name))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    ended = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if ended == -signal.SIGINT:
        raise typer.Exit(130)
    if ended < 0:
        crash = f"{name} crashed ({signal.Signals(-ended).name}): a kernel may write out of range"
        the_console(stderr=True).print(f"\n{crash}; {FIND}", markup=False, soft_wrap=True)
        raise typer.Exit(1)
    raise typer.Exit(ended)


def _check(name: str) -> int:
    """Check a game, print what is wrong and return the exit status."""
    from rich.text import Text

    from century.check import Section, examine

    console = the_console()

    def begin(section: str) -> None:
        console.print(f"{section} ", end="", highlight=False)

    def end(section: Section) -> None:
        count = len(section.faults)
        result = Text("ok", "green")
        if section.defaults:
            result.append(f" with defaults: {'; '.join(section.defaults)}", "dim")
        if section.notes:
            result.append(f" ({'; '.join(section.notes)})", "dim")
        if section.absent:
            result = Text(f"absent: {section.absent}", "dim")
        elif section.skipped:
            result = Text(f"not checked {section.skipped}", "dim")
        elif count:
            result = Text(f"{count} fault{'s' if count > 1 else ''}", "bold red")
        console.print(result, soft_wrap=True)

    report = examine(name, begin, end)
    console.print(f"\n{report}", markup=False, highlight=False, soft_wrap=True)
    return 0 if report.ok else 1
