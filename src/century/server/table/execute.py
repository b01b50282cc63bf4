"""What may be done at a table: each command is checked against the rules and becomes events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from century.errors import (
    BadSeat,
    IllegalMove,
    NotAllowed,
    NothingAsked,
    NothingToUndo,
    NotYourTurn,
    SeatTaken,
    TableNotOver,
    TableNotPlaying,
    TableStarted,
)
from century.position import Position
from century.server.table.events import Draft
from century.server.table.seats import Chance, Seat, Viewer
from century.server.table.table import Table
from century.server.web import requests as messages

__all__ = ["carry_out", "join", "undo_point"]


def carry_out(
    table: Table, viewer: Viewer, command: messages.Command, chance: Chance
) -> list[Draft]:
    """Return what a command leads to, or raise what stands against it."""
    return _COMMANDS[type(command)](table, viewer, command, chance)


def join(table: Table, name: str, seat: int | None, token_hash: str) -> Draft:
    """Let somebody sit down."""
    _must_be_open(table)
    open_seats = [number for number, s in enumerate(table.seats) if s.kind == "open"]
    if seat is not None and seat >= len(table.seats):
        raise BadSeat(f"there is no seat {seat} among {len(table.seats)}")
    if seat is None and open_seats:
        seat = open_seats[0]
    if seat not in open_seats:
        raise SeatTaken("no seat is open" if seat is None else f"seat {seat} is taken")
    return Draft("joined", {"seat": seat, "name": name, "token": token_hash})


# Before the game


def _start(table: Table, viewer: Viewer, _command: Any, chance: Chance) -> list[Draft]:
    _must_be_host(viewer)
    _must_be_open(table)
    for number, seat in enumerate(table.seats):
        if seat.kind == "open":
            raise SeatTaken(f"seat {number} is still open: wait for somebody, or put a bot there")
    return [started(len(table.seats), table.options["order"], chance)]


def started(players: int, order: str, chance: Chance) -> Draft:
    """Deal: the seed is secret until the end."""
    seating = chance.shuffled(players) if order == "random" else list(range(players))
    data = {"seed": chance.bits(64), "salt": chance.token(), "seating": seating}
    return Draft("started", data, status="playing")


def _leave(table: Table, viewer: Viewer, _command: Any, _chance: Chance) -> list[Draft]:
    _must_sit(viewer)
    _must_be_open(table)
    return [Draft("left", {"seat": seat}) for seat in viewer.seats]


def _set_seat(
    table: Table, viewer: Viewer, command: messages.SetSeat, _chance: Chance
) -> list[Draft]:
    _must_be_host(viewer)
    _must_be_open(table)
    _seat(table, command.seat)
    name = command.level and (command.name or command.level)  # an open seat has none
    data = {"seat": command.seat, "name": name, "level": command.level}
    return [Draft("seated", data)]


# Decisions


def _move(table: Table, viewer: Viewer, command: messages.MakeMove, _chance: Chance) -> list[Draft]:
    _must_sit(viewer)
    position, asked = playing(table), table.to_decide
    if table.asked not in viewer.seats:
        raise NotYourTurn(f"seat {table.asked} is asked to decide")
    if asked is not None and asked.level is not None:
        raise NotYourTurn("a bot stands in for you; return first")
    return [moved(position, command.tokens)]


def moved(position: Position, tokens: list[str]) -> Draft:
    """Check decisions of one turn one after the other."""
    seat, after = position.seat, position
    for token in tokens:
        if after is not position and (after.over or after.turn != position.turn):
            raise IllegalMove(token, "the turn was over before that", "turn")
        after = after.act(token)
    data = {"seat": seat, "tokens": list(tokens)}
    return Draft("moved", data, status="over" if after.over else None, leads_to=after)


def undo_point(table: Table, viewer: Viewer) -> int | None:
    """Return how many decisions would remain if the viewer took back what they sent last."""
    if table.status != "playing" or not table.options["undo"] or not table.moves:
        return None
    last = table.moves[-1]
    if last.seat not in viewer.seats or last.reveals or table.seats[last.seat].level is not None:
        return None
    return table.count - len(last.tokens)


def _undo(table: Table, viewer: Viewer, _command: Any, _chance: Chance) -> list[Draft]:
    _must_sit(viewer)
    playing(table)
    to = undo_point(table, viewer)
    if to is None:
        raise NothingToUndo(_why_no_undo(table, viewer))
    return [Draft("undone", {"seat": table.moves[-1].seat, "to": to})]


def _why_no_undo(table: Table, viewer: Viewer) -> str:
    if not table.options["undo"]:
        return "this table plays without undo"
    if not table.moves or not any(move.seat in viewer.seats for move in table.moves):
        return "you have not decided anything yet"
    if table.moves[-1].seat not in viewer.seats:
        return "somebody else has decided since"
    return "something hidden was revealed"


def _ask_takeback(table: Table, viewer: Viewer, _command: Any, _chance: Chance) -> list[Draft]:
    _must_sit(viewer)
    playing(table)
    if not table.options["takeback"]:
        raise NothingToUndo("this table plays without takebacks")
    own = [number for number, move in enumerate(table.moves) if move.seat in viewer.seats]
    if not own:
        raise NothingToUndo("you have not decided anything yet")
    last = table.moves[own[-1]]
    turn = (last.seat, last.round)
    first = min(n for n in own if (table.moves[n].seat, table.moves[n].round) == turn)
    to = sum(len(move.tokens) for move in table.moves[:first])
    # Bots have no objections, nor has whoever holds several seats against themselves.
    waiting = [
        number
        for number, seat in enumerate(table.seats)
        if seat.kind == "person" and seat.level is None and number not in viewer.seats
    ]
    if not waiting:
        return [Draft("taken-back", {"seat": last.seat, "to": to})]
    return [Draft("takeback-asked", {"seat": last.seat, "to": to, "waiting": waiting})]


def _answer_takeback(
    table: Table, viewer: Viewer, command: messages.AnswerTakeback, _chance: Chance
) -> list[Draft]:
    _must_sit(viewer)
    playing(table)
    asked = table.takeback
    answering = sorted(asked.waiting & set(viewer.seats)) if asked else []
    if asked is None or not answering:
        raise NothingAsked("nobody waits for your answer about a takeback")
    if not command.agree:
        return [Draft("takeback-refused", {"seats": answering})]
    agreed = Draft("takeback-agreed", {"seats": answering})
    if asked.waiting - set(answering):
        return [agreed]
    return [agreed, Draft("taken-back", {"seat": asked.seat, "to": asked.to})]


# Coming and going


def _stand_in(
    table: Table, viewer: Viewer, command: messages.StandIn, _chance: Chance
) -> list[Draft]:
    _must_sit(viewer)
    playing(table)
    seat = _seat(table, command.seat)
    if seat.kind != "person" or seat.level is not None:
        raise SeatTaken(f"a bot plays for seat {command.seat} already")
    if command.seat not in viewer.seats and not seat.timed_out:
        raise NotAllowed(f"the time of seat {command.seat} is not up")
    return [Draft("stand-in", {"seat": command.seat, "level": command.level})]


def _return(table: Table, viewer: Viewer, _command: Any, _chance: Chance) -> list[Draft]:
    _must_sit(viewer)
    playing(table)
    away = [number for number in viewer.seats if table.seats[number].stand_in]
    if not away:
        raise NothingAsked("no bot stands in for you")
    return [Draft("returned", {"seat": number}) for number in away]


def _rematch(table: Table, viewer: Viewer, _command: Any, chance: Chance) -> list[Draft]:
    _must_sit(viewer)
    if table.status != "over":
        raise TableNotOver("the game is not over")
    if table.rematch is not None:
        raise SeatTaken(f"the rematch is at table {table.rematch}")
    return [Draft("rematched", {"table": chance.token()})]


def rematch_table(table: Table, code: str) -> Draft:
    """Return the beginning of a table with the same people, who keep their tokens."""
    seats = [
        {"name": seat.name, "token": seat.token, "level": None if seat.token else seat.level}
        for seat in table.seats
    ]
    host = {"host": table.host, "watch_key": table.watch_key, "code": code}
    return Draft("created", {**table.options, **host, "seats": seats}, status="open")


# What commands demand


def playing(table: Table) -> Position:
    """Return the position of a game that goes on."""
    if table.position is None or table.asked is None:
        begun = "is over" if table.position is not None else "has not begun"
        raise TableNotPlaying(f"the game {begun}")
    return table.position


def _must_sit(viewer: Viewer) -> None:
    if not viewer.seats:
        raise NotAllowed("only somebody who sits at the table may do that")


def _must_be_host(viewer: Viewer) -> None:
    if not viewer.host:
        raise NotAllowed("only the host may do that")


def _must_be_open(table: Table) -> None:
    if table.status != "open":
        raise TableStarted("the game has begun")


def _seat(table: Table, number: int) -> Seat:
    if number >= len(table.seats):
        raise BadSeat(f"there is no seat {number} among {len(table.seats)}")
    return table.seats[number]


_COMMANDS: dict[type, Callable[..., list[Draft]]] = {
    messages.Start: _start,
    messages.Leave: _leave,
    messages.SetSeat: _set_seat,
    messages.MakeMove: _move,
    messages.Undo: _undo,
    messages.AskTakeback: _ask_takeback,
    messages.AnswerTakeback: _answer_takeback,
    messages.StandIn: _stand_in,
    messages.Return: _return,
    messages.Rematch: _rematch,
}
