"""The strongest bot: it plans for everybody, and weighs its best turns against the answers."""

from __future__ import annotations

from century.bots.beam import Reach
from century.bots.foresight import Foresight, Option
from century.bots.knowledge import Knowledge, as_known
from century.bots.planner import REACH, Planner, after, within
from century.insight import again
from century.kernel import State
from century.position import Position

RIVALS = Reach(width=20, depth=8)


class Strategist(Planner):
    """Minds what the others are up to, and compares a few turns by what will follow."""

    def __init__(
        self,
        seed: int = 0,
        reach: Reach = REACH,
        rivals: Reach = RIVALS,
        candidates: int = 4,
        known: Knowledge | None = None,
    ) -> None:
        super().__init__(seed, reach, known)
        self.rivals = rivals
        self.candidates = candidates

    def options(self, position: Position, seat: int, budget: float) -> list[Option]:
        """Return the turns worth a thought, the best one first."""
        s = as_known(position)
        if s.rounds == 0:  # nobody has plans yet while the game is set up
            return super().options(position, seat, budget)
        reach, rivals = within(self.reach, budget / 3), within(self.rivals, budget / 3)
        sight = self._foresight(position, max(reach, rivals))
        outlook = sight.everybody_watched(s, seat, rivals, moved=False)
        options = sight.options(s, seat, reach, outlook)
        if outlook.last_turn[0] == 1:
            return options
        compared = [
            option._replace(value=self._reconsidered(s, seat, option, rivals, sight))
            for option in options[: self.candidates]
        ]
        return sorted(compared, key=lambda option: -option.value) + options[self.candidates :]

    def _reconsidered(
        self, s: State, seat: int, option: Option, rivals: Reach, sight: Foresight
    ) -> float:
        """Value a turn anew and take the mean: the two estimates err in different ways."""
        then = after(s, option.actions)
        if then.ending:
            return option.value
        return (option.value + self._plan_on(then, seat, rivals, sight)) / 2

    def _plan_on(self, s: State, seat: int, reach: Reach, sight: Foresight) -> float:
        """Value what a seat has come to by the plans that everybody has then."""
        if s.rounds == 0:
            return super()._plan_on(s, seat, reach, sight)
        mine = s.copy()
        again(mine, seat)
        sight.plan(mine, seat, reach, sight.nobody_watched(s, seat, reach))
        expected = sight.everybody_watched(s, seat, reach, moved=True, aims=sight.aims())
        sight.plan(mine, seat, reach, expected)
        return sight.value
