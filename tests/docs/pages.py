"""The pages of documentation and the blocks of code in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
PAGES = sorted(
    [
        *ROOT.glob("*.md"),
        *ROOT.glob("docs/**/*.md"),
        *ROOT.glob("examples/**/*.md"),
    ]
)
SHELL = ("sh", "bash", "shell", "console")
# Indented blocks name no language. Those that begin with one of these are shell commands.
PROGRAMS = ("century", "python", "python3", "pip", "make", "cc")

_FENCE = re.compile(r"(?P<indent> *)```(?P<language>\S*)")
_INDENTED = re.compile(r" {4,}(?=\S)")


def name_of(page: Path) -> str:
    """Return a page's path inside the repository."""
    return str(page.relative_to(ROOT))


class Block(NamedTuple):
    """A fenced block of code; `line` is the number of its first line, from 1."""

    language: str
    line: int
    text: str


class ShellLine(NamedTuple):
    """A command as the page has it, without its comment."""

    line: int
    command: str


def blocks(text: str) -> Iterator[Block]:
    """Yield the fenced blocks of a page."""
    inside: tuple[str, int, int] | None = None  # language, first line, indentation
    lines: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        fence = _FENCE.match(line)
        if fence and inside:
            language, first, _ = inside
            yield Block(language, first, "".join(f"{each}\n" for each in lines))
            inside, lines = None, []
        elif fence:
            inside = fence["language"], number + 1, len(fence["indent"])
        elif inside:
            lines.append(line[inside[2] :])
    assert inside is None, "a block is not closed"


def shell_lines(text: str) -> Iterator[ShellLine]:
    """Yield the commands of a page: of shell blocks all, of indented blocks by their program."""
    fenced: set[int] = set()
    for block in blocks(text):
        lines = block.text.splitlines()
        fenced.update(range(block.line - 1, block.line + len(lines) + 1))
        if block.language in SHELL:
            yield from _joined(enumerate(lines, block.line))
    yield from _joined(
        (number, line.strip())
        for number, line in enumerate(text.splitlines(), 1)
        if number not in fenced and _INDENTED.match(line) and _is_command(line.strip())
    )


def _is_command(line: str) -> bool:
    words = [word for word in line.split() if not re.fullmatch(r"[A-Z_]+=\S*", word)]
    return bool(words) and words[0].removeprefix(".venv/bin/") in PROGRAMS


def _joined(lines: Iterator[tuple[int, str]] | enumerate[str]) -> Iterator[ShellLine]:
    """Join lines that end in a backslash with those that follow; leave out comments."""
    begun: ShellLine | None = None
    for number, line in lines:
        text = line.removeprefix("$ ")
        if begun is None and (not text.strip() or text.startswith("#")):
            continue
        whole = (
            ShellLine(begun.line, f"{begun.command} {text}") if begun else ShellLine(number, text)
        )
        if text.endswith("\\"):
            begun = ShellLine(whole.line, whole.command[:-1])
        else:
            begun = None
            yield whole
