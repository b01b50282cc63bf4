"""The lobby: tables that anyone may join or watch."""

from __future__ import annotations

import asyncio
from typing import Any

from century.errors import CenturyError
from century.extras import provided_by
from century.server.log import schema
from century.server.service import TableService
from century.server.table import snapshot
from century.server.table.table import Table

with provided_by("server"):
    from sqlalchemy import and_, or_, select

__all__ = ["Lobby"]

DAY = 86_400.0
OPEN_SECONDS = DAY  # a table whose host has waited for longer is not listed
IDLE_SECONDS = DAY  # a game without a move for longer is not listed
PLAYING_SECONDS = 30 * DAY  # since its creation
MAX_TABLES = 50
CACHE_SECONDS = 2.0  # many visitors look at the lobby every few seconds


class Lobby:
    """Lists public tables; all visitors get the same list."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._lock = asyncio.Lock()
        self._read_at = float("-inf")
        self._listed: list[dict[str, Any]] = []

    async def tables(self) -> list[dict[str, Any]]:
        """Return the tables, the newest first."""
        async with self._lock:
            now = self._service.time.now()
            if now - self._read_at >= CACHE_SECONDS:
                self._listed = await self._read(now)
                self._read_at = now
        return self._listed

    async def _read(self, now: float) -> list[dict[str, Any]]:
        listed = []
        for name in await asyncio.to_thread(self._find, now):
            try:
                table = await self._service.get(name)
            except CenturyError:
                continue  # damaged, or just removed
            kind = _kind(table, now)
            if kind is not None:
                since = table.events[0].at if kind == "join" else table.events[-1].at
                listed.append({"kind": kind, "since": since, **snapshot.outline(table)})
        return listed

    def _find(self, now: float) -> list[str]:
        tables = schema.tables
        may_join = and_(
            tables.c.status == "open",
            tables.c.join == "anyone",
            tables.c.created > now - OPEN_SECONDS,
        )
        may_watch = and_(
            tables.c.status == "playing",
            tables.c.watch == "anyone",
            tables.c.created > now - PLAYING_SECONDS,
        )
        query = (
            select(tables.c.id)
            .where(or_(may_join, may_watch))
            .order_by(tables.c.status, tables.c.created.desc())  # tables to join come first
            .limit(MAX_TABLES)
        )
        found = self._service.store.read(lambda c: c.execute(query).scalars().all())
        return list(found)


def _kind(table: Table, now: float) -> str | None:
    """Return what visitors can do at a table: "join", "watch" or nothing."""
    if table.status == "open" and table.options["join"] == "anyone":
        return "join" if any(seat.kind == "open" for seat in table.seats) else None
    idle = now - table.events[-1].at > IDLE_SECONDS
    playing = table.status == "playing" and table.options["watch"] == "anyone"
    return "watch" if playing and not idle else None
