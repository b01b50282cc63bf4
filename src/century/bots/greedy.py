"""The bot that looks no further than its own turn."""

from __future__ import annotations

from century.bots.planner import Planner
from century.bots.search.beam import BeamSize
from century.bots.weights import FittedWeights


class Greedy(Planner):
    """Takes the turn that leads to the highest evaluation."""

    def __init__(self, seed: int = 0, fitted: FittedWeights | None = None) -> None:
        super().__init__(seed, BeamSize(width=1, depth=1), fitted)
