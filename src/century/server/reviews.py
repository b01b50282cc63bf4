"""Reviews of finished games: a bot compares each turn with the one that it prefers."""

from __future__ import annotations

from itertools import groupby
from typing import Any, NamedTuple

from century.bots.review import review_level
from century.errors import GameNotPlayed
from century.position import Position
from century.record import Record, read_record
from century.server.bots.bot_pool import BotPool
from century.server.errors import TableNotOver, TooLarge
from century.server.table.replay import MAX_RECORD_DECISIONS

__all__ = ["TURNS_AT_ONCE", "FinishedGame", "read_finished_game", "review_turns"]

TURNS_AT_ONCE = 8  # in one response, so that the client can show the progress


class FinishedGame(NamedTuple):
    """The turns of a game, each with the position before it, and the level that reviews them."""

    turns: list[tuple[Position, list[str]]]
    level: str


def read_finished_game(text: str) -> FinishedGame:
    """Read the record of a finished game; this takes up to a second."""
    record = read_record(text)
    if len(record.tokens) > MAX_RECORD_DECISIONS:
        raise TooLarge(f"a record to review has at most {MAX_RECORD_DECISIONS} decisions")
    level = review_level(record.start.game)
    if level is None:
        raise GameNotPlayed(f"no bot can review {record.start.game.title}")
    turns, end = _turns(record)
    if not end.over:
        raise TableNotOver("a review is available when the game is over: it is good advice")
    return FinishedGame(turns, level)


async def review_turns(game: FinishedGame, first: int, bots: BotPool) -> dict[str, Any]:
    """Review some turns of a finished game, from the turn with the index `first` on."""
    chosen = game.turns[first : first + TURNS_AT_ONCE]
    reviews = [await bots.review(position, tokens, game.level) for position, tokens in chosen]
    return {"count": len(game.turns), "reviews": reviews}


def _turns(record: Record) -> tuple[list[tuple[Position, list[str]]], Position]:
    """Return each turn with the position before it, and the last position."""
    positions = list(record.positions())
    decisions = zip(positions, record.tokens, strict=False)
    groups = [list(group) for _, group in groupby(decisions, key=lambda pair: pair[0].turn)]
    turns = [(group[0][0], [token for _, token in group]) for group in groups]
    return turns, positions[-1]
