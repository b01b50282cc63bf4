"""WebSocket connections: uvicorn's protocol, with bounds on frames, bytes and time.

A server keeps thousands of idle sockets, so this class also replaces the parts of uvicorn's
protocol that use much memory for each socket.
"""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Callable
from struct import Struct
from typing import Any, ClassVar

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from century.server.web.connections import ConnectionLimits
from century.server.web.limits import TokenBucket
from century.server.web.middleware import TOO_MANY_CLOSE
from century.server.web.timer import Timer

try:
    from websockets.speedups import apply_mask
except ImportError:  # the library was installed without its compiled part
    from websockets.utils import apply_mask

__all__ = ["RECEIVE_NOW", "SEND_NOW", "SOCKET_PATH", "WebSocketProtocol"]

SOCKET_PATH = re.compile("/api/tables/([^/?]+)/socket")

# ASGI extensions: the application sends at once, and handles a text in the moment it arrives.
SEND_NOW, RECEIVE_NOW = "century.send_now", "century.receive_now"

SEND_SECONDS = 60.0  # until a client must have read something from a full buffer
CLOSE_SECONDS = 10.0  # until a client must have read the rest after the end of a socket
PIECE_BYTES = 1_024  # that are parsed at once; the event loop reads up to 43,000 frames
MAX_WAITING_FRAMES = 128  # frames of a socket that arrive at once
MAX_BYTES_AFTER_CLOSE = 2_048  # that a client may send after the server has closed a socket
FRAMES_AFTER_LOSS = 10  # that are still handled when a client has disconnected
MAX_FRAGMENTS = 256  # of one message of a socket
CONTROL_FRAMES_PER_SECOND, CONTROL_BURST = 5.0, 50  # pings and pongs of one socket

BAD_TEXT_CLOSE, TOO_LARGE_CLOSE = 1007, 1009

FINAL_TEXT = 0x81  # the first byte of a frame with a whole text
# The first byte, and the length in one byte, or a marker and the length in two or eight bytes.
_HEAD, _LONG_HEAD, _LONGEST_HEAD = Struct("!BB"), Struct("!BBH"), Struct("!BBQ")

Message = dict[str, Any]


class MessageQueue:
    """The messages for the application; an empty `asyncio.Queue` would need 2.5 kB."""

    __slots__ = ("_messages", "_waiter")

    def __init__(self) -> None:
        self._messages: deque[Message] | None = None  # an empty deque would need 0.6 kB
        self._waiter: asyncio.Future[None] | None = None

    def qsize(self) -> int:
        """Return the number of messages."""
        return len(self._messages) if self._messages else 0

    def empty(self) -> bool:
        """Whether there is no message."""
        return not self._messages

    def put_nowait(self, message: Message) -> None:
        """Add a message."""
        if self._messages is None:
            self._messages = deque()
        self._messages.append(message)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def get_nowait(self) -> Message:
        """Remove and return the first message; there must be one."""
        if self._messages is None:
            raise asyncio.QueueEmpty
        message = self._messages.popleft()
        if not self._messages:
            self._messages = None
        return message

    async def get(self) -> Message:
        """Wait for a message, or at least let others run; one task at a time may wait."""
        if self._messages is not None:
            await asyncio.sleep(0)
        while self._messages is None:
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        return self.get_nowait()


