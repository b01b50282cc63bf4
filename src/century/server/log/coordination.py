"""What several servers share in the database: due work, heartbeats, outages and rate limits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sqlalchemy import Connection, bindparam, delete, insert, select, text, update

from century.server.log import schema
from century.server.log.database import Database
from century.server.log.store import CHANNEL, Due

__all__ = ["Coordination"]

LEASE_SECONDS = 3.0  # a server renews its leases every second; the others take over after this
OUTAGE_SECONDS = 3.0  # without a heartbeat of any server
ALIVE_SECONDS = 5.0  # since a server reported that it is alive
DAY = 86_400.0
MAX_TAKEN = 200  # tables that a server takes at once


class Coordination:
    """Reads and writes what servers share; its methods block."""

    def __init__(self, database: Database, node: str, count_outages: bool = True) -> None:
        self._database = database
        self.shared = database.shared  # whether there may be other servers
        self.node = node
        self._count_outages = count_outages

    # Due work

    def take_due(self, now: float) -> list[str]:
        """Take tables that are due and that no living server has taken; return their ids."""
        due = schema.due
        free = (
            select(due.c.table_id)
            .where(due.c.at <= now, due.c.lease < now)
            .order_by(due.c.at)
            .limit(MAX_TAKEN)
        )
        if self._database.shared:
            free = free.with_for_update(skip_locked=True)
        with self._database.transaction() as connection:
            tables = list(connection.execute(free).scalars())
            if tables:
                taken = {"node": self.node, "lease": now + LEASE_SECONDS}
                connection.execute(update(due).where(due.c.table_id.in_(tables)).values(taken))
        return tables

    def update_due(self, changes: Mapping[str, Due], renewed: Iterable[str], now: float) -> None:
        """Correct the times when tables are due, and renew the leases of work in progress.

        Only rows of this server change: another server may have written a newer row.
        """
        due, renewed = schema.due, list(renewed)
        mine = due.c.node == self.node
        if not changes and not renewed:
            return
        with self._database.transaction() as connection:
            gone = [table for table, change in changes.items() if change.at is None]
            if gone:
                connection.execute(delete(due).where(due.c.table_id.in_(gone), mine))
            later = [
                {"table": table, "new_at": change.at}
                for table, change in changes.items()
                if change.at is not None
            ]
            if later:
                connection.execute(
                    update(due)
                    .where(due.c.table_id == bindparam("table"), mine)
                    .values(at=bindparam("new_at"), node=None, lease=0.0),
                    later,
                )
            if renewed:
                connection.execute(
                    update(due)
                    .where(due.c.table_id.in_(renewed), mine)
                    .values(lease=now + LEASE_SECONDS)
                )

    def release(self) -> None:
        """Release the work of this server; if the database is not shared, of all servers."""
        due = schema.due
        mine = [] if not self._database.shared else [due.c.node == self.node]
        with self._database.transaction() as connection:
            connection.execute(update(due).where(*mine).values(node=None, lease=0.0))

    def must_beat(self) -> bool:
        """Whether a heartbeat is needed: a server without clocks and bots writes nothing."""
        query = select(schema.due.c.table_id).limit(1)
        return self._database.read(lambda c: c.execute(query).scalar()) is not None

    def remove_due(self, table: str) -> None:
        """Stop looking at a table that cannot be read."""
        with self._database.transaction() as connection:
            connection.execute(delete(schema.due).where(schema.due.c.table_id == table))

    # Servers

    def report_alive(self, now: float) -> set[str]:
        """Report that this server is alive; return the servers that are."""
        nodes = schema.nodes
        with self._database.transaction() as connection:
            mine = update(nodes).where(nodes.c.id == self.node).values(seen=now)
            if connection.execute(mine).rowcount == 0:
                connection.execute(insert(nodes), {"id": self.node, "seen": now})
                connection.execute(delete(nodes).where(nodes.c.seen < now - DAY))
            alive = select(nodes.c.id).where(nodes.c.seen >= now - ALIVE_SECONDS)
            return set(connection.execute(alive).scalars())

    # Time

    def time(self, own: float) -> float:
        """Return the time that all servers agree on, never before the last heartbeat."""

        def read(connection: Connection) -> float:
            if self._database.shared:
                query = text("SELECT extract(epoch FROM clock_timestamp())")
                current = float(connection.execute(query).scalar_one())
            else:
                current = own
            last = connection.execute(select(schema.heartbeat.c.at)).scalar()
            return max(current, last or 0.0)

        return self._database.read(read)

    def beat(self, now: float, alive_at: float = 0.0) -> tuple[float, float] | None:
        """Write a heartbeat; return the outage that it ends, if no server was alive before it.

        `alive_at` is when this server last was alive without writing a heartbeat.
        """
        beats = schema.heartbeat
        with self._database.transaction() as connection:
            query = select(beats.c.at)
            if self._database.shared:
                query = query.with_for_update()
            last = connection.execute(query).scalar()
            if last is None:
                self._database.insert_missing(connection, beats, id=1, at=now)
                return None
            last = max(last, alive_at)
            connection.execute(update(beats).values(at=max(now, last)))
            if now - last <= OUTAGE_SECONDS or not self._count_outages:
                return None
            connection.execute(insert(schema.outages), {"start": last, "end": now})
            return last, now

    def outages(self) -> list[tuple[float, float]]:
        """Return all periods in which no server was alive."""
        query = select(schema.outages.c.start, schema.outages.c.end).order_by(
            schema.outages.c.start
        )
        rows = self._database.read(lambda connection: connection.execute(query).all())
        return [(start, end) for start, end in rows]

    # Rate limits

    def take(self, key: str, rate: float, burst: float, now: float, count: bool = True) -> float:
        """Take a token from a bucket, or only look; return the seconds until there is one."""
        buckets = schema.buckets
        with self._database.transaction() as connection:
            query = select(buckets.c.left, buckets.c.at).where(buckets.c.key == key)
            if self._database.shared:
                query = query.with_for_update()
            row = connection.execute(query).first()
            if row is None:
                self._database.insert_missing(connection, buckets, key=key, left=burst, at=now)
                row = connection.execute(query).one()
            passed = max(0.0, now - row.at)  # the clocks of servers differ a little
            left: float = min(burst, row.left + passed * rate)
            if left < 1:
                return (1 - left) / rate
            if count:
                values = {"left": left - 1, "at": max(now, row.at)}
                connection.execute(update(buckets).where(buckets.c.key == key).values(values))
            return 0.0

    def clean_buckets(self, now: float) -> None:
        """Remove buckets that are full again; none takes longer than a day."""
        buckets = schema.buckets
        with self._database.transaction() as connection:
            connection.execute(delete(buckets).where(buckets.c.at < now - DAY))

    def notify(self, payload: str) -> None:
        """Send a message to the other servers."""
        if self._database.shared:
            with self._database.autocommit() as connection:
                connection.execute(
                    text("SELECT pg_notify(:channel, :payload)"),
                    {"channel": CHANNEL, "payload": payload},
                )
