"""The strongest bot: it plans for all seats and re-evaluates its best turns against the replies."""

from __future__ import annotations

from century.bots.planner import DEFAULT_SIZE, Planner, fit_to_budget, state_after
from century.bots.planning import Option, Planning
from century.bots.search.beam import BeamSize
from century.bots.weights import FittedWeights, public_state
from century.core.heuristics import start_turn
from century.core.kernel import State
from century.position import Position

DEFAULT_RIVALS = BeamSize(width=20, depth=8)


class Strategist(Planner):
    """Plans with a forecast of the rivals, and compares a few turns by their consequences."""

    def __init__(
        self,
        seed: int = 0,
        size: BeamSize = DEFAULT_SIZE,
        rivals: BeamSize = DEFAULT_RIVALS,
        candidates: int = 4,
        fitted: FittedWeights | None = None,
    ) -> None:
        super().__init__(seed, size, fitted)
        self.rivals = rivals  # the size of the searches for the rivals
        self.candidates = candidates  # how many turns are evaluated a second time

    def options(self, position: Position, seat: int, budget: float) -> list[Option]:
        """Return the turns that the search has evaluated, the best one first."""
        s = public_state(position)
        if s.rounds == 0:  # during set-up there is nothing to plan from
            return super().options(position, seat, budget)
        size, rivals = fit_to_budget(self.size, budget / 3), fit_to_budget(self.rivals, budget / 3)
        planning = self.planning_for(position, max(size, rivals))
        forecast = planning.rival_forecast(s, seat, rivals, moved=False)
        options = planning.options(s, seat, size, forecast)
        if forecast.last_turn[0] == 1:
            return options
        compared = [
            option._replace(value=self._mean_estimate(s, seat, option, rivals, planning))
            for option in options[: self.candidates]
        ]
        return sorted(compared, key=lambda option: -option.value) + options[self.candidates :]

    def _mean_estimate(
        self, s: State, seat: int, option: Option, rivals: BeamSize, planning: Planning
    ) -> float:
        """Evaluate a turn a second time and return the mean: the errors of the two differ."""
        after = state_after(s, option.actions)
        if after.ending:
            return option.value
        return (option.value + self._evaluate_state(after, seat, rivals, planning)) / 2

    def _evaluate_state(self, s: State, seat: int, size: BeamSize, planning: Planning) -> float:
        """Return the value of a state, in which the seat has just moved, by the plans of all."""
        if s.rounds == 0:
            return super()._evaluate_state(s, seat, size, planning)
        own = s.copy()
        start_turn(own, seat)
        planning.plan(own, seat, size, planning.default_forecast(s, seat, size))
        claim_turns = planning.claim_turns()
        forecast = planning.rival_forecast(s, seat, size, moved=True, claim_turns=claim_turns)
        planning.plan(own, seat, size, forecast)
        return planning.value
