"""Random games of any kind, played by various policies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

from hypothesis import Phase, settings
from hypothesis import strategies as st

import century
from century import Position
from century.bots import ask, bot
from century.core import engine
from century.core.kernel import Generator, draw, generator
from century.position import MAX_SEED
from tests.effort import scaled
from tests.games import module

Policy = Callable[[Random, Sequence[str]], str]  # picks one of the legal tokens

# Every game with every number of players.
TABLES = [(name, players) for name in century.games() for players in century.game(name).players]

seeds = st.integers(0, MAX_SEED)


def games_to_play(count: int) -> settings:
    """Return settings for tests that draw seeds. They skip shrinking: no seed is simpler."""
    return settings(max_examples=scaled(count), phases=(Phase.explicit, Phase.generate))


def verb(token: str) -> str:
    return token.partition(" ")[0]


def uniform(rng: Random, legal: Sequence[str]) -> str:
    return rng.choice(legal)


def weighted(weights: Mapping[str, float]) -> Policy:
    """Return a policy that chooses by weights of verbs; the default weight is 1."""

    def choose(rng: Random, legal: Sequence[str]) -> str:
        return rng.choices(legal, [weights.get(verb(token), 1.0) for token in legal])[0]

    return choose


def shown(pos: Position, viewer: int | None) -> dict[str, Any]:
    """Return a view without `acting`, which the oracles lack and other tests cover.

    Its parts are shared with other views: a caller must not change them.
    """
    (view,) = pos.views([viewer])
    return {key: value for key, value in view.items() if key != "acting"}


def purposeful(rng: Random, pos: Position) -> str:
    """Choose a token so that the game ends soon, by the game's own policy if its tests have one."""
    choose = getattr(module(pos.game.name, "play"), "purposeful", claim_or_anything)
    token: str = choose(rng, pos)
    return token


def claim_or_anything(rng: Random, pos: Position) -> str:
    """Make a random claim if one is legal, otherwise a random decision."""
    legal = pos.legal()
    claims = [token for token in legal if verb(token) == "claim"]
    return rng.choice(claims or legal)


class Step(NamedTuple):
    """One decision."""

    before: Position
    token: str
    after: Position


LONG = 5_000  # decisions: of longer games, only stretches are examined
STRETCH = 150  # decisions of a stretch


def steps(start: Position, seed: int, policy: Policy = uniform) -> Iterator[Step]:
    """Play to the end of the game, yielding each decision.

    If a uniformly played game is very long, yield only its beginning, two stretches of its middle,
    and its end.
    """
    if policy is uniform:
        for stretch in stretches(start, seed):
            yield from stretch
        return
    rng = Random(seed)
    while not start.over:
        token = policy(rng, start.legal())
        after = start.act(token)
        yield Step(start, token, after)
        start = after


def stretches(start: Position, seed: int) -> Iterator[Iterator[Step]]:
    """Play uniformly; the compiled engine plays what is not yielded."""
    length = engine.playout(start.state, generator(seed), engine.TO_THE_END)
    if length <= LONG:
        yield stretch(start, generator(seed), length)
        return
    for begin in (0, length // 3, length // 3 * 2, length - STRETCH):
        yield stretch(*ahead(start, seed, begin), STRETCH)


def unbroken(start: Position, seed: int) -> list[Step]:
    """Play uniformly to the end of the game; return only the beginning of a very long one."""
    length = engine.playout(start.state, generator(seed), LONG + 1)
    return list(stretch(start, generator(seed), length if length <= LONG else 4 * STRETCH))


def ahead(start: Position, seed: int, decisions: int) -> tuple[Position, Generator]:
    """Play a number of uniform decisions, compiled; return the position and the generator."""
    state, rng = start.state, generator(seed)
    engine.playout(state, rng, decisions)
    return start.game.position(state), rng


def stretch(start: Position, rng: Generator, decisions: int) -> Iterator[Step]:
    """Yield uniform decisions, the same ones that the compiled engine makes."""
    for _ in range(decisions):
        actions = start.actions()
        if not actions:
            return
        number = actions[int(draw(rng, len(actions)))]
        after = start.apply(number)
        yield Step(start, start.tokens[number], after)
        start = after


def positions(start: Position, seed: int, policy: Policy = uniform) -> Iterator[Position]:
    """Yield the start and the position after each decision, to the end of the game."""
    yield start
    for step in steps(start, seed, policy):
        yield step.after


def turn_starts(start: Position, seed: int, policy: Policy = uniform) -> Iterator[Position]:
    """Yield the first position of every turn, and the final position."""
    yield start
    for step in steps(start, seed, policy):
        if step.after.over or step.after.turn != step.before.turn:
            yield step.after


@cache
def greedy_game(name: str, players: int) -> tuple[Step, ...]:
    """Return all decisions of a game between greedy bots."""
    position, player = century.game(name).start(players, seed=players), bot("greedy", seed=1)
    decisions = []
    while not position.over:
        action = ask(player, position, position.seat, 1.0, seed=1)
        after = position.apply(action)
        decisions.append(Step(position, position.tokens[action], after))
        position = after
    return tuple(decisions)


@cache
def purposeful_game(name: str, players: int) -> tuple[Position, ...]:
    """Return all positions of a game played by the game's purposeful policy, and its end."""
    rng, found = Random(players), [century.game(name).start(players, seed=players)]
    while not found[-1].over:
        found.append(found[-1].act(purposeful(rng, found[-1])))
    return tuple(found)
