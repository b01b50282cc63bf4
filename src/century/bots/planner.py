"""The bot that plans its own turns ahead, as if the others passed."""

from __future__ import annotations

from century.bots.beam import Reach
from century.bots.foresight import Foresight, Option
from century.bots.knowledge import Knowledge, as_known, knowledge
from century.engine import act, score
from century.insight import again, promising, trace
from century.kernel import State, lowest_bit
from century.position import Position

__all__ = ["Option", "Planner"]

# Bots have no clock: a second stands for so much work, and the same seed gives the same game on
# every machine. `century bench` shows how much faster this machine is.
PLANS_A_SECOND = 8_000
REACH = Reach(width=50, depth=8)


class Planner:
    """Looks for the plan with the best outcome and takes its first turn."""

    def __init__(self, seed: int = 0, reach: Reach = REACH, known: Knowledge | None = None) -> None:
        self.seed = seed  # not used here: planning leaves nothing to chance
        self.reach = reach
        self._known = known
        self._sight: Foresight | None = None
        self._taken: dict[int, list[tuple[int, ...]]] = {}  # the turns taken, by situation
        self._turn: dict[bytes, int] = {}  # what is decided already, by what is seen then

    def choose(self, position: Position, seat: int, budget: float) -> int:
        """Return the next decision of the best turn."""
        s = as_known(position)
        if s.tobytes() not in self._turn:
            options = self.options(position, seat, budget)
            self._turn = _decisions(s, self._something_new(s, seat, options))
        return self._turn[s.tobytes()]

    def _something_new(self, s: State, seat: int, options: list[Option]) -> tuple[int, ...]:
        """Return the best turn not taken in this situation before: that has led nowhere."""
        taken = self._taken.setdefault(int(trace(s, seat)), [])
        turns = [option.actions for option in options]
        chosen = next((turn for turn in turns if turn not in taken), turns[0] if turns else ())
        taken.append(chosen)
        return chosen

    def options(self, position: Position, seat: int, budget: float) -> list[Option]:
        """Return the turns worth a thought, the best one first."""
        s = as_known(position)
        reach = within(self.reach, budget)
        sight = self._foresight(position, reach)
        return sight.options(s, seat, reach, sight.nobody_watched(s, seat, reach))

    def value_of(
        self, position: Position, seat: int, actions: tuple[int, ...], budget: float
    ) -> float:
        """Value any turn as if it had been taken, also one that is not among the options."""
        then = after(as_known(position), actions)
        if then.ending:
            rivals = [score(then, other) for other in range(then.players) if other != seat]
            return float(score(then, seat) - max(rivals))
        reach = within(self.reach, budget / 3)
        return self._plan_on(then, seat, reach, self._foresight(position, reach))

    def _plan_on(self, s: State, seat: int, reach: Reach, sight: Foresight) -> float:
        """Value what a seat has come to by the plan it has then."""
        mine = s.copy()
        again(mine, seat)
        sight.plan(mine, seat, reach, sight.nobody_watched(s, seat, reach))
        return sight.value

    def _foresight(self, position: Position, reach: Reach) -> Foresight:
        """Return the room for plans, which is kept as long as it is large enough."""
        sight, game = self._sight, position.game
        if sight is None or sight.game is not game or len(sight.beam.heap) < reach.width:
            sight = self._sight = Foresight(game, self._known or knowledge(game), reach.width)
        return sight


def within(reach: Reach, budget: float) -> Reach:
    """Narrow a search to what can be done in a budget of seconds."""
    return reach._replace(
        width=max(1, min(reach.width, int(budget * PLANS_A_SECOND / reach.depth)))
    )


def after(s: State, actions: tuple[int, ...]) -> State:
    """Return the state that decisions lead to."""
    then = s.copy()
    for action in actions:
        act(then, action)
    return then


def _decisions(s: State, actions: tuple[int, ...]) -> dict[bytes, int]:
    """Return each decision of a turn by the state it is made in."""
    if not actions:  # a turn too long to be looked at whole is taken one decision at a time
        first, options = promising(s)
        return {s.tobytes(): int(first + lowest_bit(options))}
    decisions = {}
    then = s.copy()
    for action in actions:
        decisions[then.tobytes()] = action
        act(then, action)
    return decisions
