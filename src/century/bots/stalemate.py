"""The bot that takes over a seat when a game does not come to an end."""

from __future__ import annotations

from random import Random

from century.bots.planner import Planner, state_after
from century.bots.planning import Option
from century.bots.search.beam import BeamSize
from century.bots.weights import FittedWeights, public_state
from century.position import Position

# After this round every level plays as StalemateBreaker. Hardly any game lasts longer, unless all
# players are stuck: for example, they hold ten of the most valuable cubes and will not spend any.
STALEMATE_ROUND = 60
# A search of one turn lists all turns; a deeper one leaves out most of them.
ONE_TURN = BeamSize(width=1, depth=1)


class StalemateBreaker(Planner):
    """Claims a prize if it can, and otherwise takes a random turn."""

    def __init__(self, seed: int, fitted: FittedWeights) -> None:
        super().__init__(seed, ONE_TURN, fitted)

    def options(self, position: Position, seat: int, budget: float) -> list[Option]:
        """Return the turns that claim a prize, the best one first; if none does, all, shuffled."""
        options = super().options(position, seat, budget)
        s = public_state(position)
        claims = [o for o in options if state_after(s, o.actions).claims[seat] > s.claims[seat]]
        Random(f"{self.seed} {position.turn}").shuffle(options)
        return claims or options
