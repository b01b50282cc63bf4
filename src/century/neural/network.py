"""The network that evaluates a position, as kernels for one CPU core.

It has an input layer of 0/1 features, residual blocks, and three heads: a logit for each action, a
logit of winning for each seat, and the final points of each seat. Seats are counted from the seat
that decides.

All weights are stored [in, out], so a nonzero activation adds one row of consecutive numbers. Most
features and about half of the hidden activations are zero, and their rows are skipped.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from century.core.kernel import Int, kernel
from century.errors import BadWeights

__all__ = [
    "Layer",
    "Network",
    "Scratch",
    "Sizes",
    "allocate_scratch",
    "array_shapes",
    "evaluate_network",
    "evaluate_rows",
    "make_network",
    "network_arrays",
    "random_network",
]

Floats = npt.NDArray[np.float32]
Flags = npt.NDArray[np.uint8]
# Rows that are added in one pass over the outputs
ROWS = 4
FLAGGED_ROWS = 8


class Layer(NamedTuple):
    """A linear layer, or several of equal shape with one more dimension in front."""

    weight: Floats  # shape (..., in, out)
    bias: Floats  # shape (..., out)


class Network(NamedTuple):
    """The weights of a network, all as 32-bit floats."""

    input: Layer  # (features, hidden)
    first: Layer  # (blocks, hidden, hidden)
    second: Layer  # (blocks, hidden, hidden)
    policy: Layer  # (hidden, actions)
    win: Layer  # (hidden, seats)
    points: Layer  # (hidden, seats)


class Sizes(NamedTuple):
    """The dimensions of a network."""

    features: int
    hidden: int
    blocks: int
    actions: int
    seats: int


class Scratch(NamedTuple):
    """The buffers that one evaluation works in; threads must not share them."""

    hidden: Floats  # shape (hidden,)
    inner: Floats  # shape (hidden,): inside a block
    active: npt.NDArray[np.int32]  # shape (largest layer,): the inputs that are not zero
    values: Floats  # shape (largest layer,): their values


def allocate_scratch(network: Network) -> Scratch:
    """Allocate the buffers for evaluations of a network."""
    features, hidden = network.input.weight.shape
    widest = max(features, hidden)
    return Scratch(
        np.zeros(hidden, np.float32),
        np.zeros(hidden, np.float32),
        np.zeros(widest, np.int32),
        np.zeros(widest, np.float32),
    )


# Evaluation


@kernel
def evaluate_network(
    network: Network,
    features: Flags,
    scratch: Scratch,
    logits: Floats,
    wins: Floats,
    points: Floats,
) -> None:
    """Evaluate features; write the logits of all actions, and the win logits and points by seat."""
    hidden, inner = scratch.hidden, scratch.inner
    write_bias(network.input.bias, hidden)
    add_flagged(network.input.weight, find_flags(features, scratch), scratch, hidden)
    active = find_positive(hidden, scratch)
    for block in range(len(network.first.bias)):
        write_bias(network.first.bias[block], inner)
        add_rows(network.first.weight[block], active, scratch, inner)
        active = find_positive(inner, scratch)
        add_bias(network.second.bias[block], hidden)
        add_rows(network.second.weight[block], active, scratch, hidden)
        active = find_positive(hidden, scratch)
    write_bias(network.policy.bias, logits)
    add_rows(network.policy.weight, active, scratch, logits)
    write_bias(network.win.bias, wins)
    add_rows(network.win.weight, active, scratch, wins)
    write_bias(network.points.bias, points)
    add_rows(network.points.weight, active, scratch, points)


@kernel
def evaluate_rows(
    network: Network,
    features: Flags,
    scratch: Scratch,
    logits: Floats,
    wins: Floats,
    points: Floats,
) -> None:
    """Evaluate each row of features into the same row of the outputs."""
    for row in range(len(features)):
        evaluate_network(network, features[row], scratch, logits[row], wins[row], points[row])


@kernel
def write_bias(bias: Floats, out: Floats) -> None:
    """Write a bias over the outputs of a layer."""
    for j in range(len(out)):
        out[j] = bias[j]


@kernel
def add_bias(bias: Floats, out: Floats) -> None:
    """Add a bias to the outputs of a layer."""
    for j in range(len(out)):
        out[j] += bias[j]


@kernel
def find_flags(features: Flags, scratch: Scratch) -> Int:
    """List the features that are set; return their number."""
    # Without a branch, which the processor would often predict wrongly: the next feature overwrites
    # the entry of one that is not set.
    found: Int = 0
    for i in range(len(features)):
        scratch.active[found] = i
        found += np.int64(features[i] != 0)
    return found


@kernel
def find_positive(layer: Floats, scratch: Scratch) -> Int:
    """Set negative activations to zero and list the positive ones; return their number."""
    # Without a branch, as above.
    found: Int = 0
    for i in range(len(layer)):
        value = max(layer[i], np.float32(0.0))
        layer[i] = value
        scratch.active[found] = i
        scratch.values[found] = value
        found += np.int64(value > np.float32(0.0))
    return found


@kernel
def add_flagged(weight: Floats, active: Int, scratch: Scratch, out: Floats) -> None:
    """Add the rows of the listed inputs, whose values are all 1."""
    rows = scratch.active
    width = len(out)
    full = active - active % FLAGGED_ROWS
    for k in range(0, full, FLAGGED_ROWS):
        a, b, c, d = rows[k], rows[k + 1], rows[k + 2], rows[k + 3]
        e, f, g, h = rows[k + 4], rows[k + 5], rows[k + 6], rows[k + 7]
        for j in range(width):
            out[j] += ((weight[a, j] + weight[b, j]) + (weight[c, j] + weight[d, j])) + (
                (weight[e, j] + weight[f, j]) + (weight[g, j] + weight[h, j])
            )
    for k in range(full, active):
        for j in range(width):
            out[j] += weight[rows[k], j]


@kernel
def add_rows(weight: Floats, active: Int, scratch: Scratch, out: Floats) -> None:
    """Add the rows of the listed inputs, multiplied by their values.

    Four rows at a time: one row needs as many loads and stores of the outputs as multiplications.
    The order of the additions is fixed, so the results are the same on every machine.
    """
    rows, values = scratch.active, scratch.values
    width = len(out)
    full = active - active % ROWS
    for k in range(0, full, ROWS):
        a, b, c, d = rows[k], rows[k + 1], rows[k + 2], rows[k + 3]
        w, x, y, z = values[k], values[k + 1], values[k + 2], values[k + 3]
        for j in range(width):
            out[j] += (w * weight[a, j] + x * weight[b, j]) + (y * weight[c, j] + z * weight[d, j])
    for k in range(full, active):
        row, value = rows[k], values[k]
        for j in range(width):
            out[j] += value * weight[row, j]


# Arrays by name, as files keep them


def array_shapes(sizes: Sizes) -> dict[str, tuple[int, ...]]:
    """Return the names and shapes of the arrays of a network."""
    features, hidden, blocks, actions, seats = sizes
    layers = {"input": (features, hidden)}
    for block in range(blocks):
        layers |= {f"blocks.{block}.first": (hidden, hidden)}
        layers |= {f"blocks.{block}.second": (hidden, hidden)}
    layers |= {"policy": (hidden, actions), "win": (hidden, seats), "points": (hidden, seats)}
    shapes: dict[str, tuple[int, ...]] = {}
    for name, shape in layers.items():
        shapes[f"{name}.weight"], shapes[f"{name}.bias"] = shape, shape[1:]
    return shapes


def make_network(
    arrays: Mapping[str, npt.NDArray[Any]], features: int, actions: int, seats: int
) -> Network:
    """Return a network from its arrays by name, or raise BadWeights.

    The arrays give the width and the number of blocks; they must fit each other and the game.
    """
    blocks = sum(name.endswith(".first.bias") for name in arrays)
    bias = arrays.get("input.bias")
    hidden = 0 if bias is None or bias.ndim != 1 else len(bias)
    if hidden == 0:
        raise BadWeights("expected the array input.bias, with one dimension that is not empty")
    expected = array_shapes(Sizes(features, hidden, blocks, actions, seats))
    for name, shape in expected.items():
        if name not in arrays:
            raise BadWeights(f"expected an array {name} of shape {shape}, found none")
        if arrays[name].shape != shape:
            raise BadWeights(f"expected {name} of shape {shape}, found {arrays[name].shape}")
        if not np.isfinite(arrays[name]).all():
            raise BadWeights(f"expected finite numbers, found others in {name}")
    if unknown := [name for name in arrays if name not in expected]:
        raise BadWeights(f"found an array {unknown[0]!r}, which is no part of a network")
    return Network(
        _layer(arrays, "input"),
        _stacked(arrays, "first", blocks, hidden),
        _stacked(arrays, "second", blocks, hidden),
        _layer(arrays, "policy"),
        _layer(arrays, "win"),
        _layer(arrays, "points"),
    )


def _layer(arrays: Mapping[str, npt.NDArray[Any]], name: str) -> Layer:
    weight, bias = arrays[f"{name}.weight"], arrays[f"{name}.bias"]
    # Copies: an array that is read-only would have another type for the compiler.
    return Layer(np.array(weight, np.float32, order="C"), np.array(bias, np.float32))


def _stacked(arrays: Mapping[str, npt.NDArray[Any]], name: str, blocks: int, hidden: int) -> Layer:
    """Return the layers of this name in all blocks as one."""
    layers = Layer(
        np.zeros((blocks, hidden, hidden), np.float32), np.zeros((blocks, hidden), np.float32)
    )
    for block in range(blocks):
        one = _layer(arrays, f"blocks.{block}.{name}")
        layers.weight[block], layers.bias[block] = one
    return layers


def network_arrays(network: Network) -> dict[str, Floats]:
    """Return the arrays of a network by name, in the order of a file."""
    arrays: dict[str, Floats] = {}
    _add(arrays, "input", network.input)
    for block in range(len(network.first.bias)):
        for name, layers in (("first", network.first), ("second", network.second)):
            _add(arrays, f"blocks.{block}.{name}", Layer(layers.weight[block], layers.bias[block]))
    for name, layer in (
        ("policy", network.policy),
        ("win", network.win),
        ("points", network.points),
    ):
        _add(arrays, name, layer)
    return arrays


def _add(arrays: dict[str, Floats], name: str, layer: Layer) -> None:
    arrays[f"{name}.weight"], arrays[f"{name}.bias"] = layer


def random_network(sizes: Sizes, seed: int) -> Network:
    """Return a network with random weights, for tests and measurements."""
    rng = np.random.default_rng(seed)
    arrays = {
        name: rng.normal(0.0, shape[0] ** -0.5, shape).astype(np.float32)
        for name, shape in array_shapes(sizes).items()
    }
    return make_network(arrays, sizes.features, sizes.actions, sizes.seats)
