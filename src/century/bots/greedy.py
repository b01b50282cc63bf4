"""The bot that looks no further than its own turn."""

from __future__ import annotations

from century.bots.beam import Reach
from century.bots.knowledge import Knowledge
from century.bots.planner import Planner


class Greedy(Planner):
    """Takes the turn after which it stands best."""

    def __init__(self, seed: int = 0, known: Knowledge | None = None) -> None:
        super().__init__(seed, Reach(width=1, depth=1), known)
