"""Small programs that speak the bot protocol, well or badly."""

from __future__ import annotations

import sys
from pathlib import Path

PROGRAM = """\
import os, signal, subprocess, sys, time

def say(text):
    sys.stdout.write(text + "\\n")
    sys.stdout.flush()

{start}
while line := sys.stdin.readline():
    {hear}
    verb, _, rest = line.rstrip("\\n").partition(" ")
    if verb == "century":
        {greet}
    elif verb == "legal":
        legal = rest.split(", ")
    elif verb == "go":
        {go}
    elif verb == "quit":
        {leave}
"""
FIRST = "say('choose ' + legal[0])"


def program(
    folder: Path,
    *,
    start: str = "",
    hear: str = "pass",
    greet: str = "say('name tester'); say('ready')",
    go: str = FIRST,
    leave: str = "break",
) -> list[str]:
    """Write a program, by default one that always chooses the first action; return its command."""
    path = folder / f"program{len(list(folder.iterdir()))}.py"
    path.write_text(PROGRAM.format(start=start, hear=hear, greet=greet, go=go, leave=leave))
    return [sys.executable, "-I", "-S", str(path)]


def logging(path: Path) -> str:
    """Return code that appends every line heard to a file."""
    return f"open({str(path)!r}, 'a').write(line)"
