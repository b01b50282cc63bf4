"""Opponents: one file a bot, all behind one protocol."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from century.bots.random import RandomBot
from century.position import Position

__all__ = ["Bot", "bot", "bots"]


class Bot(Protocol):
    """Someone who decides for a seat."""

    def choose(self, position: Position, seat: int, budget: float) -> int:
        """Return one of the position's actions, within a budget of seconds."""
        ...


_BOTS: dict[str, Callable[[int], Bot]] = {"random": RandomBot}


def bots() -> tuple[str, ...]:
    """Return the names of the bots."""
    return tuple(_BOTS)


def bot(name: str, seed: int) -> Bot:
    """Return a bot by its name, or someone's own; the same seed gives the same decisions."""
    if name not in _BOTS:
        from century.bots.external import load  # which imports this module

        return load(name, seed)
    return _BOTS[name](seed)
