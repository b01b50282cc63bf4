"""A game takes the networks that were made for it, and refuses all others."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from century.errors import BadWeights
from century.neural.game_network import has_network, load_network
from century.neural.network import network_arrays
from century.neural.weights_file import read_weights, write_weights
from century.position import game
from tests.neural.networks import GAMES_WITH_FEATURES, small_network, small_weights

every_game = pytest.mark.parametrize("name", GAMES_WITH_FEATURES)


@every_game
def test_a_saved_network_is_loaded_with_its_card(name: str, tmp_path: Path) -> None:
    chosen = game(name)
    loaded = load_network(chosen, small_weights(tmp_path, chosen))
    assert loaded.card == {"made": "for tests"}
    expected = network_arrays(small_network(chosen))
    for name_of_array, array in network_arrays(loaded.network).items():
        assert array.dtype == np.float32
        np.testing.assert_allclose(array, expected[name_of_array], rtol=1e-3, atol=1e-6)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("format", "century-network-2"),
        ("game", "chess"),
        ("rules_version", "99"),
        ("features", "0123456789ab"),
        ("format", None),
        ("game", None),
    ],
)
def test_a_network_for_something_else_is_refused(
    field: str, value: str | None, tmp_path: Path
) -> None:
    chosen = game(GAMES_WITH_FEATURES[0])
    path = small_weights(tmp_path, chosen)
    arrays, metadata = read_weights(path)
    expected = metadata.pop(field)
    write_weights(path, arrays, metadata if value is None else metadata | {field: value})
    with pytest.raises(BadWeights) as caught:
        load_network(chosen, path)
    message = str(caught.value)
    assert str(path) in message
    assert f"expected {field} {expected!r}, found {value!r}" in message


@pytest.mark.parametrize("card", ["{", "[" * 100_000])
def test_a_damaged_card_is_refused(card: str, tmp_path: Path) -> None:
    chosen = game(GAMES_WITH_FEATURES[0])
    path = small_weights(tmp_path, chosen)
    arrays, metadata = read_weights(path)
    write_weights(path, arrays, metadata | {"card": card})
    with pytest.raises(BadWeights, match="card"):
        load_network(chosen, path)


def test_numbers_too_large_for_the_file_are_refused(tmp_path: Path) -> None:
    chosen = game(GAMES_WITH_FEATURES[0])
    path = small_weights(tmp_path, chosen)
    arrays, metadata = read_weights(path)
    arrays["win.bias"] = np.full_like(arrays["win.bias"], np.inf)
    write_weights(path, arrays, metadata)
    with pytest.raises(BadWeights, match=r"finite.*win\.bias"):
        load_network(chosen, path)


@every_game
def test_the_network_in_the_package_is_small_and_says_how_it_was_made(name: str) -> None:
    chosen = game(name)
    if not has_network(chosen):
        with pytest.raises(BadWeights, match="has no network"):
            load_network(chosen)
        return
    loaded = load_network(chosen)
    assert loaded.card
    assert sum(array.size for array in network_arrays(loaded.network).values()) * 2 < 2_500_000
