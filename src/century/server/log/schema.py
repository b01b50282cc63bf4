"""The schema of the database."""

from __future__ import annotations

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

__all__ = [
    "CODE",
    "ID",
    "KEY",
    "METADATA",
    "buckets",
    "contacts",
    "device_codes",
    "due",
    "events",
    "grants",
    "heartbeat",
    "keys",
    "nodes",
    "outages",
    "outbox",
    "people",
    "players",
    "rated",
    "ratings",
    "secrets",
    "tables",
]

METADATA = MetaData()

ID, CODE, KEY, HASH, NAME = 32, 12, 100, 64, 40  # maximum lengths in characters

# The log

# The events are the only source of truth; these columns are an index for finding tables.
tables = Table(
    "tables",
    METADATA,
    Column("id", String(ID), primary_key=True),
    Column("code", String(CODE), nullable=False, unique=True),
    Column("status", String(12), nullable=False, index=True),
    Column("game", String(NAME), nullable=True),
    Column("created", Float, nullable=False, server_default="0"),
    Column("finished", Float, nullable=True, index=True),
    Column("rounds", Integer, nullable=True),  # of a finished game
    Column("host", String(ID), nullable=True),  # a person's id
    Column("join", String(8), nullable=False, server_default="link"),
    Column("watch", String(8), nullable=False, server_default="link"),
    Column("request_key", String(KEY), nullable=True),  # makes creating idempotent
    Index("ix_tables_request_key", "request_key", unique=True),
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

# Who sits at which table: written in the same transaction as the events it follows from.
players = Table(
    "players",
    METADATA,
    Column("table_id", String(ID), ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("person_id", String(ID), nullable=True, index=True),
    Column("name", String(NAME), nullable=True),
    Column("level", String(NAME), nullable=True),  # of a bot
    Column("points", Integer, nullable=True),  # of a finished game
    Column("rank", Integer, nullable=True),  # 1 is the winner
)

# People

people = Table(
    "people",
    METADATA,
    Column("id", String(ID), primary_key=True),
    Column("name", String(NAME), nullable=True),
    Column("created", Float, nullable=False),
    Column("public", Boolean, nullable=False, server_default="0"),  # on the list of ratings
)

# A person has one secret for each device. Only hashes are stored.
secrets = Table(
    "secrets",
    METADATA,
    Column("hash", String(HASH), primary_key=True),
    Column("person_id", String(ID), ForeignKey("people.id"), nullable=False, index=True),
    Column("created", Float, nullable=False),
)

device_codes = Table(
    "device_codes",
    METADATA,
    Column("hash", String(HASH), primary_key=True),
    Column("person_id", String(ID), ForeignKey("people.id"), nullable=False),
    Column("expires", Float, nullable=False),
)

# People who opened a link to watch.
grants = Table(
    "grants",
    METADATA,
    Column("table_id", String(ID), ForeignKey("tables.id"), primary_key=True),
    Column("person_id", String(ID), primary_key=True),
)

# The coordination of several servers

# A table that needs a server at this time: for a bot's turn, or because a clock runs out.
due = Table(
    "due",
    METADATA,
    Column("table_id", String(ID), ForeignKey("tables.id"), primary_key=True),
    Column("at", Float, nullable=False),
    Column("node", String(ID), nullable=True),  # the server that does the work
    Column("lease", Float, nullable=False, server_default="0"),  # until when it may
    Index("ix_due_at", "at"),
)

# The servers that are alive, or were not long ago.
nodes = Table(
    "nodes",
    METADATA,
    Column("id", String(ID), primary_key=True),
    Column("seen", Float, nullable=False),
)

# One row: when a server was last alive.
heartbeat = Table(
    "heartbeat",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
)

# Periods in which no server was alive; clocks do not count them.
outages = Table(
    "outages",
    METADATA,
    Column("start", Float, primary_key=True),
    Column("end", Float, nullable=False),
)

# Rate limits that all servers share.
buckets = Table(
    "buckets",
    METADATA,
    Column("key", String(KEY), primary_key=True),
    Column("left", Float, nullable=False),
    Column("at", Float, nullable=False),
)

# Ratings follow from finished games; `century.server.log.ratings` can compute them again.
ratings = Table(
    "ratings",
    METADATA,
    Column("player_key", String(NAME), primary_key=True),  # a person's id, or "level:" and a level
    Column("game", String(NAME), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
)

# Finished games that the ratings contain, or that do not count.
rated = Table(
    "rated",
    METADATA,
    Column("table_id", String(ID), ForeignKey("tables.id"), primary_key=True),
)

# Notifications

# An e-mail address, or the subscription of a browser to push messages.
contacts = Table(
    "contacts",
    METADATA,
    Column("id", String(ID), primary_key=True),
    Column("person_id", String(ID), ForeignKey("people.id"), nullable=False, index=True),
    Column("kind", String(8), nullable=False),  # "mail" or "push"
    Column("target", Text, nullable=False),  # the address, or the subscription as JSON
    Column("language", String(8), nullable=False),
    Column("created", Float, nullable=False),
    Column("confirmed", Float, nullable=True),
)

# Notifications that are not sent yet, and those that were sent, so that none is sent twice.
outbox = Table(
    "outbox",
    METADATA,
    Column("table_id", String(ID), ForeignKey("tables.id"), primary_key=True),
    Column("round", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("contact_id", String(ID), primary_key=True),
    Column("at", Float, nullable=False),  # when it is due
    Column("lease", Float, nullable=False, server_default="0"),  # until when a server sends it
    Column("attempts", Integer, nullable=False, server_default="0"),
    Column("done", Boolean, nullable=False, server_default=false()),
    Index("ix_outbox_due", "done", "at"),
)

# Secrets of the installation that all servers share, by their purpose.
keys = Table(
    "keys",
    METADATA,
    Column("name", String(NAME), primary_key=True),
    Column("value", Text, nullable=False),
)
