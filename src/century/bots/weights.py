"""The weights that the bots evaluate positions with, read from each game's weights.toml.

A game without that file gets `default_weights.toml`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np

from century.bots.search.beam import Discounts
from century.bots.search.decide import FittedWeights
from century.core.heuristics import hide_unseen
from century.core.kernel import State
from century.core.optional_module import optional_module
from century.errors import BadGame
from century.games.contract import GameSpec
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


def lacking_search_fields(spec: GameSpec) -> list[str]:
    """Return what bots that search read in a state, and what a game's states do not have."""
    shapes = dict(zip(spec.state.names, spec.state.shapes, strict=True))
    claims = shapes.get("claims", ())
    has_claims = len(claims) == 1 and claims[0] >= spec.players[-1]
    found = {"ending": shapes.get("ending") == (), "claims by seat": has_claims}
    return [field for field, there in found.items() if not there]


def read_settings(game: Game, file: str) -> dict[str, Any]:
    """Read a TOML file of a game; if the game does not have it, read the default for all games."""
    found = files(game.package).joinpath(file)
    if not found.is_file():
        found = files(__package__).joinpath(f"default_{file}")
    return tomllib.loads(found.read_text(encoding="utf-8"))


def public_state(position: Position) -> State:
    """Return a position's state with all hidden cards face down."""
    state = position.state
    hide_unseen(state)
    return state
