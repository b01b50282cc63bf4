"""Limits of sockets: how many there are, what waits for a slow reader, and presence."""

from __future__ import annotations

import asyncio
import itertools
import json
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect
from websockets.server import ServerProtocol

from century.server import broadcast
from century.server.broadcast import SendQueue
from century.server.web import limits, socket_protocol, sockets
from century.server.web.limits import TokenBucket
from century.server.web.preview_queue import PreviewQueue
from tests.server.in_process import InProcessServer, Player, expect_ok, in_process_server
from tests.server.network import (
    NetworkServer,
    close_of,
    network_server,
    read_frame,
    text_frame,
    wait_for,
)

TEXT, CLOSE = 1, 8


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NetworkServer]:
    with network_server(tmp_path_factory.mktemp("network"), backlog=4) as running:
        yield running


class Game:
    """A table at which one person plays both seats over a real connection."""

    def __init__(self, server: NetworkServer) -> None:
        seats = [{"kind": "me"}, {"kind": "me"}]
        session = server.ask("POST", "/api/tables", {"seats": seats, "start": True})
        self.server, self.token, self.state = server, session["token"], session["state"]
        self.path = f"/api/tables/{self.state['table']}"

    def move(self) -> None:
        version, tokens = self.state["version"], self.state["legal"][:1]
        body = {"type": "move", "id": f"m{version}", "version": version, "tokens": tokens}
        self.state = self.server.ask("POST", f"{self.path}/commands", body, self.token)["state"]

    def queue(self) -> SendQueue:
        """Return the only queue of the table's sockets."""
        service = self.server.service
        (queue,) = service.broadcaster.queues(service._tables[self.state["table"]])
        return queue


def queued(queue: SendQueue) -> list[str]:
    return [message for message, _ in queue._messages]


def test_a_slow_reader_receives_one_snapshot_instead_of_many_messages(
    network: NetworkServer,
) -> None:
    game = Game(network)
    with network.handshake(f"{game.path}/socket", game.token) as slow:
        for _ in range(80):
            game.move()
            assert len(queued(game.queue())) <= 4
        received: list[int] = []
        while not received or received[-1] < game.state["version"]:
            kind, payload = read_frame(slow)
            message = json.loads(payload) if kind == TEXT else {}
            if message.get("type") == "state":
                received.append(message["state"]["version"])
    assert received == sorted(received)
    assert len(received) < 60, "a reader that missed nothing proves nothing"


def test_a_client_that_never_reads_cannot_fill_the_memory(network: NetworkServer) -> None:
    game = Game(network)
    with network.handshake(f"{game.path}/socket", game.token) as silent:
        # Large frames: the server would refuse too many small ones that arrive at once.
        sync = text_frame(b'{"type":"sync","version":0}'.ljust(4_000))
        silent.settimeout(1.0)
        with pytest.raises(TimeoutError):  # the server has stopped to read
            silent.sendall(sync * 10_000)
        assert 0 < len(queued(game.queue())) <= 5
        silent.settimeout(30.0)
        for _ in range(50):  # the server continues when the client reads
            read_frame(silent)


def test_answers_to_pings_do_not_fill_the_memory(
    network: NetworkServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket_protocol, "CONTROL_BURST", 10**6)
    game = Game(network)
    with network.handshake(f"{game.path}/socket", game.token) as silent:
        silent.settimeout(1.0)
        with pytest.raises(TimeoutError):  # the server has stopped to read
            silent.sendall(text_frame(b"x" * 100, kind=0x89) * 500_000)


def test_a_client_that_never_reads_is_disconnected(
    network: NetworkServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket_protocol, "SEND_SECONDS", 0.3)
    game = Game(network)
    with network.handshake(f"{game.path}/socket", game.token):
        wait_for(lambda: len(network.connections) == 1)
        for _ in range(100):
            game.move()
        wait_for(lambda: len(network.connections) == 0)
        wait_for(lambda: len(network.service.broadcaster) == 0)


def test_a_socket_that_is_closed_while_the_client_does_not_read_ends(
    network: NetworkServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket_protocol, "CLOSE_SECONDS", 0.3)
    game = Game(network)
    with network.handshake(f"{game.path}/socket", game.token):
        for _ in range(5):
            game.move()
        queue = game.queue()
        network.server.servers[0].get_loop().call_soon_threadsafe(queue.close)
        wait_for(lambda: len(network.connections) == 0)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (text_frame(b"\xff\xfe"), 1007),
        (text_frame(b"{}" * 10_000), 1009),
        (text_frame(b"", kind=0x01) + text_frame(b"", kind=0x00) * 100_000, 1009),
        (text_frame(b"") * 20_000, 4429),
        (text_frame(b"", kind=0x89) * 20_000, 4429),
        (text_frame(b"", kind=0x8A) * 20_000, 4429),
    ],
    ids=["bad-utf-8", "too-large", "fragments", "frames", "pings", "pongs"],
)
def test_bad_frames_close_the_socket_with_a_code(
    network: NetworkServer, sent: bytes, code: int
) -> None:
    game = Game(network)
    with network.handshake(f"{game.path}/socket", game.token) as opened:
        opened.settimeout(10.0)
        with suppress(ConnectionError, TimeoutError):  # the server may close before the last byte
            opened.sendall(sent)
        assert close_of(opened)[0] == code


