"""The schema of the database, and its migration."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import (
    Column,
    Connection,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

__all__ = ["CODE", "ID", "KEY", "METADATA", "events", "is_known_revision", "migrate", "tables"]

METADATA = MetaData()

MIGRATION_LOCK = 0x63656E74757279  # any number that no other program on this database uses
ID, CODE, KEY = 32, 12, 100  # maximum lengths in characters

# The events are the only source of truth; these columns are an index for finding tables.
tables = Table(
    "tables",
    METADATA,
    Column("id", String(ID), primary_key=True),
    Column("code", String(CODE), nullable=False, unique=True),
    Column("status", String(12), nullable=False, index=True),
)

events = Table(
    "events",
    METADATA,
    Column("table_id", String(ID), ForeignKey("tables.id"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("key", String(KEY), nullable=True),
    Column("body", Text, nullable=False),
    UniqueConstraint("table_id", "key"),
)


def is_known_revision(revision: str) -> bool:
    """Tell whether a revision of the schema is the current one or an earlier one."""
    try:
        return ScriptDirectory.from_config(_config()).get_revision(revision) is not None
    except CommandError:
        return False


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def migrate(connection: Connection) -> None:
    """Upgrade an empty database, or one of an earlier version, to the current schema."""
    config = _config()
    config.attributes["connection"] = connection
    if connection.dialect.name == "postgresql":
        # Servers that start at the same time migrate one after the other, for as long as it takes.
        connection.execute(text("SET LOCAL lock_timeout = 0"))
        connection.execute(text("SET LOCAL statement_timeout = 0"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATION_LOCK})
    command.upgrade(config, "head")
