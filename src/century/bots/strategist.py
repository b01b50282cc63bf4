"""The strongest bot: it plans for everybody, and weighs its best turns against the answers."""

from __future__ import annotations

from century.bots.beam import Outlook, Reach
from century.bots.foresight import Foresight, Option
from century.bots.knowledge import Knowledge, as_known
from century.bots.planner import REACH, Planner, within
from century.engine import act
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
        compared = [
            option._replace(value=self._reconsider(s, seat, option, rivals, sight, outlook))
            for option in options[: self.candidates]
        ]
        return sorted(compared, key=lambda option: -option.value) + options[self.candidates :]

    def _reconsider(
        self, s: State, seat: int, option: Option, rivals: Reach, sight: Foresight, outlook: Outlook
    ) -> float:
        """Value a turn anew by the plans that everybody has after it, and take the mean of both.

        The mean is the better estimate: the two err in different ways.
        """
        then = s.copy()
        for action in option.actions:
            act(then, action)
        if then.ending or outlook.last_turn[0] == 1:
            return option.value
        mine = then.copy()
        again(mine, seat)
        sight.plan(mine, seat, rivals, sight.nobody_watched(then, seat, rivals))
        expected = sight.everybody_watched(then, seat, rivals, moved=True, aims=sight.aims())
        sight.plan(mine, seat, rivals, expected)
        return (option.value + sight.value) / 2
