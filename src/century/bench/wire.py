"""Players who are nothing but frames: so little work that a measurement shows the server's."""

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
SHORT, LONG = 126, 127  # lengths that say how many bytes hold the length
NO_MASK = bytes(4)  # frames of clients are masked; zeros change nothing


class Times:
    """When moves were sent, and how long they took to all screens of their table."""

    def __init__(self, screens: int = 2) -> None:
        self.seconds: list[float] = []
        self._screens = screens
        self._under_way: dict[str, tuple[float, int]] = {}  # when sent, and on how many screens

    def sent(self, given: str) -> None:
        """Note that a move sets out."""
        self._under_way[given] = (perf_counter(), 0)

    def seen(self, given: str | None) -> None:
        """Note that a move has come to one screen more."""
        if given is None or given not in self._under_way:
            return
        begun, screens = self._under_way[given]
        if screens + 1 < self._screens:
            self._under_way[given] = (begun, screens + 1)
        else:
            del self._under_way[given]
            self.seconds.append(perf_counter() - begun)

    def percentile(self, share: float) -> float:
        """Return a percentile in milliseconds."""
        ordered = sorted(self.seconds)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class Screen(asyncio.Protocol):
    """One seat's socket; it decides at random whenever its seat is asked."""

    def __init__(self, seat: Seat, times: Times, pause: float, rng: random.Random) -> None:
        self._seat, self._times, self._pause, self._rng = seat, times, pause, rng
        self._received = bytearray()
        self._loop = asyncio.get_running_loop()
        self.open: asyncio.Future[None] = self._loop.create_future()
        self.playing = False
        self._state: dict[str, Any] = {}
        self._moves = 0

    @classmethod
    async def connect(cls, seat: Seat, times: Times, pause: float, rng: random.Random) -> Screen:
        """Open a socket and wait for the first state."""
        address = urlsplit(seat.client.server)
        _, made = await asyncio.get_running_loop().create_connection(
            lambda: cls(seat, times, pause, rng), address.hostname or "", address.port or 80
        )
        await made.open
        return made

    def begin(self) -> None:
        """Play from now on."""
        self.playing = True
        self._asked()

    def close(self) -> None:
        """Play no more."""
        self.playing = False
        self._transport.close()

    # Frames

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the socket."""
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
        """Take whole frames, and keep what is left."""
        received = self._received
        received += data
        if not self.open.done():
            head = received.find(b"\r\n\r\n")
            if head < 0:
                return
            if not received.startswith(b"HTTP/1.1 101"):
                self.open.set_exception(ConnectionRefusedError(bytes(received[:head]).decode()))
                return
            del received[: head + 4]
            self.open.set_result(None)
        begin = 0
        while (found := frame(received, begin)) is not None:
            kind, first, last = found
            self._take(kind, received[first:last])
            begin = last
        del received[:begin]

    def connection_lost(self, error: Exception | None) -> None:
        """Tell of a server that has gone."""
        if self.playing:
            raise ConnectionAbortedError("the server closed a socket") from error

    def _take(self, kind: int, payload: bytearray) -> None:
        if kind == PING:
            self._write(PONG, bytes(payload))
        elif kind == TEXT:
            message = orjson.loads(payload)
            if message["type"] == "error":
                raise AssertionError(f"a move was refused: {message}")
            if message["type"] == "state":
                self._state = message["state"]
                for event in message["events"]:
                    self._times.seen(event["id"])
                self._asked()

    def _write(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        head = [FINAL | kind, MASKED | min(size, SHORT)]
        length = size.to_bytes(2, "big") if size >= SHORT else b""
        self._transport.write(bytes(head) + length + NO_MASK + payload)

    # Playing

    def _asked(self) -> None:
        if not self.playing or not self._state.get("legal"):
            return
        if self._pause:
            self._loop.call_later(self._rng.uniform(0, 2 * self._pause), self._decide)
        else:
            self._decide()

    def _decide(self) -> None:
        if not self.playing:
            return
        given = f"{id(self):x}-{self._moves}"
        self._moves += 1
        tokens = [self._rng.choice(self._state["legal"])]
        move = {"type": "move", "id": given, "version": self._state["version"], "tokens": tokens}
        self._times.sent(given)
        self._write(TEXT, orjson.dumps(move))


def frame(data: bytearray, begin: int) -> tuple[int, int, int] | None:
    """Return the kind of a frame, where its payload begins and ends; None if it is not whole."""
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
