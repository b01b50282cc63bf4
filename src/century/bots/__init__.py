"""Opponents: one file a bot, all behind one protocol."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Protocol

from century.position import Position

__all__ = ["Bot", "bot", "bots"]


class Bot(Protocol):
    """Someone who decides for a seat."""

    def choose(self, position: Position, seat: int, budget: float) -> int:
        """Return one of the position's actions, within a budget of seconds."""
        ...


LEVELS = ("novice", "easy", "medium", "hard", "expert")  # from gentle to fearsome

# Where each bot is; it is only imported when it is asked for.
_BOTS = {
    "random": "random:RandomBot",
    "greedy": "greedy:Greedy",
    "planner": "planner:Planner",
    "mcts": "mcts:TreeSearcher",
    "strategist": "strategist:Strategist",
    **dict.fromkeys(LEVELS, "levels:Level"),
}


def bots() -> tuple[str, ...]:
    """Return the names of the bots, the levels last."""
    return tuple(_BOTS)


def bot(name: str, seed: int) -> Bot:
    """Return a bot by its name, or someone's own; the same seed gives the same decisions."""
    if name not in _BOTS:
        from century.bots.external import load  # which imports this module

        return load(name, seed)
    module, _, maker = _BOTS[name].partition(":")
    make: Any = getattr(import_module(f"century.bots.{module}"), maker)
    made: Bot = make(seed) if name not in LEVELS else make(name, seed)
    return made
