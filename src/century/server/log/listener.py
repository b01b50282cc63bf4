"""Listening to the notices that the other servers send through PostgreSQL."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

import orjson
import structlog

from century.server.log.database import CONNECT_SECONDS, Database
from century.server.log.store import CHANNEL

__all__ = ["Listener"]

CHECK_SECONDS = 2.0  # without a notice before the connection is checked
PAUSE_SECONDS = 0.5  # before a lost connection is opened again

_log = structlog.get_logger("century.listener")


class Listener:
    """A thread with its own connection; it calls back for notices, and after reconnecting."""

    def __init__(
        self,
        database: Database,
        own: str,
        on_notice: Callable[[dict[str, Any]], None],
        on_connect: Callable[[], None],
    ) -> None:
        self._url = database.engine.url.set(drivername="postgresql").render_as_string(
            hide_password=False
        )
        self._watchdog = database.watchdog
        self._own = own  # how the notices of this server begin: waking the event loop costs time
        self._on_notice = on_notice
        self._on_connect = on_connect
        self._closed = threading.Event()
        self.connected = threading.Event()
        threading.Thread(target=self._run, name="listener", daemon=True).start()

    def close(self) -> None:
        """Stop listening."""
        self._closed.set()

    def _run(self) -> None:
        import psycopg

        lost = False  # whether the log says so already
        while not self._closed.is_set():
            try:
                with psycopg.connect(
                    self._url, autocommit=True, connect_timeout=CONNECT_SECONDS
                ) as connection:
                    self._listen(connection)
            except psycopg.Error as error:
                lost &= not self.connected.is_set()  # it may have been back meanwhile
                if not self._closed.is_set() and not lost:
                    lost = True
                    _log.warning("listening again", kind=type(error).__name__)
            self.connected.clear()
            self._closed.wait(PAUSE_SECONDS)

    def _listen(self, connection: Any) -> None:
        assert self._watchdog is not None
        with self._watchdog.limit(connection.pgconn.socket):
            connection.execute(f"LISTEN {CHANNEL}")
        self.connected.set()
        self._on_connect()  # after LISTEN, so that no notice falls between
        while not self._closed.is_set():
            for notice in connection.notifies(timeout=CHECK_SECONDS):
                if not notice.payload.startswith(self._own):
                    self._on_notice(orjson.loads(notice.payload))
                if self._closed.is_set():
                    return
            with self._watchdog.limit(connection.pgconn.socket):
                connection.execute("SELECT 1")  # fails if the server is gone or does not answer
