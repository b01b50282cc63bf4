"""Searches for the tests of the beam search."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

import century
from century import Position
from century.bots.planning import Planning
from century.bots.search.beam import (
    MAX_DEPTH,
    NEVER,
    NO_VALUE,
    PRIZES,
    Beam,
    Counts,
    Discounts,
    Forecast,
    SearchTask,
    allocate_beam,
    plan,
    record_claims,
)
from century.bots.weights import FittedWeights, features, public_state
from century.core.heuristics import Weights

ROOMY = 1000  # more plans than there are two turns ahead
FAIR = Discounts(claim_decay=1.0, contested=1.0, victory=0.0)
WARY = Discounts(claim_decay=0.8, contested=0.3, victory=7.0)


def idle_rivals() -> Forecast:
    """Return a forecast of rivals who do nothing."""
    counts = np.full(PRIZES, NEVER), np.full(1, NEVER)
    return Forecast(counts[0], np.zeros(MAX_DEPTH + 1), np.zeros(1), counts[1])


def some_weights(name: str) -> Weights:
    """Return arbitrary weights that are positive, so that discarding cubes never gains points."""
    return np.abs(np.random.default_rng(8).normal(size=len(features(century.game(name)))))


def no_weights(name: str) -> Weights:
    """Return weights that count nothing but the score."""
    return np.zeros(len(features(century.game(name))))


class Found(NamedTuple):
    """The result of a search."""

    values: dict[tuple[str, ...], float]  # by first turn
    beam: Beam

    @property
    def best(self) -> tuple[str, ...]:
        return max(self.values, key=lambda turn: self.values[turn])


def search(pos: Position, task: SearchTask) -> Found:
    """Search from the public state of a position."""
    beam = allocate_beam(pos.game, task.size.width)
    tokens, turns = pos.tokens, int(plan(public_state(pos), task, beam))
    paths = [beam.first_paths[turn, 1 : 1 + beam.first_paths[turn, 0]] for turn in range(turns)]
    values = {
        tuple(tokens[action] for action in path): float(beam.best[turn])
        for turn, path in enumerate(paths)
        if beam.best[turn] > NO_VALUE
    }
    return Found(values, beam)


def claim_turns(beam: Beam) -> Counts:
    """Return after how many turns the best plan claims each prize."""
    counts = np.full(PRIZES, NEVER)
    record_claims(beam, counts)
    return counts


def points_planning(name: str) -> Planning:
    """Return a planning with weights that count nothing but points."""
    fitted = FittedWeights(no_weights(name), 2.5, np.full(7, 9.0), FAIR)
    return Planning(century.game(name), fitted, 50)
