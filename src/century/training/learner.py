"""The network as it learns: forward pass, gradients and Adam.

The network is a plain residual perceptron, so its gradients are written out here in a few lines.
They need only matrix products, and run with NumPy on a CPU and with PyTorch on a GPU alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from century.neural.network import Sizes, array_shapes
from century.training.arrays import Array, Arrays

__all__ = [
    "POINTS_UNIT",
    "Learner",
    "Losses",
    "Samples",
    "forward",
    "from_parameters",
    "padded",
    "to_parameters",
]

ALIGNMENT = 64  # of the sizes of matrices
POINTS_UNIT = 32.0  # points; the network's own unit, so that its errors are of the order of 1
WIN_WEIGHT, POINTS_WEIGHT = 1.0, 0.1  # of the losses, against the policy's
BETA_1, BETA_2, EPSILON, DECAY = 0.9, 0.99, 1e-8, 1e-2  # AdamW's
MOST_GRADIENT = 1.0  # a gradient with a larger norm is scaled to this norm
ILLEGAL = -1e9  # in place of the logit of an illegal action


class Samples(NamedTuple):
    """Positions to learn from, one a row, as the seat that decides sees them."""

    features: Array  # uint8
    legal: Array  # uint8: flags by action number
    policy: Array  # by action number
    win: Array  # chances by seat in turn order; 0 for seats that are not in play
    points: Array  # final points by seat in turn order
    playing: Array  # 1 for each seat in play


class Losses(NamedTuple):
    """The mean losses of a batch."""

    policy: Array  # the divergence from the search's policy
    win: Array  # cross entropy
    points: Array  # the mean absolute error, in points


def padded(size: int) -> int:
    """Round a size of a matrix up to one with which GPUs multiply quickly."""
    return -(-size // ALIGNMENT) * ALIGNMENT


def head_columns(sizes: Sizes) -> dict[str, slice]:
    """Return where each head is in the last layer, which holds all of them."""
    actions, seats = sizes.actions, sizes.seats
    return {
        "policy": slice(0, actions),
        "win": slice(actions, actions + seats),
        "points": slice(actions + seats, actions + 2 * seats),
    }


def parameter_shapes(sizes: Sizes) -> dict[str, tuple[int, ...]]:
    """Return the shapes of the parameters: all heads are one layer, and odd sizes are padded."""
    heads = padded(sizes.actions + 2 * sizes.seats)
    found = array_shapes(sizes._replace(features=padded(sizes.features), actions=heads))
    found["heads.weight"], found["heads.bias"] = found["policy.weight"], found["policy.bias"]
    return {
        name: shape
        for name, shape in found.items()
        if not name.startswith(("policy.", "win.", "points."))
    }


def to_parameters(
    sizes: Sizes, arrays: Mapping[str, npt.NDArray[np.float32]]
) -> dict[str, npt.NDArray[np.float32]]:
    """Return the parameters for the arrays of a network, as a file has them."""
    found = {name: np.zeros(shape, np.float32) for name, shape in parameter_shapes(sizes).items()}
    for name, part in found.items():
        if name in arrays:
            part[: len(arrays[name])] = arrays[name]
    for head, columns in head_columns(sizes).items():
        unit = POINTS_UNIT if head == "points" else 1.0
        found["heads.weight"][:, columns] = arrays[f"{head}.weight"] / unit
        found["heads.bias"][columns] = arrays[f"{head}.bias"] / unit
    return found


def from_parameters(
    sizes: Sizes, parameters: Mapping[str, npt.NDArray[np.float32]]
) -> dict[str, npt.NDArray[np.float32]]:
    """Return the arrays of a network, as a file has them."""
    found = {}
    for name, shape in array_shapes(sizes).items():
        head, _, kind = name.rpartition(".")
        if head in head_columns(sizes):
            unit = POINTS_UNIT if head == "points" else 1.0
            found[name] = parameters[f"heads.{kind}"][..., head_columns(sizes)[head]] * unit
        else:
            found[name] = parameters[name][: shape[0]]
    return found


def initial_arrays(sizes: Sizes, seed: int) -> dict[str, npt.NDArray[np.float32]]:
    """Return a random network; at first the blocks have no effect and the heads return 0."""
    rng = np.random.default_rng(seed)
    found = {}
    for name, shape in array_shapes(sizes).items():
        found[name] = np.zeros(shape, np.float32)
        if name == "input.weight":
            # Of thousands of flags about two hundred are set.
            found[name] = rng.normal(0, 0.1, shape).astype(np.float32)
        elif name.endswith("first.weight"):
            found[name] = rng.normal(0, (2 / sizes.hidden) ** 0.5, shape).astype(np.float32)
    return found


def forward(
    arrays: Arrays, sizes: Sizes, weights: dict[str, Array], features: Array
) -> dict[str, Array]:
    """Evaluate positions; return the three heads and what the gradients need of each layer."""

    def layer(name: str, inputs: Array) -> Array:
        return arrays.affine(inputs, weights[f"{name}.weight"], weights[f"{name}.bias"])

    x = arrays.half(features)
    hidden = layer("input", x).clip(0)
    kept = {"x": x}
    for block in range(sizes.blocks):
        name = f"blocks.{block}"
        inner = layer(f"{name}.first", hidden).clip(0)
        kept[f"{name}.input"], kept[f"{name}.inner"] = hidden, inner
        hidden = (hidden + layer(f"{name}.second", inner)).clip(0)
    kept["hidden"] = hidden
    outputs = arrays.full(layer("heads", hidden))
    for head, columns in head_columns(sizes).items():
        kept[head] = outputs[:, columns]
    return kept


class Learner:
    """The parameters of a network with their moments, and how they learn.

    All parameters are one array, so that a step of Adam is a few operations.
    """

    def __init__(self, arrays: Arrays, sizes: Sizes, seed: int) -> None:
        self.arrays, self.sizes = arrays, sizes
        size = sum(prod(shape) for shape in parameter_shapes(sizes).values())
        self.all = arrays.zeros(size)
        self._gradient = arrays.zeros(size)
        self._mean, self._square = arrays.zeros(size), arrays.zeros(size)
        self._decayed = arrays.zeros(size)  # 1 for matrices, 0 for biases, which do not decay
        self._powers = arrays.zeros(2) + 1.0  # of the two betas
        self.rate = arrays.zeros(1)  # the learning rate
        self.parameters = self._views(self.all)
        self._gradients = self._views(self._gradient)
        # The network that plays, with the precision of matrix products; `publish` renews it.
        self.playing = {name: arrays.half(part) + 0 for name, part in self.parameters.items()}
        for name, part in self._views(self._decayed).items():
            part[...] = 1.0 if name.endswith("weight") else 0.0
        self.load(initial_arrays(sizes, seed))

    def _views(self, flat: Array) -> dict[str, Array]:
        found, start = {}, 0
        for name, dimensions in parameter_shapes(self.sizes).items():
            size = prod(dimensions)
            found[name] = flat[start : start + size].reshape(dimensions)
            start += size
        return found

    def load(self, arrays: Mapping[str, npt.NDArray[np.float32]]) -> None:
        """Take over the arrays of a network."""
        parameters = to_parameters(self.sizes, arrays)
        for name, part in self.parameters.items():
            part[...] = self.arrays.copied(parameters[name])
        self.publish()

    def network_arrays(self) -> dict[str, npt.NDArray[np.float32]]:
        """Return the parameters as the arrays of a network."""
        to_numpy = self.arrays.to_numpy
        parameters = {name: to_numpy(part) for name, part in self.parameters.items()}
        return from_parameters(self.sizes, parameters)

    def publish(self) -> None:
        """Copy the parameters to the network that plays."""
        for name, part in self.playing.items():
            part[...] = self.parameters[name]

    def moments(self) -> dict[str, Array]:
        """Return what Adam remembers, for checkpoints."""
        return {"mean": self._mean, "square": self._square, "powers": self._powers}

    def step(self, samples: Samples) -> Losses:
        """Learn from a batch."""
        arrays = self.arrays
        weights = {name: arrays.half(part) for name, part in self.parameters.items()}
        kept = forward(arrays, self.sizes, weights, samples.features)
        losses, errors = self._losses(kept, samples)
        self._back_propagate(weights, kept, errors)
        self._adam()
        return losses

    def _losses(self, kept: dict[str, Array], samples: Samples) -> tuple[Losses, dict[str, Array]]:
        """Return the losses, and their gradients by the outputs of the heads."""
        arrays = self.arrays
        count = len(samples.features)
        policy, policy_loss = self._cross_entropy(kept["policy"], samples.legal, samples.policy)
        win, win_loss = self._cross_entropy(kept["win"], samples.playing, samples.win)
        missed = (kept["points"] - samples.points / POINTS_UNIT) * samples.playing
        target = samples.policy
        entropy = -(target * arrays.log(target.clip(1e-9))).sum(-1).mean()
        losses = Losses(
            policy=policy_loss - entropy,
            win=win_loss,
            points=abs(missed).sum() / samples.playing.sum() * POINTS_UNIT,
        )
        return losses, {
            "policy": policy / count,
            "win": win * (WIN_WEIGHT / count),
            "points": missed.clip(-1, 1) * (POINTS_WEIGHT / count),
        }

    def _cross_entropy(self, logits: Array, allowed: Array, target: Array) -> tuple[Array, Array]:
        """Return the gradient by the logits, and the mean cross entropy."""
        arrays = self.arrays
        logits = arrays.where(allowed > 0, logits, arrays.full(allowed) + ILLEGAL)
        logits = logits - _largest(logits)
        powers = arrays.exp(logits)
        total = powers.sum(-1)[:, None]
        loss = (target * (arrays.log(total) - logits)).sum(-1).mean()
        return powers / total - target, loss

    def _back_propagate(
        self, weights: dict[str, Array], kept: dict[str, Array], errors: dict[str, Array]
    ) -> None:
        """Write the gradients of all parameters."""
        arrays = self.arrays
        outputs = arrays.zeros((len(kept["x"]), self.parameters["heads.bias"].shape[0]))
        for head, columns in head_columns(self.sizes).items():
            outputs[:, columns] = errors[head]
        output = kept["hidden"]
        error = self._layer("heads", weights, output, arrays.half(outputs))
        for block in reversed(range(self.sizes.blocks)):
            name = f"blocks.{block}"
            error = error * (output > 0)
            inner = self._layer(f"{name}.second", weights, kept[f"{name}.inner"], error)
            inner = inner * (kept[f"{name}.inner"] > 0)
            output = kept[f"{name}.input"]
            error = error + self._layer(f"{name}.first", weights, output, inner)
        error = error * (output > 0)
        self._gradients["input.weight"][...] = kept["x"].T @ error
        self._gradients["input.bias"][...] = arrays.full(error).sum(0)

    def _layer(self, name: str, weights: dict[str, Array], inputs: Array, error: Array) -> Array:
        """Write the gradients of one layer; return the gradient by its inputs."""
        self._gradients[f"{name}.weight"][...] = inputs.T @ error
        self._gradients[f"{name}.bias"][...] = self.arrays.full(error).sum(0)
        return error @ weights[f"{name}.weight"].T

    def _adam(self) -> None:
        """Change the parameters by AdamW."""
        mean, square, powers = self._mean, self._square, self._powers
        norm = self.arrays.sqrt((self._gradient * self._gradient).sum())
        gradient = self._gradient * (MOST_GRADIENT / norm.clip(MOST_GRADIENT))
        powers[0:1] *= BETA_1
        powers[1:2] *= BETA_2
        mean *= BETA_1
        mean += gradient * (1 - BETA_1)
        square *= BETA_2
        square += gradient * gradient * (1 - BETA_2)
        change = mean / (1 - powers[0:1])
        change /= self.arrays.sqrt(square / (1 - powers[1:2])) + EPSILON
        change += self._decayed * self.all * DECAY
        change *= self.rate
        self.all -= change


def _largest(array: Array) -> Array:
    """Return the largest number of each row, as a column."""
    found = array.max(-1)
    return (found if isinstance(found, np.ndarray) else found.values)[:, None]
