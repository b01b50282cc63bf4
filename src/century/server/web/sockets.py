"""The WebSocket of a viewer: the state and every event out, commands in."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import orjson
import structlog
from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from century.errors import BadMessage, CenturyError
from century.server.broadcast import Line, encode, state_message
from century.server.service import Tables
from century.server.table.table import Table
from century.server.web import requests as messages
from century.server.web.error_responses import MISSED, refused
from century.server.web.middleware import Bucket
from century.server.web.table_routes import known_id, tables_of, token_of

__all__ = ["router"]

CLOSED = 4404  # to somebody who may not look; the message before says why

router = APIRouter()
_log = structlog.get_logger("century.socket")


@router.websocket("/api/tables/{table}/socket")
async def listen(socket: WebSocket, table: str, after: int | None = None) -> None:
    """Follow a table from a version on, or from now on."""
    tables = tables_of(socket)
    token = token_of(socket, table)
    await socket.accept()
    try:
        found, viewer = await tables.seen(known_id(table), token)
    except CenturyError as error:
        await socket.send_text(encode({"type": "error", "code": error.code, "message": str(error)}))
        await socket.close(CLOSED)
        return
    line = Line(token, tables.settings.backlog)
    missed = found.events[max(0, after) :][-MISSED:] if after is not None else []
    line.put(state_message(found, viewer, missed))
    tables.hub.add(found, line)
    tables.metrics.sockets.inc()
    writer = asyncio.create_task(_write(socket, line))
    try:
        # One task for all that comes in: one for each command would cost more than its rules.
        await tables.to_its_end(_Reader(socket, tables, found, line).run())
    finally:
        tables.hub.remove(found, line)
        tables.metrics.sockets.dec()
        writer.cancel()
        with suppress(asyncio.CancelledError):
            await writer


async def _write(socket: WebSocket, line: Line) -> None:
    """Send what waits; a reader that is gone ends it."""
    with suppress(WebSocketDisconnect, RuntimeError):
        while (message := await line.next()) is not None:
            await socket.send_text(message)
        await socket.close(CLOSED)


class _Reader:
    """Takes a socket's frames, no faster than allowed."""

    def __init__(self, socket: WebSocket, tables: Tables, table: Table, line: Line) -> None:
        self._socket = socket
        self._tables = tables
        self._table = table
        self._line = line
        self._bucket = Bucket(tables.settings.frames, tables.settings.burst)

    async def run(self) -> None:
        """Take frames until the socket is closed."""
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            wait = self._bucket.wait()
            if wait > 0:
                await asyncio.sleep(wait)  # whoever sends too much is read more slowly
            await self._take(message.get("text"))

    async def _take(self, text: str | None) -> None:
        data: Any = None
        try:
            data = _read(text)
            if data["type"] == "sync":
                self._sync(data)
            else:
                await self._command(data)
        except CenturyError as error:
            given = data.get("id") if isinstance(data, dict) else None
            await self._refuse(given if isinstance(given, str) else None, error)

    async def _command(self, data: dict[str, Any]) -> None:
        command = messages.read_command(data)
        outcome = await self._tables.obey(self._table, command, self._line.token)
        if outcome.repeated:  # what is new is broadcast, and so it is answered
            viewer = outcome.table.viewer(self._line.token)
            self._line.put(state_message(outcome.table, viewer, outcome.events, repeated=True))

    async def _refuse(self, given: str | None, error: CenturyError) -> None:
        try:
            _, body = await refused(self._tables, self._table.id, self._line.token, error)
        except CenturyError:  # they have left the table in the meantime
            self._line.close()
            return
        self._line.put(encode({"type": "error", "id": given and given[:64], **body}))

    def _sync(self, data: dict[str, Any]) -> None:
        """Answer somebody who is not sure whether they have missed something."""
        version = data.get("version")
        if set(data) - {"type", "version"} or type(version) is not int or version < 0:
            raise BadMessage("a sync has the version one knows and nothing else")
        table = self._table
        viewer = table.viewer(self._line.token)
        if not viewer.known:
            self._line.close()
        elif version == table.version:
            self._line.put(encode({"type": "synced", "version": version}))
        else:
            missed = table.events[version:][-MISSED:]
            self._line.put(state_message(table, viewer, missed))


def _read(text: str | None) -> dict[str, Any]:
    """Read a frame, or raise BadMessage."""
    if text is None:
        raise BadMessage("frames are text")
    try:
        data = orjson.loads(text)
    except ValueError:
        raise BadMessage("a frame is one JSON object") from None
    if not isinstance(data, dict) or not isinstance(data.get("type"), str):
        raise BadMessage("a frame is one JSON object with a type")
    return data
