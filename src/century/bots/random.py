"""The bot that chooses any legal action."""

from __future__ import annotations

import random

from century.position import Position


class RandomBot:
    """Chooses uniformly among the legal actions."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, position: Position, seat: int, budget: float) -> int:  # noqa: ARG002
        """Return any of the position's actions."""
        return self._random.choice(position.actions())
