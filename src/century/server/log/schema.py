"""The schema of the database, and its migration."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
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
)

__all__ = ["CODE", "ID", "KEY", "METADATA", "events", "migrate", "tables"]

METADATA = MetaData()

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


def migrate(connection: Connection) -> None:
    """Upgrade an empty database, or one of an earlier version, to the current schema."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
