"""The location of a database, a file or a URL, and error messages that reveal no password."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from century.errors import CenturyError
from century.server.errors import BadDatabase

__all__ = [
    "UnknownRevisionError",
    "database_url",
    "display_name",
    "opening",
    "sqlite_path",
    "without_secrets",
]

# Texts that are no file names although they lack the "://" of a URL.
MISTYPED_URL = re.compile(
    r"[a-z][\w+.-]+:/|(postgres|sqlite|mysql|mariadb|oracle|mssql)[\w+]*[:/]|[^@]*:[^@]*@",
    re.IGNORECASE,
)
EXAMPLE = "postgresql+psycopg://user:password@host/database"
NEWER = "was made by a newer version of century; install that version or a later one"


class UnknownRevisionError(Exception):
    """The schema of a database has a revision that this version does not know."""


def database_url(location: str | Path) -> URL:
    """Return the URL of a database, or raise BadDatabase without quoting the location."""
    text = str(location)
    _scheme, separator, rest = text.partition("://")
    if not separator and not MISTYPED_URL.match(text):
        return URL.create("sqlite", database=text)
    if rest.partition("@")[2].partition("?")[0].count("@"):
        raise BadDatabase("the database's URL contains several @; write @ in a password as %40")
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):  # their messages may quote a part of the password
        raise BadDatabase(
            f"the database's URL cannot be read; it must look like {EXAMPLE}"
        ) from None
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        kind = url.get_backend_name()
        raise BadDatabase(f"{kind} is not supported: a database is SQLite or PostgreSQL")
    return url


def sqlite_path(url: URL) -> Path | None:
    """Return the path of a SQLite database; None for other databases and those in memory."""
    name = url.database
    if url.get_backend_name() != "sqlite" or not name or name == ":memory:":
        return None
    return Path(name.removeprefix("file:") if url.query.get("uri") else name)


def display_name(url: URL) -> str:
    """Return the path of a file, or a URL without password and options."""
    path = sqlite_path(url)
    return str(path or url.set(query={}).render_as_string(hide_password=True))


@contextmanager
def opening(url: URL) -> Iterator[None]:
    """Turn every error of opening a database into a BadDatabase of one line."""
    name = display_name(url)
    _require_folder(url)
    try:
        yield
    except CenturyError:
        raise
    except UnknownRevisionError as error:
        raise BadDatabase(f"{name} {NEWER}") from error
    except ModuleNotFoundError as error:
        raise BadDatabase(f"{name}: the Python package {error.name} is not installed") from error
    except (SQLAlchemyError, TypeError, ValueError) as error:
        original = error.orig if isinstance(error, DBAPIError) else error
        reason = without_secrets(str(original), url)
        raise BadDatabase(f"{name} cannot be opened as a database: {reason}") from None


def _require_folder(url: URL) -> None:
    """Name the cause where SQLite would only say "unable to open database file"."""
    path = sqlite_path(url)
    if path is None:
        return
    if path.is_dir():
        raise BadDatabase(f"{path} is a folder, not a database")
    if not path.parent.is_dir():
        raise BadDatabase(f"{path}: the folder {path.parent} does not exist")


def without_secrets(message: str, url: URL) -> str:
    """Return the message of a driver in one line, without passwords."""
    secrets = [url.password] if url.password else []
    for key, value in url.query.items():
        if "password" in key:
            secrets += [value] if isinstance(value, str) else value
    for secret in secrets:
        message = message.replace(str(secret), "***")
    return " ".join(message.split())
