"""Planning for one seat, with a forecast of what its rivals claim and when they end the game."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from century.bots.search.beam import (
    DEPTH,
    FIRST,
    MAX_DEPTH,
    NEVER,
    NO_VALUE,
    PRIZES,
    BeamSize,
    Counts,
    Forecast,
    allocate_beam,
    record_claims,
)
from century.bots.search.decide import allocate_forecast, search_with, write_default_forecast
from century.bots.weights import FittedWeights
from century.core.engine import score
from century.core.heuristics import prize_points, start_turn
from century.core.kernel import State
from century.errors import BadCount
from century.position import Game

TIE = 0.5  # points: the later seat in the round wins a tie


class Option(NamedTuple):
    """A turn, or the rest of the turn in progress, and its value."""

    value: float  # the expected lead over the best rival at the end of the game, in points
    actions: tuple[int, ...]


class Planning:
    """Finds plans for the seats of a game.

    Every state passed to it must be public: its hidden cards are face down (`public_state`).
    """

    def __init__(self, game: Game, fitted: FittedWeights, width: int) -> None:
        self.game = game
        self.fitted = fitted._replace(pace=float(fitted.pace))
        self.beam = allocate_beam(game, width)

    def options(self, s: State, seat: int, size: BeamSize, forecast: Forecast) -> list[Option]:
        """Plan, and return the possible first turns, the best one first."""
        turns = self.plan(s, seat, size, forecast)
        best, paths = self.beam.best, self.beam.first_paths
        order = sorted(range(turns), key=lambda turn: -best[turn])
        return [
            Option(float(best[turn]), tuple(paths[turn, 1 : 1 + paths[turn, 0]].tolist()))
            for turn in order
            if best[turn] > NO_VALUE
        ]

    def plan(self, s: State, seat: int, size: BeamSize, forecast: Forecast) -> int:
        """Find the best plan of the seat to move; return the number of possible first turns."""
        if not 1 <= size.depth <= MAX_DEPTH:  # the buffers hold MAX_DEPTH turns
            raise BadCount(f"a search depth is a number from 1 to {MAX_DEPTH}, not {size.depth}")
        return int(search_with(s, seat, size, forecast, self.fitted, self.beam))

    @property
    def value(self) -> float:
        """The value of the best plan of the last search."""
        return float(self.beam.best[self.beam.best_plan[FIRST]])

    def claim_turns(self) -> Counts:
        """Return, for each prize, after how many turns the best plan claims it, or NEVER."""
        claimed_after = np.full(PRIZES, NEVER)
        record_claims(self.beam, claimed_after)
        return claimed_after

    def default_forecast(self, s: State, seat: int, size: BeamSize) -> Forecast:
        """Return a forecast in which every rival scores at the average pace."""
        forecast = allocate_forecast()
        write_default_forecast(s, seat, size.depth, self.fitted, forecast)
        return forecast

    def rival_forecast(
        self,
        s: State,
        seat: int,
        size: BeamSize,
        moved: bool,
        claim_turns: Counts | None = None,
    ) -> Forecast:
        """Return a forecast from the best plan of each rival.

        `moved` says whether the seat has just moved or is to move. The rivals take the seat's own
        `claim_turns` into account, if given.
        """
        forecast = Forecast(
            np.full(PRIZES, NEVER),
            np.full(MAX_DEPTH + 1, NO_VALUE),
            np.array([NO_VALUE]),
            np.array([NEVER]),
        )
        for rival in range(s.players):
            if rival != seat:
                theirs = s.copy()
                start_turn(theirs, rival)
                expected = self.default_forecast(s, rival, size)
                if claim_turns is not None:
                    expected.claimed_after[:] = claim_turns
                self.plan(theirs, rival, size, expected)
                self._add_last_plan(s, seat, rival, moved, forecast)
                evaluation = self.value + expected.evaluation[0]
                forecast.evaluation[0] = max(forecast.evaluation[0], evaluation)
        return forecast

    def _add_last_plan(
        self, s: State, seat: int, rival: int, moved: bool, forecast: Forecast
    ) -> None:
        """Add the plan of the last search, which was for a rival, to a forecast."""
        claim_turns, last = self.claim_turns(), int(self.beam.best_plan[DEPTH])
        later = rival > seat
        # Counted from now, how many turns the rival is ahead of the seat at the end of a round.
        extra = int(moved) + int(later) - 1
        gains = np.zeros(MAX_DEPTH + 1)
        for prize in np.flatnonzero(claim_turns < NEVER):
            gains[claim_turns[prize]] += prize_points(s, prize)
        scores = score(s, rival) + np.cumsum(gains) + (TIE if later else -TIE)
        turns = np.clip(np.arange(MAX_DEPTH + 1) + extra, 0, MAX_DEPTH)
        np.maximum(forecast.scores, scores[turns], out=forecast.scores)
        np.minimum(forecast.claimed_after, claim_turns - int(moved), out=forecast.claimed_after)
        if self.beam.ended[0]:
            forecast.last_turn[0] = max(1, min(forecast.last_turn[0], last - extra))
