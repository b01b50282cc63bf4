"""The network of a game: the one in its package, or one from a file.

A file names the game, the version of its rules and the features that it was made for. A network
for anything else is refused, because it would play badly, without an error.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from century.core.features import features_of, has_features
from century.errors import BadWeights
from century.neural.weights_file import WeightsFile, parse_weights, read_weights, write_weights
from century.position import Game, game, games

if TYPE_CHECKING:
    from century.neural.network import Network

__all__ = [
    "FORMAT",
    "SHIPPED",
    "GameNetwork",
    "describe",
    "has_network",
    "load_network",
    "load_network_file",
    "named_network",
    "save_network",
]

FORMAT = "century-network-1"
PACKAGED = "master"  # the level that plays with the network of the package
SHIPPED = f"{PACKAGED}.safetensors"  # the file in a game's package


class GameNetwork(NamedTuple):
    """A network that plays a game."""

    game: Game
    network: Network
    card: dict[str, Any]  # how it was made and how strong it is
    source: str  # the file, for messages


def has_network(game: Game) -> bool:
    """Tell whether a game's package has a network; the rules of the game are not imported."""
    return files(game.package).joinpath(SHIPPED).is_file()


def load_network(game: Game, path: Path | None = None) -> GameNetwork:
    """Return the network of a game, from its package or from a file, or raise BadWeights."""
    if path is None:
        return _shipped(game)
    return _checked(game, read_weights(path), str(path))


def load_network_file(path: Path) -> GameNetwork:
    """Return the network in a file, for the game that the file names, or raise BadWeights."""
    file = read_weights(path)
    name = file.metadata.get("game")
    if name not in games():
        raise BadWeights(f"{path}: expected a game out of {', '.join(games())}, found {name!r}")
    return _checked(game(name), file, str(path))


def named_network(game: Game, file: Path) -> GameNetwork:
    """Return the network in a file, or the one in the game's package for the name `master`."""
    return load_network(game, None if str(file) == PACKAGED else file)


@cache
def _shipped(game: Game) -> GameNetwork:
    if not has_network(game):
        raise BadWeights(f"{game.name} has no network; name a file of weights for it")
    content = files(game.package).joinpath(SHIPPED).read_bytes()
    return _checked(game, parse_weights(content, SHIPPED), SHIPPED)


def save_network(path: Path, game: Game, network: Network, card: Mapping[str, Any]) -> None:
    """Write a network to a file, with a card that says how it was made and how strong it is."""
    from century.neural.network import network_arrays

    players = f"{game.players[0]}-{game.players[-1]}"
    metadata = {"format": FORMAT, **describe(game), "players": players}
    metadata["card"] = json.dumps(dict(card))
    write_weights(path, network_arrays(network), metadata)


def describe(game: Game) -> dict[str, str]:
    """Return what a network is made for: a game, the version of its rules and its features."""
    return {
        "game": game.name,
        "rules_version": str(game.rules_version),
        "features": features_of(game.package).digest,
    }


def _checked(game: Game, file: WeightsFile, source: str) -> GameNetwork:
    """Return the network in a file, or raise BadWeights if it is not for this game."""
    from century.neural.network import make_network  # with kernels, which `has_network` can save

    if not has_features(game.package):
        raise BadWeights(f"{source}: {game.name} has no features, so no network can play it")
    for field, expected in {"format": FORMAT, **describe(game)}.items():
        found = file.metadata.get(field)
        if found != expected:
            raise BadWeights(f"{source}: expected {field} {expected!r}, found {found!r}")
    features = features_of(game.package)
    try:
        card = json.loads(file.metadata.get("card", "{}"))
        network = make_network(file.arrays, features.size, len(game.actions), features.seats)
    except BadWeights as error:
        raise BadWeights(f"{source}: {error}") from None
    except (ValueError, RecursionError) as error:
        raise BadWeights(f"{source}: the card is no JSON: {error}") from None
    return GameNetwork(game, network, card if isinstance(card, dict) else {}, source)
