"""Broadcasting: the sockets of each table, and the messages that wait to be sent to them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from century.extras import provided_by
from century.server.errors import TooMany
from century.server.settings import Settings
from century.server.table import snapshot
from century.server.table.events import Event
from century.server.table.history import new_log_entries
from century.server.table.seats import Viewer
from century.server.table.table import Table

with provided_by("server"):
    import orjson

__all__ = ["Broadcaster", "SendQueue", "encode", "state_message"]

MAX_QUEUED_CHARACTERS = 131_072  # in the queue of one socket
PRESENCE_SECONDS = 0.5  # between two presence messages of a table


def encode(data: Any) -> str:
    """Return a message as JSON."""
    return orjson.dumps(data).decode()


def state_message(table: Table, viewer: Viewer, events: Sequence[Event] = (), **more: Any) -> str:
    """Return a message with new events and the whole state, so the latest message is enough."""
    public = [snapshot.event(event) for event in events]
    state = snapshot.state(table, viewer)
    return encode({"type": "state", "events": public, "state": state, **more})


SendNow = Callable[[str], bool]  # sends a text if the client reads; returns whether it was sent


def _never(_message: str) -> bool:
    return False


class SendQueue:
    """The outgoing messages of one socket, so that a slow reader delays nobody else.

    A message is sent at once if the client reads, and queued otherwise. The queue is bounded: one
    snapshot replaces the broadcasts in a full queue, only the latest presence is kept, and the
    reader of the socket calls `wait_for_room` before it answers a frame.
    """

    __slots__ = (
        "_backlog",
        "_last_presence",
        "_messages",
        "_presence",
        "_room",
        "_send_now",
        "_size",
        "_snapshot",
        "_taken",
        "_waiter",
        "closed",
        "person",
    )

    def __init__(self, person: str | None, backlog: int, send_now: SendNow = _never) -> None:
        self.person = person  # what they may see can change while the socket is open
        self._backlog = backlog
        self._send_now = send_now
        self._taken = False  # whether a message was taken from the queue and may not be sent yet
        # Each message, and whether it is a broadcast. A list, because an empty deque needs 0.6 kB.
        self._messages: list[tuple[str, bool]] = []
        self._size = 0  # characters in the messages
        self._snapshot: Callable[[], str] | None = None
        self._presence: str | None = None  # not sent yet
        self._last_presence: str | None = None
        self._waiter: asyncio.Future[None] | None = None  # resolved when there is a message
        self._room: asyncio.Future[None] | None = None  # resolved when there is room
        self.closed = False

    @property
    def full(self) -> bool:
        """Whether the queue accepts no further answers."""
        return len(self._messages) >= self._backlog or self._size >= MAX_QUEUED_CHARACTERS

    def broadcast(self, message: str, make_snapshot: Callable[[], str]) -> None:
        """Queue a message; if the queue is full, a snapshot replaces all broadcasts in it."""
        if self.closed or self._snapshot is not None or self._send_at_once(message):
            return  # a snapshot is made when it is sent, and contains everything until then
        if self.full:
            self._snapshot = make_snapshot
            self._messages = [entry for entry in self._messages if not entry[1]]
            self._size = sum(len(answer) for answer, _ in self._messages)
        else:
            self._append(message, is_broadcast=True)
        self._wake()

    def answer(self, message: str) -> None:
        """Queue the answer to a frame of this socket; no other message replaces it."""
        if not self.closed and not self._send_at_once(message):
            self._append(message, is_broadcast=False)
            self._wake()

    def _send_at_once(self, message: str) -> bool:
        """Send a message if no other one waits; return whether it was sent."""
        waiting = self._messages or self._taken or self._snapshot is not None
        return not waiting and self._send_now(message)

    def send_presence(self, message: str) -> None:
        """Queue a presence message unless it says nothing new; it replaces an earlier one."""
        if message != self._last_presence:
            self._last_presence = message
            if self.closed or not self._send_at_once(message):
                self._presence = message
                self._wake()
            else:
                self._presence = None

    def close(self) -> None:
        """Close the queue; the messages in it are still sent."""
        self.closed = True
        self._wake()
        _resolve(self._room)

    def _append(self, message: str, is_broadcast: bool) -> None:
        self._messages.append((message, is_broadcast))
        self._size += len(message)

    def _wake(self) -> None:
        _resolve(self._waiter)

    async def wait_for_room(self) -> None:
        """Wait until the queue is not full, or closed."""
        while self.full and not self.closed:
            self._room = asyncio.get_running_loop().create_future()
            await self._room

    async def next(self) -> str | None:
        """Wait for the next message; return None when the queue is closed and empty.

        When the caller asks for the next message, it has sent the one before.
        """
        self._taken = False
        while (message := self._take()) is None:
            if self.closed:
                return None
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        self._taken = True
        return message

    def _take(self) -> str | None:
        """Remove the next message from the queue."""
        if self._messages:
            message, _ = self._messages.pop(0)
            self._size -= len(message)
            if self._room is not None and not self.full:
                _resolve(self._room)
            return message
        if self._snapshot is not None:
            make_snapshot, self._snapshot = self._snapshot, None
            return make_snapshot()
        presence, self._presence = self._presence, None
        return presence


def _resolve(future: asyncio.Future[None] | None) -> None:
    if future is not None and not future.done():
        future.set_result(None)


Presence = tuple[list[int], int]  # the seats that are online, and the number of spectators


@dataclass(eq=False)
class _Audience:
    """The sockets of one table, and when they received the last presence message."""

    queues: set[SendQueue] = field(default_factory=set)
    presence_at: float = float("-inf")
    presence_timer: asyncio.TimerHandle | None = None
    published: Presence = field(default_factory=lambda: ([], 0))  # what other servers know


_NOBODY: frozenset[SendQueue] = frozenset()


class Broadcaster:
    """The send queues of all sockets, by table."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._audiences: dict[str, _Audience] = {}
        self._remote: dict[str, dict[str, Presence]] = {}  # by table and server
        # By table: presence at this server that the other servers do not know yet.
        self.changed_presence: dict[str, Presence] = {}

    def __len__(self) -> int:
        return sum(len(audience.queues) for audience in self._audiences.values())

    def check_room(self, table: Table, viewer: Viewer, person: str | None) -> None:
        """Raise TooMany if a viewer may not open another socket at a table."""
        queues = self.queues(table)
        if viewer.seats or viewer.host:
            limit = self._settings.sockets_per_person
            if len(queues) >= limit and sum(queue.person == person for queue in queues) >= limit:
                raise TooMany(f"a person may have {limit} sockets at a table")
        elif len(queues) >= self._settings.watchers_per_table:
            raise TooMany("this table has too many spectators")

    def add(self, table: Table, queue: SendQueue) -> None:
        """Add the queue of a new socket."""
        self._audiences.setdefault(table.id, _Audience()).queues.add(queue)
        self.send_presence(table)

    def remove(self, table: Table, queue: SendQueue) -> None:
        """Remove the queue of a closed socket."""
        audience = self._audiences.get(table.id)
        if audience is None:
            return
        audience.queues.discard(queue)
        if audience.queues:
            self.send_presence(table)
            return
        if audience.presence_timer is not None:
            audience.presence_timer.cancel()
        del self._audiences[table.id]
        self.changed_presence[table.id] = ([], 0)

    def close_sockets_of(self, person: str) -> None:
        """Close all sockets of a person; their devices connect again if their secrets are valid."""
        for audience in self._audiences.values():
            for queue in audience.queues:
                if queue.person == person:
                    queue.person = None  # frames that have arrived already have no effect
                    queue.close()

    def queues(self, table: Table) -> set[SendQueue] | frozenset[SendQueue]:
        """Return the queues of a table."""
        audience = self._audiences.get(table.id)
        return _NOBODY if audience is None else audience.queues

    def broadcast(self, table: Table, events: Sequence[Event]) -> None:
        """Send events and state to all sockets of a table, to each what its viewer may see."""
        queues = self.queues(table)
        if not queues:
            return
        viewers = {queue.person: table.viewer(queue.person) for queue in queues}
        authorized = {person: viewer for person, viewer in viewers.items() if viewer.authorized}
        states = snapshot.states(table, list(authorized.values()))
        public = [snapshot.event(event) for event in events]
        # The page shows the log, so that a request for it would follow each move.
        log = new_log_entries(table, events[0].version) if events else []
        messages = {
            person: encode({"type": "state", "events": public, "log": log, "state": state})
            for person, state in zip(authorized, states, strict=True)
        }
        for queue in queues:
            if queue.person in messages:
                make_snapshot = partial(state_message, table, viewers[queue.person])
                queue.broadcast(messages[queue.person], make_snapshot)
            else:  # the viewer has left the table
                queue.close()

    # Presence

    def presence(self, table: Table) -> dict[str, Any]:
        """Return the seats that are online and the number of spectators."""
        everywhere = [self._presence_here(table), *self._remote.get(table.id, {}).values()]
        online = sorted({seat for seats, _ in everywhere for seat in seats})
        watching = sum(count for _, count in everywhere)
        return {"type": "presence", "online": online, "watching": watching}

    def _presence_here(self, table: Table) -> Presence:
        viewers = [table.viewer(queue.person) for queue in self.queues(table)]
        online = sorted({seat for viewer in viewers for seat in viewer.seats})
        return online, sum(viewer.watching for viewer in viewers)

    def send_presence(self, table: Table) -> None:
        """Send the presence to all sockets of a table, now or when the last one is old enough.

        Without the pause, N spectators who arrive together would receive N * N messages.
        """
        audience = self._audiences.get(table.id)
        if audience is None or audience.presence_timer is not None:
            return
        loop = asyncio.get_running_loop()
        wait = audience.presence_at + PRESENCE_SECONDS - loop.time()
        if wait > 0:
            audience.presence_timer = loop.call_later(wait, self._send_presence, table, audience)
        else:
            self._send_presence(table, audience)

    def _send_presence(self, table: Table, audience: _Audience) -> None:
        audience.presence_timer = None
        audience.presence_at = asyncio.get_running_loop().time()
        here = self._presence_here(table)
        if here != audience.published:
            audience.published = self.changed_presence[table.id] = here
        message = encode(self.presence(table))
        for queue in audience.queues:
            queue.send_presence(message)

    def publish_everything(self) -> None:
        """Mark all presence as changed, because another server has started."""
        for name, audience in self._audiences.items():
            self.changed_presence[name] = audience.published

    def set_remote_presence(self, node: str, table: str, presence: Presence) -> None:
        """Remember who is online at a table through another server."""
        servers = self._remote.setdefault(table, {})
        servers[node] = presence
        if presence == ([], 0):
            del servers[node]
            if not servers:
                del self._remote[table]

    def forget_servers(self, alive: set[str]) -> list[str]:
        """Forget the presence at servers that are not alive; return the tables that change."""
        changed = []
        for table, servers in list(self._remote.items()):
            for node in set(servers) - alive:
                self.set_remote_presence(node, table, ([], 0))
                changed.append(table)
        return changed

    def close(self) -> None:
        """Close all queues."""
        for audience in self._audiences.values():
            if audience.presence_timer is not None:
                audience.presence_timer.cancel()
            for queue in audience.queues:
                queue.close()
