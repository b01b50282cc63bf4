"""Votes: one person asks for something, and all other people at the table have to agree."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Protocol, TypeVar

from century.server.errors import NothingAsked
from century.server.table.events import PendingEvent
from century.server.table.preconditions import require_playing, require_seat
from century.server.table.seats import Seat, Viewer
from century.server.table.table import Table

__all__ = ["answer_vote", "other_people"]

_ABOUT = {"takeback": "a takeback", "stand-in": "a bot that stands in"}  # by the kind of a vote


class Vote(Protocol):
    """A pending vote."""

    waiting: set[int]  # seats that have not agreed yet


_Vote = TypeVar("_Vote", bound=Vote)


def other_people(table: Table, viewer: Viewer) -> Iterator[tuple[int, Seat]]:
    """Yield the seats of all people but the viewer and forgotten people, with their numbers."""
    for number, seat in enumerate(table.seats):
        if seat.kind == "person" and not seat.forgotten and number not in viewer.seats:
            yield number, seat


def answer_vote(
    table: Table,
    viewer: Viewer,
    kind: str,
    vote: _Vote | None,
    voters: Collection[int],
    agree: bool,
    outcome: Callable[[_Vote], PendingEvent],
) -> list[PendingEvent]:
    """Return the events of an answer; the last one is the outcome if everybody has agreed.

    `voters` are the seats that asked or were asked. Each of them may end the vote at any time: the
    person who asked withdraws, and a person who has agreed may change their mind.
    """
    require_seat(viewer)
    require_playing(table)
    asked = (vote.waiting if agree else set(voters)) if vote else set()
    answering = sorted(asked & set(viewer.seats))
    if vote is None or not answering:
        raise NothingAsked(f"nobody waits for your answer about {_ABOUT[kind]}")
    if not agree:
        return [PendingEvent(f"{kind}-refused", {"seats": answering})]
    agreed = PendingEvent(f"{kind}-agreed", {"seats": answering})
    if vote.waiting - set(answering):
        return [agreed]
    return [agreed, outcome(vote)]
