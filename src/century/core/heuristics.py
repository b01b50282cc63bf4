"""What the search bots need from a game besides its rules.

The functions below are the defaults. With all of them, bots compare plans by the points that the
plans lead to. The module `heuristics` of a game replaces the functions that it can improve. The
bots read the fields `ending` and `claims` of a state themselves.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from century.core.engine import legal, per_game, score
from century.core.kernel import Int, Mask, State, kernel
from century.core.state_digest import digest_state

Weights = npt.NDArray[np.float64]  # shape (n,): the weight of each of a game's features, in points


@per_game("heuristics", optional=True)
def hide_unseen(s: State) -> None:
    """Remove what no player can know from a state, so that no plan uses it.

    By default plans use a random guess: bots only get states with redealt hidden cards.
    """


@per_game("heuristics", optional=True)
def candidates(s: State) -> tuple[Int, Mask]:
    """Return the legal actions that are worth searching, in the form of `legal`; at least one.

    By default all legal actions.
    """
    return legal(s)


@per_game("heuristics", optional=True)
def start_turn(s: State, seat: Int) -> None:
    """Start a turn of a seat, even if it is not its turn or another turn is not finished.

    By default a turn starts in the first phase.
    """
    s.seat, s.phase = seat, 0


@per_game("heuristics", optional=True)
def plan_key(s: State, seat: Int) -> np.uint64:  # noqa: ARG001  the default is the same for all
    """Return a hash of what matters to a seat's plan; states with equal keys are equally good.

    By default everything but the number of rounds matters.
    """
    return digest_state(s)


@per_game("heuristics", optional=True)
def last_prize(s: State) -> Int:  # noqa: ARG001
    """Return the number of the point card or tile that was claimed most recently.

    By default all have the number 0.
    """
    return 0


@per_game("heuristics", optional=True)
def prize_points(s: State, prize: Int) -> Int:  # noqa: ARG001
    """Return the points of a point card or tile.

    By default 1, so that of plans with equal results the bots prefer the one that claims sooner.
    """
    return 1


@kernel
def most_claims(s: State) -> Int:
    """Return the largest number of point cards or tiles that a seat has claimed."""
    most: Int = 0
    for seat in range(s.players):
        most = max(most, np.int64(s.claims[seat]))
    return most


@per_game("heuristics", optional=True)
def claims_to_go(s: State) -> Int:
    """Return the number of claims until the game ends, for the seat that needs the fewest.

    By default 1, and 0 in the last round.
    """
    return 0 if s.ending else 1


@per_game("heuristics", optional=True)
def evaluate(s: State, seat: Int, left: float, weights: Weights) -> float:  # noqa: ARG001
    """Estimate the final points of a seat if `left` rounds remain.

    The estimate must be linear in the weights, because they are fitted by least squares. By default
    it is the points that the seat has.
    """
    return np.float64(score(s, seat))
