"""Executing commands: each command is checked against the table and becomes pending events."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from century.errors import BadSeat, IllegalMove
from century.position import Position, game
from century.server.errors import (
    GameTooLong,
    NothingToUndo,
    NotYourTurn,
    SeatTaken,
    TableNotOver,
)
from century.server.table.commands import (
    AnswerStandIn,
    AnswerTakeback,
    AskStandIn,
    AskTakeback,
    Command,
    JoinTable,
    Leave,
    MakeMove,
    NewSeat,
    NewTable,
    Rematch,
    Resign,
    Return,
    SetSeat,
    StandIn,
    Start,
    Undo,
)
from century.server.table.credentials import sender_of
from century.server.table.events import PendingEvent
from century.server.table.preconditions import (
    require_host,
    require_open,
    require_playing,
    require_seat,
    seat_of,
)
from century.server.table.seats import Viewer
from century.server.table.stand_ins import (
    answer_stand_in,
    ask_stand_in,
    resign,
    return_to_seat,
    stand_in,
)
from century.server.table.table import Table, Takeback
from century.server.table.votes import answer_vote, other_people
from century.server.time_and_random import TimeAndRandom

__all__ = [
    "create_table",
    "join_table",
    "move_event",
    "play_turn",
    "produce_events",
    "rematch_event",
    "require_room",
    "undo_point",
]

MAX_DECISIONS = 10_000  # of a game; games between good players have a few hundred
MAX_EVENTS = 30_000  # of a table


def produce_events(
    table: Table, viewer: Viewer, command: Command, source: TimeAndRandom
) -> list[PendingEvent]:
    """Return the events that a command produces, or raise the reason why it is refused."""
    require_room(table, len(command.tokens) if isinstance(command, MakeMove) else 0)
    return _HANDLERS[type(command)](table, viewer, command, source)


# Creating and joining


def create_table(request: NewTable, person: str, source: TimeAndRandom) -> list[PendingEvent]:
    """Return the first events of a new table; the person is its host."""
    events = [_created_event(request, person, source)]
    if request.start:
        if any(seat.kind == "open" for seat in request.seats):
            raise SeatTaken("the game cannot start while a seat is open")
        events.append(_started_event(len(request.seats), request.order, source))
    return events


def _created_event(request: NewTable, person: str, source: TimeAndRandom) -> PendingEvent:
    chosen = game(request.game)
    chosen.check_players(len(request.seats))
    chosen.check_options(request.game_options)
    data = {
        "game": request.game,
        "game_options": dict(request.game_options),
        "clock": request.clock.to_data(),
        "undo": request.undo,
        "takeback": request.takeback,
        "watch": request.watch,
        "join": request.join,
        "order": request.order,
        "seats": [_seat_data(seat, request.host_name, person) for seat in request.seats],
        "host": person,
        "watch_token": source.token(),
        "code": "",  # the service assigns one
    }
    return PendingEvent("created", data, status="open")


def _seat_data(seat: NewSeat, host_name: str, host: str) -> dict[str, Any]:
    if seat.kind == "me":
        return {"name": seat.name or host_name, "person": host}
    if seat.kind == "bot":
        data: dict[str, Any] = {"name": seat.name or seat.level, "level": seat.level}
        return data | ({"pause": seat.pause} if seat.pause else {})
    return {}


def join_table(table: Table, request: JoinTable, person: str) -> PendingEvent:
    """Return the event that seats a person on an open seat."""
    require_open(table)
    seat = request.seat
    open_seats = [number for number, s in enumerate(table.seats) if s.kind == "open"]
    if seat is not None and seat >= len(table.seats):
        raise BadSeat(f"there is no seat {seat} among {len(table.seats)}")
    if seat is None and open_seats:
        seat = open_seats[0]
    if seat not in open_seats:
        raise SeatTaken("no seat is open" if seat is None else f"seat {seat} is taken")
    key = None if request.id is None else f"{sender_of(person)}:{request.id}"
    return PendingEvent("joined", {"seat": seat, "name": request.name, "person": person}, key)


# Before the game


def _start(
    table: Table, viewer: Viewer, _command: Start, source: TimeAndRandom
) -> list[PendingEvent]:
    require_host(viewer)
    require_open(table)
    for number, seat in enumerate(table.seats):
        if seat.kind == "open":
            raise SeatTaken(f"seat {number} is still open: wait for somebody, or put a bot there")
    return [_started_event(len(table.seats), table.options["order"], source)]


def _started_event(players: int, order: str, source: TimeAndRandom) -> PendingEvent:
    """Choose the order of the seats and the seed, which stays secret until the game is over."""
    seating = source.shuffled(players) if order == "random" else list(range(players))
    data = {"seed": source.bits(64), "salt": source.token(), "seating": seating}
    return PendingEvent("started", data, status="playing")


def _leave(
    table: Table, viewer: Viewer, _command: Leave, _source: TimeAndRandom
) -> list[PendingEvent]:
    require_seat(viewer)
    require_open(table)
    return [PendingEvent("left", {"seat": seat}) for seat in viewer.seats]


def _set_seat(
    table: Table, viewer: Viewer, command: SetSeat, _source: TimeAndRandom
) -> list[PendingEvent]:
    require_host(viewer)
    require_open(table)
    seat_of(table, command.seat)
    name = command.level and (command.name or command.level)  # an open seat has no name
    data = {"seat": command.seat, "name": name, "level": command.level}
    return [PendingEvent("seated", data)]


# Decisions


def _move(
    table: Table, viewer: Viewer, command: MakeMove, _source: TimeAndRandom
) -> list[PendingEvent]:
    require_seat(viewer)
    position, to_decide = require_playing(table), table.seat_to_decide
    if table.to_decide not in viewer.seats:
        raise NotYourTurn(f"seat {table.to_decide} has to decide now")
    if to_decide is not None and to_decide.level is not None:
        raise NotYourTurn("a bot stands in for you; return first")
    return [move_event(position, command.tokens)]


def move_event(position: Position, tokens: Sequence[str]) -> PendingEvent:
    """Check the decisions of one turn in order, and return their event."""
    positions = play_turn(position, position, tokens)
    data = {"seat": position.seat, "tokens": list(tokens)}
    status = "over" if positions[-1].over else None
    return PendingEvent("moved", data, status=status, positions=positions)


def play_turn(first: Position, current: Position, tokens: Sequence[str]) -> tuple[Position, ...]:
    """Return the positions after each further decision of the turn that began at `first`."""
    turn, positions = first.turn, []
    for token in tokens:
        if current is not first and (current.over or current.turn != turn):
            raise IllegalMove(token, "the turn was over before that", "turn")
        current = current.act(token)
        positions.append(current)
    return tuple(positions)


def undo_point(table: Table, viewer: Viewer) -> int | None:
    """Return the number of decisions that an undo by this viewer would leave; None if refused."""
    if table.status != "playing" or not table.options["undo"] or not table.moves:
        return None
    last = table.moves[-1]
    if last.seat not in viewer.seats or last.reveals or table.seats[last.seat].level is not None:
        return None
    return table.decision_count - len(last.tokens)


def _undo(
    table: Table, viewer: Viewer, _command: Undo, _source: TimeAndRandom
) -> list[PendingEvent]:
    require_seat(viewer)
    require_playing(table)
    to = undo_point(table, viewer)
    if to is None:
        raise NothingToUndo(_why_no_undo(table, viewer))
    return [PendingEvent("undone", {"seat": table.moves[-1].seat, "to": to})]


def _why_no_undo(table: Table, viewer: Viewer) -> str:
    if not table.options["undo"]:
        return "this table plays without undo"
    if not table.moves or not any(move.seat in viewer.seats for move in table.moves):
        return "you have not decided anything yet"
    if table.moves[-1].seat not in viewer.seats:
        return "somebody else has decided since"
    return "something hidden was revealed"


def _ask_takeback(
    table: Table, viewer: Viewer, _command: AskTakeback, _source: TimeAndRandom
) -> list[PendingEvent]:
    require_seat(viewer)
    require_playing(table)
    if not table.options["takeback"]:
        raise NothingToUndo("this table plays without takebacks")
    if all(table.seats[seat].resigned for seat in viewer.seats):
        raise NothingToUndo("you have resigned")
    own = [
        number
        for number, move in enumerate(table.moves)
        if move.seat in viewer.seats and not table.seats[move.seat].resigned
    ]
    if not own:
        raise NothingToUndo("you have not decided anything yet")
    last = table.moves[own[-1]]
    turn = (last.seat, last.round)
    first = min(n for n in own if (table.moves[n].seat, table.moves[n].round) == turn)
    to = sum(len(move.tokens) for move in table.moves[:first])
    # Only other people must agree, also if a bot stands in for them: not bots, not somebody who
    # has resigned, and not the sender's own further seats.
    waiting = [number for number, seat in other_people(table, viewer) if not seat.resigned]
    if waiting and table.took_back_revealed and table.reveals_after(to):
        raise NothingToUndo("this game has already gone back past something that was revealed")
    if not waiting:
        return [PendingEvent("taken-back", {"seat": last.seat, "to": to})]
    return [PendingEvent("takeback-asked", {"seat": last.seat, "to": to, "waiting": waiting})]


def _answer_takeback(
    table: Table, viewer: Viewer, command: AnswerTakeback, _source: TimeAndRandom
) -> list[PendingEvent]:
    def go_back(asked: Takeback) -> PendingEvent:
        return PendingEvent("taken-back", {"seat": asked.seat, "to": asked.to})

    voters = [number for number, seat in enumerate(table.seats) if not seat.resigned]
    return answer_vote(table, viewer, "takeback", table.takeback, voters, command.agree, go_back)


# Rematches


def _rematch(
    table: Table, viewer: Viewer, _command: Rematch, source: TimeAndRandom
) -> list[PendingEvent]:
    require_seat(viewer)
    if table.status != "over":
        raise TableNotOver("the game is not over")
    if table.rematch is not None:
        raise SeatTaken(f"the rematch is at table {table.rematch}")
    return [PendingEvent("rematched", {"table": source.token()})]


def rematch_event(table: Table, source: TimeAndRandom) -> PendingEvent:
    """Return the first event of the rematch, with the same people."""
    seats: list[dict[str, Any]] = [
        {"name": seat.name, "person": seat.person}
        if seat.person
        else {"name": seat.name, "level": seat.level, "pause": seat.pause}
        for seat in table.seats
    ]
    host = {"host": table.host, "watch_token": source.token(), "code": ""}
    return PendingEvent("created", {**table.options, **host, "seats": seats}, status="open")


# Preconditions


def require_room(table: Table, decisions: int) -> None:
    """Raise GameTooLong if a table has too many events, or would have too many decisions."""
    if table.decision_count + decisions > MAX_DECISIONS:
        raise GameTooLong(f"a game has at most {MAX_DECISIONS} decisions")
    # After the game, only a rematch can follow, once.
    if table.version >= MAX_EVENTS and table.status != "over":
        raise GameTooLong(f"a table has at most {MAX_EVENTS} events")


_HANDLERS: dict[type[Command], Callable[..., list[PendingEvent]]] = {
    Start: _start,
    Leave: _leave,
    SetSeat: _set_seat,
    MakeMove: _move,
    Undo: _undo,
    AskTakeback: _ask_takeback,
    AnswerTakeback: _answer_takeback,
    StandIn: stand_in,
    AskStandIn: ask_stand_in,
    AnswerStandIn: answer_stand_in,
    Return: return_to_seat,
    Resign: resign,
    Rematch: _rematch,
}
