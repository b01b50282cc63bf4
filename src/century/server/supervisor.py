"""Several server processes on one port.

Every server process imports this module before it answers the supervisor, so it imports little.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import threading
from dataclasses import dataclass, fields
from types import FrameType
from typing import TYPE_CHECKING, Any

from century.extras import provided_by
from century.server.settings import Settings
from century.server.shutdown import SECONDS, limit_shutdown

with provided_by("server"):
    import structlog
    from uvicorn import Config
    from uvicorn.config import STARTUP_FAILURE
    from uvicorn.supervisors import Multiprocess

if TYPE_CHECKING:
    from fastapi import FastAPI

    from century.server.web.affinity import TableAffinity

__all__ = ["AppFactory", "ServerConfig", "Supervisor"]

# The processes give up first, so that the supervisor sees them end.
PROCESS_SECONDS = SECONDS - 1
RETRY_SECONDS = 1.0  # between attempts to reach the database
SWITCH_SECONDS = 0.0005  # until a busy thread lets another one run


@dataclass(frozen=True)
class AppFactory:
    """Makes the application inside a server process, which gets this object through a pipe."""

    settings: Settings
    log_level: str
    supervised: bool = False  # whether the process has a supervisor

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the settings without the source of time and random numbers."""
        names = [field.name for field in fields(self.settings) if field.name != "source"]
        values = {name: getattr(self.settings, name) for name in names}
        return _unpickle, (values, self.log_level, self.supervised)

    def __call__(self) -> FastAPI:
        """Make the application; uvicorn calls this after it has installed its signal handlers."""
        from century.server.web.app import make_app
        from century.server.web.logging import log_to_stderr

        log_to_stderr(self.log_level)
        if self.supervised:
            limit_shutdown(PROCESS_SECONDS)
            _stop_with_parent()
            _wait_for_database(self.settings.database)
        else:
            limit_shutdown()
        app = make_app(self.settings)
        # Exclude modules and compiled rules from garbage collection, which would delay the tables.
        gc.freeze()
        gc.set_threshold(50_000, 20, 50)
        # The thread that writes the log needs Python's lock several times for each commit. While
        # the event loop is busy, it waits this long each time; the default is 5 ms.
        sys.setswitchinterval(SWITCH_SECONDS)
        return app


def _unpickle(values: dict[str, Any], log_level: str, supervised: bool) -> AppFactory:
    return AppFactory(Settings(**values), log_level, supervised)


class ServerConfig(Config):
    """The configuration of uvicorn; each process makes its own protocol classes when it loads it.

    These classes count connections, so they cannot be sent to another process.
    """

    def __init__(self, factory: AppFactory, trusted_proxies: str, **options: Any) -> None:
        super().__init__(factory, factory=True, **options)
        self.affinity: TableAffinity | None = None  # between several processes
        self._factory = factory
        self._trusted_proxies = trusted_proxies

    def load(self) -> None:
        """Load the protocols and the application."""
        from century.server.web.protocol import protocol_options

        options = protocol_options(self._factory.settings, self._trusted_proxies, self.affinity)
        for name, value in options.items():
            setattr(self, name, value)
        super().load()
        if self.affinity is not None:
            from century.server.web.affinity import AffinityLifespan

            self.lifespan_class = AffinityLifespan


def _stop_with_parent() -> None:
    """Stop this process when the supervisor dies; a new supervisor could not bind the port."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=watch, daemon=True).start()


def _wait_for_database(location: str) -> None:
    """Wait until the database answers: uvicorn stops all processes if one cannot start.

    The supervisor has already opened the database, so an error is an outage.
    """
    from century.server.errors import BadDatabase
    from century.server.log.store import Store

    stopping = threading.Event()
    previous = signal.getsignal(signal.SIGTERM)
    assert callable(previous)  # that of uvicorn, with the time limit

    def stop(received: int, frame: FrameType | None) -> None:
        stopping.set()
        previous(received, frame)

    signal.signal(signal.SIGTERM, stop)
    try:
        while not stopping.is_set():
            try:
                Store(location).close()
            except BadDatabase:
                stopping.wait(RETRY_SECONDS)
            else:
                break
    finally:
        signal.signal(signal.SIGTERM, previous)
    if stopping.is_set():
        raise SystemExit(0)


_log = structlog.get_logger("century.supervisor")


class Supervisor(Multiprocess):
    """Starts the server processes, replaces those that die or hang, and stops all of them."""

    def __init__(self, config: Config, sockets: list[Any]) -> None:
        super().__init__(config, sockets)  # installs signal handlers
        self._interrupted = self._terminated = False
        limit_shutdown(before_exit=self._kill_all)

    def _kill_all(self) -> None:
        for process in self.processes:
            process.process.kill()

    def keep_subprocess_alive(self) -> None:
        """Replace processes that died or hang, and log it: uvicorn says it only at a low level."""
        before = list(self.processes)
        super().keep_subprocess_alive()
        for old, new in zip(before, self.processes, strict=True):
            if new is not old:
                code = old.exitcode
                _log.warning("process replaced", old=old.pid, new=new.pid, exit_code=code)

    def handle_int(self) -> None:
        """Stop after Ctrl-C."""
        self._interrupted = True
        super().handle_int()

    def handle_term(self) -> None:
        """Stop after SIGTERM."""
        self._terminated = True
        super().handle_term()

    def run(self) -> None:
        """Serve until a signal arrives; then stop like a server with one process."""
        super().run()
        if self._interrupted:
            raise KeyboardInterrupt
        if self._terminated:
            return  # a process that was starting may have failed because of that
        if any(process.exitcode == STARTUP_FAILURE for process in self.processes):
            raise SystemExit(1)
