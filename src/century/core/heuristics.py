"""What a searcher asks of a game besides its rules, answered by the game's own module `insight`."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from century.core.engine import per_game
from century.core.kernel import Int, Mask, State, kernel

Weights = npt.NDArray[np.float64]  # shape (n,): what each of a game's features is worth in points


@per_game("heuristics")
def hide_unseen(s: State) -> None:
    """Turn over what nobody can know, so that no plan counts on it."""


@per_game("heuristics")
def candidates(s: State) -> tuple[Int, Mask]:  # type: ignore[empty-body]
    """Return the legal actions that are worth a search, as `legal` does; never none of them."""


@per_game("heuristics")
def start_turn(s: State, seat: Int) -> None:
    """Let a seat begin a turn now, whoever is next and whatever is under way."""


@per_game("heuristics")
def plan_key(s: State, seat: Int) -> np.uint64:  # type: ignore[empty-body]
    """Digest what matters to a seat's own plan: equal states go on equally well."""


@per_game("heuristics")
def last_prize(s: State) -> Int:  # type: ignore[empty-body]
    """Return the number of the point card or tile that was claimed last."""


@per_game("heuristics")
def prize_points(s: State, prize: Int) -> Int:  # type: ignore[empty-body]
    """Return a prize's points."""


@kernel
def most_claims(s: State) -> Int:
    """Count the prizes of the seat that has most."""
    most: Int = 0
    for seat in range(s.players):
        most = max(most, np.int64(s.claims[seat]))
    return most


@per_game("heuristics")
def claims_to_go(s: State) -> Int:  # type: ignore[empty-body]
    """Count the prizes that the seat nearest to the end still needs for it."""


@per_game("heuristics")
def evaluate(s: State, seat: Int, left: float, weights: Weights) -> float:  # type: ignore[empty-body]
    """Estimate the points a seat will have at the end, with so many rounds left.

    It is linear in the weights: that is how they are fitted.
    """
