"""The bot that plans its own turns ahead, as if the others passed."""

from __future__ import annotations

from century.bots.planning import Option, Planning
from century.bots.search.beam import BeamSize
from century.bots.weights import FittedWeights, fitted_weights, public_state
from century.core.engine import act, score
from century.core.heuristics import candidates, plan_key, start_turn
from century.core.kernel import State, lowest_bit
from century.position import Position

__all__ = ["Option", "Planner"]

# Bots have no clock: a second stands for so much work, and the same seed gives the same game on
# every machine. `century bench` shows how much faster this machine is.
PLANS_A_SECOND = 8_000
SIZE = BeamSize(width=50, depth=8)


class Planner:
    """Looks for the plan with the best outcome and takes its first turn."""

    def __init__(
        self, seed: int = 0, size: BeamSize = SIZE, known: FittedWeights | None = None
    ) -> None:
        self.seed = seed  # not used here: planning leaves nothing to chance
        self.size = size
        self._known = known
        self._sight: Planning | None = None
        self._taken: dict[int, list[tuple[int, ...]]] = {}  # the turns taken, by situation
        self._turn: dict[bytes, int] = {}  # what is decided already, by what is seen then

    def choose(self, position: Position, seat: int, budget: float) -> int:
        """Return the next decision of the best turn."""
        s = public_state(position)
        if s.tobytes() not in self._turn:
            options = self.options(position, seat, budget)
            self._turn = _decisions(s, self._something_new(s, seat, options))
        return self._turn[s.tobytes()]

    def _something_new(self, s: State, seat: int, options: list[Option]) -> tuple[int, ...]:
        """Return the best turn not taken in this situation before: that has led nowhere."""
        taken = self._taken.setdefault(int(plan_key(s, seat)), [])
        turns = [option.actions for option in options]
        chosen = next((turn for turn in turns if turn not in taken), turns[0] if turns else ())
        taken.append(chosen)
        return chosen

    def options(self, position: Position, seat: int, budget: float) -> list[Option]:
        """Return the turns worth a thought, the best one first."""
        s = public_state(position)
        size = within(self.size, budget)
        sight = self._foresight(position, size)
        return sight.options(s, seat, size, sight.default_outlook(s, seat, size))

    def value_of(
        self, position: Position, seat: int, actions: tuple[int, ...], budget: float
    ) -> float:
        """Value any turn as if it had been taken, also one that is not among the options."""
        then = after(public_state(position), actions)
        if then.ending:
            rivals = [score(then, other) for other in range(then.players) if other != seat]
            return float(score(then, seat) - max(rivals))
        size = within(self.size, budget / 3)
        return self._plan_on(then, seat, size, self._foresight(position, size))

    def _plan_on(self, s: State, seat: int, size: BeamSize, sight: Planning) -> float:
        """Value what a seat has come to by the plan it has then."""
        mine = s.copy()
        start_turn(mine, seat)
        sight.plan(mine, seat, size, sight.default_outlook(s, seat, size))
        return sight.value

    def _foresight(self, position: Position, size: BeamSize) -> Planning:
        """Return the room for plans, which is kept as long as it is large enough."""
        sight, game = self._sight, position.game
        if sight is None or sight.game is not game or len(sight.beam.heap) < size.width:
            sight = self._sight = Planning(game, self._known or fitted_weights(game), size.width)
        return sight


def within(size: BeamSize, budget: float) -> BeamSize:
    """Narrow a search to what can be done in a budget of seconds."""
    return size._replace(width=max(1, min(size.width, int(budget * PLANS_A_SECOND / size.depth))))


def after(s: State, actions: tuple[int, ...]) -> State:
    """Return the state that decisions lead to."""
    then = s.copy()
    for action in actions:
        act(then, action)
    return then


def _decisions(s: State, actions: tuple[int, ...]) -> dict[bytes, int]:
    """Return each decision of a turn by the state it is made in."""
    if not actions:  # a turn too long to be looked at whole is taken one decision at a time
        first, options = candidates(s)
        return {s.tobytes(): int(first + lowest_bit(options))}
    decisions = {}
    then = s.copy()
    for action in actions:
        decisions[then.tobytes()] = action
        act(then, action)
    return decisions
