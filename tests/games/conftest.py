from __future__ import annotations

import pytest

from tests.terminal.command import Command


@pytest.fixture
def century(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Return the command line, called inside the test."""
    return Command(monkeypatch, capsys)
