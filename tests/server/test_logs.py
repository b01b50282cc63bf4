"""What the log says about processes that are replaced and connections that are lost."""

from __future__ import annotations

import threading
import time
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
import structlog
from uvicorn.supervisors import Multiprocess

from century.server.log import listener
from century.server.supervisor import Supervisor


def test_a_replaced_process_is_logged(monkeypatch: pytest.MonkeyPatch) -> None:
    supervisor: Any = Supervisor.__new__(Supervisor)  # without its signal handlers
    dead, other, new = (SimpleNamespace(pid=pid, exitcode=-9) for pid in (1, 2, 3))
    supervisor.processes = [dead, other]

    def replace_first(self: Any) -> None:
        self.processes[0] = new

    monkeypatch.setattr(Multiprocess, "keep_subprocess_alive", replace_first)
    with structlog.testing.capture_logs() as logs:
        supervisor.keep_subprocess_alive()
        supervisor.keep_subprocess_alive()
    [entry] = logs
    assert entry == {
        "event": "process replaced",
        "log_level": "warning",
        "old": 1,
        "new": 3,
        "exit_code": -9,
    }


def test_an_outage_of_the_database_is_logged_once(monkeypatch: pytest.MonkeyPatch) -> None:
    attempts = []

    def refuse(*_url: Any, **_options: Any) -> None:
        attempts.append(time.monotonic())
        raise psycopg.OperationalError

    monkeypatch.setattr(psycopg, "connect", refuse)
    monkeypatch.setattr(listener, "PAUSE_SECONDS", 0.01)
    made: Any = listener.Listener.__new__(listener.Listener)
    made._url, made._watchdog = "", None
    made._closed, made.connected = threading.Event(), threading.Event()
    with structlog.testing.capture_logs() as logs:
        thread = threading.Thread(target=made._run)
        thread.start()
        while len(attempts) < 4:
            time.sleep(0.01)
        made.close()
        thread.join()
    assert [entry["event"] for entry in logs] == ["listening again"]