class Writable:
    """Tells whether a socket accepts more bytes; an `asyncio.Event` would need 1 kB."""

    __slots__ = ("_is_set", "_waiters")

    def __init__(self) -> None:
        self._is_set = True
        self._waiters: list[asyncio.Future[None]] | None = None

    def is_set(self) -> bool:
        """Whether the socket accepts bytes."""
        return self._is_set

    def set(self) -> None:
        """Let all tasks go on."""
        self._is_set = True
        for waiter in self._waiters or ():
            if not waiter.done():
                waiter.set_result(None)
        self._waiters = None

    def clear(self) -> None:
        """Let tasks wait."""
        self._is_set = False

    async def wait(self) -> None:
        """Wait until the socket accepts bytes."""
        while not self._is_set:
            waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiters = [*(self._waiters or ()), waiter]
            await waiter


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket; it stops reading from a client that does not read."""

    limits: ClassVar[ConnectionLimits]

    # These are set on few sockets, or for a moment: attributes of the class need no memory.
    _receive_now: Callable[[bytes], bool] | None = None  # returns whether it has handled a text
    _early_frames = False  # whether the client sent frames before the handshake was complete
    _frame_rest = 0  # bytes that are missing of a frame that has begun
    _frame_head = b""  # the bytes of an incomplete head of a frame

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.queue: Any = MessageQueue()
        self.writable: Any = Writable()
        self._sending = Timer(self.loop)
        self._address: str | None = None
        self._bytes_after_close = 0
        self._control_frames = TokenBucket(CONTROL_FRAMES_PER_SECOND, CONTROL_BURST)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else "unknown"
        self.limits.add(self._address)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self._sending.stop()
        if self._address is not None:
            self.limits.remove(self._address)
            self._address = None
        self._drop_frames(after=FRAMES_AFTER_LOSS)
        super().connection_lost(exc)

    def _drop_frames(self, after: int) -> None:
        """Drop waiting frames after the first ones, which the application handles slowly."""
        waiting = [self.queue.get_nowait() for _ in range(self.queue.qsize())]
        for message in waiting[:after]:
            self.queue.put_nowait(message)

    def data_received(self, data: bytes) -> None:
        """Parse frames, a piece at a time."""
        if self.close_sent:  # uvicorn parses and ignores the frames until the client's close
            self._bytes_after_close += len(data)
            if self._bytes_after_close > MAX_BYTES_AFTER_CLOSE:
                self.transport.close()
                return
        if self._receive_now is not None and self._received_now(data):
            return
        self._early_frames |= self.handshake_initiated and not self.handshake_complete
        for first in range(0, len(data), PIECE_BYTES):
            if self.transport.is_closing():
                return
            piece = data[first : first + PIECE_BYTES] if len(data) > PIECE_BYTES else data
            if self.handshake_complete:
                self._follow_frames(piece)
            super().data_received(piece)

    def _received_now(self, data: bytes) -> bool:
        """Let the application handle a whole text at once, without the library, queue and task.

        Most data is one such frame, because clients wait for the answer. The application refuses
        what it cannot answer at once.
        """
        in_frame = self._frame_rest or self._frame_head or self._early_frames or self.frames
        if in_frame or not self.queue.empty() or self.conn.state is not State.OPEN:
            return False
        payload = whole_text(data)
        if payload is None or len(payload) > self.config.ws_max_size:
            return False
        assert self._receive_now is not None
        return self._receive_now(payload)

    def _follow_frames(self, data: bytes) -> None:
        """Note where the frames end that the library reads."""
        data, begin = self._frame_head + data, self._frame_rest
        while (end := frame_end(data, begin)) is not None:
            begin = end
        rest, head = max(0, begin - len(data)), data[begin:]
        if (rest, head) != (self._frame_rest, self._frame_head):
            self._frame_rest, self._frame_head = rest, head

    def handle_ping(self) -> None:
        """Answer a ping."""
        super().handle_ping()
        self._count_control_frame()

    def handle_pong(self, event: Any) -> None:
        """Note the answer to a ping."""
        super().handle_pong(event)
        self._count_control_frame()

    def _count_control_frame(self) -> None:
        if self._control_frames.take() > 0 and not self.transport.is_closing():
            self._fail(TOO_MANY_CLOSE, "too many control frames")

    def handle_connect(self, event: Any) -> None:
        """Let the application send a text without a task of its own, if the client reads."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions: Any = self.scope["extensions"]
            extensions[SEND_NOW] = {"send": self.send_now}
            extensions[RECEIVE_NOW] = {"set_handler": self._set_handler}

    def _set_handler(self, handler: Callable[[bytes], bool]) -> None:
        self._receive_now = handler

    # Back pressure: answers to pings do not pass the queue of the application.

    def pause_writing(self) -> None:
        """Stop reading until the client reads."""
        super().pause_writing()
        self._sending.start(SEND_SECONDS, self.transport.abort)
        if not self.read_paused:
            self.transport.pause_reading()

    def resume_writing(self) -> None:
        """Read again."""
        super().resume_writing()
        self._sending.stop()
        if not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    async def send(self, message: Any) -> None:
        """Send a message of the application."""
        if message["type"] == "websocket.send" and "text" in message:
            await self._send_text(message["text"])
            return
        await super().send(message)
        if message["type"] == "websocket.accept":
            # The parser keeps the request while the socket is open; browsers send 1 kB of headers.
            self.request.headers.clear()
            self.response.headers.clear()

    async def _send_text(self, text: str) -> None:
        if not self.writable.is_set():
            await self.writable.wait()
        if not self.send_now(text):
            raise ClientDisconnected

    def send_now(self, text: str) -> bool:
        """Send a text; return False if the socket is closed or the client does not read."""
        if not self.writable.is_set() or self.disconnected or self.close_sent:
            return False
        if self.conn.state is not State.OPEN:
            return False
        self.transport.write(text_frame(text.encode()))
        return True

    async def receive(self) -> Any:
        """Return the next message, and read more if the client reads."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            if self.writable.is_set():
                self.transport.resume_reading()
        return message

    def handle_cont(self, event: Any) -> None:
        """Add a fragment to a message."""
        if len(self.frames) >= MAX_FRAGMENTS:
            self._fail(TOO_LARGE_CLOSE, "a message has too many fragments")
        else:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Queue a message, unless its text is invalid or too many messages wait.

        This replaces uvicorn's method, which logs a traceback for invalid text.
        """
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        message: Any = {"type": "websocket.receive", "bytes": data}
        if self.curr_msg_data_type == "text":
            try:
                message = {"type": "websocket.receive", "text": data.decode()}
            except UnicodeDecodeError:
                self._fail(BAD_TEXT_CLOSE, "a text frame must be UTF-8")
                return
        if self.queue.qsize() >= MAX_WAITING_FRAMES:
            self._fail(TOO_MANY_CLOSE, "too many frames at once")
            return
        self.queue.put_nowait(message)
        # A client that waits for the answer to each message is never paused, which saves two calls
        # of the system for each message.
        if not self.read_paused and self.queue.qsize() > 1:
            self.read_paused = True
            self.transport.pause_reading()

    def _fail(self, code: int, reason: str) -> None:
        self.frames = []
        self._drop_frames(after=0)
        if not self.close_sent:
            self.conn.fail(code, reason)
            self.handle_parser_exception()
            self._abort_later()

    # Closing: `transport.close` alone waits for a client that never reads.

    def shutdown(self) -> None:
        """Close the socket when the server stops."""
        self._drop_frames(after=FRAMES_AFTER_LOSS)
        super().shutdown()
        if self.transport.get_write_buffer_size():
            self.transport.abort()

    def keepalive_timeout(self) -> None:
        """Close a socket that does not answer pings."""
        super().keepalive_timeout()
        self._abort_later()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Close the connection some time after the application has closed the socket."""
        super().on_task_complete(task)
        self._abort_later()

    def _abort_later(self) -> None:
        if not self.disconnected:
            self._sending.stop()
            self._sending.start(CLOSE_SECONDS, self.transport.abort)


def text_frame(payload: bytes) -> bytes:
    """Return a WebSocket frame with a whole text; the library takes ten times as long."""
    size = len(payload)
    if size < 126:
        return _HEAD.pack(FINAL_TEXT, size) + payload
    if size < 65_536:
        return _LONG_HEAD.pack(FINAL_TEXT, 126, size) + payload
    return _LONGEST_HEAD.pack(FINAL_TEXT, 127, size) + payload


def frame_end(data: bytes, begin: int) -> int | None:
    """Return where a frame ends, perhaps beyond the data; None if its head is incomplete."""
    if len(data) < begin + 2:
        return None
    second = data[begin + 1]
    size, first = second & 0x7F, begin + 2
    if size >= 126:
        wide = 2 if size == 126 else 8
        if len(data) < first + wide:
            return None
        size = int.from_bytes(data[first : first + wide], "big")
        first += wide
    return first + size + (4 if second & 0x80 else 0)


def whole_text(data: bytes) -> bytes | None:
    """Return the payload if the data is exactly one frame of a client with a whole text."""
    size = len(data)
    if size < 6 or data[0] != FINAL_TEXT or data[1] < 0x80:
        return None
    if data[1] == size - 6 + 0x80 and size < 6 + 126:  # the usual case
        return apply_mask(data[6:], data[2:6])
    if frame_end(data, 0) != size:
        return None
    first = {126: 4, 127: 10}.get(data[1] & 0x7F, 2)
    return apply_mask(data[first + 4 :], data[first : first + 4])
