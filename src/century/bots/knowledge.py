"""What the bots know of a game from experience: numbers from the games they played."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from century.bots.beam import Caution
from century.insight import Weights, veil
from century.kernel import State
from century.position import Game, Position


class Knowledge(NamedTuple):
    """Numbers fitted from games the bots played against each other."""

    weights: Weights  # what each of the game's FEATURES is worth
    pace: float  # points that a player wins in a round
    left: npt.NDArray[np.float64]  # rounds left, by the claims to go
    caution: Caution


@cache
def knowledge(game: Game) -> Knowledge:
    """Return what is known of a game."""
    text = files(game.package).joinpath("insight.toml").read_text(encoding="utf-8")
    found = tomllib.loads(text)
    return Knowledge(
        np.array([found["weights"][feature] for feature in features(game)]),
        found["pace"],
        np.array(found["left"]),
        Caution(**found["caution"]),
    )


def features(game: Game) -> tuple[str, ...]:
    """Return the names of what a game's `worth` weighs."""
    names: tuple[str, ...] = import_module(f"{game.package}.insight").FEATURES
    return names


def as_known(position: Position) -> State:
    """Return a position's state as everybody knows it, the rest turned face down."""
    state = position.state
    veil(state)
    return state
