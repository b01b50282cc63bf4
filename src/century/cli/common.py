"""What the commands of `century` share: the application, options, and how to fail."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from century.record import Record

app = typer.Typer(
    name="century",
    epilog="Begin with: century play",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

PlayersOption = Annotated[int, typer.Option("--players", "-p", help="How many seats.")]
SeedOption = Annotated[int, typer.Option(help="The deal: the same seed gives the same game.")]


def the_console(stderr: bool = False) -> Console:
    """Return the terminal to write to."""
    from rich.console import Console

    return Console(stderr=stderr)


def fail(message: str) -> NoReturn:
    """Say what is wrong and end with status 2."""
    from rich.text import Text

    the_console(stderr=True).print(Text.assemble(("error: ", "bold red"), message), soft_wrap=True)
    raise SystemExit(2)


def command_line(*arguments: str) -> str:
    """Return the shell command that runs this program again with other arguments."""
    started = sys.argv[0]
    by_module = Path(started).name == "__main__.py"  # python -m century
    program = [sys.executable, "-m", "century"] if by_module else [started]
    return shlex.join([*program, *arguments])


def read(path: Path) -> Record:
    """Read a game record."""
    from century.record import read_record

    return read_record(path.read_text(encoding="utf-8"))
