"""Fitting the weights of Spice Road."""

from __future__ import annotations

import pytest

from century.bench.fit import fit
from century.bots.weights import features, fitted_weights
from tests.bots.made_up_games import made_up
from tests.games.spice_road.setup import GAME


def test_weights_without_evidence_stay_as_they_were() -> None:
    """At the start no seat has acquired cards, so they get no weight from these positions."""
    starts = [GAME.start(2, seed) for seed in range(50)]
    before = fitted_weights(GAME)
    found = fit(GAME, before, [made_up(pos, 5 * before.weights, 0.0) for pos in starts])
    for feature, old, new in zip(features(GAME), before.weights, found.weights, strict=True):
        assert not feature.startswith("card ") or old == pytest.approx(new)
