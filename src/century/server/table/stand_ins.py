"""Bots that play for people: for oneself, for somebody who is absent, or after resigning."""

from __future__ import annotations

from century.server.errors import NotAllowed, NothingAsked, SeatTaken
from century.server.table.clocks import NO_CLOCK
from century.server.table.commands import (
    AnswerStandIn,
    AskStandIn,
    Resign,
    Return,
    StandIn,
)
from century.server.table.events import PendingEvent
from century.server.table.preconditions import require_playing, require_seat, seat_of
from century.server.table.seats import Seat, Viewer
from century.server.table.table import StandInVote, Table
from century.server.table.votes import answer_vote, other_people
from century.server.time_and_random import TimeAndRandom

__all__ = [
    "answer_stand_in",
    "ask_stand_in",
    "give_up_events",
    "resign",
    "return_to_seat",
    "stand_in",
]

# Without a clock, a person who has not decided for this time counts as absent.
ABSENT_SECONDS = 60.0


def stand_in(
    table: Table, viewer: Viewer, command: StandIn, _source: TimeAndRandom
) -> list[PendingEvent]:
    """Let a bot play for the sender, or for a person whose time has run out."""
    require_seat(viewer)
    require_playing(table)
    seat = _person_without_bot(table, command.seat)
    if command.seat not in viewer.seats and not seat.timed_out:
        raise NotAllowed(f"seat {command.seat} still has time left")
    return [_stand_in_event(command.seat, command.level, command.pause)]


def ask_stand_in(
    table: Table, viewer: Viewer, command: AskStandIn, _source: TimeAndRandom
) -> list[PendingEvent]:
    """Ask the other people whether a bot may play for somebody who is absent."""
    require_seat(viewer)
    require_playing(table)
    _person_without_bot(table, command.seat)
    if command.seat in viewer.seats:
        raise NotAllowed("nobody has to agree to a bot that plays for you")
    _require_absent(table, command.seat)
    waiting = [
        number
        for number, other in other_people(table, viewer)
        if other.level is None and number != command.seat
    ]
    if not waiting:
        return [_stand_in_event(command.seat, command.level)]
    data = {"seat": command.seat, "level": command.level, "waiting": waiting}
    return [PendingEvent("stand-in-asked", data)]


def answer_stand_in(
    table: Table, viewer: Viewer, command: AnswerStandIn, _source: TimeAndRandom
) -> list[PendingEvent]:
    """Agree that a bot plays for somebody who is absent, or refuse it."""

    def seat_bot(asked: StandInVote) -> PendingEvent:
        return _stand_in_event(asked.seat, asked.level)

    vote = table.stand_in_vote
    voters = [
        number
        for number, seat in enumerate(table.seats)
        if seat.level is None and vote is not None and number != vote.seat
    ]
    return answer_vote(table, viewer, "stand-in", vote, voters, command.agree, seat_bot)


def return_to_seat(
    table: Table, viewer: Viewer, _command: Return, _source: TimeAndRandom
) -> list[PendingEvent]:
    """Take the sender's seats back from the bots that stand in."""
    require_seat(viewer)
    require_playing(table)
    held = [(number, table.seats[number]) for number in viewer.seats]
    away = [number for number, seat in held if seat.stand_in and not seat.resigned]
    if not away:
        raise NothingAsked("no bot stands in for you")
    return [PendingEvent("returned", {"seat": number}) for number in away]


def resign(
    table: Table, viewer: Viewer, command: Resign, _source: TimeAndRandom
) -> list[PendingEvent]:
    """Give up a seat for good: a bot plays on, and the person takes the last place."""
    require_seat(viewer)
    require_playing(table)
    seat = seat_of(table, command.seat)
    if command.seat not in viewer.seats:
        raise NotAllowed("you can resign only for yourself")
    if seat.resigned:
        raise SeatTaken(f"seat {command.seat} has already resigned")
    return [PendingEvent("resigned", {"seat": command.seat, "level": command.level})]


def give_up_events(table: Table, viewer: Viewer) -> list[PendingEvent]:
    """Return the events by which a viewer gives up all seats, unless nobody waits for them.

    Bots alone would only need processors, so a person without other people keeps the seats.
    """
    if table.status == "open":
        return [PendingEvent("left", {"seat": seat}) for seat in viewer.seats]
    others = [seat for _, seat in other_people(table, viewer) if seat.level is None]
    if table.status == "over" or not others:
        return []
    playing = [seat for seat in viewer.seats if not table.seats[seat].resigned]
    return [PendingEvent("resigned", {"seat": seat, "level": Resign.level}) for seat in playing]


def _person_without_bot(table: Table, number: int) -> Seat:
    seat = seat_of(table, number)
    if seat.kind != "person" or seat.level is not None:
        raise SeatTaken(f"a bot already plays for seat {number}")
    return seat


def _require_absent(table: Table, number: int) -> None:
    """Raise NotAllowed unless a person has not decided for a while, at a table without a clock."""
    if table.clock is not NO_CLOCK:
        raise NotAllowed(f"the clock decides when a bot may play for seat {number}")
    waited = table.time.between(table.since, table.time.now())
    if table.to_decide != number or waited < ABSENT_SECONDS:
        raise NotAllowed(f"nobody has waited {ABSENT_SECONDS:g} seconds for seat {number}")


def _stand_in_event(seat: int, level: str, pause: float = 0.0) -> PendingEvent:
    data = {"seat": seat, "level": level}
    return PendingEvent("stand-in", data | ({"pause": pause} if pause else {}))
