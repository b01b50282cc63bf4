"""Looking ahead for one seat, and for the others, to know what they will take and when they end."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from century.bots.search.beam import (
    DEEPEST,
    DEPTH,
    FIRST,
    NEVER,
    NOTHING,
    PRIZES,
    BeamSize,
    Counts,
    Outlook,
    SearchTask,
    allocate_beam,
    plan,
    record_claims,
)
from century.bots.weights import FittedWeights
from century.core.engine import score
from century.core.heuristics import claims_to_go, evaluate, prize_points, start_turn
from century.core.kernel import State
from century.position import Game

TIE = 0.5  # points: who comes later in the round wins ties


class Option(NamedTuple):
    """A turn, or the rest of one."""

    value: float  # the points by which its player is expected to be ahead at the end
    actions: tuple[int, ...]


class Planning:
    """Plans for the seats of a game; all states it is given are veiled."""

    def __init__(self, game: Game, known: FittedWeights, width: int) -> None:
        self.game = game
        self.known = known
        self.beam = allocate_beam(game, width)

    def options(self, s: State, seat: int, size: BeamSize, outlook: Outlook) -> list[Option]:
        """Plan, and return the turns to begin with, the best one first."""
        turns = self.plan(s, seat, size, outlook)
        best, paths = self.beam.best, self.beam.first_paths
        order = sorted(range(turns), key=lambda turn: -best[turn])
        return [
            Option(float(best[turn]), tuple(paths[turn, 1 : 1 + paths[turn, 0]].tolist()))
            for turn in order
            if best[turn] > NOTHING
        ]

    def plan(self, s: State, seat: int, size: BeamSize, outlook: Outlook) -> int:
        """Look for the best plan of the seat to move; return how many turns it may begin with."""
        known = self.known
        left = known.left[claims_to_go(s)]
        # Each of the others may take what one is after.
        claim_decay = known.discounts.claim_decay ** (int(s.players) - 1)
        discounts = known.discounts._replace(claim_decay=claim_decay)
        return int(
            plan(s, SearchTask(seat, left, size, outlook, known.weights, discounts), self.beam)
        )

    @property
    def value(self) -> float:
        """The value of the plan found last."""
        return float(self.beam.best[self.beam.best_plan[FIRST]])

    def aims(self) -> Counts:
        """Return after how many turns the plan found last takes each prize."""
        taken = np.full(PRIZES, NEVER)
        record_claims(self.beam, taken)
        return taken

    def default_outlook(self, s: State, seat: int, size: BeamSize) -> Outlook:
        """Return what to expect of the others if each goes on at the usual pace."""
        left = self.known.left[claims_to_go(s)]
        others = [other for other in range(s.players) if other != seat]
        score_now = max(score(s, other) for other in others)
        prospects = max(evaluate(s, other, left, self.known.weights) for other in others)
        return Outlook(
            np.full(PRIZES, NEVER),
            np.float64(score_now) + self.known.pace * np.arange(DEEPEST + 1, dtype=np.float64),
            np.array([prospects + self.known.pace * size.depth]),
            np.array([NEVER]),
        )

    def rivals_outlook(
        self, s: State, seat: int, size: BeamSize, moved: bool, aims: Counts | None = None
    ) -> Outlook:
        """Return what to expect of the others by their best plans.

        The seat is to move, or has just moved; the others know its aims, if there are any.
        """
        outlook = Outlook(
            np.full(PRIZES, NEVER),
            np.full(DEEPEST + 1, NOTHING),
            np.array([NOTHING]),
            np.array([NEVER]),
        )
        for rival in range(s.players):
            if rival != seat:
                theirs = s.copy()
                start_turn(theirs, rival)
                expected = self.default_outlook(s, rival, size)
                if aims is not None:
                    expected.taken[:] = aims
                self.plan(theirs, rival, size, expected)
                self._add(s, seat, rival, moved, outlook)
                outlook.evaluate[0] = max(outlook.evaluate[0], self.value + expected.evaluate[0])
        return outlook

    def _add(self, s: State, seat: int, rival: int, moved: bool, outlook: Outlook) -> None:
        """Add a rival's plan, found last, to what is expected."""
        taken, last = self.aims(), int(self.beam.best_plan[DEPTH])
        later = rival > seat
        # How many turns they have had, less ours, when the round of our turn is over.
        more = int(moved) + int(later) - 1
        gains = np.zeros(DEEPEST + 1)
        for prize in np.flatnonzero(taken < NEVER):
            gains[taken[prize]] += prize_points(s, prize)
        scores = score(s, rival) + np.cumsum(gains) + (TIE if later else -TIE)
        turns = np.clip(np.arange(DEEPEST + 1) + more, 0, DEEPEST)
        np.maximum(outlook.scores, scores[turns], out=outlook.scores)
        np.minimum(outlook.taken, taken - int(moved), out=outlook.taken)
        if self.beam.ended[0]:
            outlook.last_turn[0] = max(1, min(outlook.last_turn[0], last - more))
