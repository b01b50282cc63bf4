from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.in_process import InProcessServer, in_process_server
from tests.terminal.command import Command


@pytest.fixture
def century(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Return the command line, called inside the test."""
    return Command(monkeypatch, capsys)


@pytest.fixture
def server() -> Iterator[InProcessServer]:
    """Run a server inside the test process."""
    with in_process_server() as running:
        yield running
