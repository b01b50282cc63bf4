"""What every bot from outside goes through: it sees no hidden order and answers legally."""

from __future__ import annotations

import reprlib
from random import Random

from century.errors import BotNonsense, CenturyError
from century.position import Position, is_whole

__all__ = ["as_seen", "legal_action"]


def as_seen(position: Position, seat: int, seed: int) -> Position:
    """Return the position with its hidden decks in an order that stays the same during a turn."""
    return position.redeal(seat, Random(f"{seed} {position.turn}").getrandbits(64))


def legal_action(position: Position, answer: object, who: str) -> int:
    """Return the number of the action that a bot answered with, or raise BotNonsense."""
    numbers = position.actions()
    if is_whole(answer) and answer in numbers:
        return numbers[numbers.index(answer)]
    if isinstance(answer, str) and answer in (tokens := position.legal()):
        return numbers[tokens.index(answer)]
    raise BotNonsense(f"{who} answered {_why_not(position, answer)}")


def _why_not(position: Position, answer: object) -> str:
    numbered: dict[object, str] = dict(enumerate(position.tokens))
    token = numbered.get(answer) if is_whole(answer) else answer
    if not isinstance(token, str):  # not shown: it may be anything, even too long to print
        return f"with a {type(answer).__name__} that is neither a token nor an action number"
    try:
        return f"{reprlib.repr(token)}, which is not legal: {position.why(token)}"
    except CenturyError:
        return f"{reprlib.repr(token)}, which is no action of {position.game.name}"
