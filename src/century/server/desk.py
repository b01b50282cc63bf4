"""Where commands are handed in, over HTTP or a socket: the answer is the same."""

from __future__ import annotations

from typing import Any

from century.errors import CenturyError, StaleMove
from century.server import shown
from century.server.faults import fault_body, status_of
from century.server.tables import Outcome, Tables

__all__ = ["done", "refused"]

MISSED = 200  # events told to somebody who was away; the state tells the rest


async def refused(
    tables: Tables, name: str, token: str | None, error: CenturyError
) -> tuple[int, dict[str, Any]]:
    """Answer a command that was not carried out; a stale one with what was missed."""
    tables.metrics.faults.labels(error.code).inc()
    body = fault_body(error)
    if isinstance(error, StaleMove):
        table, viewer = await tables.seen(name, token)
        missed = table.events[error.meant :][-MISSED:]
        body["missed"] = [shown.event(event) for event in missed]
        body["state"] = shown.state(table, viewer)
    return status_of(error), body


def done(outcome: Outcome, token: str | None) -> dict[str, Any]:
    """Answer a command that was carried out, now or before."""
    table = outcome.table
    return {
        "repeated": outcome.repeated,
        "events": [shown.event(event) for event in outcome.events],
        "state": shown.state(table, table.viewer(token)),
    }
