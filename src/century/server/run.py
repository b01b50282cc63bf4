"""Running the server: it binds the port, opens the database and starts uvicorn."""

from __future__ import annotations

import errno
import gc
import socket
from pathlib import Path

from platformdirs import user_data_path

from century.extras import provided_by
from century.server.errors import PortTaken
from century.server.log.store import Store
from century.server.settings import Settings
from century.server.web.app import make_app
from century.server.web.protocol import protocol_options

with provided_by("server"):
    import uvicorn

__all__ = ["bind", "default_database", "run"]

PING_SECONDS = 30.0  # between pings, and until an unanswered ping closes the socket


def default_database() -> Path:
    """Return the default path of the database."""
    return user_data_path("century", ensure_exists=True) / "tables.db"


def bind(host: str, port: int) -> socket.socket:
    """Bind a port and listen on it, or raise PortTaken; port 0 is any free port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2048)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            hint = f"choose another with --port, such as --port {port + 1}"
            raise PortTaken(f"port {port} is taken by another program; {hint}") from None
        raise PortTaken(f"cannot listen on {host}, port {port}: {error.strerror}") from error
    return listening


def run(settings: Settings, listening: socket.socket, trusted_proxies: str = "") -> None:
    """Serve until the process is stopped, or raise BadDatabase."""
    Store(settings.database).close()  # fails here rather than inside uvicorn
    config = uvicorn.Config(
        make_app(settings),
        access_log=False,  # it would contain queries; the middleware logs requests
        log_level="warning",
        **protocol_options(settings, trusted_proxies),
        ws_per_message_deflate=False,  # it needs more memory than the rest of a socket
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        proxy_headers=bool(trusted_proxies),
        forwarded_allow_ips=trusted_proxies or None,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    # Exclude modules and compiled rules from garbage collection, which would delay the tables.
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    uvicorn.Server(config).run(sockets=[listening])
