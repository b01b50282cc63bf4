"""The bot that plans its own turns with a beam search and ignores its rivals."""

from __future__ import annotations

from century.bots.planning import Option, Planning
from century.bots.search.beam import BeamSize
from century.bots.weights import FittedWeights, fitted_weights, public_state
from century.core.engine import act, score
from century.core.heuristics import candidates, plan_key, start_turn
from century.core.kernel import State, lowest_bit
from century.position import Position

__all__ = ["Option", "Planner", "Turn", "decisions_by_state", "fit_to_budget", "state_after"]

# Bots do not read a clock. A second of budget stands for a fixed amount of work, so that the same
# seed gives the same game on every machine. `century bench` measures the real speed.
PLANS_PER_SECOND = 8_000
DEFAULT_SIZE = BeamSize(width=50, depth=8)

Turn = tuple[int, ...]  # the actions of a turn, or of the rest of one


class Planner:
    """Searches for the best plan and takes its first turn."""

    def __init__(
        self, seed: int = 0, size: BeamSize = DEFAULT_SIZE, fitted: FittedWeights | None = None
    ) -> None:
        self.seed = seed  # for subclasses: a planner itself uses no random numbers
        self.size = size
        self.fitted = fitted  # None: the weights of the game that is played
        self._planning: Planning | None = None
        # Memory of one game.
        self._table: tuple[str, int] | None = None  # the game's name and the number of players
        self._round = 0
        self._turns_tried: dict[int, list[Turn]] = {}  # by plan key
        self._decisions: dict[bytes, int] = {}  # the chosen turn: the action in each state of it

    def choose(self, position: Position, seat: int, budget: float) -> int:
        """Return the next decision of the best turn."""
        self._clear_at_new_game(position)
        s = public_state(position)
        if s.tobytes() not in self._decisions:
            options = self.options(position, seat, budget)
            self._decisions = decisions_by_state(s, self._best_untried(s, seat, options))
        return self._decisions[s.tobytes()]

    def _clear_at_new_game(self, position: Position) -> None:
        """Clear the memory if this is another table, or an earlier round than before."""
        table, current = (position.game.name, position.players), position.turn[0]
        if table != self._table or current < self._round:
            self._turns_tried.clear()
            self._decisions.clear()
        self._table, self._round = table, current

    def _best_untried(self, s: State, seat: int, options: list[Option]) -> Turn:
        """Return the best turn that this bot has not taken in the same situation of this game.

        A bot that returns to the same situation would otherwise repeat its turns endlessly.
        """
        tried = self._turns_tried.setdefault(int(plan_key(s, seat)), [])
        turns = [option.actions for option in options]
        chosen = next((turn for turn in turns if turn not in tried), turns[0] if turns else ())
        tried.append(chosen)
        return chosen

    def options(self, position: Position, seat: int, budget: float) -> list[Option]:
        """Return the turns that the search has evaluated, the best one first."""
        s = public_state(position)
        size = fit_to_budget(self.size, budget)
        planning = self.planning_for(position, size)
        return planning.options(s, seat, size, planning.default_forecast(s, seat, size))

    def evaluate_turn(self, position: Position, seat: int, turn: Turn, budget: float) -> float:
        """Return the value of any turn, even of one that is not among the options."""
        after = state_after(public_state(position), turn)
        if after.ending:
            rivals = [score(after, other) for other in range(after.players) if other != seat]
            return float(score(after, seat) - max(rivals))
        size = fit_to_budget(self.size, budget / 3)
        return self._evaluate_state(after, seat, size, self.planning_for(position, size))

    def _evaluate_state(self, s: State, seat: int, size: BeamSize, planning: Planning) -> float:
        """Return the value of a state, in which the seat has just moved, by its next plan."""
        own = s.copy()
        start_turn(own, seat)
        planning.plan(own, seat, size, planning.default_forecast(s, seat, size))
        return planning.value

    def planning_for(self, position: Position, size: BeamSize) -> Planning:
        """Return buffers for a search of this size, reusing the last ones if they suffice."""
        planning, game = self._planning, position.game
        if planning is None or planning.game is not game or len(planning.beam.heap) < size.width:
            fitted = self.fitted or fitted_weights(game)
            planning = self._planning = Planning(game, fitted, size.width)
        return planning


def fit_to_budget(size: BeamSize, budget: float) -> BeamSize:
    """Narrow a search to the number of plans that a budget in seconds allows."""
    affordable = int(budget * PLANS_PER_SECOND / size.depth)
    return size._replace(width=max(1, min(size.width, affordable)))


def state_after(s: State, turn: Turn) -> State:
    """Return the state after a sequence of actions."""
    after = s.copy()
    for action in turn:
        act(after, action)
    return after


def decisions_by_state(s: State, turn: Turn) -> dict[bytes, int]:
    """Return the action of each decision of a turn, by the state before it."""
    if not turn:  # no turn was found, as all are too long: take one decision and plan again
        first, options = candidates(s)
        return {s.tobytes(): int(first + lowest_bit(options))}
    decisions = {}
    state = s.copy()
    for action in turn:
        decisions[state.tobytes()] = action
        act(state, action)
    return decisions
