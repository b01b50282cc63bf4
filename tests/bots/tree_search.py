"""Evaluation of positions for the tests of the tree search."""

from __future__ import annotations

import numpy as np

import century
from century import Position
from century.bots.search.tree import MAX_SEATS, LeafEvaluation, PuctParams, evaluate_leaf
from century.bots.weights import features

PUCT = PuctParams(exploration=1.0, prior_scale=0.3, uncertainty=4.0, uncertainty_per_round=0.5)


def evaluation(name: str) -> LeafEvaluation:
    """Return a leaf evaluation with arbitrary weights."""
    weights = np.random.default_rng(6).normal(size=len(features(century.game(name))))
    return LeafEvaluation(PUCT, np.linspace(0, 30, 7), weights)


def chances(pos: Position) -> list[float]:
    """Return each seat's estimated chance to win."""
    out = np.zeros(MAX_SEATS)
    evaluate_leaf(pos.state, evaluation(pos.game.name), out)
    listed: list[float] = out[: pos.players].tolist()
    return listed
