"""What the search bots need from a game besides its rules.

The module `heuristics` of each game implements these functions.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from century.core.engine import per_game
from century.core.kernel import Int, Mask, State, kernel

Weights = npt.NDArray[np.float64]  # shape (n,): the weight of each of a game's features, in points


@per_game("heuristics")
def hide_unseen(s: State) -> None:
    """Remove what no player can know from a state, so that no plan uses it."""


@per_game("heuristics")
def candidates(s: State) -> tuple[Int, Mask]:  # type: ignore[empty-body]
    """Return the legal actions that are worth searching, in the form of `legal`; at least one."""


@per_game("heuristics")
def start_turn(s: State, seat: Int) -> None:
    """Start a turn of a seat, even if it is not its turn or another turn is not finished."""


@per_game("heuristics")
def plan_key(s: State, seat: Int) -> np.uint64:  # type: ignore[empty-body]
    """Return a hash of what matters to a seat's plan; states with equal keys are equally good."""


@per_game("heuristics")
def last_prize(s: State) -> Int:  # type: ignore[empty-body]
    """Return the number of the point card or tile that was claimed most recently."""


@per_game("heuristics")
def prize_points(s: State, prize: Int) -> Int:  # type: ignore[empty-body]
    """Return the points of a point card or tile."""


@kernel
def most_claims(s: State) -> Int:
    """Return the largest number of point cards or tiles that a seat has claimed."""
    most: Int = 0
    for seat in range(s.players):
        most = max(most, np.int64(s.claims[seat]))
    return most


@per_game("heuristics")
def claims_to_go(s: State) -> Int:  # type: ignore[empty-body]
    """Return the number of claims until the game ends, for the seat that needs the fewest."""


@per_game("heuristics")
def evaluate(s: State, seat: Int, left: float, weights: Weights) -> float:  # type: ignore[empty-body]
    """Estimate the final points of a seat if `left` rounds remain.

    The estimate must be linear in the weights, because they are fitted by least squares.
    """
