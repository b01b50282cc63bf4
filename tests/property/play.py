"""Random games of any kind, played in various ways."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

from hypothesis import Phase, settings
from hypothesis import strategies as st

import century
from century import Position
from century.kernel import SEEDS

Policy = Callable[[Random, Sequence[str]], str]  # picks one of the legal tokens

# Every game at every number of players.
TABLES = [(name, players) for name in century.games() for players in century.game(name).players]

seeds = st.integers(0, SEEDS - 1)


def games_to_play(count: int) -> settings:
    """Settings for tests that draw seeds: a smaller seed is no simpler, so nothing is shrunk."""
    return settings(max_examples=count, phases=(Phase.explicit, Phase.generate))


def verb(token: str) -> str:
    return token.partition(" ")[0]


def uniform(rng: Random, legal: Sequence[str]) -> str:
    return rng.choice(legal)


def weighted(weights: Mapping[str, float]) -> Policy:
    """Choose by weights of verbs; verbs that are not named weigh 1."""

    def choose(rng: Random, legal: Sequence[str]) -> str:
        return rng.choices(legal, [weights.get(verb(token), 1.0) for token in legal])[0]

    return choose


class Step(NamedTuple):
    """One decision."""

    before: Position
    token: str
    after: Position


def steps(start: Position, seed: int, policy: Policy = uniform) -> Iterator[Step]:
    """Play to the end of the game, yielding each decision."""
    rng = Random(seed)
    while not start.over:
        token = policy(rng, start.legal())
        after = start.act(token)
        yield Step(start, token, after)
        start = after


def positions(start: Position, seed: int, policy: Policy = uniform) -> Iterator[Position]:
    """Yield the start and the position after each decision, to the end of the game."""
    yield start
    for step in steps(start, seed, policy):
        yield step.after


def turn_starts(start: Position, seed: int, policy: Policy = uniform) -> Iterator[Position]:
    """Yield the first position of every turn, and the end."""
    yield start
    for step in steps(start, seed, policy):
        if step.after.over or step.after.turn != step.before.turn:
            yield step.after
