"""The report of a load test: one line for each figure, with the limit that it must keep."""

from __future__ import annotations

import sys
from typing import TextIO

__all__ = ["Report"]


class Report:
    """Prints figures as they are measured, and remembers whether all limits are met."""

    def __init__(self, out: TextIO | None = None) -> None:
        self._out = out or sys.stdout
        self.passed = True
        self._print(f"     {'':58} {'measured':>9} {'':9} limit\n")

    def require(
        self, name: str, value: float, unit: str, limit: float, least: bool = False
    ) -> bool:
        """Print a figure with its limit; return whether the limit is met."""
        met = value >= limit if least else value <= limit
        self.passed &= met
        word = "at least" if least else "at most"
        mark = "ok  " if met else "FAIL"
        self._print(f"{mark} {name:58} {value:9.2f} {unit:9} {word} {limit:g}\n")
        return met

    def add(self, name: str, value: float, unit: str) -> None:
        """Print a figure without a limit."""
        self._print(f"     {name:58} {value:9.2f} {unit}\n")

    def progress(self, text: str) -> None:
        """Say what is being done; the next line of the report replaces this on a terminal."""
        if sys.stderr.isatty():
            sys.stderr.write(f"\r\033[K... {text}\r")
        else:
            sys.stderr.write(f"... {text}\n")
        sys.stderr.flush()

    def _print(self, line: str) -> None:
        if sys.stderr.isatty():
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()
        self._out.write(line)
        self._out.flush()
