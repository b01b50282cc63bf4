"""HTTP connections: uvicorn's protocol, with bounds on bytes, time and connections.

uvicorn reads a request with `httptools`, which has no limit on the size of the head and no time
limit until the first request. This class adds both.
"""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any, ClassVar

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from century.errors import CenturyError
from century.server.errors import BadMessage, TooLarge, TooMany
from century.server.web.connections import ConnectionLimits
from century.server.web.error_responses import error_body
from century.server.web.socket_protocol import WebSocketProtocol
from century.server.web.timer import Timer

if TYPE_CHECKING:
    from century.server.web.affinity import TableAffinity

__all__ = ["HttpProtocol"]

MAX_HEAD_BYTES = 32_768  # the request line and all headers
MAX_HEADERS = 100
MAX_SOCKET_LINE = 8_000  # bytes of a header in a WebSocket handshake; `websockets` stops at 8,192
MAX_PIPELINED = 8  # requests that a client may send before the first response
RECEIVE_SECONDS = 10.0  # until the head of a request is complete, and then until its body is
SEND_SECONDS = 60.0  # until a client must have read something from a full buffer
PIECE_BYTES = 4_096  # that are parsed at once; the event loop reads up to 256 kB
WRITE_BUFFER_BYTES = 65_536  # for one connection; the application waits when it is full
TRANSFER_TRIES = 50  # to give a connection to a process that has many to receive
TRANSFER_RETRY_SECONDS = 0.01


class _RefusedError(Exception):
    """Stops the parser; the protocol already has the error for the response."""


class HttpProtocol(HttpToolsProtocol):
    """A connection for HTTP requests, until it becomes a WebSocket."""

    limits: ClassVar[ConnectionLimits]
    affinity: ClassVar[TableAffinity | None] = None  # if there are other server processes
    _was_transferred = False  # whether another process gave the connection to this one

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._receiving = Timer(self.loop)  # a head or a body is incomplete
        self._sending = Timer(self.loop)  # the client does not read
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
        """Give the connection to the process of its table, or to the protocol of sockets."""
        affinity, slot = self.affinity, None
        if affinity is not None and self._is_idle() and not self._was_transferred:
            slot = affinity.other_process(self.url)
        if affinity is None or slot is None:
            self._become_websocket()
            return
        self._receiving.stop()
        self.transport.pause_reading()
        head = [self.scope["method"].encode(), b" ", self.url, b" HTTP/1.1\r\n"]
        lines = [part for name, value in self.headers for part in (name, b": ", value, b"\r\n")]
        self._transfer(affinity, slot, b"".join([*head, *lines, b"\r\n"]), TRANSFER_TRIES)

    def _transfer(self, affinity: TableAffinity, slot: int, request: bytes, tries: int) -> None:
        """Give the connection to another process; keep it if that process does not take it."""
        if self.transport.is_closing():
            return
        connection = self.transport.get_extra_info("socket").fileno()
        try:
            affinity.send(slot, connection, request)
        except OSError as error:
            if isinstance(error, BlockingIOError) and tries > 0:
                arguments = (affinity, slot, request, tries - 1)
                self.loop.call_later(TRANSFER_RETRY_SECONDS, self._transfer, *arguments)
                return
            self.transport.resume_reading()
            self._become_websocket()
        else:
            self._forget()
            self.transport.abort()  # closes this process's descriptor, not the connection

    def receive_transferred(self, request: bytes) -> None:
        """Go on with a request that another process has read."""
        self._was_transferred = True
        self.data_received(request)

    def _become_websocket(self) -> None:
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
        if self._is_idle():  # uvicorn stops its own timer at the first byte, whatever the byte is
            self._receiving.start(RECEIVE_SECONDS, self._too_slow)
        super().data_received(data)
        if self._head_bytes:
            self._head_bytes += len(data)
            if self._head_bytes > MAX_HEAD_BYTES and not self.transport.is_closing():
                self._refuse(431, _head_too_large())

    def _is_idle(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

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
