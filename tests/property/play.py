"""Random games of any kind, played in various ways."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from hypothesis import Phase, settings
from hypothesis import strategies as st

import century
from century import Position
from century.core import engine
from century.core.kernel import Generator, draw, generator
from century.position import MAX_SEED

Policy = Callable[[Random, Sequence[str]], str]  # picks one of the legal tokens

# Every game at every number of players.
TABLES = [(name, players) for name in century.games() for players in century.game(name).players]

seeds = st.integers(0, MAX_SEED)


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


def shown(pos: Position, viewer: int | None) -> dict[str, Any]:
    """Return a view without `acting`, which the oracles do not have: it has tests of its own."""
    return {key: value for key, value in pos.view(viewer).items() if key != "acting"}


def without_reach(view: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a view without the ways of the boat, and those by cell."""
    cells = {name: dict(cell) for name, cell in view["map"].items()}
    ways = {name: cell.pop("reach") for name, cell in cells.items()}
    return {**view, "map": cells}, ways


def last_step(view: dict[str, Any], way: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return a way as the oracle gives it: its price and the cell before the last step."""
    if way is None:
        return None
    boat = view["seats"][view["seat"]]["boat"]
    return {"price": way["price"], "via": [boat, *way["path"]][-2]}


class Step(NamedTuple):
    """One decision."""

    before: Position
    token: str
    after: Position


LONG = 5_000  # decisions of a game that is looked at in stretches only
STRETCH = 150  # decisions of a stretch


def steps(start: Position, seed: int, policy: Policy = uniform) -> Iterator[Step]:
    """Play to the end of the game, yielding each decision.

    Of a game that is very long when played uniformly, a few stretches are yielded: the beginning,
    some of the middle and the end.
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
    """Play uniformly, compiled as far as nobody looks."""
    length = engine.playout(start.state, generator(seed), engine.TO_THE_END)
    if length <= LONG:
        yield stretch(start, generator(seed), length)
        return
    for begin in (0, length // 3, length // 3 * 2, length - STRETCH):
        yield stretch(*ahead(start, seed, begin), STRETCH)


def unbroken(start: Position, seed: int) -> list[Step]:
    """Play uniformly to the end of the game, or of a very long one just the beginning."""
    length = engine.playout(start.state, generator(seed), LONG + 1)
    return list(stretch(start, generator(seed), length if length <= LONG else 4 * STRETCH))


def ahead(start: Position, seed: int, decisions: int) -> tuple[Position, Generator]:
    """Play so many uniform decisions, compiled; return the position and the generator then."""
    state, rng = start.state, generator(seed)
    engine.playout(state, rng, decisions)
    return start.game.position(state), rng


def stretch(start: Position, rng: Generator, decisions: int) -> Iterator[Step]:
    """Yield uniform decisions, the very ones that compiled games take."""
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
    """Yield the first position of every turn, and the end."""
    yield start
    for step in steps(start, seed, policy):
        if step.after.over or step.after.turn != step.before.turn:
            yield step.after
