"""The format of a perft file: for each position a title, its text, and a count for each depth.

# start, 2 players
game-name/1 round=1 seat=0 ...
D1 6
D2 19
"""

from __future__ import annotations

from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from tests.games import folder


class Block(NamedTuple):
    """One position and its counts; index 0 is the count of depth 1."""

    title: str
    text: str
    counts: tuple[int, ...]

    def depths(self, most: int) -> list[int]:
        """Return the depths that are reached through at most this number of positions."""
        totals = list(accumulate(self.counts))
        return [depth for depth, total in enumerate(totals, start=1) if total <= most]

    def __str__(self) -> str:
        counts = [f"D{depth} {count}" for depth, count in enumerate(self.counts, start=1)]
        return "\n".join([f"# {self.title}", self.text, *counts]) + "\n"


def perft_file(name: str) -> Path:
    """Return the file with the counts of a game."""
    return folder(name) / "counts.perft"


def read_blocks(name: str) -> list[Block]:
    """Read a game's file."""
    return [_read(part) for part in perft_file(name).read_text(encoding="utf-8").split("\n\n")]


def _read(part: str) -> Block:
    title, text, *lines = part.strip().split("\n")
    counts = dict(line.split() for line in lines)
    depths = [f"D{depth}" for depth in range(1, len(lines) + 1)]
    if not title.startswith("# ") or list(counts) != depths:
        raise ValueError(f"this is not a block of a perft file:\n{part}")
    return Block(title.removeprefix("# "), text, tuple(int(counts[depth]) for depth in depths))
