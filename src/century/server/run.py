"""Running the server: the port, the database's place, the loop."""

from __future__ import annotations

import errno
import gc
import socket
from pathlib import Path

import uvicorn
from platformdirs import user_data_path

from century.errors import PortTaken
from century.server.log.store import Store
from century.server.settings import Settings
from century.server.web.app import make_app

__all__ = ["bind", "default_database", "run"]

PING = 30.0  # seconds after which a silent socket is asked whether it is still there


def default_database() -> Path:
    """Return where tables are kept if nobody says otherwise."""
    return user_data_path("century", ensure_exists=True) / "tables.db"


def bind(host: str, port: int) -> socket.socket:
    """Take a port, or raise PortTaken; port 0 is any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2048)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            advice = f"choose another with --port, such as --port {port + 1}"
            raise PortTaken(f"port {port} is taken by another program; {advice}") from None
        raise PortTaken(f"cannot listen on {host}, port {port}: {error.strerror}") from error
    return listening


def run(settings: Settings, listening: socket.socket, trusted_proxies: str = "") -> None:
    """Serve until told to stop, or raise BadDatabase."""
    Store(settings.database).close()
    config = uvicorn.Config(
        make_app(settings),
        access_log=False,  # it would hold queries; the guard keeps its own
        log_level="warning",
        ws="websockets-sansio",
        ws_max_size=settings.largest,
        ws_per_message_deflate=False,  # it costs more memory than all the rest of a socket
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        proxy_headers=bool(trusted_proxies),
        forwarded_allow_ips=trusted_proxies or None,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    # What is there now stays: looking through it again and again would hold up the tables.
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
    uvicorn.Server(config).run(sockets=[listening])
