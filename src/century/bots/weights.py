"""The weights that the bots evaluate positions with, read from each game's weights.toml.

A game without that file gets `default_weights.toml`.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from century.bots.game_settings import lacking_search_fields, read_settings
from century.bots.search.beam import Discounts
from century.bots.search.decide import FittedWeights
from century.core.heuristics import hide_unseen
from century.core.kernel import State
from century.core.optional_module import optional_module
from century.errors import BadGame
from century.position import Game, Position

__all__ = [
    "FittedWeights",
    "features",
    "fitted_weights",
    "lacking_search_fields",
    "public_state",
    "read_settings",
]


@cache
def fitted_weights(game: Game) -> FittedWeights:
    """Return the weights of a game, or raise BadGame if no bot can search it."""
    if lacking := lacking_search_fields(game.spec):
        fields = " and ".join(lacking)
        lacking_fields = f"its states have no {fields}"
        raise BadGame(
            f"bots that search cannot play {game.name}: {lacking_fields}; use the bot 'random'"
        )
    found = read_settings(game, "weights.toml")
    return FittedWeights(
        np.array([found["weights"][feature] for feature in features(game)]),
        found["pace"],
        np.array(found["left"]),
        Discounts(**found["discounts"]),
    )


def features(game: Game) -> tuple[str, ...]:
    """Return the names of the features that a game's `evaluate` weighs; none by default."""
    names: tuple[str, ...] = getattr(optional_module(game.package, "heuristics"), "FEATURES", ())
    return names


def public_state(position: Position) -> State:
    """Return a position's state with all hidden cards face down."""
    state = position.state
    hide_unseen(state)
    return state
