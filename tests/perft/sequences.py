"""Counting decision sequences without the compiled engine."""

from __future__ import annotations

from century import Position


def count_sequences(pos: Position, depth: int) -> int:
    """Count the sequences of a number of decisions, one position at a time."""
    if depth == 0:
        return 1
    return sum(count_sequences(pos.apply(number), depth - 1) for number in pos.actions())
