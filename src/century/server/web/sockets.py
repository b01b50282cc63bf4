"""The WebSocket of a viewer: it sends the state and all events, and receives commands."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs

import orjson
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import HTTPConnection

from century.errors import CenturyError
from century.server.broadcast import SendQueue, encode, state_message
from century.server.errors import BadMessage, NotSaved, TooMany
from century.server.log.store import Conflict
from century.server.service import TableService
from century.server.table import snapshot
from century.server.table.commands import MakeMove
from century.server.table.table import Table
from century.server.web import requests
from century.server.web.dependencies import get_service, person_of, table_id
from century.server.web.error_responses import MAX_MISSED_EVENTS, error_body, refuse_command
from century.server.web.limits import Limits, TokenBucket
from century.server.web.middleware import (
    TOO_MANY_CLOSE,
    App,
    Receive,
    Scope,
    Send,
    client_address,
)
from century.server.web.preview_queue import PreviewQueue
from century.server.web.socket_protocol import RECEIVE_NOW, SEND_NOW, SOCKET_PATH

__all__ = ["TableSockets"]

POLICY_CLOSE = 1008  # before the handshake is accepted, for an invalid query
NOT_AUTHORIZED_CLOSE = 4404  # close code; the message before it contains the reason
MAX_ID_LENGTH = 64  # of a command's id that an error repeats
# The beginnings of most frames, as JSON.stringify writes them.
PREVIEW_BEGINNING, MOVE_BEGINNING = b'{"type":"preview"', b'{"type":"move"'


class TableSockets:
    """Serves the sockets of tables, and passes everything else on.

    This is middleware, because the frames and exit stacks of a route would need 10 kB for each
    socket as long as it is open.
    """

    def __init__(self, app: App) -> None:
        self._app = app
        self._previews = PreviewQueue()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a socket until it is closed."""
        path = SOCKET_PATH.fullmatch(scope["path"]) if scope["type"] == "websocket" else None
        if path is None:
            await self._app(scope, receive, send)
            return
        await receive()  # the handshake
        try:
            after = _version(scope["query_string"])
        except ValueError:
            await send({"type": "websocket.close", "code": POLICY_CLOSE})
            return
        await send({"type": "websocket.accept"})
        reader = await _open(scope, receive, send, path[1], after, self._previews)
        if reader is not None:
            await _serve(reader, send)


def _version(query: bytes) -> int | None:
    """Return the version of the table that the client knows, from `?after=`."""
    given = parse_qs(query.decode("latin-1")).get("after")
    return None if given is None else int(given[-1])


async def _open(
    scope: Scope,
    receive: Receive,
    send: Send,
    name: str,
    after: int | None,
    previews: PreviewQueue,
) -> _Reader | None:
    """Find the table and the viewer, and queue the state; refuse strangers."""
    connection = HTTPConnection(scope)
    service = get_service(connection)
    try:
        person = await person_of(connection)
        table, viewer = await service.authorized(table_id(name), person)
        service.broadcaster.check_room(table, viewer, person)
    except CenturyError as error:
        text = encode({"type": "error", **error_body(error)})
        await send({"type": "websocket.send", "text": text})
        code = TOO_MANY_CLOSE if isinstance(error, TooMany) else NOT_AUTHORIZED_CLOSE
        await send({"type": "websocket.close", "code": code, "reason": str(error)})
        return None
    # The scope lives as long as the socket, so what nobody reads again is removed from it.
    extensions = scope.pop("extensions", {})
    direct = (extensions[SEND_NOW]["send"],) if SEND_NOW in extensions else ()
    queue = SendQueue(person, service.settings.backlog, *direct)
    missed = table.events[max(0, after) :][-MAX_MISSED_EVENTS:] if after is not None else []
    queue.answer(state_message(table, viewer, missed))
    limits: Limits = scope["app"].state.limits
    bucket = limits.frame_bucket(client_address(scope))
    scope["headers"] = ()  # a browser sends 1 kB
    reader = _Reader(receive, service, table, queue, bucket, previews)
    if RECEIVE_NOW in extensions:
        extensions[RECEIVE_NOW]["set_handler"](reader.handle_now)
    return reader


