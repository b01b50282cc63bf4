"""The `century` command. Commands import modules only when they run, to keep --help fast."""

from __future__ import annotations

import io
import sys
from importlib import import_module
from importlib.util import find_spec
from typing import Annotated

import typer
from typer.models import CommandInfo

from century.cli import (  # noqa: F401  they add commands
    backup,
    check_game,
    measure,
    networks,
    play,
    serve,
    tournament,
    train,
)
from century.cli.common import app, fail, the_console
from century.interrupts import watch_for_ctrl_c

MAX_MESSAGE = 2000  # characters; an error may quote what it was given


def _show_version(requested: bool) -> None:
    if requested:
        from century import __version__

        typer.echo(f"century {__version__}")
        raise typer.Exit


@app.callback()
def century(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Play, replay, simulate and measure the board games of the Century series (unofficial)."""


def add_game_commands() -> None:
    """Add the commands that games define in their module `cli`; a broken one stops no other."""
    from century.games import describe, game_spec, games

    with watch_for_ctrl_c() as is_ctrl_c:
        for name in games():
            module = f"{game_spec(name).package}.cli"
            if find_spec(module) is None:
                continue
            before = list(app.registered_commands)
            try:
                import_module(module).add_commands(app)
            except BaseException as error:  # other people's code may raise anything
                if isinstance(error, KeyboardInterrupt) and is_ctrl_c():
                    raise
                _warn(f"{name}: its commands cannot be loaded: {describe(error)}")
            _keep_first_commands(name, before)


def _keep_first_commands(game: str, before: list[CommandInfo]) -> None:
    """Remove the commands of a game that have the name of an earlier command."""
    taken = {_command_name(command) for command in before}
    added = [command for command in app.registered_commands if command not in before]
    for command in added:
        if _command_name(command) in taken:
            _warn(f"{game}: its command {_command_name(command)!r} is left out: there is another")
    kept = [command for command in added if _command_name(command) not in taken]
    app.registered_commands[:] = [*before, *kept]


def _command_name(command: CommandInfo) -> str:
    return command.name or getattr(command.callback, "__name__", "").replace("_", "-")


def _warn(message: str) -> None:
    the_console(stderr=True).print(message, markup=False, soft_wrap=True)


def _write_what_can_be_encoded() -> None:
    """Print question marks for characters that the encoding of the terminal does not have."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # it is None if the stream is closed
            stream.reconfigure(errors="replace")


add_game_commands()


def main() -> None:
    """Run the command line; bad input and missing extras print one line and exit with status 2."""
    from century.errors import CenturyError, shortened

    _write_what_can_be_encoded()
    try:
        app()
    except CenturyError as error:
        fail(shortened(str(error), MAX_MESSAGE))
    except UnicodeDecodeError as error:
        fail(f"not a text file: {error}")
    except OSError as error:
        place = f"{error.filename}: " if error.filename is not None else ""
        fail(f"{place}{error.strerror or error}")
    except KeyboardInterrupt:
        raise SystemExit(130) from None
