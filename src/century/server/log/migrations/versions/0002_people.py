"""Create people, the index of players, and the coordination of several servers.

Earlier versions had a secret for each seat. Every such secret becomes a person.
"""

import json
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

NEW_TABLE_COLUMNS = (
    sa.Column("game", sa.String(40), nullable=True),
    sa.Column("created", sa.Float, nullable=False, server_default="0"),
    sa.Column("finished", sa.Float, nullable=True),
    sa.Column("rounds", sa.Integer, nullable=True),
    sa.Column("host", sa.String(32), nullable=True),
    sa.Column("join", sa.String(8), nullable=False, server_default="link"),
    sa.Column("watch", sa.String(8), nullable=False, server_default="link"),
    sa.Column("request_key", sa.String(100), nullable=True),
)


def upgrade() -> None:
    """Create the tables, and fill them from the log."""
    for column in NEW_TABLE_COLUMNS:
        op.add_column("tables", column)
    op.create_index("ix_tables_request_key", "tables", ["request_key"], unique=True)
    _create_people()
    _create_coordination()
    _fill_from_the_log()


def _create_people() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(40), nullable=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False, server_default=sa.false()),
    )
    op.create_table(
        "secrets",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column(
            "person_id", sa.String(32), sa.ForeignKey("people.id"), nullable=False, index=True
        ),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "device_codes",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("person_id", sa.String(32), sa.ForeignKey("people.id"), nullable=False),
        sa.Column("expires", sa.Float, nullable=False),
    )
    op.create_table(
        "players",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("person_id", sa.String(32), nullable=True, index=True),
        sa.Column("name", sa.String(40), nullable=True),
        sa.Column("level", sa.String(40), nullable=True),
        sa.Column("points", sa.Integer, nullable=True),
        sa.Column("rank", sa.Integer, nullable=True),
    )
    op.create_table(
        "grants",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("person_id", sa.String(32), primary_key=True),
    )


def _create_coordination() -> None:
    op.create_table(
        "due",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("node", sa.String(32), nullable=True),
        sa.Column("lease", sa.Float, nullable=False, server_default="0"),
    )
    op.create_index("ix_due_at", "due", ["at"])
    op.create_table(
        "nodes",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_table(
        "heartbeat",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "outages",
        sa.Column("start", sa.Float, primary_key=True),
        sa.Column("end", sa.Float, nullable=False),
    )
    op.create_table(
        "buckets",
        sa.Column("key", sa.String(100), primary_key=True),
        sa.Column("left", sa.Float, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )


def _fill_from_the_log() -> None:
    """Add a person for each secret in the log, the players, and the unfinished games as due."""
    connection = op.get_bind()
    rows = connection.execute(sa.text("SELECT id, status FROM tables")).all()
    people: dict[str, tuple[str, float]] = {}
    for table, status in rows:
        try:
            _fill_one(connection, table, status, people)
        except (ValueError, KeyError, TypeError, IndexError):
            continue  # a damaged log: the server sets the table aside when it is opened
    for secret, (name, at) in people.items():
        person = {"id": secret[:32], "name": name, "at": at, "hash": secret, "public": False}
        connection.execute(
            sa.text("INSERT INTO people (id, name, created, public)"
                    " VALUES (:id, :name, :at, :public)"),
            person,
        )  # fmt: skip
        connection.execute(
            sa.text("INSERT INTO secrets (hash, person_id, created) VALUES (:hash, :id, :at)"),
            person,
        )


def _fill_one(
    connection: sa.Connection, table: str, status: str, people: dict[str, tuple[str, float]]
) -> None:
    created, seats = None, []
    for at, event in _events_before_the_game(connection, table):
        if event["kind"] == "created":
            created = {"at": at, "game": event["game"], "host": event["host"][:32]}
            created["watch"] = event["watch"]
            seats = event["seats"]
        elif event["kind"] in ("joined", "seated"):
            seats[event["seat"]] = event
        elif event["kind"] == "left":
            seats[event["seat"]] = {}
        elif event["kind"] == "started":
            seats = [seats[chair] for chair in event["seating"]]
        for seat in seats:
            if seat.get("token"):
                people.setdefault(seat["token"], (seat["name"], at))
    if created is None:
        return
    connection.execute(
        sa.text("UPDATE tables SET game = :game, created = :at, host = :host, watch = :watch"
                " WHERE id = :table"),
        {**created, "table": table},
    )  # fmt: skip
    for number, seat in enumerate(seats):
        connection.execute(
            sa.text("INSERT INTO players (table_id, seat, person_id, name, level)"
                    " VALUES (:table, :seat, :person, :name, :level)"),
            {
                "table": table,
                "seat": number,
                "person": seat["token"][:32] if seat.get("token") else None,
                "name": seat.get("name"),
                "level": seat.get("level"),
            },
        )  # fmt: skip
    if status == "playing":
        connection.execute(
            sa.text("INSERT INTO due (table_id, at, lease) VALUES (:table, 0, 0)"),
            {"table": table},
        )


def _events_before_the_game(
    connection: sa.Connection, table: str
) -> Iterator[tuple[float, dict[str, Any]]]:
    rows = connection.execute(
        sa.text("SELECT at, body FROM events WHERE table_id = :table ORDER BY version"),
        {"table": table},
    )
    for at, body in rows:
        event = json.loads(body)
        yield at, event
        if event["kind"] == "started":
            return


def downgrade() -> None:
    """Drop all of it; the log keeps everything that can be played."""
    for name in ("buckets", "outages", "heartbeat", "nodes", "due", "grants", "players"):
        op.drop_table(name)
    for name in ("device_codes", "secrets", "people"):
        op.drop_table(name)
    op.drop_index("ix_tables_request_key", "tables")
    for column in NEW_TABLE_COLUMNS:
        op.drop_column("tables", column.name)
