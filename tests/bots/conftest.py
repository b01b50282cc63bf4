from __future__ import annotations

import pytest

from tests.terminal.command import Command


@pytest.fixture
def century(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(monkeypatch, capsys)
