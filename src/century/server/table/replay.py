"""Replays: what each turn of a finished game changed, and a game record as data for the page."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from century.position import Position
from century.record import Record
from century.server.errors import TableNotOver, TooLarge
from century.server.table.history import DECISIONS_AT_ONCE
from century.server.table.table import Table

__all__ = ["MAX_RECORD_DECISIONS", "record_replay", "table_replay"]

Data = dict[str, Any]

MAX_RECORD_DECISIONS = 3_000  # of a record that somebody sends; good games have a few hundred


async def table_replay(table: Table) -> list[Data]:
    """Return the turns of a finished game; during the game they would reveal hidden points."""
    if table.status != "over" or table.start is None:
        raise TableNotOver("the replay is available when the game is over: it shows all points")
    async with table.history.lock:
        if table.history.replay is None:
            table.history.replay = await _turns(table.start, table.decisions)
    return table.history.replay


async def record_replay(record: Record) -> Data:
    """Return a record as data: the players, the turns, and the result of a finished game."""
    if len(record.tokens) > MAX_RECORD_DECISIONS:
        raise TooLarge(f"a record to replay has at most {MAX_RECORD_DECISIONS} decisions")
    start = record.start
    levels = dict(record.tags)
    seats = [
        {"name": record.names[seat] if record.names else None, "level": levels.get(f"Bot{seat}")}
        for seat in range(start.players)
    ]
    end = record.end
    return {
        "game": start.game.name,
        "seats": seats,
        "start": start.to_text(),
        "turns": await _turns(start, record.tokens, with_details=True),
        "ranking": end.ranking() if end.over else None,
        "sheets": end.score_sheets() if end.over else None,
    }


async def _turns(start: Position, tokens: Sequence[str], with_details: bool = False) -> list[Data]:
    """Summarize each turn; give way to other tables during a long game.

    With details, a turn also has what the log shows about its decisions, and the text of the
    position after it.
    """
    turns: list[Data] = []
    position, first = start, start  # `first` is the position at the start of the turn
    details: list[Data] = []
    before = 0
    for number, token in enumerate(tokens, start=1):
        if with_details:
            details.append(position.log_details(token))
        position = position.act(token)
        if number == len(tokens) or position.over or position.turn != first.turn:
            turn = _summary(first, position, before, number)
            if with_details:
                turn |= {"tokens": list(tokens[before:number]), "about": details}
                turn["position"] = position.to_text()
            turns.append(turn)
            first, before, details = position, number, []
        if number % DECISIONS_AT_ONCE == 0:
            await asyncio.sleep(0)
    return turns


def _summary(first: Position, last: Position, before: int, after: int) -> Data:
    """Return what a turn changed, from the position before it to the one after it."""
    number, seat = first.turn
    was, now = first.view(None), last.view(None)
    return {
        "round": number,
        "seat": seat,
        "before": before,
        "after": after,
        "scores": last.scores(),
        "claimed": _claims(now, seat) > _claims(was, seat),
        "ending": bool(now.get("ending")) and not was.get("ending"),
        "over": last.over,
    }


def _claims(view: Data, seat: int) -> int:
    """Return how many things a seat has claimed; not every game has claims."""
    claimed: int = view["seats"][seat].get("claimed", 0)
    return claimed
