"""The protocols of connections: uvicorn's own, with bounds on bytes, time and connections.

uvicorn reads a request with `httptools`, which has no limit on the size of the head and no time
limit until the first request. These classes add both. They do nothing for each message of a socket
except a check of its text, so that sockets are as fast as before.
"""

from __future__ import annotations

import asyncio
import json
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from century.errors import CenturyError
from century.server.errors import BadMessage, TooLarge, TooMany
from century.server.settings import Settings
from century.server.web.connections import ConnectionLimits, allowed_connections
from century.server.web.error_responses import error_body
from century.server.web.limits import RateLimit, TokenBucket
from century.server.web.middleware import TOO_MANY_CLOSE

__all__ = ["HttpProtocol", "WebSocketProtocol", "protocol_options"]

MAX_HEAD_BYTES = 32_768  # the request line and all headers
MAX_HEADERS = 100
MAX_SOCKET_LINE = 8_000  # bytes of a header in a WebSocket handshake; `websockets` stops at 8,192
MAX_PIPELINED = 8  # requests that a client may send before the first response
RECEIVE_SECONDS = 10.0  # until the head of a request is complete, and then until its body is
SEND_SECONDS = 60.0  # until a client must have read something from a full buffer
CLOSE_SECONDS = 10.0  # until a client must have read the rest after the end of a socket
# Bytes that are parsed at once. The event loop reads up to 256 kB, which may be 43,000 frames.
PIECE_BYTES, SOCKET_PIECE_BYTES = 4_096, 1_024
MAX_WAITING_FRAMES = 128  # frames of a socket that arrive at once
MAX_BYTES_AFTER_CLOSE = 2_048  # that a client may send after the server has closed a socket
FRAMES_AFTER_LOSS = 10  # that are still handled when a client has disconnected
MAX_FRAGMENTS = 256  # of one message of a socket
WRITE_BUFFER_BYTES = 65_536  # for one connection; the application waits when it is full
CONTROL_FRAMES_PER_SECOND, CONTROL_BURST = 5.0, 50  # pings and pongs of one socket

BAD_TEXT_CLOSE, TOO_LARGE_CLOSE = 1007, 1009


