"""A review of a turn: how good it was, and which turn a bot prefers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from century.bots import PLANNED_LEVELS
from century.bots.advice import Advice, advise
from century.bots.levels import levels_of
from century.errors import CenturyError
from century.position import Game, Position

__all__ = ["TurnReview", "review_level", "review_turn"]

LEVEL = "hard"  # plays well, and evaluates a turn in some hundredths of a second
TURNS = (8, 60)  # turns to evaluate; 60 only if the played turn is not among the best 8


class TurnReview(NamedTuple):
    """A bot's opinion of a turn. A lead is the expected difference to the best rival at the end."""

    best: tuple[str, ...]  # the turn that the bot would play
    lead: float  # after that turn
    loss: float | None  # how much smaller the lead is after the played turn; None if unknown


def review_level(game: Game) -> str | None:
    """Return the level that reviews a game; None if no level can."""
    found = [level for level in levels_of(game) if level in PLANNED_LEVELS]
    return LEVEL if LEVEL in found else found[-1] if found else None


def review_turn(position: Position, played: Sequence[str], level: str = LEVEL) -> TurnReview:
    """Review the turn that was played in a position.

    >>> from century.position import game
    >>> review_turn(game("spice-road").start(players=2, seed=7), ["acquire 1"], "easy").loss
    0.0
    """
    after = _after(position, played)
    options: list[Advice] = []
    for count in TURNS:
        options = advise(position, count, level)
        found = next((one for one in options if _same(position, one, played, after)), None)
        if found is not None or len(options) < count:
            break
    best = options[0]
    return TurnReview(best.tokens, best.value, None if found is None else best.value - found.value)


def _same(position: Position, option: Advice, played: Sequence[str], after: str | None) -> bool:
    """Whether an option leads to where the played turn led: cubes may be paid in another order."""
    if option.tokens == tuple(played):
        return True
    return after is not None and _after(position, option.tokens) == after


def _after(position: Position, tokens: Sequence[str]) -> str | None:
    """Return the position after decisions as text; None if they are not legal here."""
    try:
        for token in tokens:
            position = position.act(token)
    except CenturyError:  # the decision depends on a card that was hidden before the turn
        return None
    return position.to_text()
