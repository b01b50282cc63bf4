"""The choice of uvicorn's protocols for a server, with its limits on connections."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from century.server.settings import Settings
from century.server.web.connections import ConnectionLimits, allowed_connections
from century.server.web.http_protocol import HttpProtocol
from century.server.web.limits import RateLimit
from century.server.web.socket_protocol import WebSocketProtocol

if TYPE_CHECKING:
    from century.server.web.affinity import TableAffinity

__all__ = ["protocol_options"]


def protocol_options(
    settings: Settings, trusted_proxies: str = "", between_processes: TableAffinity | None = None
) -> dict[str, Any]:
    """Return the arguments of uvicorn.Config that choose and bound the protocols."""
    total = allowed_connections(settings.connections)
    rate = RateLimit(
        "connection",
        settings.requests_per_second + settings.handshakes_per_second,
        settings.burst + settings.handshake_burst,
    )
    counted = ConnectionLimits(settings.connections_per_address, total, trusted_proxies, rate)

    class Http(HttpProtocol):
        limits = counted
        affinity = between_processes

    class WebSocket(WebSocketProtocol):
        limits = counted

    return {
        "http": Http,
        "ws": WebSocket,
        "ws_max_size": settings.max_message_bytes,
        "timeout_keep_alive": 5,
    }
