"""What the server counts, for Prometheus."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

__all__ = ["Metrics"]

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    """The counters of one server."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        self._events = Counter("century_events", "Events by kind", ["kind"], registry=registry)
        self._happened: dict[str, int] = {}  # since anybody asked: a counter takes its time
        self.faults = Counter("century_faults", "Errors by code", ["code"], registry=registry)
        self.sockets = Gauge("century_sockets", "Open sockets", registry=registry)
        self.tables = Gauge("century_tables", "Tables in memory", registry=registry)
        self.commits = Histogram(
            "century_commit_seconds", "Time of a commit", buckets=_SECONDS, registry=registry
        )
        self.batch = Histogram(
            "century_commit_entries",
            "Entries in a commit",
            buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000),
            registry=registry,
        )
        self.thinking = Histogram(
            "century_bot_seconds",
            "Time from a bot's turn to its decision",
            buckets=_SECONDS,
            registry=registry,
        )

    def happened(self, kind: str) -> None:
        """Count an event."""
        self._happened[kind] = self._happened.get(kind, 0) + 1

    def committed(self, entries: int, seconds: float) -> None:
        """Count a commit."""
        self.batch.observe(entries)
        self.commits.observe(seconds)

    def text(self) -> bytes:
        """Write everything as Prometheus reads it."""
        for kind, times in self._happened.items():
            self._events.labels(kind).inc(times)
        self._happened.clear()
        return generate_latest(self._registry)
