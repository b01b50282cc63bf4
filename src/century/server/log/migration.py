"""The migration of a database to the current schema.

Alembic is imported only for a database that is new or of an earlier version: it needs 12 MB, and a
quarter of a second of each start.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text

from century.server.log.location import UnknownRevisionError

if TYPE_CHECKING:
    from alembic.config import Config

__all__ = ["CURRENT_REVISION", "is_known_revision", "migrate"]

CURRENT_REVISION = "0003"  # the last one in the folder `migrations`
MIGRATION_LOCK = 0x63656E74757279  # any number that no other program on this database uses


def is_known_revision(revision: str) -> bool:
    """Tell whether a revision of the schema is the current one or an earlier one."""
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError

    try:
        return ScriptDirectory.from_config(_config()).get_revision(revision) is not None
    except CommandError:
        return False


def migrate(connection: Connection) -> None:
    """Upgrade an empty database, or one of an earlier version, to the current schema."""
    if _revision(connection) == CURRENT_REVISION:
        return
    from alembic import command
    from alembic.util import CommandError

    config = _config()
    config.attributes["connection"] = connection
    if connection.dialect.name == "postgresql":
        # Servers that start at the same time migrate one after the other, for as long as it takes.
        connection.execute(text("SET LOCAL lock_timeout = 0"))
        connection.execute(text("SET LOCAL statement_timeout = 0"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK})
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        raise UnknownRevisionError from error


def _revision(connection: Connection) -> str | None:
    """Return the revision of a database; None if it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config
