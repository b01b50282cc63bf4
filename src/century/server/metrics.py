"""The metrics that a server exports to Prometheus.

Several server processes on one port keep their metrics in files of a common folder, which is the
multiprocess mode of Prometheus' client. Each of them exports the sums over all processes.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from century.extras import provided_by

with provided_by("server"):
    from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
    from prometheus_client.multiprocess import MultiProcessCollector

__all__ = ["METRICS_FOLDER", "Metrics"]

# The variable that names the common folder. Prometheus' client reads it when it is imported, so the
# supervisor sets it for its processes.
METRICS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Metrics:
    """The counters, gauges and histograms of one server."""

    def __init__(self) -> None:
        self._registry = registry = CollectorRegistry()
        self._events = Counter("century_events", "Events by kind", ["kind"], registry=registry)
        # Events since the last export. Adding to a labelled Counter for every event is too slow.
        self._pending_events: dict[str, int] = {}
        self.errors = Counter("century_faults", "Errors by code", ["code"], registry=registry)
        self.sockets = Gauge(
            "century_sockets", "Open sockets", registry=registry, multiprocess_mode="livesum"
        )
        self.tables = Gauge(
            "century_tables", "Tables in memory", registry=registry, multiprocess_mode="livesum"
        )
        self.commits = Histogram(
            "century_commit_seconds", "Time of a commit", buckets=_SECONDS, registry=registry
        )
        self.batch = Histogram(
            "century_commit_entries",
            "Entries in a commit",
            buckets=(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000),
            registry=registry,
        )
        self.bot_seconds = Histogram(
            "century_bot_seconds",
            "Time from a bot's turn to its decision",
            buckets=_SECONDS,
            registry=registry,
        )

    def count_event(self, kind: str) -> None:
        """Count one event."""
        self._pending_events[kind] = self._pending_events.get(kind, 0) + 1

    def count_commit(self, entries: int, seconds: float) -> None:
        """Count one commit."""
        self.batch.observe(entries)
        self.commits.observe(seconds)

    def flush(self) -> None:
        """Add the pending events to their counter, so that other processes can export them."""
        for kind, times in self._pending_events.items():
            self._events.labels(kind).inc(times)
        self._pending_events.clear()

    def export(self) -> bytes:
        """Return all metrics in the text format of Prometheus."""
        self.flush()
        folder = os.environ.get(METRICS_FOLDER)
        if folder is None:
            return generate_latest(self._registry)
        _forget_ended_processes(Path(folder))
        registry = CollectorRegistry()
        collect: Any = MultiProcessCollector  # it has no types
        collect(registry, folder)
        return generate_latest(registry)


def _forget_ended_processes(folder: Path) -> None:
    """Remove the gauges of processes that have ended; their counters stay in the sums."""
    for path in folder.glob("gauge_live*_*.db"):
        if not _is_running(int(path.stem.rpartition("_")[2])):
            path.unlink(missing_ok=True)


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # it belongs to another user
        return True
    return True
