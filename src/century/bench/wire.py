"""Simulated players that read and write WebSocket frames with little processor time.

A client library would use more time for a move than the server, and distort the measurement. So a
player decodes only the parts of a message that it needs. It sends what the page sends: requests for
the previews that the page needs to offer choices (`page_choices.py`), for a preview of each choice,
also of the last one, and the move when the turn is complete. It checks that the messages of the
server contain the whole log.
"""

from __future__ import annotations

import asyncio
import os
from base64 import b64encode
from collections.abc import Callable, Iterable
from random import Random
from time import perf_counter
from typing import Any, cast
from urllib.parse import urlsplit

import orjson

from century.bench.page_choices import Offer, page_choices
from century.bench.seeding import SeededTable

__all__ = ["Screen", "Times", "frame"]

TEXT, PING, PONG = 1, 9, 10
FINAL, MASKED = 0x80, 0x80
SHORT, LONG = 126, 127  # markers: the length follows in 2 or 8 bytes
NO_MASK = bytes(4)  # clients must mask frames; a mask of zeros changes nothing
MAX_STAGED = 20  # choices before an incomplete turn is sent
HANDSHAKE_SECONDS = 60.0
PREVIEW_FIELDS = (b"reveals", b"turn_over", b"legal", b"ahead")
STATE_FIELDS = (b"version", b"status", b"decisions", b"legal", b"ahead")
CLOSING = {ord("["): b"]", ord("{"): b"}"}  # of a list, and of an object of lists


class Times:
    """Measures the time from sending a move until all screens of the table show it."""

    def __init__(self) -> None:
        self.seconds: list[float] = []  # of each move
        self.preview_seconds: list[float] = []  # of each preview
        self.decisions = 0  # of all these moves
        self.messages = 0  # that the server sent
        self._in_flight: dict[str, tuple[float, int]] = {}  # start time, and missing screens

    def sent(self, move_id: str, screens: int) -> None:
        """Record that a move was sent, which a number of screens will show."""
        self._in_flight[move_id] = (perf_counter(), screens)

    def received(self, move_id: str | None, decisions: int = 1) -> None:
        """Record that one more screen received a move."""
        if move_id is None or move_id not in self._in_flight:
            return
        started, missing = self._in_flight[move_id]
        if missing > 1:
            self._in_flight[move_id] = (started, missing - 1)
        else:
            del self._in_flight[move_id]
            self.seconds.append(perf_counter() - started)
            self.decisions += decisions

    def percentile(self, share: float) -> float:
        """Return a percentile of the moves in milliseconds."""
        return _percentile(self.seconds, share)

    def preview_percentile(self, share: float) -> float:
        """Return a percentile of the previews in milliseconds."""
        return _percentile(self.preview_seconds, share)


