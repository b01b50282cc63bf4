"""Simulated players that read and write WebSocket frames with little processor time.

A client library would use more time for a move than the server, and distort the measurement.
"""

from __future__ import annotations

import asyncio
import os
import random
from base64 import b64encode
from time import perf_counter
from typing import Any, cast
from urllib.parse import urlsplit

import orjson

from century.client import Seat

__all__ = ["Screen", "Times", "frame"]

TEXT, PING, PONG = 1, 9, 10
FINAL, MASKED = 0x80, 0x80
SHORT, LONG = 126, 127  # markers: the length follows in 2 or 8 bytes
NO_MASK = bytes(4)  # clients must mask frames; a mask of zeros changes nothing


class Times:
    """Measures the time from sending a move until all screens of the table show it."""

    def __init__(self, screens: int = 2) -> None:
        self.seconds: list[float] = []
        self._screens = screens
        self._in_flight: dict[str, tuple[float, int]] = {}  # start time, and screens so far

    def sent(self, move_id: str) -> None:
        """Record that a move was sent."""
        self._in_flight[move_id] = (perf_counter(), 0)

    def received(self, move_id: str | None) -> None:
        """Record that one more screen received a move."""
        if move_id is None or move_id not in self._in_flight:
            return
        started, screens = self._in_flight[move_id]
        if screens + 1 < self._screens:
            self._in_flight[move_id] = (started, screens + 1)
        else:
            del self._in_flight[move_id]
            self.seconds.append(perf_counter() - started)

    def percentile(self, share: float) -> float:
        """Return a percentile in milliseconds."""
        ordered = sorted(self.seconds)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class Screen(asyncio.Protocol):
    """The socket of one seat; it makes a random decision whenever it is the seat's turn."""

    def __init__(self, seat: Seat, times: Times, pause: float, rng: random.Random) -> None:
        self._seat, self._times, self._pause, self._rng = seat, times, pause, rng
        self._received = bytearray()
        self._loop = asyncio.get_running_loop()
        self.connected: asyncio.Future[None] = self._loop.create_future()
        self.playing = False
        self._state: dict[str, Any] = {}
        self._move_count = 0

    @classmethod
    async def connect(cls, seat: Seat, times: Times, pause: float, rng: random.Random) -> Screen:
        """Open a socket and wait for the handshake."""
        address = urlsplit(seat.client.server)
        _, screen = await asyncio.get_running_loop().create_connection(
            lambda: cls(seat, times, pause, rng), address.hostname or "", address.port or 80
        )
        await screen.connected
        return screen

    def start(self) -> None:
        """Start to play."""
        self.playing = True
        self._schedule_move()

    def close(self) -> None:
        """Stop playing, and close the socket."""
        self.playing = False
        self._transport.close()

    # Frames

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the WebSocket handshake."""
        self._transport = cast("asyncio.Transport", transport)
        key = b64encode(os.urandom(16)).decode()
        lines = [
            f"GET /api/tables/{self._seat.table}/socket HTTP/1.1",
            f"Host: {urlsplit(self._seat.client.server).netloc}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            f"Authorization: Bearer {self._seat.token}",
        ]
        self._transport.write("\r\n".join([*lines, "", ""]).encode())

    def data_received(self, data: bytes) -> None:
        """Handle complete frames, and keep the rest."""
        received = self._received
        received += data
        if not self.connected.done():
            head = received.find(b"\r\n\r\n")
            if head < 0:
                return
            if not received.startswith(b"HTTP/1.1 101"):
                self.connected.set_exception(
                    ConnectionRefusedError(bytes(received[:head]).decode())
                )
                return
            del received[: head + 4]
            self.connected.set_result(None)
        begin = 0
        while (found := frame(received, begin)) is not None:
            kind, first, last = found
            self._handle(kind, received[first:last])
            begin = last
        del received[:begin]

    def connection_lost(self, error: Exception | None) -> None:
        """Fail if the server closed the socket during the game."""
        if self.playing:
            raise ConnectionAbortedError("the server closed a socket") from error

    def _handle(self, kind: int, payload: bytearray) -> None:
        if kind == PING:
            self._write(PONG, bytes(payload))
        elif kind == TEXT:
            message = orjson.loads(payload)
            if message["type"] == "error":
                raise AssertionError(f"a move was refused: {message}")
            if message["type"] == "state":
                self._state = message["state"]
                for event in message["events"]:
                    self._times.received(event["id"])
                self._schedule_move()

    def _write(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        head = [FINAL | kind, MASKED | min(size, SHORT)]
        length = size.to_bytes(2, "big") if size >= SHORT else b""
        self._transport.write(bytes(head) + length + NO_MASK + payload)

    # Playing

    def _schedule_move(self) -> None:
        if not self.playing or not self._state.get("legal"):
            return
        if self._pause:
            self._loop.call_later(self._rng.uniform(0, 2 * self._pause), self._move)
        else:
            self._move()

    def _move(self) -> None:
        if not self.playing:
            return
        move_id = f"{id(self):x}-{self._move_count}"
        self._move_count += 1
        tokens = [self._rng.choice(self._state["legal"])]
        move = {"type": "move", "id": move_id, "version": self._state["version"], "tokens": tokens}
        self._times.sent(move_id)
        self._write(TEXT, orjson.dumps(move))


def frame(data: bytearray, begin: int) -> tuple[int, int, int] | None:
    """Return kind, start and end of the payload of a frame; None if the frame is incomplete."""
    if len(data) < begin + 2:
        return None
    size, first = data[begin + 1], begin + 2
    if size in (SHORT, LONG):
        wide = 2 if size == SHORT else 8
        if len(data) < first + wide:
            return None
        size = int.from_bytes(data[first : first + wide], "big")
        first += wide
    return (data[begin] & 0x0F, first, first + size) if len(data) >= first + size else None
