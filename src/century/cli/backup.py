"""The commands that back up and restore the database of a server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from century.cli.common import app
from century.cli.serve import Database, require_driver, require_utf8

BackupFile = Annotated[Path, typer.Argument(help="The backup.", metavar="FILE")]
Force = Annotated[bool, typer.Option("--force", help="Replace what exists.")]


@app.command()
def backup(file: BackupFile, db: Database = None, force: Force = False) -> None:
    """Write all tables of a server to a file; the server may run meanwhile.

    Do not copy tables.db instead: recent moves are in another file next to it.
    """
    require_utf8(db=db)
    require_driver(db)
    from century.server.log.backup import back_up
    from century.server.log.location import database_url, display_name
    from century.server.run import default_database

    location = db or str(default_database())
    contents = back_up(location, file, force)
    typer.echo(f"Saved {contents}")
    typer.echo(f"From the database {display_name(database_url(location))}")


@app.command()
def restore(file: BackupFile, db: Database = None, force: Force = False) -> None:
    """Replace the tables of a server by a backup; the server must not run."""
    require_utf8(db=db)
    require_driver(db)
    from century.server.log.backup import restore as restore_database
    from century.server.log.location import database_url, display_name
    from century.server.run import default_database

    location = db or str(default_database())
    contents = restore_database(location, file, force)
    typer.echo(f"Restored {contents}")
    typer.echo(f"Into the database {display_name(database_url(location))}")
