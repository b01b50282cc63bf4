"""The compiled network computes what the documentation says, with any width and depth."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from century.errors import BadWeights
from century.neural.network import (
    Network,
    Sizes,
    allocate_scratch,
    evaluate_rows,
    make_network,
    network_arrays,
    random_network,
)
from tests.neural.networks import Outputs, forward, random_flags

SIZES = Sizes(features=50, hidden=16, blocks=2, actions=9, seats=4)


def outputs_of(network: Network, rows: npt.NDArray[np.uint8]) -> Outputs:
    heads = network.policy, network.win, network.points
    outputs = Outputs(*(np.full((len(rows), len(head.bias)), np.nan, np.float32) for head in heads))
    evaluate_rows(network, rows, allocate_scratch(network), *outputs)
    return outputs


@pytest.mark.parametrize("blocks", [0, 1, 2, 5])
@pytest.mark.parametrize("hidden", [1, 7, 16, 64])
def test_kernels_equal_the_plain_forward_pass(hidden: int, blocks: int) -> None:
    network = random_network(SIZES._replace(hidden=hidden, blocks=blocks), seed=hidden)
    rows = random_flags(20, SIZES.features, seed=blocks)
    for found, expected in zip(outputs_of(network, rows), forward(network, rows), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("flag", [0, 1])
def test_no_feature_or_every_feature_may_be_set(flag: int) -> None:
    network = random_network(SIZES, seed=1)
    rows = np.full((1, SIZES.features), flag, np.uint8)
    for found, expected in zip(outputs_of(network, rows), forward(network, rows), strict=True):
        np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-5)


def test_an_evaluation_does_not_depend_on_the_one_before() -> None:
    network = random_network(SIZES, seed=1)
    rows = random_flags(10, SIZES.features, seed=1)
    forwards, backwards = outputs_of(network, rows), outputs_of(network, rows[::-1])
    for one, other in zip(forwards, backwards, strict=True):
        assert np.array_equal(one, other[::-1])


def test_arrays_by_name_make_the_same_network_again() -> None:
    network = random_network(SIZES, seed=1)
    again = make_network(network_arrays(network), *sizes_of_game())
    for one, other in zip(network, again, strict=True):
        assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def sizes_of_game() -> tuple[int, int, int]:
    return SIZES.features, SIZES.actions, SIZES.seats


def changed(name: str, array: Any) -> dict[str, Any]:
    arrays: dict[str, Any] = network_arrays(random_network(SIZES, seed=1))
    if array is None:
        del arrays[name]
    else:
        arrays[name] = array
    return arrays


@pytest.mark.parametrize(
    ("name", "array", "said"),
    [
        ("policy.bias", None, "policy.bias of shape (9,), found none"),
        ("input.bias", None, "input.bias"),
        ("input.bias", np.zeros(0), "input.bias"),
        ("input.bias", np.zeros((4, 4)), "input.bias"),
        ("input.weight", np.zeros((49, 16)), "(50, 16), found (49, 16)"),
        ("blocks.1.first.weight", np.zeros((16, 15)), "blocks.1.first.weight of shape (16, 16)"),
        ("blocks.1.second.bias", None, "blocks.1.second.bias"),
        ("win.weight", np.full((16, 4), np.nan), "finite"),
        ("win.weight", np.full((16, 4), np.inf), "finite"),
        ("value.weight", np.zeros(3), "'value.weight'"),
        ("blocks.7.first.bias", np.zeros(16), "blocks.2.first"),
    ],
)
def test_arrays_that_are_no_network_are_refused(name: str, array: Any, said: str) -> None:
    with pytest.raises(BadWeights) as caught:
        make_network(changed(name, array), *sizes_of_game())
    assert said in str(caught.value)
