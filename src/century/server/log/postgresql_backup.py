"""Backups of a PostgreSQL database, through pg_dump and pg_restore."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections import Counter
from pathlib import Path

from sqlalchemy import Connection, create_engine, func, inspect, select, text
from sqlalchemy.engine import URL

from century.server.errors import BadBackup, DatabaseInUse
from century.server.log import schema
from century.server.log.backup_contents import BackupContents
from century.server.log.location import display_name, opening, without_secrets

__all__ = ["HEADER", "back_up", "read_contents", "restore"]

HEADER = b"PGDMP"  # how files of pg_dump begin

OTHERS = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
    "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
)


def back_up(url: URL, file: Path) -> BackupContents:
    """Write a backup, and verify that it has all rows."""
    before = _count(url)
    _run(url, ["pg_dump", "--format=custom", f"--file={file}"])
    contents = read_contents(file)
    contents.require_between(before, _count(url))
    return contents


def read_contents(file: Path) -> BackupContents:
    """Count the rows in a backup."""
    rows: Counter[str] = Counter()
    revision, table = "", None
    command = [_program("pg_restore"), "--data-only", "--file=-", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        for line in process.stdout:
            if line.startswith(b"COPY "):
                table = line.split()[1].decode().rpartition(".")[2]
            elif line == b"\\.\n":
                table = None
            elif table is not None:
                rows[table] += 1
                if table == "alembic_version":
                    revision = line.decode().strip()
        errors = process.stderr.read().decode(errors="replace")
    if process.returncode != 0:
        raise BadBackup(f"{file} cannot be read: {' '.join(errors.split())}")
    if not revision:
        raise BadBackup(f"{file} is not a backup of a database of century")
    return BackupContents(revision, tables=rows["tables"], events=rows["events"])


def restore(url: URL, file: Path, contents: BackupContents, force: bool) -> None:
    """Replace the tables of a database in one transaction."""
    engine = create_engine(url)
    try:
        with opening(url), engine.connect() as connection:
            if connection.execute(OTHERS).scalar():
                raise DatabaseInUse(f"{display_name(url)} is in use; stop all servers first")
            if inspect(connection).has_table("events") and not force:
                raise BadBackup(f"{display_name(url)} is not empty; --force replaces its tables")
    finally:
        engine.dispose()
    # The name is quoted, as pg_restore also accepts a list of settings here.
    name = str(url.database or "").replace("\\", "\\\\").replace("'", "\\'")
    options = ["--clean", "--if-exists", "--no-owner", "--no-privileges", "--single-transaction"]
    _run(url, ["pg_restore", *options, f"--dbname=dbname='{name}'", str(file)])
    contents.require_between(contents, _count(url))


def _count(url: URL) -> BackupContents:
    engine = create_engine(url)
    try:
        with opening(url), engine.connect() as connection:
            if not inspect(connection).has_table("alembic_version"):
                raise BadBackup(f"{display_name(url)} is not a database of century")
            revision = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
            # Events first: a table that is added between the two queries has events.
            events, tables = _rows(connection, "events"), _rows(connection, "tables")
            return BackupContents(str(revision), tables=tables, events=events)
    finally:
        engine.dispose()


def _rows(connection: Connection, name: str) -> int:
    query = select(func.count()).select_from(schema.METADATA.tables[name])
    return int(connection.execute(query).scalar_one())


def _program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        raise BadBackup(f"{name} is not installed (Debian's package postgresql-client)")
    return found


def _run(url: URL, command: list[str]) -> None:
    """Run a program of PostgreSQL, or raise BadBackup with its message."""
    done = subprocess.run(
        [_program(command[0]), "--no-password", *command[1:]],
        env=_environment(url),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode != 0:
        raise BadBackup(f"{command[0]} failed: {without_secrets(done.stderr, url)}")


def _environment(url: URL) -> dict[str, str]:
    """Pass the settings of a URL to libpq; other users could read a command line."""
    from psycopg.pq import Conninfo

    _, settings = url.get_dialect()().create_connect_args(url)
    variables = {
        option.envvar.decode(): str(settings[option.keyword.decode()])
        for option in Conninfo.get_defaults()
        if option.envvar and settings.get(option.keyword.decode()) is not None
    }
    return {**os.environ, **variables}
