"""Running the server: it opens the database, binds the port and starts uvicorn."""

from __future__ import annotations

import errno
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from platformdirs import user_data_path

from century.extras import provided_by
from century.server.errors import BadDatabase, PortTaken
from century.server.log.location import database_url, opening, sqlite_path
from century.server.log.lock import DatabaseLock
from century.server.log.store import Store
from century.server.settings import Settings
from century.server.supervisor import AppFactory, ServerConfig, Supervisor

with provided_by("server"):
    import uvicorn

__all__ = ["bind", "default_database", "open_database", "run"]

PING_SECONDS = 30.0  # between pings, and until an unanswered ping closes the socket
# Seconds until the supervisor replaces a process that does not answer. A process has to load the
# compiled rules within this time.
PROCESS_ANSWER_SECONDS = 15


def default_database() -> Path:
    """Return the default path of the database."""
    return user_data_path("century", ensure_exists=True) / "tables.db"


@contextmanager
def open_database(location: str, processes: int = 1) -> Iterator[Callable[[str], None]]:
    """Lock a SQLite database, and upgrade any database to the current schema.

    Yields a function that stores the address of this server for the error message of a second one.
    Raises BadDatabase or DatabaseInUse.
    """
    url = database_url(location)
    if processes > 1 and url.get_backend_name() == "sqlite":
        raise BadDatabase(
            "several processes need a PostgreSQL database: "
            "--db postgresql+psycopg://user@host/database"
        )
    path = sqlite_path(url)
    if path is None:
        Store(location).close()
        yield lambda _address: None
        return
    with opening(url):
        lock = DatabaseLock(path)
    with lock:
        Store(location).close()
        yield lock.describe


def bind(host: str, port: int) -> socket.socket:
    """Bind a port and listen on it, or raise PortTaken; port 0 is any free port."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2048)
    except (OSError, UnicodeError) as error:
        listening.close()
        if isinstance(error, UnicodeError):  # from the encoding of a name that cannot exist
            raise PortTaken("cannot listen: the host is not a valid name or address") from None
        if error.errno == errno.EADDRINUSE:
            hint = "choose another with --port; --port 0 is any free port"
            raise PortTaken(f"port {port} is taken by another program; {hint}") from None
        raise PortTaken(f"cannot listen on {host}, port {port}: {error.strerror}") from error
    return listening


def run(
    settings: Settings,
    listening: socket.socket,
    trusted_proxies: str = "",
    processes: int = 1,
    log_level: str = "warning",
) -> None:
    """Serve until the process is stopped; several processes share the workers for bots."""
    settings = replace(settings, workers=max(1, settings.workers // processes))
    config = ServerConfig(
        AppFactory(settings, log_level, supervised=processes > 1),
        trusted_proxies,
        workers=processes,
        timeout_worker_healthcheck=PROCESS_ANSWER_SECONDS,
        access_log=False,  # it would contain queries; the middleware logs requests
        log_level="warning",
        ws_per_message_deflate=False,  # it needs more memory than the rest of a socket
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS,
        proxy_headers=bool(trusted_proxies),
        forwarded_allow_ips=trusted_proxies or None,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    if processes > 1:
        # Only this user may open these folders. In them the processes find each other.
        with (
            TemporaryDirectory(prefix="century-processes-") as folder,
            TemporaryDirectory(prefix="century-metrics-") as metrics,
        ):
            if hasattr(socket, "AF_UNIX") and hasattr(socket, "recv_fds"):
                from century.server.web.affinity import TableAffinity

                config.affinity = TableAffinity(Path(folder), processes)
            if settings.metrics:
                from century.server.metrics import METRICS_FOLDER

                os.environ[METRICS_FOLDER] = metrics
            Supervisor(config, [listening]).run()
    else:
        uvicorn.Server(config).run(sockets=[listening])
