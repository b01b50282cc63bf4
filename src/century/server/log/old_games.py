"""Games that were finished before the index had their results: the results are added once."""

from __future__ import annotations

import structlog
from sqlalchemy import select, update

from century.server.log import schema
from century.server.log.index import result_rows
from century.server.log.store import Store
from century.server.table.table import Table

__all__ = ["add_results"]

BATCH = 20  # games in one call

_log = structlog.get_logger("century.index")


def add_results(store: Store, after: str = "") -> str | None:
    """Add the results of some games; return the last table's id, or None if there are no more."""
    tables = schema.tables
    query = (
        select(tables.c.id)
        .where(tables.c.status == "over", tables.c.finished.is_(None), tables.c.id > after)
        .order_by(tables.c.id)
        .limit(BATCH)
    )
    found = list(store.read(lambda connection: connection.execute(query).scalars().all()))
    for name in found:
        try:
            columns, players = result_rows(Table(name, store.events(name)))
        except Exception as error:  # a damaged log can fail in any way
            _log.error("a game has no result", table=name, kind=type(error).__name__)
        else:
            _write(store, name, columns, players)
    return found[-1] if found else None


def _write(
    store: Store, name: str, columns: dict[str, object], players: list[dict[str, object]]
) -> None:
    seats, tables = schema.players, schema.tables
    with store.transaction() as connection:
        connection.execute(update(tables).where(tables.c.id == name).values(columns))
        for row in players:
            here = (seats.c.table_id == name, seats.c.seat == row["seat"])
            result = {"points": row["points"], "rank": row["rank"]}
            connection.execute(update(seats).where(*here).values(result))
