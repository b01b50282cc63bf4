"""The command line inside the test process: fast, and every traceback fails the test."""

from __future__ import annotations

import pytest

from tests.terminal.command import Command


def refusal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str
) -> str:
    """Run a command that fails with status 2, and return its error message."""
    outcome = Command(monkeypatch, capsys)(*arguments)
    assert outcome.status == 2
    return outcome.err


def one_line(message: str) -> str:
    """Return a message, and check that it is one line with an error."""
    assert message.startswith("error: ")
    assert message.count("\n") == 1
    return message
