"""The `century` command. Each command imports what it needs itself, so that --help is instant."""

from __future__ import annotations

from typing import Annotated

import typer

from century.cli import check_game, maps, measure, play, serve  # noqa: F401  each adds its commands
from century.cli.common import app, fail


def _show_version(wanted: bool) -> None:
    if wanted:
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
    """Play Century: Spice Road and Eastern Wonders, unofficial; replay, simulate, measure."""


def main() -> None:
    """Run the command line; what a user got wrong ends with status 2 and one line."""
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
