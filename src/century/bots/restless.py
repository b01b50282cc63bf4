"""The bot for games that drag on: whatever it does, it does not stand still."""

from __future__ import annotations

from random import Random

from century.bots.beam import Reach
from century.bots.foresight import Option
from century.bots.knowledge import Knowledge, as_known
from century.bots.planner import Planner, after
from century.position import Position

AT_HAND = Reach(width=1, depth=1)  # whoever plans further ahead leaves out most of the next turns


class Restless(Planner):
    """Takes a prize if it can, and else any turn that is worth a thought."""

    def __init__(self, seed: int, known: Knowledge) -> None:
        super().__init__(seed, AT_HAND, known)

    def options(self, position: Position, seat: int, budget: float) -> list[Option]:
        """Return turns that bring a prize, the best one first; if there are none, all by lot."""
        options = super().options(position, seat, budget)
        s = as_known(position)
        claims = [o for o in options if after(s, o.actions).claims[seat] > s.claims[seat]]
        Random(f"{self.seed} {position.turn}").shuffle(options)
        return claims or options
