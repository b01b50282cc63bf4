"""What the parts of one server share."""

from __future__ import annotations

from dataclasses import dataclass

from century.server.bots.bot_pool import BotPool
from century.server.broadcast import Broadcaster
from century.server.log.coordination import Coordination
from century.server.log.journal import Journal
from century.server.log.people import People
from century.server.log.store import Store
from century.server.metrics import Metrics
from century.server.phrases import Phrases
from century.server.settings import Settings
from century.server.table.clocks import ServerTime

__all__ = ["ServerContext"]


@dataclass(frozen=True)
class ServerContext:
    """The settings of a server, its database, its sockets, its bots and its clock."""

    settings: Settings
    store: Store
    coordination: Coordination
    journal: Journal
    people: People
    broadcaster: Broadcaster
    phrases: Phrases
    bot_pool: BotPool
    time: ServerTime
    metrics: Metrics

    @classmethod
    def create(cls, settings: Settings, store: Store, metrics: Metrics) -> ServerContext:
        """Make the parts of a server on a database; an event loop must run."""
        node = store.node = settings.source.token()
        time, broadcaster = ServerTime(settings.source.now), Broadcaster(settings)
        return cls(
            settings=settings,
            store=store,
            coordination=Coordination(store, node, settings.count_outages),
            journal=Journal(store, metrics.count_commit),
            people=People(store),
            broadcaster=broadcaster,
            phrases=Phrases(broadcaster, time),
            bot_pool=BotPool(settings.workers, settings.bot_budget, settings.warm_up_bots),
            time=time,
            metrics=metrics,
        )

    @property
    def node(self) -> str:
        """The name of this server among all servers on the database."""
        return self.coordination.node