def test_a_large_chunk_is_parsed_in_pieces(
    network: NetworkServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []
    parse = ServerProtocol.receive_data

    def recorded(self: ServerProtocol, data: bytes = b"") -> None:
        sizes.append(len(data))
        parse(self, data)

    game = Game(network)
    with network.handshake(f"{game.path}/socket", game.token) as opened:
        monkeypatch.setattr(ServerProtocol, "receive_data", recorded)
        opened.sendall(text_frame(b"") * 20_000)
        close_of(opened)
    assert 0 < sum(sizes) <= 2 * socket_protocol.PIECE_BYTES
    assert max(sizes) <= socket_protocol.PIECE_BYTES


# Queues


def test_answers_wait_for_room_and_are_never_replaced() -> None:
    async def use() -> None:
        queue = SendQueue(None, backlog=3)
        for number in range(3):
            queue.answer(f"answer {number}")
        queue.broadcast("lost", lambda: "snapshot")
        queue.broadcast("lost", lambda: "not made")
        waiting = asyncio.create_task(queue.wait_for_room())
        await asyncio.sleep(0)
        assert not waiting.done()
        assert await queue.next() == "answer 0"
        await waiting
        queue.answer("answer 3")
        sent = [await queue.next() for _ in range(4)]
        assert sent == ["answer 1", "answer 2", "answer 3", "snapshot"]

    asyncio.run(use())


def test_a_snapshot_replaces_only_broadcasts(monkeypatch: pytest.MonkeyPatch) -> None:
    async def use() -> None:
        queue = SendQueue(None, backlog=10)
        monkeypatch.setattr(broadcast, "MAX_QUEUED_CHARACTERS", 20)
        queue.broadcast("0123456789", lambda: "unused")
        queue.answer("0123456789!")
        assert queue.full
        queue.broadcast("lost", lambda: "snapshot")
        queue.send_presence("old presence")
        queue.send_presence("presence")
        queue.send_presence("presence")
        queue.close()
        sent = [await queue.next() for _ in range(4)]
        assert sent == ["0123456789!", "snapshot", "presence", None]

    asyncio.run(use())


def test_a_reader_that_waits_for_room_continues_when_the_socket_is_lost() -> None:
    async def use() -> None:
        queue = SendQueue(None, backlog=1)
        queue.answer("full")
        waiting = asyncio.create_task(queue.wait_for_room())
        await asyncio.sleep(0)
        queue.close()
        await asyncio.wait_for(waiting, 10)

    asyncio.run(use())


def test_frames_after_the_end_of_a_socket_are_not_parsed(
    network: NetworkServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []
    parse = ServerProtocol.receive_data

    def recorded(self: ServerProtocol, data: bytes = b"") -> None:
        sizes.append(len(data))
        parse(self, data)

    path = f"/api/tables/{'0' * 32}/socket"  # the server closes the socket with a reason
    with network.handshake(path) as opened:
        assert close_of(opened)[0] == 4404
        monkeypatch.setattr(ServerProtocol, "receive_data", recorded)
        with suppress(ConnectionError):
            opened.sendall(text_frame(b"") * 20_000)
        with suppress(ConnectionError):
            assert opened.recv(1) == b""
    assert sum(sizes) <= socket_protocol.MAX_BYTES_AFTER_CLOSE


def arrived_frames(count: int) -> socket_protocol.MessageQueue:
    """Return the queue of a socket all of whose frames have arrived: nothing has to wait."""
    queue = socket_protocol.MessageQueue()
    for _ in range(count):
        frame = '{"type": "sync", "version": 0}'
        queue.put_nowait({"type": "websocket.receive", "text": frame})
    queue.put_nowait({"type": "websocket.disconnect"})
    return queue


def test_a_socket_gives_way_to_others_after_each_frame(server: InProcessServer) -> None:
    host, _ = server.pair()
    table = server.service._tables[host.table]
    answered: list[int] = []

    class RecordingQueue(SendQueue):
        def answer(self, message: str) -> None:
            super().answer(message)
            answered.append(id(self))

    async def read_both() -> None:
        readers = (
            sockets._Reader(
                arrived_frames(10).get,
                server.service,
                table,
                RecordingQueue(table.seats[0].person, backlog=100),
                TokenBucket(1e6, 1e6),
                PreviewQueue(),
            )
            for _ in range(2)
        )
        await asyncio.gather(*(reader.run() for reader in readers))

    portal = server.client.portal
    assert portal is not None
    portal.call(read_both)
    assert len(answered) == 20
    assert all(one != other for one, other in itertools.pairwise(answered))


def test_frames_of_an_address_are_limited_over_all_its_sockets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pauses: list[float] = []
    sleep = asyncio.sleep

    async def recorded_sleep(seconds: float) -> None:
        if seconds > 0:
            pauses.append(round(seconds, 6))
        await sleep(0)

    with in_process_server(address_frames_per_second=10.0, address_frames_burst=4) as server:
        host, guest = server.pair()
        with host.socket() as ada, guest.socket() as bob:
            version = ada.receive_json()["state"]["version"]
            start = time.monotonic()
            monkeypatch.setattr(limits, "monotonic", lambda: start)
            monkeypatch.setattr(asyncio, "sleep", recorded_sleep)
            for socket in [ada, bob] * 3:
                socket.send_json({"type": "sync", "version": version})
                while socket.receive_json()["type"] != "synced":
                    pass
            monkeypatch.undo()
    assert pauses == [0.1, 0.2]


# Presence


def test_presence_is_sent_once_for_spectators_who_arrive_together(
    server: InProcessServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []
    send = SendQueue.send_presence

    def counted(self: SendQueue, message: str) -> None:
        if message != self._last_presence:
            sent.append(message)
        send(self, message)

    monkeypatch.setattr(SendQueue, "send_presence", counted)
    monkeypatch.setattr(broadcast, "PRESENCE_SECONDS", 3600.0)
    host, _ = server.pair()
    opened: list[Any] = []
    try:
        for player in [host, *[server.spectator(host)] * 30]:
            manager = player.socket()
            socket = manager.__enter__()
            opened.append(manager)
            assert socket.receive_json()["type"] == "state"
        assert len(sent) == 1  # to the host, the first who came
        table = server.service._tables[host.table]
        audience = server.service.broadcaster._audiences[host.table]
        call(server, lambda: server.service.broadcaster._send_presence(table, audience))
        assert len(sent) == 1 + 31
        assert json.loads(sent[-1]) == {"type": "presence", "online": [0], "watching": 30}
        call(server, lambda: server.service.broadcaster._send_presence(table, audience))
        assert len(sent) == 1 + 31  # nothing has changed
    finally:
        for manager in reversed(opened):
            manager.__exit__(None, None, None)


def call(server: InProcessServer, function: Callable[[], None]) -> None:
    """Call a function in the event loop of a server."""

    async def called() -> None:
        function()

    portal = server.client.portal
    assert portal is not None
    portal.call(called)


# The number of sockets


def refusal(player: Player) -> tuple[int, str]:
    """Return code and reason with which a new socket is closed."""
    with player.socket() as socket:
        try:
            for _ in range(2):
                assert socket.receive_json()["code"] == "too-many"
        except WebSocketDisconnect as closed:
            return closed.code, closed.reason
    raise AssertionError("the socket was not closed")


def test_new_sockets_are_limited_per_second() -> None:
    with in_process_server(handshakes_per_second=0.001, handshake_burst=3) as server:
        host, _ = server.pair()
        for _ in range(3):
            with host.socket() as socket:
                assert socket.receive_json()["type"] == "state"
        code, reason = refusal(host)
        assert code == 4429
        assert reason.startswith("too many requests")
        expect_ok(host.ask())


def test_open_sockets_of_an_address_are_limited() -> None:
    with in_process_server(sockets_per_address=2) as server:
        host, guest = server.pair()
        with host.socket() as first:
            first.receive_json()
            with guest.socket() as second:
                second.receive_json()
                assert refusal(host) == (4429, "your address has too many open sockets")
        with host.socket() as socket:
            assert socket.receive_json()["type"] == "state"


def test_open_sockets_of_a_person_at_a_table_are_limited() -> None:
    with in_process_server(sockets_per_person=1) as server:
        host, guest = server.pair()
        with host.socket() as first, guest.socket() as second:
            assert first.receive_json()["type"] == second.receive_json()["type"] == "state"
            assert refusal(host) == (4429, "a person may have 1 sockets at a table")


def test_spectators_are_limited_and_take_no_place_of_a_player() -> None:
    with in_process_server(watchers_per_table=2) as server:
        host, _ = server.pair()
        spectator = server.spectator(host)
        with spectator.socket() as first, spectator.socket() as second:
            assert first.receive_json()["type"] == second.receive_json()["type"] == "state"
            assert refusal(spectator) == (4429, "this table has too many spectators")
            with host.socket() as socket:
                assert socket.receive_json()["type"] == "state"


def test_many_sockets_at_once_are_refused_over_the_network(tmp_path: Path) -> None:
    with network_server(tmp_path, handshakes_per_second=0.001, handshake_burst=5) as server:
        game = Game(server)
        opened = [server.handshake(f"{game.path}/socket", game.token) for _ in range(20)]
        kinds = [read_frame(one)[0] for one in opened]
        assert kinds == [TEXT] * 5 + [CLOSE] * 15
        for one in opened:
            one.close()
