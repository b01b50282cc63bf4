"""Saying phrases: they are broadcast to all viewers of a table, and are not in the log."""

from __future__ import annotations

from functools import partial
from typing import Any

from century.server.broadcast import Broadcaster, encode, state_message
from century.server.errors import BadMessage, NotAllowed, TooMany
from century.server.table.clocks import ServerTime
from century.server.table.phrases import PHRASES
from century.server.table.table import Table

__all__ = ["PAUSE_SECONDS", "Phrases"]

PAUSE_SECONDS = 2.0  # between two phrases of a person
MAX_PEOPLE = 10_000  # remembered at once


class Phrases:
    """Checks and broadcasts phrases."""

    def __init__(self, broadcaster: Broadcaster, time: ServerTime) -> None:
        self._broadcaster = broadcaster
        self._time = time
        self._said_at: dict[str, float] = {}  # by person, the one who spoke last at the end

    def say(self, table: Table, person: str | None, phrase: Any) -> dict[str, Any]:
        """Broadcast a phrase of a person with a seat; return the message, for other servers."""
        seats = table.viewer(person).seats
        if person is None or not seats:
            raise NotAllowed("only somebody with a seat at the table may say something")
        if phrase not in PHRASES:
            raise BadMessage(f"phrase: must be one of {', '.join(PHRASES)}")
        self._limit(person)
        seat = table.to_decide if table.to_decide in seats else seats[0]
        message = {"type": "said", "seat": seat, "phrase": phrase}
        self.deliver(table, message)
        return message

    def _limit(self, person: str) -> None:
        now = self._time.now()
        wait = self._said_at.get(person, float("-inf")) + PAUSE_SECONDS - now
        if wait > 0:
            raise TooMany(f"one phrase in {PAUSE_SECONDS:g} seconds; retry in {wait:.1f} s")
        self._said_at.pop(person, None)
        self._said_at[person] = now
        if len(self._said_at) > MAX_PEOPLE:
            del self._said_at[next(iter(self._said_at))]

    def deliver(self, table: Table, message: dict[str, Any]) -> None:
        """Send a phrase to the sockets of this server; a slow reader may miss it."""
        text = encode(message)
        for queue in self._broadcaster.queues(table):
            viewer = table.viewer(queue.person)
            if viewer.authorized:
                queue.broadcast(text, partial(state_message, table, viewer))
