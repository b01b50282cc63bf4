"""A server that listens on a port, in a thread of the test process, and raw connections to it."""

from __future__ import annotations

import json
import socket
import threading
import time
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import uvicorn

from century.server.run import bind
from century.server.service import TableService
from century.server.settings import Settings
from century.server.web.app import make_app
from century.server.web.protocol import protocol_options
from tests.server.in_process import NO_LIMITS, Data

SECONDS = 30.0  # until a test stops to wait


class NetworkServer:
    """A running server with its port and its connections."""

    def __init__(self, settings: Settings, listening: socket.socket) -> None:
        self.port = int(listening.getsockname()[1])
        self.app = make_app(settings)
        options = protocol_options(settings)
        self.connections = options["http"].limits
        config = uvicorn.Config(self.app, log_level="critical", access_log=False, **options)
        self.server = uvicorn.Server(config)

    def connect(self) -> socket.socket:
        """Open a connection; its buffer is small, so that a client that does not read is slow."""
        opened = socket.socket()
        opened.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 8_192)
        opened.settimeout(SECONDS)
        opened.connect(("127.0.0.1", self.port))
        return opened

    def send(self, data: bytes) -> bytes:
        """Send data on a new connection, and return everything until the server closes it."""
        with self.connect() as opened:
            return exchange(opened, data)

    @property
    def service(self) -> TableService:
        """The service inside the server."""
        found: TableService = self.app.state.service
        return found

    def ask(
        self, method: str, path: str, body: Data | None = None, token: str | None = None
    ) -> Any:
        """Send a request, and return the data of the response."""
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n"
        head += f"authorization: Bearer {token}\r\n" if token else ""
        head += f"content-type: application/json\r\ncontent-length: {len(content)}\r\n\r\n"
        return json.loads(body_of(self.send(head.encode() + content)))

    def handshake(self, path: str, token: str | None = None) -> socket.socket:
        """Open a WebSocket, and read the response to its handshake."""
        opened = self.connect()
        lines = [
            f"GET {path} HTTP/1.1",
            "host: x",
            "upgrade: websocket",
            "connection: Upgrade",
            f"sec-websocket-key: {b64encode(bytes(16)).decode()}",
            "sec-websocket-version: 13",
            *([f"authorization: Bearer {token}"] if token else []),
        ]
        opened.sendall("\r\n".join([*lines, "", ""]).encode())
        received = b""
        while not received.endswith(b"\r\n\r\n"):
            received += opened.recv(1)
        assert received.startswith(b"HTTP/1.1 101"), received
        return opened


def exchange(opened: socket.socket, data: bytes) -> bytes:
    """Send data, and return everything until the server closes the connection."""
    received = []
    with suppress(ConnectionError):  # the server may close before it has read everything
        opened.sendall(data)
    with suppress(ConnectionResetError):
        while chunk := opened.recv(65_536):
            received.append(chunk)
    return b"".join(received)


def status_of(response: bytes) -> int:
    """Return the status of a response."""
    return int(response.split(b" ", 2)[1])


def body_of(response: bytes) -> bytes:
    """Return the body of a response."""
    return response.partition(b"\r\n\r\n")[2]


def code_of(response: bytes) -> str:
    """Return the error code of a response."""
    return str(json.loads(body_of(response))["code"])


def text_frame(payload: bytes, kind: int = 0x81) -> bytes:
    """Return a frame as clients send it, with a mask that changes nothing."""
    size = len(payload)
    length = bytes([0x80 | size]) if size < 126 else bytes([0xFE]) + size.to_bytes(2, "big")
    return bytes([kind]) + length + bytes(4) + payload


def read_frame(opened: socket.socket) -> tuple[int, bytes]:
    """Return kind and payload of the next frame."""
    head = _read(opened, 2)
    size = head[1]
    if size >= 126:
        size = int.from_bytes(_read(opened, 2 if size == 126 else 8), "big")
    return head[0] & 0x0F, _read(opened, size)


def _read(opened: socket.socket, size: int) -> bytes:
    received = b""
    while len(received) < size:
        chunk = opened.recv(size - len(received))
        if not chunk:
            raise ConnectionError("the server closed the connection")
        received += chunk
    return received


def close_of(opened: socket.socket) -> tuple[int, str]:
    """Read frames until the server closes the socket; return code and reason."""
    while True:
        kind, payload = read_frame(opened)
        if kind == 8:
            return int.from_bytes(payload[:2], "big"), payload[2:].decode()


def wait_for(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    end = time.monotonic() + SECONDS
    while not condition():
        assert time.monotonic() < end, "the condition did not become true"
        time.sleep(0.01)


@contextmanager
def network_server(folder: Path, **settings: Any) -> Iterator[NetworkServer]:
    """Run a server in a thread."""
    common: dict[str, Any] = {"database": str(folder / "tables.db"), "warm_up_bots": False}
    listening = bind("127.0.0.1", 0)
    # Accepted connections have this buffer too: a client that does not read is noticed soon.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8_192)
    running = NetworkServer(Settings(**{**common, **NO_LIMITS, **settings}), listening)
    thread = threading.Thread(target=running.server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        wait_for(lambda: running.server.started)
        yield running
    finally:
        running.server.should_exit = running.server.force_exit = True
        thread.join(SECONDS)
        listening.close()