class _Timer:
    """At most one timer, which ends a connection."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._handle: asyncio.TimerHandle | None = None

    def start(self, seconds: float, callback: Any) -> None:
        """Start the timer, unless it runs."""
        if self._handle is None:
            self._handle = self._loop.call_later(seconds, callback)

    def stop(self) -> None:
        """Stop the timer."""
        if self._handle is not None:
            self._handle.cancel()
            self._handle = None


class _RefusedError(Exception):
    """Stops the parser; the protocol already has the error for the response."""


class HttpProtocol(HttpToolsProtocol):
    """A connection for HTTP requests, until it becomes a WebSocket."""

    limits: ClassVar[ConnectionLimits]

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._receiving = _Timer(self.loop)  # a head or a body is incomplete
        self._sending = _Timer(self.loop)  # the client does not read
        self._address: str | None = None  # while the connection is counted
        self._head_bytes = 0  # of an incomplete head
        self._error: tuple[int, CenturyError] = (400, BadMessage("this is not an HTTP request"))

    # Opening and closing

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, and refuse it if there are too many."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(WRITE_BUFFER_BYTES)
        self._address = self.client[0] if self.client else "unknown"
        self.limits.add(self._address)
        try:
            self.limits.check(self._address)
        except TooMany as error:
            self._refuse(429, error)
        else:
            self._receiving.start(RECEIVE_SECONDS, self._too_slow)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timers."""
        self._forget()
        super().connection_lost(exc)

    def _forget(self) -> None:
        self._receiving.stop()
        self._sending.stop()
        if self._address is not None:
            self.limits.remove(self._address)
            self._address = None

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to the protocol of sockets."""
        self._forget()
        super().handle_websocket_upgrade()
        protocol = self.transport.get_protocol()
        if isinstance(protocol, WebSocketProtocol) and not protocol.handshake_initiated:
            self.transport.close()  # `websockets` cannot read the handshake, and would wait

    # Receiving

    def data_received(self, data: bytes) -> None:
        """Parse data; refuse a head that becomes too large."""
        for first in range(0, len(data), PIECE_BYTES):
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            self._piece_received(data[first : first + PIECE_BYTES])

    def _piece_received(self, data: bytes) -> None:
        idle = self.cycle is None or self.cycle.response_complete
        if idle:  # uvicorn stops its own timer at the first byte, whatever the byte is
            self._receiving.start(RECEIVE_SECONDS, self._too_slow)
        super().data_received(data)
        if self._head_bytes:
            self._head_bytes += len(data)
            if self._head_bytes > MAX_HEAD_BYTES and not self.transport.is_closing():
                self._refuse(431, _head_too_large())

    def on_header(self, name: bytes, value: bytes) -> None:
        """Add a header."""
        if len(self.headers) >= MAX_HEADERS:
            self._stop_parser(431, _head_too_large())
        super().on_header(name, value)

    def on_message_begin(self) -> None:
        """Start to count the bytes of the head."""
        super().on_message_begin()
        self._head_bytes = 1

    def on_headers_complete(self) -> None:
        """Check the head, and start the time limit of the body."""
        self._head_bytes = 0
        self._check_head()
        super().on_headers_complete()
        self._receiving.stop()
        self._receiving.start(RECEIVE_SECONDS, self._too_slow)

    def _check_head(self) -> None:
        size = len(self.url) + sum(len(name) + len(value) + 4 for name, value in self.headers)
        longest = max((len(name) + len(value) for name, value in self.headers), default=0)
        if size > MAX_HEAD_BYTES:
            self._stop_parser(431, _head_too_large())
        if not self.url.isascii():
            self._stop_parser(400, BadMessage("an address must be ASCII; encode other characters"))
        is_socket = self.parser.should_upgrade() and self._should_upgrade()
        if is_socket and max(longest, len(self.url)) > MAX_SOCKET_LINE:
            self._stop_parser(431, _head_too_large())
        if len(self.pipeline) >= MAX_PIPELINED:
            self._stop_parser(429, TooMany("too many requests before the first response"))

    def on_message_complete(self) -> None:
        """Stop the time limit of the body."""
        super().on_message_complete()
        self._receiving.stop()

    def _stop_parser(self, status: int, error: CenturyError) -> None:
        self._error = (status, error)
        raise _RefusedError

    def _too_slow(self) -> None:
        """Close a connection whose request is incomplete; one without any request is idle."""
        cycle = self.cycle
        in_body = cycle is not None and cycle.more_body and not cycle.response_complete
        if (self._head_bytes or in_body) and not self.transport.is_closing():
            self._refuse(408, BadMessage("the request did not arrive in time"))
        self._abort_unless_sent()

    def send_400_response(self, msg: str) -> None:
        """Answer a request that cannot be parsed; uvicorn calls this."""
        del msg
        self._refuse(*self._error)

    def _refuse(self, status: int, error: CenturyError) -> None:
        """Answer with an error, and close the connection."""
        body = json.dumps(error_body(error)).encode()
        head = [
            STATUS_LINE[status],
            b"content-type: application/json\r\n",
            b"content-length: %d\r\n" % len(body),
            b"connection: close\r\n\r\n",
        ]
        self.transport.write(b"".join([*head, body]))
        self.transport.close()
        self._abort_unless_sent()

    def shutdown(self) -> None:
        """Close the connection when the server stops, also if the client does not read."""
        super().shutdown()
        if self.transport.is_closing() and self.transport.get_write_buffer_size():
            self.transport.abort()

    # Sending

    def pause_writing(self) -> None:
        """Start the time limit of a client that does not read."""
        super().pause_writing()
        self._sending.start(SEND_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Stop the time limit."""
        super().resume_writing()
        self._sending.stop()

    def on_response_complete(self) -> None:
        """Bound the time of a connection that closes when the client has read everything."""
        super().on_response_complete()
        if self.transport.is_closing():
            self._abort_unless_sent()

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection."""
        super().timeout_keep_alive_handler()
        self._abort_unless_sent()

    def _abort_unless_sent(self) -> None:
        """Close a connection; abort it if the client does not read what was sent."""
        self.transport.close()
        if self.transport.get_write_buffer_size():
            self._sending.start(SEND_SECONDS, self.transport.abort)


def _head_too_large() -> TooLarge:
    return TooLarge(f"the head of a request has at most {MAX_HEAD_BYTES} bytes")


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket; it stops reading from a client that does not read."""

    limits: ClassVar[ConnectionLimits]

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._sending = _Timer(self.loop)
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
        if len(data) <= SOCKET_PIECE_BYTES:
            super().data_received(data)
            return
        for first in range(0, len(data), SOCKET_PIECE_BYTES):
            if self.transport.is_closing():
                return
            super().data_received(data[first : first + SOCKET_PIECE_BYTES])

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
        if not self.read_paused:
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


def protocol_options(settings: Settings, trusted_proxies: str = "") -> dict[str, Any]:
    """Return the arguments of uvicorn.Config that choose and bound the protocols."""
    total = allowed_connections(settings.connections)
    rate = RateLimit(
        "connection",
        settings.requests_per_second + settings.handshakes_per_second,
        settings.burst + settings.handshake_burst,
    )
    counted = ConnectionLimits(settings.connections_per_address, total, trusted_proxies, rate)

    class Http(HttpProtocol):
        limits = counted

    class WebSocket(WebSocketProtocol):
        limits = counted

    return {
        "http": Http,
        "ws": WebSocket,
        "ws_max_size": settings.max_message_bytes,
        "timeout_keep_alive": 5,
    }
