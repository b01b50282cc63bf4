"""Error responses: an HTTP status, a stable code and a message for people."""

from __future__ import annotations

from typing import Any

from century import errors
from century.errors import CenturyError
from century.server import errors as server_errors
from century.server.errors import StaleMove
from century.server.service import TableService
from century.server.table import snapshot

__all__ = ["MAX_MISSED_EVENTS", "error_body", "http_status", "refuse_command"]

MAX_MISSED_EVENTS = 200  # sent to a client that was away; the state contains the rest

# All other errors are mistakes of the sender: 422.
_STATUS: dict[type[CenturyError], int] = {
    server_errors.NoToken: 401,
    server_errors.NotAllowed: 403,
    server_errors.BadOrigin: 403,
    server_errors.UnknownTable: 404,
    errors.UnknownGame: 404,
    errors.UnknownRule: 404,
    errors.UnknownLanguage: 404,
    errors.BadCount: 404,
    server_errors.NotYourTurn: 409,
    server_errors.StaleMove: 409,
    server_errors.TableStarted: 409,
    server_errors.TableNotPlaying: 409,
    server_errors.TableNotOver: 409,
    server_errors.SeatTaken: 409,
    server_errors.HasGames: 409,
    server_errors.NothingToUndo: 409,
    server_errors.NothingAsked: 409,
    server_errors.GameTooLong: 409,
    server_errors.TooLarge: 413,
    server_errors.TooMany: 429,
    server_errors.NotSaved: 503,
    server_errors.OutcomeUnknown: 503,
    server_errors.UnreadableTable: 503,
    server_errors.UnknownCode: 404,
    server_errors.UnknownLink: 404,
    server_errors.NotOffered: 409,
    server_errors.MailFailed: 503,
}
# Attributes of errors that are sent as additional fields.
_FIELDS = (
    *("token", "reason", "rule", "field", "fault", "line", "column", "meant", "version"),
    *("detail", "facts"),
)


def http_status(error: CenturyError) -> int:
    """Return the HTTP status of an error."""
    return next((_STATUS[kind] for kind in type(error).__mro__ if kind in _STATUS), 422)


def error_body(error: CenturyError) -> dict[str, Any]:
    """Return the body of an error response."""
    more = {name: getattr(error, name) for name in _FIELDS if hasattr(error, name)}
    return {"code": error.code, "message": str(error), **more}


async def refuse_command(
    service: TableService, name: str, person: str | None, error: CenturyError
) -> tuple[int, dict[str, Any]]:
    """Return status and body for a refused command; a stale one gets the missed events."""
    service.metrics.errors.labels(error.code).inc()
    body = error_body(error)
    if isinstance(error, StaleMove):
        table, viewer = await service.authorized(name, person)
        missed = table.events[error.meant :][-MAX_MISSED_EVENTS:]
        body["missed"] = [snapshot.event(event) for event in missed]
        body["state"] = snapshot.state(table, viewer)
    return http_status(error), body
