"""Backups of a database: made while servers run, verified, and complete or absent."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

from sqlalchemy.engine import URL

from century.server.errors import BadBackup, BadDatabase
from century.server.log import postgresql_backup
from century.server.log.backup_contents import BackupContents
from century.server.log.location import database_url, display_name, sqlite_path
from century.server.log.lock import DatabaseLock
from century.server.log.migration import is_known_revision

__all__ = ["back_up", "restore"]

SQLITE_HEADER = b"SQLite format 3\0"
MADE_BY_NEWER = "was made by a newer version of century; install that version or a later one"


def back_up(location: str, file: Path, force: bool = False) -> BackupContents:
    """Write a backup of a database to a file, also while servers use the database.

    The backup contains everything that was acknowledged before the call. Raises BadBackup or
    BadDatabase; then the file does not exist or is unchanged.
    """
    url = database_url(location)
    if file.is_dir():
        raise BadBackup(f"{file} is a folder")
    if file.exists() and not force:
        raise BadBackup(f"{file} exists; --force replaces it")
    path = sqlite_path(url)
    if path is not None and file.exists() and path.exists() and file.samefile(path):
        raise BadBackup(f"{file} is the database itself")
    with _replacing(file) as partial:
        if path is not None:
            return _back_up_sqlite(path, partial)
        _require_postgresql(url)
        return postgresql_backup.back_up(url, partial)


def restore(location: str, file: Path, force: bool = False) -> BackupContents:
    """Replace a database by a backup; no server may use the database.

    Raises BadBackup, BadDatabase or DatabaseInUse; then the database is unchanged.
    """
    url = database_url(location)
    try:
        with file.open("rb") as opened:
            header = opened.read(len(SQLITE_HEADER))
    except OSError as error:
        raise BadBackup(f"{file}: {error.strerror}") from error
    path = sqlite_path(url)
    if path is not None:
        if header != SQLITE_HEADER:
            raise BadBackup(f"{file} is not a backup of a SQLite database")
        return _restore_sqlite(path, file, force)
    _require_postgresql(url)
    if not header.startswith(postgresql_backup.HEADER):
        raise BadBackup(f"{file} is not a backup of a PostgreSQL database")
    contents = postgresql_backup.read_contents(file)
    if not is_known_revision(contents.revision):
        raise BadBackup(f"{file} {MADE_BY_NEWER}")
    postgresql_backup.restore(url, file, contents, force)
    return contents


def _require_postgresql(url: URL) -> None:
    if url.get_backend_name() != "postgresql":
        raise BadBackup(f"{display_name(url)}: only files of SQLite and PostgreSQL have backups")


@contextmanager
def _replacing(file: Path) -> Iterator[Path]:
    """Yield a temporary name in the same folder; on success, rename it to the file."""
    partial = file.with_name(f".{file.name}.{os.getpid()}.partial")
    try:
        try:
            # Backups contain the names of people and the seeds of running games.
            os.close(os.open(partial, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600))
            yield partial
            _sync(partial)
            partial.replace(file)
            _sync(file.parent)
        except OSError as error:
            raise BadBackup(f"{file}: {error.strerror or error}") from error
    finally:
        for leftover in (partial, Path(f"{partial}-wal"), Path(f"{partial}-journal")):
            leftover.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    """Wait until a file or the entries of a folder are on the disk."""
    if os.name == "nt" and path.is_dir():
        return  # Windows cannot open folders
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _open_sqlite(path: Path, mode: str) -> sqlite3.Connection:
    if not path.is_file():
        raise BadDatabase(f"there is no database at {path}")
    return sqlite3.connect(f"file:{quote(str(path.resolve()))}?mode={mode}", uri=True, timeout=30)


def _back_up_sqlite(path: Path, partial: Path) -> BackupContents:
    """Copy one snapshot; in WAL mode, a reader does not delay the server."""
    try:
        # With mode=ro SQLite could not open the write-ahead log of a stopped server.
        with closing(_open_sqlite(path, "rw")) as source:
            before = _contents(source)
            contents = _copy_sqlite(source, partial)
            contents.require_between(before, _contents(source))
            return contents
    except sqlite3.Error as error:
        raise BadBackup(f"{path} cannot be copied: {error}") from error


def _restore_sqlite(path: Path, file: Path, force: bool) -> BackupContents:
    if not path.parent.is_dir():
        raise BadDatabase(f"{path}: the folder {path.parent} does not exist")
    with DatabaseLock(path):
        if path.exists() and not force:
            raise BadBackup(f"{path} exists; --force replaces it")
        with _replacing(path.resolve()) as partial:
            try:
                with closing(_open_sqlite(file, "ro")) as source:
                    contents = _copy_sqlite(source, partial)
            except sqlite3.Error as error:
                raise BadBackup(f"{file} cannot be restored: {error}") from error
            if not is_known_revision(contents.revision):
                raise BadBackup(f"{file} {MADE_BY_NEWER}")
            # SQLite would apply the old write-ahead log to the new database.
            for name in ("-wal", "-shm"):
                Path(f"{path.resolve()}{name}").unlink(missing_ok=True)
        return contents


def _copy_sqlite(source: sqlite3.Connection, partial: Path) -> BackupContents:
    """Copy a database into one file without a write-ahead log, and verify the copy."""
    with closing(sqlite3.connect(partial)) as copy:
        # All pages in one step: SQLite would start again after each write of a server.
        source.backup(copy, pages=-1)
        copy.execute("PRAGMA journal_mode=DELETE")
        faults = [row[0] for row in copy.execute("PRAGMA integrity_check")]
        if faults != ["ok"]:
            raise BadBackup(f"the copy is damaged: {faults[0]}")
        if copy.execute("PRAGMA foreign_key_check").fetchone() is not None:
            raise BadBackup("the copy is damaged: events belong to no table")
        return _contents(copy)


def _contents(connection: sqlite3.Connection) -> BackupContents:
    try:
        (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        # Events first: a table that is added between the two queries has events.
        counts = [
            connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0]
            for name in ("events", "tables")
        ]
    except (sqlite3.OperationalError, TypeError):
        raise BadBackup("this is not a database of century") from None
    return BackupContents(revision, events=counts[0], tables=counts[1])
