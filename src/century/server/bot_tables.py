"""A limit of running tables at which only bots decide, because bots never pause."""

from __future__ import annotations

from collections.abc import Mapping

from century.server.errors import TooMany
from century.server.table.commands import AskStandIn, Command, NewTable, Resign, StandIn, Start
from century.server.table.table import Table

__all__ = ["BotTables"]

MAX_REMEMBERED = 20_000  # tables with their owners, before those that have ended are forgotten


class BotTables:
    """Counts, for each owner, the running tables at which only bots decide.

    An owner is the address that created a table.
    """

    def __init__(self, limit: int, tables: Mapping[str, Table]) -> None:
        self._limit = limit
        self._tables = tables  # in memory; a table with a busy bot always is
        self._owners: dict[str, str] = {}  # by table

    def add(self, table: Table, owner: str) -> None:
        """Remember who created a table."""
        if len(self._owners) >= MAX_REMEMBERED:
            self._owners = {
                name: known for name, known in self._owners.items() if name in self._tables
            }
        self._owners[table.id] = owner

    def check_new(self, request: NewTable, owner: str) -> None:
        """Raise TooMany if a request starts a table without a person, and the owner has enough."""
        if request.start and all(seat.kind == "bot" for seat in request.seats):
            self._check(owner)

    def check_command(self, table: Table, command: Command) -> None:
        """Raise TooMany if after a command only bots decide, and the owner has enough of those."""
        if not isinstance(command, (Start, StandIn, AskStandIn, Resign)):
            return
        left = [number for number, seat in enumerate(table.seats) if seat.level is None]
        standing_in = [] if isinstance(command, Start) else [command.seat]
        if left == standing_in and table.id in self._owners:
            self._check(self._owners[table.id])

    def _check(self, owner: str) -> None:
        owned = (self._tables.get(name) for name, known in self._owners.items() if known == owner)
        running = sum(table is not None and _only_bots_decide(table) for table in owned)
        if running >= self._limit:
            raise TooMany(f"{self._limit} of your tables are played by bots alone; wait for them")


def _only_bots_decide(table: Table) -> bool:
    return table.status == "playing" and all(seat.level is not None for seat in table.seats)
