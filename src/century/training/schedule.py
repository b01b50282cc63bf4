"""The settings of a training, and how they change from its beginning to its end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from math import cos, pi
from typing import Any

from century.neural.network import Network
from century.neural.nodes import SearchParams
from century.neural.turn_search import PARAMS

__all__ = ["Settings"]

# The parameters of the search change in steps of this share of the training, because every change
# prepares the search again.
STEP = 0.015
# From this number of simulations on, the search considers as much and as little as that of
# `master`. With fewer, every action is to be tried, and few can be compared.
MANY_SIMULATIONS = 200
BOT_LENGTH = 512  # decisions of a segment; most games end in one


@dataclass(frozen=True)
class Settings:
    """The settings of a training. The defaults are for one large GPU."""

    # A training ends after this number of iterations: segments of self-play, each followed by
    # learning. If `minutes` are given, it ends after these minutes instead. Then the speed of the
    # machine has an influence on the result.
    iterations: int = 1200
    minutes: float = 0.0
    games: int = 32_768  # played in lockstep
    length: int = 32  # decisions of a segment in each game
    batch: int = 4096  # positions of a learning step
    passes: int = 1  # how often a segment's positions are learned from
    width: int = 256
    blocks: int = 2
    simulations: int = 16
    late_simulations: int = 32
    late: float = 0.5  # the share of training after which there are more simulations
    rate: float = 1e-3  # of learning
    decay_from: float = 0.4  # the share of training after which the rate falls
    exploration: float = 0.35
    value_scale: float = 1.0
    # A game that takes more rounds is cut. Beginners hardly ever finish a game, and only finished
    # games teach about results, so the limit is low at first.
    rounds: int = 60
    first_rounds: int = 25
    rounds_until: float = 0.15  # the share of training until which the limit rises
    considered: int = 8  # at the root
    first_points_share: float = 0.8
    last_points_share: float = 0.1
    points_until: float = 0.3  # the share of training until which the share of points falls
    seed: int = 1

    @staticmethod
    def from_dict(found: Mapping[str, Any]) -> Settings:
        """Return the settings from a file; settings that it does not have are the defaults."""
        known = {field.name for field in fields(Settings)}
        return Settings(**{name: value for name, value in found.items() if name in known})

    def after_training(self, network: Network) -> Settings:
        """Return the settings to continue with a network that can play already."""
        blocks, width = network.first.bias.shape
        return replace(
            self,
            width=width,
            blocks=blocks,
            first_rounds=self.rounds,
            first_points_share=self.last_points_share,
        )

    def with_bot(self) -> Settings:
        """Return the settings to learn from a bot, which ends its games from the beginning."""
        return replace(
            self,
            length=BOT_LENGTH,
            first_rounds=self.rounds,
            first_points_share=self.last_points_share,
        )

    def simulations_at(self, done: float) -> int:
        """Return the simulations of a decision when a share of the training is done."""
        return self.simulations if done < self.late else self.late_simulations

    def rate_at(self, done: float) -> float:
        """Return the learning rate: it rises at once, stays, and falls along a cosine."""
        if done < self.decay_from:
            return self.rate * min(1.0, 100 * done + 0.05)
        left = (1 - done) / (1 - self.decay_from)
        return self.rate * (0.01 + 0.99 * (1 - cos(pi * left)) / 2)

    def rounds_at(self, done: float) -> int:
        """Return the limit of rounds: it rises from the first limit to the last one."""
        first = min(self.first_rounds, self.rounds)
        return round(first + (self.rounds - first) * _passed(done, self.rounds_until))

    def points_share_at(self, done: float) -> float:
        """Return the share of a game's value that is for the points; it falls."""
        first, last = self.first_points_share, self.last_points_share
        return round(first + (last - first) * _passed(done, self.points_until), 3)

    def search_at(self, done: float) -> SearchParams:
        """Return the parameters of the search."""
        many = self.simulations_at(done) >= MANY_SIMULATIONS
        return SearchParams(
            exploration=self.exploration,
            reduction=PARAMS.reduction if many else 0.0,
            value_scale=self.value_scale,
            points_share=self.points_share_at(done),
            rounds=self.rounds_at(done),
            considered=PARAMS.considered if many else self.considered,
        )

    def as_dict(self) -> dict[str, Any]:
        """Return the settings for files."""
        return asdict(self)


def _passed(done: float, until: float) -> float:
    """Return the progress towards a share of the training, from 0 to 1, in steps."""
    return 1.0 if done >= until else min(1.0, round(done / STEP) * STEP / until)
