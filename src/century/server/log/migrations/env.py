"""Alembic runs this file: it applies the migrations to the connection of the store."""

from alembic import context

from century.server.log.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
