"""How errors are answered: a status of HTTP, a stable code and a sentence."""

from __future__ import annotations

from typing import Any

from century import errors
from century.errors import CenturyError, StaleMove
from century.server.service import Outcome, Tables
from century.server.table import snapshot as shown

__all__ = ["done", "fault_body", "refused", "status_of"]

# What is not here is the sender's mistake: 422.
_STATUS: dict[type[CenturyError], int] = {
    errors.NoToken: 401,
    errors.NotAllowed: 403,
    errors.BadOrigin: 403,
    errors.UnknownTable: 404,
    errors.UnknownGame: 404,
    errors.UnknownRule: 404,
    errors.UnknownLanguage: 404,
    errors.BadCount: 404,
    errors.NotYourTurn: 409,
    errors.StaleMove: 409,
    errors.TableStarted: 409,
    errors.TableNotPlaying: 409,
    errors.TableNotOver: 409,
    errors.SeatTaken: 409,
    errors.NothingToUndo: 409,
    errors.NothingAsked: 409,
    errors.TooLarge: 413,
    errors.TooMany: 429,
    errors.NotSaved: 503,
}
# What errors say besides, in fields of their own.
_FIELDS = (
    *("token", "reason", "rule", "field", "fault", "line", "column", "meant", "version"),
    *("detail", "facts"),
)


def status_of(error: CenturyError) -> int:
    """Return the status that an error is answered with."""
    return _STATUS.get(type(error), 422)


def fault_body(error: CenturyError) -> dict[str, Any]:
    """Return what is said of an error."""
    more = {name: getattr(error, name) for name in _FIELDS if hasattr(error, name)}
    return {"code": error.code, "message": str(error), **more}


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
