"""Asking a bot for a decision: all code in century does this through `ask`."""

from __future__ import annotations

import reprlib
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from century.errors import BotCrashed, BotFault, BotNonsense, CenturyError, GameNotPlayed
from century.position import Game, Position, is_whole

if TYPE_CHECKING:
    from century.bots import Bot

__all__ = ["BotInterrupted", "ask", "check_plays", "close_bot", "crashes_as_faults", "hidden_seed"]


class BotInterrupted(BaseException):
    """Raised inside a bot's code, by a signal handler, to abandon the game. It is no fault."""


def ask(
    bot: Bot, position: Position, seat: int, budget: float, *, seed: int | None, name: str = ""
) -> int:
    """Return the number of the legal action that a bot chooses, or raise a BotFault.

    The bot sees the position after everything that its seat cannot know was redealt. The order of
    the hidden cards depends on `seed` and the turn, so it stays the same during a turn; `seed` must
    not be the seed of the deal. `seed` is None if the position has been redealt already, as by the
    server, before it passes a position to another process. `name` is the bot's name in error
    messages.

    >>> from century.bots import bot
    >>> from century.position import game
    >>> start = game("spice-road").start(players=2, seed=7)
    >>> start.tokens[ask(bot("greedy", seed=1), start, 0, 1.0, seed=1)]
    'acquire 1'
    """
    name = name or type(bot).__name__
    check_plays(bot, position.game, name)
    shown = position if seed is None else _hide(position, seat, seed)
    with crashes_as_faults(name):
        answer: object = bot.choose(shown, seat, budget)
    return _legal_action(position, answer, name)


def check_plays(bot: Bot, game: Game, name: str) -> None:
    """Raise GameNotPlayed if a bot says which games it plays, and this is not among them."""
    games = getattr(bot, "games", None)
    if games is not None and game.name not in games:
        raise GameNotPlayed(f"{name} plays {', '.join(games) or 'no game'}, not {game.name}")


def close_bot(bot: Bot, name: str) -> None:
    """Call a bot's `close` method, if it has one; raise BotCrashed if that fails."""
    close = getattr(bot, "close", None)
    if close is not None:
        with crashes_as_faults(name):
            close()


@contextmanager
def crashes_as_faults(name: str) -> Iterator[None]:
    """Turn whatever a bot's code raises into BotCrashed, even an attempt to exit."""
    try:
        yield
    except (BotFault, BotInterrupted, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise BotCrashed(f"{name}: {type(error).__name__}: {error}{_place(error)}") from error


def _place(error: BaseException) -> str:
    """Name the line that raised an error; a SyntaxError names its line itself."""
    if isinstance(error, SyntaxError):
        return ""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f" ({Path(last.filename).name}, line {last.lineno})"


def _hide(position: Position, seat: int, seed: int) -> Position:
    return position.redeal(seat, hidden_seed(seed, position.turn))


def hidden_seed(seed: int, turn: tuple[int, int]) -> int:
    """Return the seed for the order of the hidden cards that a bot sees in a turn."""
    return Random(f"{seed} {turn}").getrandbits(64)


def _legal_action(position: Position, answer: object, name: str) -> int:
    """Return the number of the action that a bot answered with, or raise BotNonsense."""
    numbers = position.actions()
    if is_whole(answer) and answer in numbers:
        return numbers[numbers.index(answer)]
    if isinstance(answer, str) and answer in (tokens := position.legal()):
        return numbers[tokens.index(answer)]
    raise BotNonsense(f"{name} answered {_why_not(position, answer)}")


def _why_not(position: Position, answer: object) -> str:
    numbered: dict[object, str] = dict(enumerate(position.tokens))
    token = numbered.get(answer) if is_whole(answer) else answer
    if not isinstance(token, str):  # not quoted: it may be anything, even too long to print
        return f"with a {type(answer).__name__} that is neither a token nor an action number"
    try:
        return f"{reprlib.repr(token)}, which is not legal: {position.why(token)}"
    except CenturyError:
        return f"{reprlib.repr(token)}, which is no action of {position.game.name}"
