"""The columns for searching tables and players, computed from a table."""

from __future__ import annotations

from typing import Any

from century.position import Position
from century.server.table.table import Table

__all__ = ["created_columns", "finished_columns", "player_rows", "result_rows"]

Row = dict[str, Any]


def created_columns(table: Table, request_key: str | None) -> Row:
    """Return the columns of a new table."""
    return {
        "game": table.options["game"],
        "created": table.events[0].at,
        "host": table.host,
        "join": table.options["join"],
        "watch": table.options["watch"],
        "request_key": request_key,
    }


def finished_columns(final: Position, at: float) -> Row:
    """Return the columns that change when a game is over."""
    return {"finished": at, "rounds": final.turn[0]}


def player_rows(table: Table, final: Position | None = None) -> list[Row]:
    """Return a row for each seat, with points and rank if the game is over."""
    rows = [
        {
            "seat": number,
            "person_id": seat.person,
            "name": seat.name,
            "level": None if seat.person else seat.level,
            "points": None,
            "rank": None,
        }
        for number, seat in enumerate(table.seats)
    ]
    if final is not None:
        scores = final.scores()
        for place, seat_number in enumerate(table.final_ranking(final), start=1):
            rows[seat_number] |= {"points": scores[seat_number], "rank": place}
    return rows


def result_rows(table: Table) -> tuple[Row, list[Row]]:
    """Return the columns of a finished table, and a row for each seat."""
    final = table.position
    assert final is not None
    finished_at = next(event.at for event in reversed(table.events) if event.kind == "moved")
    return finished_columns(final, finished_at), player_rows(table, final)
