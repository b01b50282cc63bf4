"""Broadcasting: the sockets of each table, and the messages that wait to be sent to them."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from century.extras import provided_by
from century.server.table import snapshot
from century.server.table.events import Event
from century.server.table.seats import Viewer
from century.server.table.table import Table

with provided_by("server"):
    import orjson

__all__ = ["Broadcaster", "SendQueue", "encode", "state_message"]


def encode(data: Any) -> str:
    """Return a message as JSON."""
    return orjson.dumps(data).decode()


def state_message(table: Table, viewer: Viewer, events: Sequence[Event] = (), **more: Any) -> str:
    """Return a message with new events and the whole state, so the latest message is enough."""
    public = [snapshot.event(event) for event in events]
    state = snapshot.state(table, viewer)
    return encode({"type": "state", "events": public, "state": state, **more})


class SendQueue:
    """The outgoing messages of one socket, so that a slow reader delays nobody else."""

    def __init__(self, person: str | None, backlog: int) -> None:
        self.person = person  # what they may see can change while the socket is open
        self._backlog = backlog
        self._messages: deque[str] = deque()
        self._waiter: asyncio.Future[None] | None = None  # resolved when there is a message
        self._snapshot: Callable[[], str] | None = None
        self.closed = False

    def put(self, message: str, make_snapshot: Callable[[], str] | None = None) -> None:
        """Queue a message; if the queue is full, one snapshot replaces all messages."""
        if len(self._messages) >= self._backlog and make_snapshot is not None:
            self._messages.clear()
            self._snapshot = make_snapshot
        elif self._snapshot is None:
            self._messages.append(message)
        self._wake()

    def close(self) -> None:
        """Close the queue; the messages in it are still sent."""
        self.closed = True
        self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def next(self) -> str | None:
        """Wait for the next message; return None when the queue is closed and empty."""
        while not self._messages and self._snapshot is None:
            if self.closed:
                return None
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        if self._snapshot is not None:
            make_snapshot, self._snapshot = self._snapshot, None
            return make_snapshot()
        return self._messages.popleft()


class Broadcaster:
    """The send queues of all sockets, by table."""

    def __init__(self) -> None:
        self._queues: dict[str, set[SendQueue]] = {}

    def __len__(self) -> int:
        return sum(len(queues) for queues in self._queues.values())

    def add(self, table: Table, queue: SendQueue) -> None:
        """Add the queue of a new socket."""
        self._queues.setdefault(table.id, set()).add(queue)
        self.send_presence(table)

    def remove(self, table: Table, queue: SendQueue) -> None:
        """Remove the queue of a closed socket."""
        queues = self._queues.get(table.id, set())
        queues.discard(queue)
        if not queues:
            self._queues.pop(table.id, None)
        self.send_presence(table)

    def queues(self, table: Table) -> set[SendQueue]:
        """Return the queues of a table."""
        return self._queues.get(table.id, set())

    def broadcast(self, table: Table, events: Sequence[Event]) -> None:
        """Send events and state to all sockets of a table, to each what its viewer may see."""
        queues = self.queues(table)
        if not queues:
            return
        viewers = {queue.person: table.viewer(queue.person) for queue in queues}
        authorized = {person: viewer for person, viewer in viewers.items() if viewer.authorized}
        states = snapshot.states(table, list(authorized.values()))
        public = [snapshot.event(event) for event in events]
        messages = {
            person: encode({"type": "state", "events": public, "state": state})
            for person, state in zip(authorized, states, strict=True)
        }
        for queue in queues:
            if queue.person in messages:
                make_snapshot = partial(state_message, table, viewers[queue.person])
                queue.put(messages[queue.person], make_snapshot)
            else:  # the viewer has left the table
                queue.close()

    def presence(self, table: Table) -> dict[str, Any]:
        """Return the seats that are online and the number of spectators."""
        viewers = [table.viewer(queue.person) for queue in self.queues(table)]
        online = sorted({seat for viewer in viewers for seat in viewer.seats})
        watching = sum(viewer.watching for viewer in viewers)
        return {"type": "presence", "online": online, "watching": watching}

    def send_presence(self, table: Table) -> None:
        """Send the presence to all sockets of a table."""
        queues = self.queues(table)
        if queues:
            message = encode(self.presence(table))
            for queue in queues:
                queue.put(message)

    def close(self) -> None:
        """Close all queues."""
        for queues in self._queues.values():
            for queue in queues:
                queue.close()
