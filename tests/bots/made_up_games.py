"""Results of games that are exactly linear in the features, for the tests of fitting weights."""

from __future__ import annotations

from century import Position
from century.bench.fit import Played
from century.core.heuristics import Weights, claims_to_go, evaluate


def rounds_left(to_go: int) -> int:
    """Return the rounds that are left in a made-up game."""
    return 3 * to_go + 2


def made_up(pos: Position, weights: Weights, first_seat: float) -> Played:
    """Return a game of one round, won by the difference of the evaluations of the seats."""
    s = pos.state
    left = rounds_left(int(claims_to_go(s)))
    margin = evaluate(s, 0, left, weights) - evaluate(s, 1, left, weights) + first_seat
    return Played(s.tobytes(), left, (round(margin), 0))
