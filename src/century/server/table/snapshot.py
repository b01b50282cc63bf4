"""Snapshots of a table for its viewers: never more than a viewer's seat may see."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from century.core.cubes import worth
from century.errors import BadCount
from century.position import Position
from century.server.errors import NotAllowed, TableNotOver, TableNotPlaying
from century.server.table.events import Event
from century.server.table.execute import play_turn, undo_point
from century.server.table.history import DECISIONS_AT_ONCE
from century.server.table.seats import Viewer
from century.server.table.table import LookAhead, Table

__all__ = [
    "event",
    "outline",
    "past",
    "position_text",
    "preview",
    "record",
    "result",
    "round_summary",
    "state",
    "states",
    "whys",
]

Data = dict[str, Any]

# The fields of events that viewers receive: no hashes and no seeds.
_PUBLIC_FIELDS = frozenset(
    ("seat", "seats", "name", "level", "tokens", "to", "waiting", "table", "seating")
)
_PUBLIC_OPTIONS = ("game_options", "clock", "undo", "takeback", "watch", "join", "order")


def event(logged: Event) -> Data:
    """Return the public part of an event, which is the same for all viewers."""
    public = {"version": logged.version, "kind": logged.kind, "at": logged.at, "id": logged.id}
    if logged.kind != "created":
        public.update({key: value for key, value in logged.data.items() if key in _PUBLIC_FIELDS})
    return public


def _viewing_seat(table: Table, viewer: Viewer) -> int | None:
    """Return the seat whose view a viewer receives; None is a spectator."""
    if not viewer.seats or table.position is None:
        return None
    # People at one screen hold several seats: show the view of the one that has to decide.
    _, seat = table.turn
    return seat if seat in viewer.seats else viewer.seats[0]


def outline(table: Table) -> Data:
    """Return what everybody with the code of a table may know."""
    return {
        "table": table.id,
        "version": table.version,
        "status": table.status,
        **_setup(table),
    }


def _setup(table: Table) -> Data:
    """Return the part that no move changes; it is cached unless a clock changes the seats."""
    if table.cached_setup is None or table.clock.kind != "none":
        table.cached_setup = {
            "game": table.options["game"],
            "options": {key: table.options[key] for key in _PUBLIC_OPTIONS},
            "seats": [_seat(table, number) for number in range(len(table.seats))],
        }
    return table.cached_setup


def _seat(table: Table, number: int) -> Data:
    seat = table.seats[number]
    return {
        "name": seat.name,
        "kind": seat.kind,
        "level": seat.level,
        "stand_in": seat.stand_in,
        "timed_out": seat.timed_out,
        "resigned": seat.resigned,
        "bank": seat.bank if table.clock.kind == "bank" else None,
    }


def state(table: Table, viewer: Viewer) -> Data:
    """Return the state of a table for one viewer."""
    return states(table, [viewer])[0]


def states(table: Table, viewers: Sequence[Viewer]) -> list[Data]:
    """Return the state of a table for several viewers; the common part is built once."""
    position = table.position
    views: Sequence[Data | None] = [None] * len(viewers)
    if position is not None:
        views = position.views([_viewing_seat(table, viewer) for viewer in viewers])
    common = _common(table)
    return [
        {**common, **_personal(table, viewer), "view": view}
        for viewer, view in zip(viewers, views, strict=True)
    ]


def _common(table: Table) -> Data:
    """Return the part of the state that is the same for all viewers."""
    takeback, vote, over = table.takeback, table.stand_in_vote, table.status == "over"
    return {
        **outline(table),
        "decisions": table.decision_count,
        "takeback": takeback
        and {"seat": takeback.seat, "to": takeback.to, "waiting": sorted(takeback.waiting)},
        "stand_in_vote": vote
        and {"seat": vote.seat, "level": vote.level, "waiting": sorted(vote.waiting)},
        "now": table.time.now(),
        "since": table.since if table.position is not None else None,
        "deadline": table.deadline,
        "rematch": table.rematch,
        # During the game a hash of the seed, afterwards the seed itself.
        "commitment": table.commitment,
        "seed": str(table.seed) if over else None,  # a string: too large for JavaScript's numbers
        "salt": table.salt if over else None,
    }


def _personal(table: Table, viewer: Viewer) -> Data:
    """Return the part of the state for one viewer, without the view."""
    seat = table.seat_to_decide
    decides = seat is not None and seat.level is None and table.to_decide in viewer.seats
    legal = _require_started(table).legal() if decides else []
    return {
        "code": table.code if viewer.seats or viewer.host else None,
        "you": {"seats": viewer.seats, "host": viewer.host},
        "legal": legal,
        "ahead": _ahead(table, _dealt_again(table, viewer).start, legal) if legal else {},
        "undo": undo_point(table, viewer) is not None,
    }


def _require_started(table: Table) -> Position:
    if table.position is None:
        raise TableNotPlaying("the game has not started")
    return table.position


def position_text(table: Table, viewer: Viewer) -> str:
    """Return the text of the position for a bot, with hidden information dealt at random."""
    position, seat = _require_started(table), _viewing_seat(table, viewer)
    if seat is None:
        raise NotAllowed("only somebody with a seat at the table may do that")
    return position.redeal(seat, 0).to_text()


def preview(table: Table, viewer: Viewer, tokens: Sequence[str], with_view: bool = True) -> Data:
    """Return the state after some decisions of the current seat, without making them."""
    position, reveals = _look_ahead(table, viewer, tokens)
    turn_over = _is_turn_over(table, position)
    legal = [] if turn_over else position.legal()
    found: Data = {
        "reveals": reveals,
        "turn_over": turn_over,
        "legal": legal,
        "ahead": _ahead(table, position, legal),
    }
    if with_view:
        seat = _viewing_seat(table, viewer)
        (view,) = position.views([seat])
        if reveals:  # the newly revealed cards are random ones, not those of the real deck
            (now,) = _require_started(table).views([seat])
            view = position.hide_new(view, now)
        found["seats"], found["view"] = view["seats"], view
    return found


def _look_ahead(table: Table, viewer: Viewer, tokens: Sequence[str]) -> tuple[Position, bool]:
    """Return the position after some decisions, and whether they reveal something hidden."""
    last = _dealt_again(table, viewer)
    # A player chooses one decision after the other, so that the last result is a good start.
    known, after = len(last.tokens), last.after
    if tuple(tokens[:known]) != last.tokens:
        known, after = 0, last.start
    if len(tokens) > known:
        after = play_turn(last.start, after, tokens[known:])[-1]
    table.look_ahead = LookAhead(last.seat, last.start, tuple(tokens), after)
    return after, after.face_down < table.face_down


def _dealt_again(table: Table, viewer: Viewer) -> LookAhead:
    """Return the last preview, or the current position with the hidden information dealt again.

    Previews never use the real position, so that nothing hidden can leak.
    """
    seat, position, last = _viewing_seat(table, viewer), _require_started(table), table.look_ahead
    seat = position.seat if seat is None else seat
    if last is None or last.seat != seat:
        start = position.redeal(seat, 0)
        table.look_ahead = last = LookAhead(seat, start, (), start)
    return last


def _ahead(table: Table, position: Position, legal: Sequence[str]) -> dict[str, list[str]]:
    """Return what is legal after a decision that people choose together with the next one."""
    joined = position.game.spec.joined
    if joined is None or joined not in legal:
        return {}
    after = position.act(joined)
    return {joined: [] if _is_turn_over(table, after) else after.legal()}


def _is_turn_over(table: Table, position: Position) -> bool:
    """Whether a position is beyond the current turn."""
    return position.over or position.turn != table.turn


def whys(table: Table, viewer: Viewer, tokens: Sequence[str], language: str) -> dict[str, str]:
    """Return why each illegal action is illegal, now or after some decisions."""
    position, _ = _look_ahead(table, viewer, tokens)
    return {} if _is_turn_over(table, position) else position.whys(language)


async def result(table: Table) -> Data:
    """Return the ranking and the score sheets of a finished game, and the scores of each round."""
    if table.status != "over":
        raise TableNotOver("the result is available when the game is over")
    final = _require_started(table)
    async with table.history.lock:
        if table.history.rounds is None:
            table.history.rounds = await _rounds(table)
    return {
        "ranking": table.final_ranking(final),
        "sheets": final.score_sheets(),
        "rounds": table.history.rounds,
    }


async def _rounds(table: Table) -> list[Data]:
    """Return the scores of each round; other tables have their turn during a long game."""
    rounds, position = [], table.start
    for number, token in enumerate(table.decisions, start=1):
        assert position is not None
        after = position.act(token)
        if after.over or after.turn[0] != position.turn[0]:
            rounds.append(round_summary(position.turn[0], after))
        position = after
        if number % DECISIONS_AT_ONCE == 0:
            await asyncio.sleep(0)
    return rounds


def round_summary(number: int, end: Position) -> Data:
    """Return the scores at the end of a round, and the cubes of each seat if the game has any."""
    scores, (view,) = end.scores(), end.views([None])
    seats = view["seats"]
    if not all("cubes" in seat for seat in seats):
        return {"round": number, "scores": scores, "cubes": None, "worth": None}
    cubes = [seat["cubes"] for seat in seats]
    worths = [worth(held) for held in cubes]
    return {"round": number, "scores": scores, "cubes": cubes, "worth": worths}


def past(table: Table, viewer: Viewer, count: int) -> Data:
    """Return the viewer's view after the first `count` decisions."""
    _require_started(table)
    if count > table.decision_count:
        raise BadCount(f"only {table.decision_count} decisions have been made")
    position = table.position_after(count)
    return {"decisions": count, "view": position.view(_viewing_seat(table, viewer))}


def record(table: Table) -> str:
    """Return the record of a finished game; during the game it would reveal the deal."""
    if table.status != "over":
        raise TableNotOver("the record is available when the game is over: it contains the deal")
    return table.record().to_text()
