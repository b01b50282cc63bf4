"""Small random networks for tests, and a forward pass in plain NumPy."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from century.core.features import features_of, has_features
from century.neural.game_network import save_network
from century.neural.network import Network, Sizes, network_arrays, random_network
from century.position import Game, game, games

GAMES_WITH_FEATURES = [name for name in games() if has_features(game(name).package)]


class Outputs(NamedTuple):
    policy: npt.NDArray[Any]
    win: npt.NDArray[Any]
    points: npt.NDArray[Any]


def small_network(chosen: Game, seed: int = 1, hidden: int = 16, blocks: int = 1) -> Network:
    features = features_of(chosen.package)
    sizes = Sizes(features.size, hidden, blocks, len(chosen.actions), features.seats)
    return random_network(sizes, seed)


def small_weights(folder: Path, chosen: Game, seed: int = 1) -> Path:
    """Write the weights of a small network for a game; return the path of the file."""
    path = folder / f"{chosen.name}-{seed}.safetensors"
    save_network(path, chosen, small_network(chosen, seed), {"made": "for tests"})
    return path


def forward(network: Network, features: npt.NDArray[np.uint8]) -> Outputs:
    """Evaluate a batch of features with matrix products, as the documentation defines it."""
    found = {name: array.astype(np.float64) for name, array in network_arrays(network).items()}

    def linear(x: npt.NDArray[Any], name: str) -> npt.NDArray[Any]:
        product: npt.NDArray[Any] = x @ found[f"{name}.weight"] + found[f"{name}.bias"]
        return product

    h = np.maximum(linear(features.astype(np.float64), "input"), 0)
    for k in range(len(network.first.bias)):
        inner = np.maximum(linear(h, f"blocks.{k}.first"), 0)
        h = np.maximum(h + linear(inner, f"blocks.{k}.second"), 0)
    return Outputs(linear(h, "policy"), linear(h, "win"), linear(h, "points"))


def random_flags(count: int, size: int, seed: int) -> npt.NDArray[np.uint8]:
    """Return rows of features of which about a tenth are set."""
    return (np.random.default_rng(seed).random((count, size)) < 0.1).astype(np.uint8)
