"""The strongest bot: it plans for everybody, and weighs its best turns against the answers."""

from __future__ import annotations

from century.bots.planner import SIZE, Planner, after, within
from century.bots.planning import Option, Planning
from century.bots.search.beam import BeamSize
from century.bots.weights import FittedWeights, public_state
from century.core.heuristics import start_turn
from century.core.kernel import State
from century.position import Position

RIVALS = BeamSize(width=20, depth=8)


class Strategist(Planner):
    """Minds what the others are up to, and compares a few turns by what will follow."""

    def __init__(
        self,
        seed: int = 0,
        size: BeamSize = SIZE,
        rivals: BeamSize = RIVALS,
        candidates: int = 4,
        known: FittedWeights | None = None,
    ) -> None:
        super().__init__(seed, size, known)
        self.rivals = rivals
        self.candidates = candidates

    def options(self, position: Position, seat: int, budget: float) -> list[Option]:
        """Return the turns worth a thought, the best one first."""
        s = public_state(position)
        if s.rounds == 0:  # nobody has plans yet while the game is set up
            return super().options(position, seat, budget)
        size, rivals = within(self.size, budget / 3), within(self.rivals, budget / 3)
        sight = self._foresight(position, max(size, rivals))
        outlook = sight.rivals_outlook(s, seat, rivals, moved=False)
        options = sight.options(s, seat, size, outlook)
        if outlook.last_turn[0] == 1:
            return options
        compared = [
            option._replace(value=self._reconsidered(s, seat, option, rivals, sight))
            for option in options[: self.candidates]
        ]
        return sorted(compared, key=lambda option: -option.value) + options[self.candidates :]

    def _reconsidered(
        self, s: State, seat: int, option: Option, rivals: BeamSize, sight: Planning
    ) -> float:
        """Value a turn anew and take the mean: the two estimates err in different ways."""
        then = after(s, option.actions)
        if then.ending:
            return option.value
        return (option.value + self._plan_on(then, seat, rivals, sight)) / 2

    def _plan_on(self, s: State, seat: int, size: BeamSize, sight: Planning) -> float:
        """Value what a seat has come to by the plans that everybody has then."""
        if s.rounds == 0:
            return super()._plan_on(s, seat, size, sight)
        mine = s.copy()
        start_turn(mine, seat)
        sight.plan(mine, seat, size, sight.default_outlook(s, seat, size))
        expected = sight.rivals_outlook(s, seat, size, moved=True, aims=sight.aims())
        sight.plan(mine, seat, size, expected)
        return sight.value
