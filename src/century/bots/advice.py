"""Advice on a position: the best turns and what they should bring."""

from __future__ import annotations

from typing import NamedTuple

from century.bots import LEVELS
from century.bots.greedy import Greedy
from century.bots.levels import Level
from century.bots.planner import Planner
from century.bots.planning import Option
from century.errors import BadCount, BadPosition, UnknownBot
from century.position import Position, is_whole

__all__ = ["Advice", "advise"]


class Advice(NamedTuple):
    """A turn worth a thought."""

    tokens: tuple[str, ...]
    value: float  # the lead it should bring over the best of the others at the end, in points


def advise(
    position: Position, count: int = 5, level: str = "expert", budget: float = 1.0
) -> list[Advice]:
    """Return the best turns of the seat to move, the best one first.

    In the midst of a turn, the best ways to go on with it.

    >>> from century.position import game
    >>> best, *_ = advise(game("spice-road").start(players=2, seed=7), level="easy")
    >>> best.tokens
    ('acquire 1',)
    """
    if not is_whole(count) or count < 1:
        raise BadCount(f"a number of turns is a whole number from 1, not {count!r}")
    if level not in LEVELS:
        raise UnknownBot(f"advice comes from {', '.join(LEVELS)}, not from {level!r}")
    if position.over:
        raise BadPosition("phase", "the game is over, there is nothing to advise on")
    seat, player = position.seat, Level(level, seed=0).player(position.game)
    options = player.options(position, seat, budget)
    if len(options) < count:
        options += _others(position, options, player, count - len(options), budget)
    tokens = position.tokens
    return [
        Advice(tuple(tokens[action] for action in option.actions), option.value)
        for option in options[:count]
    ]


def _others(
    position: Position, options: list[Option], player: Planner, count: int, budget: float
) -> list[Option]:
    """Return the best turns that were given up early in the search, with what they lose."""
    seat, known = position.seat, {option.actions for option in options}
    looked_at = Greedy().options(position, seat, budget)
    given_up = [option.actions for option in looked_at if option.actions not in known]
    if not options:
        return looked_at[:count]
    # Seen from afar all turns look better or worse by about the same.
    worst = options[-1]
    off = worst.value - player.value_of(position, seat, worst.actions, budget)
    valued = [
        Option(min(worst.value, off + player.value_of(position, seat, actions, budget)), actions)
        for actions in given_up[: 2 * count]
    ]
    return sorted(valued, key=lambda option: -option.value)