async def _serve(reader: _Reader, send: Send) -> None:
    """Send and receive until the socket is closed."""
    service, table, queue = reader.service, reader.table, reader.queue
    service.broadcaster.add(table, queue)
    service.ensure_current(table)
    service.metrics.sockets.inc()
    writer = asyncio.create_task(_write(send, queue))
    try:
        await reader.run()
    finally:
        service.broadcaster.remove(table, queue)
        service.metrics.sockets.dec()
        writer.cancel()
        with suppress(asyncio.CancelledError):
            await writer


async def _write(send: Send, queue: SendQueue) -> None:
    """Send queued messages until the client disconnects or the queue is closed."""
    try:
        with suppress(OSError, RuntimeError):  # the client has disconnected
            while (message := await queue.next()) is not None:
                await send({"type": "websocket.send", "text": message})
            await send({"type": "websocket.close", "code": NOT_AUTHORIZED_CLOSE})
    finally:
        queue.close()  # the reader may wait for room in the queue


class _Reader:
    """Reads the frames of a socket, within its rate limit."""

    __slots__ = (
        "_address_bucket",
        "_bucket",
        "_busy",
        "_pending",
        "_previews",
        "_receive",
        "queue",
        "service",
        "table",
    )

    def __init__(
        self,
        receive: Receive,
        service: TableService,
        table: Table,
        queue: SendQueue,
        address_bucket: TokenBucket,
        previews: PreviewQueue,
    ) -> None:
        self._receive = receive
        self.service = service
        self.table = table
        self.queue = queue
        self._bucket = TokenBucket(service.settings.frames_per_second, service.settings.burst)
        self._address_bucket = address_bucket
        self._busy = False  # with a frame that `run` handles
        self._previews = previews
        # Until the preview is sent or the move is settled that `handle_now` has accepted.
        self._pending: asyncio.Future[None] | None = None

    async def run(self) -> None:
        """Handle frames until the socket is closed."""
        while True:
            self._busy = False
            message = await self._receive()
            self._busy = True
            if message["type"] == "websocket.disconnect":
                return
            wait, address_wait = self._bucket.take(), self._address_bucket.take()
            if wait or address_wait:
                await asyncio.sleep(max(wait, address_wait))
            if self._pending is not None:  # frames are handled one after the other
                await self._pending
            if self.queue.full:  # a client that does not read gets no more answers
                await self.queue.wait_for_room()
            await self._handle(message.get("text"))

    def handle_now(self, payload: bytes) -> bool:
        """Handle a move in the moment it arrives, or queue a preview; most frames are such.

        Returns False for a frame that `run` has to handle: another one, one that has to wait, or
        one that is refused.
        """
        # Moves that were written while other frames were handled do not wait for the rest of these.
        self.service.journal.settle_written()
        if self._busy or self._pending is not None or self.queue.full:
            return False
        if payload.startswith(PREVIEW_BEGINNING):
            handle = self._queue_preview
        elif payload.startswith(MOVE_BEGINNING):
            handle = self._move_now
        else:
            return False
        wait, address_wait = self._bucket.take(), self._address_bucket.take()
        if not wait and not address_wait:
            try:
                if handle(payload):
                    return True
            except Exception:  # `run` finds it again, and answers or logs it
                pass
        self._bucket.give_back()
        self._address_bucket.give_back()
        return False

    def _queue_preview(self, payload: bytes) -> bool:
        """Preview decisions when no move waits."""
        request = requests.read_preview(_parse(payload))

        def answer() -> None:
            self.service.journal.settle_written()
            try:
                self._preview(request)
            except Exception:  # `_handle` finds it again, and answers or logs it
                self.service.spawn(self._handle_pending(payload))
            else:
                self._end_pending()

        self._pending = asyncio.get_running_loop().create_future()
        self._previews.add(answer)
        return True

    def _move_now(self, payload: bytes) -> bool:
        """Execute a move without a task; return False if it has to wait for something."""
        move = requests.read_command(_parse(payload))
        if not isinstance(move, MakeMove):  # JSON can contain a second type
            return False

        def settle(error: NotSaved | None) -> None:
            if error is None:
                self._end_pending()
            else:
                self.service.spawn(self._settle_unsaved(payload, move.id, error))

        if not self.service.move_now(self.table, move, self.queue.person, settle):
            return False
        self._pending = asyncio.get_running_loop().create_future()
        return True

    async def _handle_pending(self, payload: bytes) -> None:
        try:
            await self._handle(payload)
        finally:
            self._end_pending()

    async def _settle_unsaved(self, payload: bytes, move_id: str, error: NotSaved) -> None:
        """Try a move again if another server was faster; otherwise tell why it is not saved."""
        try:
            if isinstance(error, Conflict):
                await self._handle(payload)
            else:
                await self._refuse(move_id, error)
        except SQLAlchemyError:  # what the other server wrote cannot be read
            await self._refuse(move_id, error)
        finally:
            self._end_pending()

    def _end_pending(self) -> None:
        """Let `run` go on, if it waits for a preview or a move."""
        if self._pending is not None and not self._pending.done():
            self._pending.set_result(None)
        self._pending = None

    async def _handle(self, text: str | bytes | None) -> None:
        data: Any = None
        try:
            data = _parse(text)
            if data["type"] == "sync":
                self._sync(data)
            elif data["type"] == "preview":
                self._preview(requests.read_preview(data))
            elif data["type"] == "say":
                await self._say(data)
            else:
                await self._command(data)
        except CenturyError as error:
            given = data.get("id") if isinstance(data, dict) else None
            await self._refuse(given if isinstance(given, str) else None, error)

    async def _command(self, data: dict[str, Any]) -> None:
        command = requests.read_command(data)
        outcome = await self.service.execute(self.table, command, self.queue.person)
        if outcome.repeated:  # new events are broadcast to this socket as well
            viewer = outcome.table.viewer(self.queue.person)
            self.queue.answer(state_message(outcome.table, viewer, outcome.events, repeated=True))

    def _preview(self, request: requests.SocketPreview) -> None:
        """Show the outcome of decisions without making them."""
        viewer = self.table.viewer(self.queue.person)
        if not viewer.authorized:
            self.queue.close()
            return
        preview = snapshot.preview(self.table, viewer, request.tokens, request.view)
        self.queue.answer(encode({"type": "preview", "id": request.id, **preview}))

    async def _say(self, data: dict[str, Any]) -> None:
        """Say a phrase; the answer is the message that all viewers get."""
        if set(data) - {"type", "id", "phrase"}:
            raise BadMessage("to say something takes a phrase, and no other field but an id")
        await self.service.say(self.table, self.queue.person, data.get("phrase"))

    async def _refuse(self, command_id: str | None, error: CenturyError) -> None:
        try:
            _, body = await refuse_command(self.service, self.table.id, self.queue.person, error)
        except CenturyError:  # the viewer has left the table meanwhile
            self.queue.close()
            return
        given = command_id and command_id[:MAX_ID_LENGTH]
        self.queue.answer(encode({"type": "error", "id": given, **body}))

    def _sync(self, data: dict[str, Any]) -> None:
        """Confirm that the client has the latest version, or send it the missed events."""
        version = data.get("version")
        if set(data) - {"type", "version"} or type(version) is not int or version < 0:
            raise BadMessage("a sync has a version that is not negative, and no other field")
        table = self.table
        viewer = table.viewer(self.queue.person)
        if not viewer.authorized:
            self.queue.close()
        elif version == table.version:
            self.queue.answer(encode({"type": "synced", "version": version}))
        else:
            missed = table.events[version:][-MAX_MISSED_EVENTS:]
            self.queue.answer(state_message(table, viewer, missed))


def _parse(text: str | bytes | None) -> dict[str, Any]:
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
