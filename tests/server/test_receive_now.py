"""Previews and moves are handled without a task, and all other frames as before."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError
from websockets.frames import Frame, Opcode

from century.server.broadcast import SendQueue
from century.server.errors import NotSaved
from century.server.log.store import Entry, Store
from century.server.table.events import Event
from century.server.web import preview_queue, sockets
from century.server.web.limits import TokenBucket
from century.server.web.preview_queue import PreviewQueue
from century.server.web.socket_protocol import frame_end, whole_text
from tests.server.in_process import InProcessServer
from tests.server.network import (
    NetworkServer,
    close_of,
    network_server,
    read_frame,
    text_frame,
)

TEXT, PROTOCOL_ERROR = 1, 1002


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NetworkServer]:
    with network_server(tmp_path_factory.mktemp("network")) as running:
        yield running


def preview(name: str, token: str = "play YY") -> bytes:
    body = {"type": "preview", "id": name, "tokens": [token]}
    return json.dumps(body, separators=(",", ":")).encode()


def open_socket(network: NetworkServer) -> socket.socket:
    """Open the socket of a new table, and wait for the state."""
    seats = [{"kind": "me"}, {"kind": "me"}]
    session = network.ask("POST", "/api/tables", {"seats": seats, "start": True})
    path = f"/api/tables/{session['state']['table']}/socket"
    opened = network.handshake(path, session["token"])
    next_message(opened, "state")
    return opened


def next_message(opened: socket.socket, *types: str) -> dict[str, Any]:
    """Return the next message of one of these types."""
    while True:
        kind, payload = read_frame(opened)
        message: dict[str, Any] = json.loads(payload) if kind == TEXT else {}
        if message.get("type") in types:
            return message


def next_events(opened: socket.socket) -> list[str]:
    """Return the ids of the events in the next message with a state."""
    return [event["id"] for event in next_message(opened, "state")["events"]]


def answers(network: NetworkServer, chunks: list[bytes], count: int) -> list[tuple[str, str]]:
    """Send chunks to a socket, and return the types and ids of the answers."""
    received: list[tuple[str, str]] = []
    with open_socket(network) as opened:
        for chunk in chunks:
            opened.sendall(chunk)
            time.sleep(0.02)  # so that the server reads each chunk by itself
        while len(received) < count:
            message = next_message(opened, "preview", "error")
            received.append((message["type"], message["id"]))
    return received


def test_a_preview_needs_no_task(network: NetworkServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets._Reader, "_handle", None)  # calling it would close the socket
    assert answers(network, [text_frame(preview("a"))], 1) == [("preview", "a")]


def move(name: str, version: int = 2, token: str = "play YY") -> bytes:
    body = {"type": "move", "id": name, "version": version, "tokens": [token]}
    return json.dumps(body, separators=(",", ":")).encode()


def test_a_move_needs_no_task(network: NetworkServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets._Reader, "_handle", None)  # calling it would close the socket
    with open_socket(network) as opened:
        opened.sendall(text_frame(move("a")))
        assert next_events(opened) == ["a"]


def test_a_preview_after_a_move_waits_for_the_move(network: NetworkServer) -> None:
    with open_socket(network) as opened:
        opened.sendall(text_frame(move("a")))
        opened.sendall(text_frame(preview("b", "play YY")))  # of the other seat
        opened.sendall(text_frame(move("c", version=3)))
        assert next_events(opened) == ["a"]
        assert next_message(opened, "preview", "state")["id"] == "b"
        assert next_events(opened) == ["c"]


@pytest.mark.parametrize(
    ("sent", "answer"),
    [
        (move("a", version=1), "stale-move"),
        (move("a", token="rest"), "illegal-move"),
        (move("a", token="jump"), "unknown-token"),
        (b'{"type":"move","id":"a","version":2}', "bad-message"),
        (b'{"type":"move","id":"a","version":2,"type":"undo"}', "nothing-to-undo"),
    ],
)
def test_a_refused_move_gets_an_error(network: NetworkServer, sent: bytes, answer: str) -> None:
    with open_socket(network) as opened:
        opened.sendall(text_frame(sent))
        message = next_message(opened, "error")
        assert (message["id"], message["code"]) == ("a", answer)
        opened.sendall(text_frame(move("b")))  # nothing is locked
        assert next_events(opened) == ["b"]
        opened.sendall(text_frame(move("b")))
        assert next_events(opened) == ["b"]  # it was repeated, not executed again


def let_another_server_write_first(monkeypatch: pytest.MonkeyPatch, key: str) -> list[str]:
    """Write an event before the next entry of a table; return a list that gets the table's id."""
    append, written = Store.append, list[str]()

    def write_before(self: Store, entries: Sequence[Entry]) -> list[NotSaved | None]:
        if not written:
            written.append(entries[0].table)
            event = entries[0].events[0]._replace(key=key)
            assert append(self, [Entry(entries[0].table, [event])]) == [None]
        return append(self, entries)

    monkeypatch.setattr(Store, "append", write_before)
    return written


