"""The bot for games that drag on: whatever it does, it does not stand still."""

from __future__ import annotations

from random import Random

from century.bots.planner import Planner, after
from century.bots.planning import Option
from century.bots.search.beam import BeamSize
from century.bots.weights import FittedWeights, public_state
from century.position import Position

AT_HAND = BeamSize(
    width=1, depth=1
)  # whoever plans further ahead leaves out most of the next turns


class Restless(Planner):
    """Takes a prize if it can, and else any turn that is worth a thought."""

    def __init__(self, seed: int, known: FittedWeights) -> None:
        super().__init__(seed, AT_HAND, known)

    def options(self, position: Position, seat: int, budget: float) -> list[Option]:
        """Return turns that bring a prize, the best one first; if there are none, all by lot."""
        options = super().options(position, seat, budget)
        s = public_state(position)
        claims = [o for o in options if after(s, o.actions).claims[seat] > s.claims[seat]]
        Random(f"{self.seed} {position.turn}").shuffle(options)
        return claims or options
