"""Create the event log."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the log and the index of tables."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("code", sa.String(12), nullable=False, unique=True),
        sa.Column("status", sa.String(12), nullable=False, index=True),
    )
    op.create_table(
        "events",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("key", sa.String(100), nullable=True),
        sa.Column("body", sa.Text, nullable=False),
        sa.UniqueConstraint("table_id", "key"),
    )


def downgrade() -> None:
    """Drop both."""
    op.drop_table("events")
    op.drop_table("tables")
