"""What a searcher asks of a game besides its rules, answered by the game's own module `insight`."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from century.engine import asked_of_the_game
from century.kernel import Int, Mask, State, kernel

Weights = npt.NDArray[np.float64]  # shape (n,): what each of a game's features is worth in points


@asked_of_the_game("insight")
def veil(s: State) -> None:
    """Turn over what nobody can know, so that no plan counts on it."""


@asked_of_the_game("insight")
def promising(s: State) -> tuple[Int, Mask]:  # type: ignore[empty-body]
    """Return the legal actions that are worth a search, as `legal` does; never none of them."""


@asked_of_the_game("insight")
def again(s: State, seat: Int) -> None:
    """Let a seat begin a turn now, whoever is next and whatever is under way."""


@asked_of_the_game("insight")
def trace(s: State, seat: Int) -> np.uint64:  # type: ignore[empty-body]
    """Digest what matters to a seat's own plan: equal states go on equally well."""


@asked_of_the_game("insight")
def last_prize(s: State) -> Int:  # type: ignore[empty-body]
    """Return the number of the point card or tile that was claimed last."""


@asked_of_the_game("insight")
def prize_points(s: State, prize: Int) -> Int:  # type: ignore[empty-body]
    """Return a prize's points."""


@kernel
def most_claims(s: State) -> Int:
    """Count the prizes of the seat that has most."""
    most: Int = 0
    for seat in range(s.players):
        most = max(most, np.int64(s.claims[seat]))
    return most


@asked_of_the_game("insight")
def claims_to_go(s: State) -> Int:  # type: ignore[empty-body]
    """Count the prizes that the seat nearest to the end still needs for it."""


@asked_of_the_game("insight")
def worth(s: State, seat: Int, left: float, weights: Weights) -> float:  # type: ignore[empty-body]
    """Estimate the points a seat will have at the end, with so many rounds left.

    It is linear in the weights: that is how they are fitted.
    """