def test_a_move_learns_that_another_server_was_faster(
    network: NetworkServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_socket(network) as opened:
        let_another_server_write_first(monkeypatch, "other")
        opened.sendall(text_frame(move("a")))
        refused = next_message(opened, "error")
        assert (refused["id"], refused["code"]) == ("a", "stale-move")
        assert [event["version"] for event in refused["missed"]] == [3]
        opened.sendall(text_frame(move("b", version=3)))
        assert next_events(opened) == ["b"]


def test_a_table_is_read_again_if_what_another_server_wrote_cannot_be_read(
    network: NetworkServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    events, failures = Store.events, list[str]()

    def fail_once(self: Store, table: str, after: int = 0) -> list[Event]:
        if written and not failures:
            failures.append(table)
            raise OperationalError("", {}, Exception())
        return events(self, table, after)

    with open_socket(network) as opened:
        written = let_another_server_write_first(monkeypatch, "x:other")
        monkeypatch.setattr(Store, "events", fail_once)
        opened.sendall(text_frame(move("a")))
        refused = next_message(opened, "error")
        assert (refused["id"], refused["code"]) == ("a", "not-saved")
        opened.settimeout(5)
        assert next_events(opened) == ["other"]  # without another request


def test_a_move_that_is_not_saved_can_be_sent_again(
    network: NetworkServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    original, failures = Store.append, list[int]()

    def fail_once(self: Store, entries: Sequence[Entry]) -> list[NotSaved | None]:
        if not failures:
            failures.append(len(entries))
            raise RuntimeError("a programming error")
        return original(self, entries)

    with open_socket(network) as opened:
        monkeypatch.setattr(Store, "append", fail_once)
        opened.sendall(text_frame(move("a")))
        refused = next_message(opened, "error")
        assert (refused["id"], refused["code"]) == ("a", "outcome-unknown")
        opened.sendall(text_frame(move("a")))
        while next_events(opened) != ["a"]:
            pass  # the state is sent again after the fault


A, B, C = (text_frame(preview(name)) for name in "abc")
FRAGMENTS = text_frame(preview("a")[:9], kind=0x01) + text_frame(preview("a")[9:], kind=0x80)
FIRST = len(text_frame(preview("a")[:9], kind=0x01))


@pytest.mark.parametrize(
    "chunks",
    [
        [A, B, C],
        [A + B, C],
        [A[:1], A[1:], B, C],
        [A[:20], A[20:], B, C],
        [A + B[:3], B[3:], C],
        [A + B[:3], B[3:] + C[:7], C[7:]],
        [FRAGMENTS[:FIRST], FRAGMENTS[FIRST:], B, C],
        [FRAGMENTS[:FIRST], text_frame(b"", kind=0x89), FRAGMENTS[FIRST:], B, C],
        [text_frame(b"", kind=0x89) + A, B, text_frame(b"x" * 125, kind=0x89), C],
    ],
)
def test_frames_are_answered_in_order_however_they_arrive(
    network: NetworkServer, chunks: list[bytes]
) -> None:
    assert answers(network, chunks, 3) == [("preview", name) for name in "abc"]


def test_a_refused_preview_gets_an_error(network: NetworkServer) -> None:
    refused = text_frame(preview("b", "rest"))
    expected = [("preview", "a"), ("error", "b"), ("preview", "c")]
    assert answers(network, [A, refused, C], 3) == expected


def test_a_preview_within_a_message_in_fragments_is_an_error(network: NetworkServer) -> None:
    with open_socket(network) as opened:
        opened.sendall(FRAGMENTS[:FIRST])
        opened.sendall(B)
        assert close_of(opened)[0] == PROTOCOL_ERROR


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_a_whole_text_is_read_as_the_library_writes_it(size: int) -> None:
    payload = bytes(range(256)) * 256 + b"x"
    data = Frame(Opcode.TEXT, payload[:size]).serialize(mask=True)
    assert whole_text(data) == payload[:size]
    assert frame_end(b"ab" + data + data, 2) == 2 + len(data)
    assert all(whole_text(data[:end]) is None for end in {0, 1, 2, 5, len(data) - 1})
    others = [
        Frame(Opcode.TEXT, payload[:size], fin=False).serialize(mask=True),
        Frame(Opcode.BINARY, payload[:size]).serialize(mask=True),
        Frame(Opcode.TEXT, payload[:size]).serialize(mask=False),
        data + data,
    ]
    assert not any(whole_text(other) for other in others)


def test_a_frame_that_has_to_wait_is_counted_once(server: InProcessServer) -> None:
    host, _ = server.pair()
    table = server.service._tables[host.table]
    sent: list[str] = []

    def send_now(message: str) -> bool:
        sent.append(message)
        return True

    def reader(bucket: TokenBucket) -> sockets._Reader:
        queue = SendQueue(table.seats[0].person, 10, send_now)
        given: Any = (None, server.service, table, queue, bucket, PreviewQueue())
        return sockets._Reader(*given)

    async def handle() -> None:
        slow = TokenBucket(1e-9, 2)
        handling = reader(slow)
        assert handling.handle_now(preview("a"))
        assert not handling.handle_now(preview("b"))  # it waits until the first one is answered
        await asyncio.sleep(0)
        assert not handling.handle_now(b'{"type":"preview"}')  # the usual way counts it
        assert handling.handle_now(preview("c"))
        await asyncio.sleep(0)
        assert not handling.handle_now(preview("d"))  # no token is left, and none is owed
        assert round(slow._left) == 0
        assert not handling.handle_now(b'{"type":"sync","version":1}')

    asyncio.run(handle())
    assert [json.loads(message)["id"] for message in sent] == ["a", "c"]


def test_a_move_after_a_preview_waits_for_it(network: NetworkServer) -> None:
    with open_socket(network) as opened:
        opened.sendall(text_frame(preview("a")))
        opened.sendall(text_frame(move("b")))
        opened.sendall(text_frame(preview("c")))
        received = [next_message(opened, "preview", "state") for _ in range(3)]
    assert [message["type"] for message in received] == ["preview", "state", "preview"]


def test_moves_that_arrive_between_previews_do_not_wait_for_all_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(preview_queue, "SLICE_SECONDS", 0.001)
    handled: list[str] = []

    def answer() -> None:
        handled.append("preview")
        time.sleep(0.002)

    def read(end: socket.socket) -> None:
        asyncio.get_running_loop().remove_reader(end)
        handled.append("move")

    async def run() -> None:
        loop, previews = asyncio.get_running_loop(), PreviewQueue()
        for _ in range(5):
            previews.add(answer)
        await asyncio.sleep(0)
        ours, theirs = socket.socketpair()
        with ours, theirs:
            loop.add_reader(ours, read, ours)
            theirs.send(b"a move")
            while len(handled) < 6:
                await asyncio.sleep(0)

    asyncio.run(asyncio.wait_for(run(), 10))
    assert 0 < handled.index("move") < 3


def test_a_preview_that_fails_does_not_stop_the_others() -> None:
    answered: list[str] = []

    async def run() -> None:
        loop, previews = asyncio.get_running_loop(), PreviewQueue()
        loop.set_exception_handler(lambda _loop, _context: None)
        previews.add(lambda: 1 / 0)
        previews.add(lambda: answered.append("second"))
        for _ in range(5):
            await asyncio.sleep(0)

    asyncio.run(run())
    assert answered == ["second"]
