"""The weights that the bots evaluate positions with, read from each game's weights.toml."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from century.bots.search.beam import Discounts
from century.core.heuristics import Weights, hide_unseen
from century.core.kernel import State
from century.position import Game, Position


class FittedWeights(NamedTuple):
    """Numbers fitted to games that the bots played against each other."""

    weights: Weights  # points, for each of the game's FEATURES
    pace: float  # the points that a player gains in a round, on average
    rounds_left: npt.NDArray[np.float64]  # on average, by the number of claims to go
    discounts: Discounts


@cache
def fitted_weights(game: Game) -> FittedWeights:
    """Return the weights of a game."""
    text = files(game.package).joinpath("weights.toml").read_text(encoding="utf-8")
    found = tomllib.loads(text)
    return FittedWeights(
        np.array([found["weights"][feature] for feature in features(game)]),
        found["pace"],
        np.array(found["left"]),
        Discounts(**found["discounts"]),
    )


def features(game: Game) -> tuple[str, ...]:
    """Return the names of the features that a game's `evaluate` weighs."""
    names: tuple[str, ...] = import_module(f"{game.package}.heuristics").FEATURES
    return names


def public_state(position: Position) -> State:
    """Return a position's state with all hidden cards face down."""
    state = position.state
    hide_unseen(state)
    return state
