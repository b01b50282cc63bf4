"""Runs the command line inside a test."""

from __future__ import annotations

import io
from typing import NamedTuple

import pytest

from century.cli import main


class Outcome(NamedTuple):
    """The exit status and the output of a command."""

    status: int
    out: str
    err: str


class _Keyboard(io.StringIO):
    def __init__(self, typed: str, terminal: bool) -> None:
        super().__init__(typed)
        self._terminal = terminal

    def isatty(self) -> bool:
        return self._terminal


class Command:
    """Calls `century` with arguments and typed lines, and returns what it printed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys
        monkeypatch.setenv("COLUMNS", "120")

    def __call__(self, *arguments: object, typed: str = "", terminal: bool = False) -> Outcome:
        self._monkeypatch.setattr("sys.argv", ["century", *map(str, arguments)])
        self._monkeypatch.setattr("sys.stdin", _Keyboard(typed, terminal))
        self._capsys.readouterr()
        status = 0
        try:
            main()
        except SystemExit as ending:
            status = int(ending.code or 0)
        return Outcome(status, *self._capsys.readouterr())
