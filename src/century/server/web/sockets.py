"""The WebSocket of a viewer: it sends the state and all events, and receives commands."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import orjson
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from century.errors import CenturyError
from century.server.broadcast import SendQueue, encode, state_message
from century.server.errors import BadMessage, TooMany
from century.server.service import TableService
from century.server.table.table import Table
from century.server.web import requests
from century.server.web.dependencies import get_service, person_of, table_id
from century.server.web.error_responses import MAX_MISSED_EVENTS, error_body, refuse_command
from century.server.web.limits import Limits, TokenBucket
from century.server.web.middleware import TOO_MANY_CLOSE, client_address

__all__ = ["router"]

NOT_AUTHORIZED_CLOSE = 4404  # close code; the message before it contains the reason
MAX_ID_LENGTH = 64  # of a command's id that an error repeats

router = APIRouter()


@router.websocket("/api/tables/{table}/socket")
async def listen(socket: WebSocket, table: str, after: int | None = None) -> None:
    """Follow a table, from a version on if `after` is given."""
    service = get_service(socket)
    await socket.accept()
    try:
        person = await person_of(socket)
        found, viewer = await service.authorized(table_id(table), person)
        service.broadcaster.check_room(found, viewer, person)
    except CenturyError as error:
        await socket.send_text(encode({"type": "error", **error_body(error)}))
        too_many = isinstance(error, TooMany)
        await socket.close(TOO_MANY_CLOSE if too_many else NOT_AUTHORIZED_CLOSE, str(error))
        return
    queue = SendQueue(person, service.settings.backlog)
    missed = found.events[max(0, after) :][-MAX_MISSED_EVENTS:] if after is not None else []
    queue.answer(state_message(found, viewer, missed))
    service.broadcaster.add(found, queue)
    service.metrics.sockets.inc()
    writer = asyncio.create_task(_write(socket, queue))
    try:
        # One task for all commands of a socket: a task for each would cost more than its rules.
        await service.shielded(_Reader(socket, service, found, queue).run())
    finally:
        service.broadcaster.remove(found, queue)
        service.metrics.sockets.dec()
        writer.cancel()
        with suppress(asyncio.CancelledError):
            await writer


async def _write(socket: WebSocket, queue: SendQueue) -> None:
    """Send queued messages until the client disconnects or the queue is closed."""
    try:
        with suppress(WebSocketDisconnect, RuntimeError):
            while (message := await queue.next()) is not None:
                await socket.send_text(message)
            await socket.close(NOT_AUTHORIZED_CLOSE)
    finally:
        queue.close()  # the reader may wait for room in the queue


class _Reader:
    """Reads the frames of a socket, within its rate limit."""

    def __init__(
        self, socket: WebSocket, service: TableService, table: Table, queue: SendQueue
    ) -> None:
        self._socket = socket
        self._service = service
        self._table = table
        self._queue = queue
        self._bucket = TokenBucket(service.settings.frames_per_second, service.settings.burst)
        limits: Limits = socket.app.state.limits
        self._address_bucket = limits.frame_bucket(client_address(socket.scope))

    async def run(self) -> None:
        """Handle frames until the socket is closed."""
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            wait, address_wait = self._bucket.take(), self._address_bucket.take()
            if wait or address_wait:
                await asyncio.sleep(max(wait, address_wait))
            if self._queue.full:  # a client that does not read gets no more answers
                await self._queue.wait_for_room()
            await self._handle(message.get("text"))

    async def _handle(self, text: str | None) -> None:
        data: Any = None
        try:
            data = _parse(text)
            if data["type"] == "sync":
                self._sync(data)
                await asyncio.sleep(0)  # a command waits for the disk; this gives way as well
            elif data["type"] == "say":
                await self._say(data)
            else:
                await self._command(data)
        except CenturyError as error:
            given = data.get("id") if isinstance(data, dict) else None
            await self._refuse(given if isinstance(given, str) else None, error)
            await asyncio.sleep(0)

    async def _command(self, data: dict[str, Any]) -> None:
        command = requests.read_command(data)
        outcome = await self._service.execute(self._table, command, self._queue.person)
        if outcome.repeated:  # new events are broadcast to this socket as well
            viewer = outcome.table.viewer(self._queue.person)
            self._queue.answer(state_message(outcome.table, viewer, outcome.events, repeated=True))

    async def _say(self, data: dict[str, Any]) -> None:
        """Say a phrase; the answer is the message that all viewers get."""
        if set(data) - {"type", "id", "phrase"}:
            raise BadMessage("to say something takes a phrase, and no other field but an id")
        await self._service.say(self._table, self._queue.person, data.get("phrase"))

    async def _refuse(self, command_id: str | None, error: CenturyError) -> None:
        try:
            _, body = await refuse_command(self._service, self._table.id, self._queue.person, error)
        except CenturyError:  # the viewer has left the table meanwhile
            self._queue.close()
            return
        given = command_id and command_id[:MAX_ID_LENGTH]
        self._queue.answer(encode({"type": "error", "id": given, **body}))

    def _sync(self, data: dict[str, Any]) -> None:
        """Confirm that the client has the latest version, or send it the missed events."""
        version = data.get("version")
        if set(data) - {"type", "version"} or type(version) is not int or version < 0:
            raise BadMessage("a sync has a version that is not negative, and no other field")
        table = self._table
        viewer = table.viewer(self._queue.person)
        if not viewer.authorized:
            self._queue.close()
        elif version == table.version:
            self._queue.answer(encode({"type": "synced", "version": version}))
        else:
            missed = table.events[version:][-MAX_MISSED_EVENTS:]
            self._queue.answer(state_message(table, viewer, missed))


def _parse(text: str | None) -> dict[str, Any]:
    """Parse a frame, or raise BadMessage."""
    if text is None:
        raise BadMessage("frames must be text")
    try:
        data = orjson.loads(text)
    except ValueError:
        raise BadMessage("a frame must be one JSON object") from None
    if not isinstance(data, dict) or not isinstance(data.get("type"), str):
        raise BadMessage("a frame must be one JSON object with a type")
    return data
