"""What a viewer is shown of a table: never more than their seat may see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from century.core.cubes import worth
from century.errors import BadCount, TableNotOver, TableNotPlaying
from century.position import Position
from century.server.commands import moved, undo_point
from century.server.event import Event
from century.server.seats import Viewer
from century.server.table import Table

__all__ = [
    "event",
    "history",
    "outline",
    "past",
    "preview",
    "result",
    "state",
    "states",
    "whys",
]

Data = dict[str, Any]

# What is told of each kind of event; hashes and seeds are not among it.
_TOLD = frozenset(("seat", "seats", "name", "level", "tokens", "to", "waiting", "table", "seating"))


def event(happened: Event) -> Data:
    """Show an event; it is the same for everybody."""
    shown = {
        "version": happened.version,
        "kind": happened.kind,
        "at": happened.at,
        "id": happened.id,
    }
    if happened.kind != "created":
        shown.update({key: value for key, value in happened.data.items() if key in _TOLD})
    return shown


def eyes(table: Table, viewer: Viewer) -> int | None:
    """Return the seat through whose eyes a viewer looks; None is a spectator."""
    if not viewer.seats or table.position is None:
        return None
    # Someone who holds several seats, at one screen with friends, looks for the one to decide.
    _, seat = table.turn
    return seat if seat in viewer.seats else viewer.seats[0]


def outline(table: Table) -> Data:
    """Show what everybody with the code may know before sitting down."""
    return {
        "table": table.id,
        "version": table.version,
        "status": table.status,
        **_lasting(table),
    }


def _lasting(table: Table) -> Data:
    """Show what no decision changes, put together once; where there is a clock, seats change."""
    if table.lasting is None or table.clock.kind != "none":
        table.lasting = {
            "game": table.options["game"],
            "options": {key: table.options[key] for key in _OPTIONS},
            "seats": [_seat(table, number) for number in range(len(table.seats))],
        }
    return table.lasting


_OPTIONS = ("game_options", "clock", "undo", "takeback", "watch", "order")


def _seat(table: Table, number: int) -> Data:
    seat = table.seats[number]
    return {
        "name": seat.name,
        "kind": seat.kind,
        "level": seat.level,
        "stand_in": seat.stand_in,
        "timed_out": seat.timed_out,
        "bank": seat.bank if table.clock.kind == "bank" else None,
    }


def state(table: Table, viewer: Viewer) -> Data:
    """Show a table as it is."""
    return states(table, [viewer])[0]


def states(table: Table, viewers: Sequence[Viewer]) -> list[Data]:
    """Show a table as it is to several viewers; what is the same for all is made once."""
    position = table.position
    views: Sequence[Data | None] = [None] * len(viewers)
    if position is not None:
        views = position.views([eyes(table, viewer) for viewer in viewers])
    common = _common(table)
    return [
        {**common, **_own(table, viewer), "view": view}
        for viewer, view in zip(viewers, views, strict=True)
    ]


def _common(table: Table) -> Data:
    """Show what is the same for all who may see the table."""
    takeback, over = table.takeback, table.status == "over"
    return {
        **outline(table),
        "decisions": table.count,
        "takeback": takeback
        and {"seat": takeback.seat, "to": takeback.to, "waiting": sorted(takeback.waiting)},
        "since": table.since if table.position is not None else None,
        "deadline": table.deadline,
        "rematch": table.rematch,
        # A hash of the seed while the game goes on, and what it was made of afterwards.
        "commitment": table.commitment,
        "seed": str(table.seed) if over else None,  # as text: JavaScript's numbers are too small
        "salt": table.salt if over else None,
    }


def _own(table: Table, viewer: Viewer) -> Data:
    """Show what is for one viewer alone, besides the view."""
    seat = table.to_decide
    asked = seat is not None and seat.level is None and table.asked in viewer.seats
    return {
        "code": table.code if viewer.seats or viewer.host else None,
        "you": {"seats": viewer.seats, "host": viewer.host},
        "legal": begun(table).legal() if asked else [],
        "undo": undo_point(table, viewer) is not None,
    }


def begun(table: Table) -> Position:
    """Return the position of a game that has begun, over or not."""
    if table.position is None:
        raise TableNotPlaying("the game has not begun")
    return table.position


def preview(table: Table, viewer: Viewer, tokens: list[str]) -> Data:
    """Show what would come of some decisions of the seat that is asked."""
    position, reveals = _ahead(table, viewer, tokens)
    view, turn_over = position.view(eyes(table, viewer)), _passed_on(table, position)
    if reveals:  # the new cards in it are not the ones that will come
        view = position.hide_new(view, begun(table).view(eyes(table, viewer)))
    return {
        "reveals": reveals,
        "turn_over": turn_over,
        "legal": [] if turn_over else position.legal(),
        "seats": view["seats"],
        "view": view,
    }


def _ahead(table: Table, viewer: Viewer, tokens: list[str]) -> tuple[Position, bool]:
    """Return the position after some decisions, and whether they turn up something hidden."""
    seat = eyes(table, viewer)
    # Nothing can leak from a position in which all that is hidden from the seat was dealt anew.
    position = begun(table)
    position = position.redeal(position.seat if seat is None else seat, 0)
    after = moved(position, tokens).leads_to
    assert after is not None
    return after, after.face_down < position.face_down


def _passed_on(table: Table, position: Position) -> bool:
    """Tell whether a position is beyond the turn that is being played."""
    return position.over or position.turn != begun(table).turn


def whys(table: Table, viewer: Viewer, tokens: list[str], language: str) -> Data:
    """Say of each action that is not legal now, or after some decisions, why it is not."""
    position, _ = _ahead(table, viewer, tokens)
    return {} if _passed_on(table, position) else position.whys(language)


def history(table: Table, after: int) -> list[Data]:
    """Show the decisions that stand, from the entry on that has so many before it."""
    entries, count, position = [], 0, table.start
    for move in table.moves:
        told = []
        for token in move.tokens:
            assert position is not None
            told.append(position.log_details(token) if count >= after else {})
            position = position.act(token)
        if count >= after:
            about = {"tokens": list(move.tokens), "about": told, "before": count}
            entries.append({**move._asdict(), **about})
        count += len(move.tokens)
    return entries


def result(table: Table) -> Data:
    """Show what a finished game came to: points by kind, and how they grew by the round."""
    if table.status != "over":
        raise TableNotOver("the result is there when the game is over")
    position, rounds = begun(table), []
    at = table.start
    for token in table.decisions:
        assert at is not None
        then = at.act(token)
        if then.over or then.turn[0] != at.turn[0]:
            cubes = [seat["cubes"] for seat in then.view(None)["seats"]]
            about = {"cubes": cubes, "worth": [worth(held) for held in cubes]}
            rounds.append({"round": at.turn[0], "scores": then.scores(), **about})
        at = then
    return {"ranking": position.ranking(), "sheets": position.score_sheets(), "rounds": rounds}


def past(table: Table, viewer: Viewer, count: int) -> Data:
    """Show the position after so many decisions, as the viewer saw it then."""
    begun(table)
    if count > table.count:
        raise BadCount(f"only {table.count} decisions have been made")
    return {"decisions": count, "view": table.position_after(count).view(eyes(table, viewer))}


def record(table: Table) -> str:
    """Write the record of a finished game; before that it would tell the deal."""
    if table.status != "over":
        raise TableNotOver("the record is there when the game is over: it tells the deal")
    return table.record().to_text()
