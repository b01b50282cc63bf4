"""Advice on a position: the best turns, and the lead and chance to win that each gives."""

from __future__ import annotations

from typing import NamedTuple

from century.bots import LEVELS, PLANNED_LEVELS, bot, weights_in
from century.bots.ask import check_plays
from century.bots.greedy import Greedy
from century.bots.levels import Level, best_level
from century.bots.planner import Planner
from century.bots.planning import Option
from century.errors import BadCount, BadPosition, UnknownBot
from century.position import Position, is_whole

__all__ = ["Advice", "advise"]


class Advice(NamedTuple):
    """A recommended turn."""

    tokens: tuple[str, ...]
    value: float  # the expected lead over the best rival at the end of the game, in points
    chance: float | None = None  # to win, from 0 to 1; only `master` estimates it


def advise(
    position: Position, count: int = 5, level: str | None = None, budget: float = 1.0
) -> list[Advice]:
    """Return the best turns of the seat to move, the best one first.

    In the middle of a turn, these are the best ways to complete it. By default the game's strongest
    level is asked. `master:FILE` asks the network in a file.

    >>> from century.position import game
    >>> best, *_ = advise(game("spice-road").start(players=2, seed=7), level="easy")
    >>> best.tokens
    ('acquire 1',)
    """
    if not is_whole(count) or count < 1:
        raise BadCount(f"a number of turns is a whole number from 1, not {count!r}")
    level = (best_level(position.game) or PLANNED_LEVELS[-1]) if level is None else level
    if level not in LEVELS and weights_in(level) is None:
        known = f"{', '.join(LEVELS)}, or master:FILE"
        raise UnknownBot(f"advice comes from {known}, not from {level!r}")
    if position.over:
        raise BadPosition("phase", "the game is over, there is nothing to advise on")
    if level not in PLANNED_LEVELS:
        return _by_network(position, count, level, budget)
    seat, player = position.seat, Level(level, seed=0).player(position.game)
    options = player.options(position, seat, budget)
    if len(options) < count:
        options += _pruned(position, options, player, count - len(options), budget)
    tokens = position.tokens
    return [
        Advice(tuple(tokens[action] for action in option.actions), option.value)
        for option in options[:count]
    ]


def _by_network(position: Position, count: int, level: str, budget: float) -> list[Advice]:
    """Return the advice of `master`."""
    from century.bots.master import Master  # only where it is needed: it loads the search kernels
    from century.bots.master_advice import evaluate_turns

    player = bot(level, seed=0)
    assert isinstance(player, Master)
    check_plays(player, position.game, level)
    tokens = position.tokens
    return [
        Advice(tuple(tokens[action] for action in turn.actions), turn.lead, turn.chance)
        for turn in evaluate_turns(player, position, count, budget)
    ]


def _pruned(
    position: Position, options: list[Option], player: Planner, count: int, budget: float
) -> list[Option]:
    """Return the best of the turns that the search dropped early, with estimated values."""
    seat, listed = position.seat, {option.actions for option in options}
    all_turns = Greedy().options(position, seat, budget)
    dropped = [option.actions for option in all_turns if option.actions not in listed]
    if not options:
        return all_turns[:count]
    # `evaluate_turn` is on another scale than the search. The difference is about the same for all
    # turns, so the worst listed turn gives the offset between the scales.
    worst = options[-1]
    offset = worst.value - player.evaluate_turn(position, seat, worst.actions, budget)
    estimates = [
        offset + player.evaluate_turn(position, seat, turn, budget) for turn in dropped[: 2 * count]
    ]
    evaluated = [
        Option(min(worst.value, estimate), turn)
        for estimate, turn in zip(estimates, dropped, strict=False)
    ]
    return sorted(evaluated, key=lambda option: -option.value)