def _percentile(seconds: list[float], share: float) -> float:
    if not seconds:
        return 0.0
    ordered = sorted(seconds)
    return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class Screen(asyncio.Protocol):
    """The socket of one seat; it makes random decisions whenever it is the seat's turn."""

    def __init__(
        self, address: str, table: SeededTable, seat: int, times: Times, pause: float = 0.0
    ) -> None:
        self._address = urlsplit(address)
        self._table, self._seat = table, seat
        self._times, self._pause = times, pause
        self._rng = Random(f"{table.id} {seat}")
        self._received = bytearray()
        self._loop = asyncio.get_running_loop()
        self.connected: asyncio.Future[None] = self._loop.create_future()
        self.playing = False
        self.on_over: Callable[[], object] = lambda: None
        self._state: dict[str, Any] = {}
        self._known: int | None = None  # decisions in the log
        self._choices = page_choices(table.game)
        self._staged: list[str] = []
        self._offer: Offer | None = None  # until the choices are known
        self._previewed_at = 0.0
        self._sent = 0  # messages

    async def connect(self, source: str | None = None) -> None:
        """Open a socket, from a loopback address if one is given, and wait for the handshake."""
        await self._loop.create_connection(
            lambda: self,
            self._address.hostname or "",
            self._address.port or 80,
            local_addr=None if source is None else (source, 0),
        )
        async with asyncio.timeout(HANDSHAKE_SECONDS):
            await self.connected

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
            f"GET /api/tables/{self._table.id}/socket HTTP/1.1",
            f"Host: {self._address.netloc}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
            f"Authorization: Bearer {self._table.secrets[self._seat]}",
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
        if not self.connected.done():
            self.connected.set_exception(error or ConnectionAbortedError("no handshake"))
        if self.playing:
            raise ConnectionAbortedError("the server closed a socket") from error

    def _handle(self, kind: int, payload: bytearray) -> None:
        if kind == PING:
            self._write(PONG, bytes(payload))
        elif kind == TEXT:
            self._times.messages += 1
            if payload.startswith(b'{"type":"preview"'):
                self._show_preview(read_fields(payload, PREVIEW_FIELDS))
            elif payload.startswith(b'{"type":"state"'):
                state = payload.index(b',"state":{')
                self._state = read_fields(payload, STATE_FIELDS, state)
                self._update(orjson.loads(payload[:state] + b"}"))
            elif payload.startswith(b'{"type":"error"'):
                raise AssertionError(f"a message was refused: {payload.decode()}")

    def _write(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        head = [FINAL | kind, MASKED | min(size, SHORT)]
        length = size.to_bytes(2, "big") if size >= SHORT else b""
        self._transport.write(bytes(head) + length + NO_MASK + payload)

    # Playing

    def _update(self, message: dict[str, Any]) -> None:
        """Take in the events and the log of a message whose state is known."""
        for event in message["events"]:
            self._times.received(event["id"], len(event.get("tokens", ())))
        self._read_log(message.get("log"))
        if self._state["status"] == "over":
            self.playing = False
            self.on_over()
        self._staged, self._offer = [], None
        self._schedule_move()

    def _read_log(self, entries: list[dict[str, Any]] | None) -> None:
        """Add new entries to the log; fail if there is a gap, which the page would have to fill."""
        if self._known is None or entries is None:  # of the first message
            self._known = self._state["decisions"]
            return
        for entry in entries:
            if entry["before"] == self._known:
                self._known += len(entry["tokens"])
        if self._known != self._state["decisions"]:
            raise AssertionError("a message does not contain the new part of the log")

    def _schedule_move(self) -> None:
        if not self.playing or not self._state.get("legal"):
            return
        if self._pause:
            self._loop.call_later(self._rng.uniform(0, 2 * self._pause), self._stage_first)
        else:
            self._stage_first()

    def _stage_first(self) -> None:
        if self.playing:
            self._choose(self._state)

    def _choose(self, shown: dict[str, Any]) -> None:
        """Find out which choices the page offers in a state or a preview, and stage one of them."""
        self._offer = self._choices.offer(shown["legal"], shown["ahead"])
        self._continue_offer(None)

    def _continue_offer(self, legal: list[str] | None) -> None:
        """Go on with what is legal after the last preview; at first, there was none."""
        assert self._offer is not None
        try:
            tokens = self._offer.send(cast("list[str]", legal))
            self._ask_preview(self._staged + tokens)
        except StopIteration as end:
            self._offer = None
            self._staged += self._rng.choice(end.value)
            self._ask_preview(self._staged)

    def _ask_preview(self, tokens: list[str]) -> None:
        self._previewed_at = perf_counter()
        self._send(type="preview", tokens=tokens)

    def _show_preview(self, preview: dict[str, Any]) -> None:
        """Choose the next decision, or send the turn if it is complete or must be confirmed."""
        self._times.preview_seconds.append(perf_counter() - self._previewed_at)
        if not self.playing:
            return
        if self._offer is not None:
            self._continue_offer(preview["legal"])
            return
        complete = preview["turn_over"] or preview["reveals"]
        if not complete and preview["legal"] and len(self._staged) < MAX_STAGED:
            self._choose(preview)
            return
        version = self._state["version"]
        self._times.sent(
            self._send(type="move", version=version, tokens=self._staged), len(self._table.secrets)
        )

    def _send(self, **message: Any) -> str:
        message["id"] = f"{self._table.id}-{self._seat}-{self._sent}"
        self._sent += 1
        self._write(TEXT, orjson.dumps(message))
        return str(message["id"])


def read_fields(message: bytearray, names: Iterable[bytes], begin: int = 0) -> dict[str, Any]:
    """Decode some fields of a message; decoding a whole view takes many times as long.

    The values are numbers, strings, lists of strings and objects of such lists. No string contains
    a bracket.
    """
    found = {}
    for name in names:
        first = message.index(b'"%s":' % name, begin) + len(name) + 3
        closing = CLOSING.get(message[first], b",")
        last = message.index(closing, first) + (closing != b",")
        found[name.decode()] = orjson.loads(message[first:last])
    return found


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
