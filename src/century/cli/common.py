"""Shared parts of the commands: the application, common options, and error output."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from traceback import walk_tb
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from century.record import Record

app = typer.Typer(
    name="century",
    epilog="To start: century play",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

MAX_FILE = 10_000_000  # bytes of a record; those of whole games have some thousands

PlayersOption = Annotated[int, typer.Option("--players", "-p", help="How many seats.")]
WeightsOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="The network with which the bot master plays."),
]
SeedOption = Annotated[int, typer.Option(help="The deal: the same seed gives the same game.")]


def the_console(stderr: bool = False) -> Console:
    """Return a console for standard output or standard error."""
    from rich.console import Console

    return Console(stderr=stderr)


def fail(message: str) -> NoReturn:
    """Print an error and exit with status 2."""
    from rich.text import Text

    the_console(stderr=True).print(Text.assemble(("error: ", "bold red"), message), soft_wrap=True)
    raise SystemExit(2)


def broken_game(name: str, error: BaseException) -> str:
    """Say in one line why a game cannot be played, and which command says more."""
    from century.games import describe

    advice = f"`century check-game {name}` lists what is wrong"
    return f"{name} cannot be played: {describe(error)}; {advice}"


@contextmanager
def one_line_if_broken(name: str) -> Iterator[None]:
    """Fail with one line if a game from another package raises an unexpected exception.

    Exceptions in the games of this package are bugs of century and keep their traceback.
    """
    from century.errors import CenturyError
    from century.games import __name__ as own_games
    from century.games import game_package, games

    try:
        yield
    except (CenturyError, OSError, UnicodeDecodeError, KeyboardInterrupt):
        raise  # the caller prints these in one line
    except BaseException as error:  # code of other packages may raise anything
        if name not in games() or game_package(name).startswith(f"{own_games}."):
            raise
        if isinstance(error, SystemExit) and not _raised_in(error, game_package(name)):
            raise  # an ordinary end of the command
        fail(broken_game(name, error))


def _raised_in(error: BaseException, package: str) -> bool:
    """Return whether a module of a package raised an error."""
    *_, (frame, _line) = walk_tb(error.__traceback__)
    module = str(frame.f_globals.get("__name__", ""))
    return f"{module}.".startswith(f"{package}.")


def command_line(*arguments: str) -> str:
    """Return the shell command that runs this program again with other arguments."""
    script = sys.argv[0]
    is_module = Path(script).name == "__main__.py"  # python -m century
    program = [sys.executable, "-m", "century"] if is_module else [script]
    return shlex.join([*program, *arguments])


def read_text(path: Path) -> str:
    """Return the text of a file; fail if it is too large, or no text."""
    with path.open("rb") as file:  # reads a limited part: a device may have no end
        content = file.read(MAX_FILE + 1)
    if len(content) > MAX_FILE:
        fail(f"{path}: larger than {MAX_FILE:,} bytes; this is no record and no position")
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        fail(f"{path}: not a text file: {error}")


def load_record(path: Path, number: int | None = None) -> Record:
    """Read a game record from a file; a file with several records needs a number."""
    from century.record import read_record, split_records

    text = read_text(path)
    records = split_records(text)
    if number is None:
        if len(records) > 1:
            count = len(records)
            fail(f"{path} has {count} games: century replay shows one with --game 1 to {count}")
        return read_record(text)
    if number > len(records):
        fail(f"{path} has {len(records)} {'game' if len(records) == 1 else 'games'}")
    return read_record(records[number - 1])


def with_weights(name: str | None, weights: Path | None) -> str | None:
    """Return the name of a bot that plays with a file of weights; fail if the bot uses none.

    Without a name, the bot is `master`.
    """
    if weights is None:
        return name
    from century.bots import NEURAL

    kind = name or NEURAL[-1]
    if kind not in NEURAL:
        fail(f"--weights is for the bots {' and '.join(NEURAL)}, not for {name}")
    return f"{kind}:{weights}"
