"""The event log: the database, the journal that writes to it, and the migrations."""

from century.extras import require

require("server", "alembic", "orjson", "sqlalchemy")
