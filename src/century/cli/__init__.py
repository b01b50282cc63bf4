"""The `century` command. Commands import modules only when they run, to keep --help fast."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Annotated

import typer

from century.cli import (  # noqa: F401  they add commands
    backup,
    check_game,
    measure,
    play,
    serve,
    tournament,
)
from century.cli.common import app, fail, the_console


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

    for name in games():
        module = f"{game_spec(name).package}.cli"
        if find_spec(module) is None:
            continue
        try:
            import_module(module).add_commands(app)
        except (Exception, SystemExit) as error:  # other people's code may raise anything
            what = f"{name}: its commands cannot be loaded: {describe(error)}"
            the_console(stderr=True).print(what, markup=False, soft_wrap=True)


add_game_commands()


def main() -> None:
    """Run the command line; bad input and missing extras print one line and exit with status 2."""
    from century.errors import CenturyError

    try:
        app()
    except CenturyError as error:
        fail(str(error))
    except UnicodeDecodeError as error:
        fail(f"not a text file: {error}")
    except OSError as error:
        fail(f"{error.filename or ''}: {error.strerror or error}")
    except KeyboardInterrupt:
        raise SystemExit(130) from None
