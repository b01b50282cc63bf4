"""The network as it learns: gradients, Adam, and how its arrays become a file's."""

from __future__ import annotations

import numpy as np
import pytest

from century.neural.network import (
    Sizes,
    allocate_scratch,
    array_shapes,
    evaluate_network,
    make_network,
)
from century.training.arrays import arrays_on
from century.training.learner import (
    POINTS_UNIT,
    POINTS_WEIGHT,
    WIN_WEIGHT,
    Learner,
    Samples,
    forward,
    padded,
)

SIZES = Sizes(features=40, hidden=16, blocks=2, actions=10, seats=3)


def learner(seed: int = 0) -> Learner:
    """Return a learner whose parameters are all random."""
    found = Learner(arrays_on("cpu"), SIZES, seed=1)
    rng = np.random.default_rng(seed)
    arrays = {
        name: rng.normal(0, 0.3, shape).astype(np.float32)
        for name, shape in array_shapes(SIZES).items()
    }
    found.load(arrays)
    return found


def samples(count: int = 64) -> Samples:
    """Return random positions; every other one has two players instead of three."""
    rng = np.random.default_rng(2)
    features = np.zeros((count, padded(SIZES.features)), np.uint8)
    features[:, : SIZES.features] = rng.random((count, SIZES.features)) < 0.3
    legal = (rng.random((count, SIZES.actions)) < 0.5).astype(np.uint8)
    legal[:, 0] = 1
    policy = rng.random((count, SIZES.actions)).astype(np.float32) * legal
    playing = np.ones((count, SIZES.seats), np.float32)
    playing[::2, 2] = 0
    win = rng.random((count, SIZES.seats)).astype(np.float32) * playing
    points = rng.random((count, SIZES.seats)).astype(np.float32) * 60 * playing
    return Samples(
        features,
        legal,
        policy / policy.sum(1, keepdims=True),
        win / win.sum(1, keepdims=True),
        points,
        playing,
    )


def loss_of(found: Learner, batch: Samples) -> float:
    """Return the whole loss, in double precision where it matters."""
    kept = forward(found.arrays, SIZES, found.parameters, batch.features)
    losses, _ = found._losses(kept, batch)
    missed = (kept["points"] - batch.points / POINTS_UNIT) * batch.playing
    huber = np.where(abs(missed) < 1, missed**2 / 2, abs(missed) - 0.5).sum() / len(missed)
    return float(losses.policy) + WIN_WEIGHT * float(losses.win) + POINTS_WEIGHT * float(huber)


@pytest.mark.parametrize("name", Learner(arrays_on("cpu"), SIZES, 1).parameters)
def test_gradients_are_the_slopes_of_the_loss(name: str) -> None:
    found, batch = learner(), samples()
    weights = dict(found.parameters)
    kept = forward(found.arrays, SIZES, weights, batch.features)
    _, errors = found._losses(kept, batch)
    found._back_propagate(weights, kept, errors)
    gradient = found._gradients[name]
    step = 3e-4
    direction = gradient / np.sqrt((gradient**2).sum())
    part = found.parameters[name]
    part += step * direction
    above = loss_of(found, batch)
    part -= 2 * step * direction
    below = loss_of(found, batch)
    expected = np.sqrt((gradient**2).sum())
    assert (above - below) / (2 * step) == pytest.approx(expected, rel=0.05)


def test_learning_lowers_all_losses() -> None:
    found, batch = learner(), samples()
    found.rate[...] = 3e-3
    first = found.step(batch)
    for _ in range(300):
        last = found.step(batch)
    assert last.policy < first.policy / 3
    assert last.win < first.win
    assert last.points < first.points / 3


def test_the_exported_network_gives_the_same_numbers() -> None:
    found, batch = learner(), samples(4)
    kept = forward(found.arrays, SIZES, found.parameters, batch.features)
    network = make_network(found.network_arrays(), SIZES.features, SIZES.actions, SIZES.seats)
    logits = np.zeros(SIZES.actions, np.float32)
    wins, points = np.zeros(SIZES.seats, np.float32), np.zeros(SIZES.seats, np.float32)
    for row in range(4):
        flags = batch.features[row, : SIZES.features].copy()
        evaluate_network(network, flags, allocate_scratch(network), logits, wins, points)
        assert logits == pytest.approx(kept["policy"][row], abs=1e-4)
        assert wins == pytest.approx(kept["win"][row], abs=1e-4)
        assert points == pytest.approx(kept["points"][row] * POINTS_UNIT, abs=1e-2)


def test_arrays_survive_the_way_through_the_learner() -> None:
    found = learner()
    arrays = found.network_arrays()
    found.load(arrays)
    for name, array in found.network_arrays().items():
        assert array == pytest.approx(arrays[name])
