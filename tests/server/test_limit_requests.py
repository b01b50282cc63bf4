"""Limits of what a request may contain and how much a response contains: text, names, pages."""

from __future__ import annotations

import asyncio
import logging
import unicodedata
from collections.abc import Iterator

import pytest

import century
from century.server.table import history
from century.server.table.table import Table
from century.server.web import requests, table_routes
from tests.server.in_process import (
    InProcessServer,
    expect_error,
    expect_ok,
    play_random,
)
from tests.server.network import (
    NetworkServer,
    close_of,
    code_of,
    network_server,
    status_of,
    text_frame,
)

# Text that is not UTF-8

ID = b"0" * 32
JSON = b"content-type: application/json\r\n"


def request(line: bytes, headers: bytes = b"", body: bytes = b"") -> bytes:
    length = b"content-length: %d\r\n" % len(body)
    return (
        line + b" HTTP/1.1\r\nhost: x\r\nconnection: close\r\n" + headers + length + b"\r\n" + body
    )


BAD_REQUESTS = {
    "path": request(b"GET /api/tables/\xff\xfe"),
    "encoded path": request(b"GET /api/tables/%ff%fe"),
    "encoded surrogate in a path": request(b"GET /api/codes/%ed%a0%80"),
    "zero in a path": request(b"GET /static/%00"),
    "encoded static path": request(b"GET /static/%ff"),
    "query": request(b"GET /api/tables/" + ID + b"/why?language=\xff"),
    "encoded query": request(b"GET /api/tables/" + ID + b"/why?language=%ff&tokens=%ed%a0%80"),
    "query of a game": request(b"GET /api/games/spice-road/rules?language=%ff%00"),
    "header": request(b"GET /api/tables/" + ID, b"authorization: Bearer \xff\xfe\r\n"),
    "cookie": request(b"GET /api/tables/" + ID, b"cookie: century-" + ID + b"=\xff\xfe\r\n"),
    "name of a header": request(b"GET /api/tables/" + ID, b"\xff: y\r\n"),
    "origin": request(b"POST /api/tables", b"origin: \xff\r\n" + JSON, b"{}"),
    "host": request(b"POST /api/tables", b"host: \xff\r\norigin: http://\xfe\r\n" + JSON, b"{}"),
    "content type": request(b"POST /api/tables", b"content-type: \xff\r\n", b'{"name": "A"}'),
    "body": request(b"POST /api/tables", JSON, b'{"name": "\xff\xfe"}'),
    "body in UTF-16": request(b"POST /api/tables", JSON, '{"name": "é'.encode("utf-16")),
    "surrogate in a value": request(b"POST /api/tables", JSON, b'{"name": "\\ud800"}'),
    "surrogate in a key": request(b"POST /api/tables", JSON, b'{"\\ud800": 1}'),
    "surrogate in an option": request(
        b"POST /api/tables", JSON, b'{"game_options": {"\\ud800": "\\udfff"}}'
    ),
    "surrogate in a game": request(b"POST /api/tables", JSON, b'{"game": "\\ud800"}'),
    "surrogate in a position": request(b"POST /api/positions", JSON, b'{"position": "\\ud800"}'),
    "surrogate in a map": request(b"POST /api/maps", JSON, b'{"map": "\\ud800"}'),
    "method": b"\xff\xfe / HTTP/1.1\r\n\r\n",
    "no request": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
}


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NetworkServer]:
    with network_server(tmp_path_factory.mktemp("network")) as running:
        yield running


@pytest.fixture
def logged() -> Iterator[list[logging.LogRecord]]:
    """Collect what uvicorn logs: an error with a traceback for each unexpected exception."""
    records: list[logging.LogRecord] = []

    class Collector(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            records.append(record)

    handler = Collector()
    logger = logging.getLogger("uvicorn.error")
    level = logger.level
    logger.addHandler(handler)
    logger.setLevel(logging.ERROR)
    yield records
    logger.setLevel(level)
    logger.removeHandler(handler)


@pytest.mark.parametrize("name", BAD_REQUESTS)
def test_a_request_with_bad_text_gets_a_clear_error(
    network: NetworkServer, logged: list[logging.LogRecord], name: str
) -> None:
    response = network.send(BAD_REQUESTS[name])
    assert 400 <= status_of(response) < 500, response
    assert code_of(response) not in ("", "error", "server-fault")
    assert logged == []


@pytest.mark.parametrize(
    "line",
    [b"/api/tables/%ff/socket", b"/api/tables/" + ID + b"/socket?after=%ff", b"/%ff?x=%ed%a0%80"],
)
def test_a_handshake_with_bad_text_is_refused(
    network: NetworkServer, logged: list[logging.LogRecord], line: bytes
) -> None:
    head = b"upgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n"
    head += b"sec-websocket-key: " + b"A" * 22 + b"==\r\ncookie: \xff=\xfe\r\n"
    with network.connect() as opened:
        opened.sendall(b"GET " + line + b" HTTP/1.1\r\nhost: x\r\n" + head + b"\r\n")
        status = status_of(opened.recv(4_096))
    assert status == 101 or 400 <= status < 500
    assert logged == []


def test_bad_text_in_a_frame_closes_the_socket_without_a_traceback(
    network: NetworkServer, logged: list[logging.LogRecord]
) -> None:
    session = network.ask("POST", "/api/tables", {})
    path = f"/api/tables/{session['state']['table']}/socket"
    with network.handshake(path, session["token"]) as opened:
        opened.sendall(text_frame(b'{"type":"sync","version":\xff}'))
        assert close_of(opened) == (1007, "a text frame must be UTF-8")
    assert logged == []


# Names

INVISIBLE = [
    "\u200b",
    "\u200d\u200c",
    "\u2060",
    "\ufeff",
    "\u00ad",
    "\u3164",
    "\u115f\u1160",
    "\uffa0",
    "\u2800\u2800",
    "\u0301\u0300",
    "\ufe0f",
    "\U000e0041\U000e0042",
    "\U000e0100",
    "\U0001d159",
    "\u034f",
    "\u180e",
    "\u00a0",
    "\u3000",
    "\ue000",
]


@pytest.mark.parametrize("name", INVISIBLE, ids=ascii)
def test_an_invisible_name_is_refused(server: InProcessServer, name: str) -> None:
    expect_error(server.ask("POST", "/api/tables", json={"name": name}), 422, "bad-message")
    host = server.create(seats=[{"kind": "me"}, {"kind": "open"}])
    path = f"/api/tables/{host.table}/join?code={host.state()['code']}"
    expect_error(server.ask("POST", path, json={"name": name}), 422, "bad-message")
    expect_error(host.do("seat", seat=1, level="easy", name=name), 422, "bad-message")


@pytest.mark.parametrize("name", ["Ada", "é", "山田", "!", "7", "👩\u200d🚀", "❤\ufe0f", "한글"])
def test_visible_names_are_normalized(server: InProcessServer, name: str) -> None:
    host = server.create(name=unicodedata.normalize("NFD", name))
    assert host.state()["seats"][0]["name"] == unicodedata.normalize("NFC", name)


def test_a_name_may_not_become_longer_than_the_limit_by_its_normal_form() -> None:
    name = "\u0958" * requests.MAX_NAME_LENGTH  # the normal form of this letter has two characters
    with pytest.raises(ValueError, match="at most 40"):
        requests.Join(name=name, seat=None, id=None)


# Responses with many entries


def test_the_log_is_read_in_pages(server: InProcessServer, monkeypatch: pytest.MonkeyPatch) -> None:
    host, guest = server.pair()
    play_random({0: host, 1: guest}, 60)
    whole = expect_ok(host.ask("log"))
    monkeypatch.setattr(history, "MAX_LOG_DECISIONS", 7)
    read, count = [], 0
    while count < host.state()["decisions"]:
        page = expect_ok(host.ask(f"log?after={count}"))
        assert sum(len(entry["tokens"]) for entry in page) + 60 - count >= 7
        assert sum(len(entry["tokens"]) for entry in page[:-1]) < 7
        read += page
        count = page[-1]["before"] + len(page[-1]["tokens"])
    assert read == whole


def test_the_details_of_a_decision_are_computed_once(
    server: InProcessServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, guest = server.pair()
    play_random({0: host, 1: guest}, 40)
    first = expect_ok(host.ask("log"))
    monkeypatch.setattr(century.position.Position, "log_details", None)  # calling it would fail
    assert expect_ok(guest.ask("log")) == first


def test_reading_a_long_log_lets_other_tables_have_their_turn(server: InProcessServer) -> None:
    host, guest = server.pair()
    play_random({0: host, 1: guest}, 200)
    table = Table(host.table, server.service._tables[host.table].events)

    async def read() -> int:
        turns = 0

        async def other() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        task = asyncio.create_task(other())
        await history.read_log(table, 0)
        task.cancel()
        return turns

    assert asyncio.run(read()) >= table.decision_count // history.DECISIONS_AT_ONCE


@pytest.mark.parametrize("game", century.games())
def test_positions_and_logs_from_checkpoints_equal_those_from_the_start(
    server: InProcessServer, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "CHECKPOINT_DECISIONS", 5)
    host = server.create(game=game, seats=[{"kind": "me"}, {"kind": "me"}], start=True)
    play_random({0: host, 1: host}, 30)
    expect_ok(host.ask("log"))
    for _ in range(3):
        expect_ok(host.do("ask-takeback"))
    play_random({0: host, 1: host}, 12, seed=5)
    table = server.service._tables[host.table]
    assert len(table.history._counts) > 3
    assert table.start is not None
    position = table.start
    for count, token in enumerate(table.decisions):
        assert table.position_after(count) == position
        position = position.act(token)
    fresh = Table(table.id, table.events)
    assert asyncio.run(history.read_log(fresh, 0)) == asyncio.run(history.read_log(table, 0))


def test_a_position_needs_few_decisions_from_the_last_checkpoint(
    server: InProcessServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(history, "CHECKPOINT_DECISIONS", 20)
    host, guest = server.pair()
    play_random({0: host, 1: guest}, 75)
    decisions = host.state()["decisions"]
    assert decisions == 75
    played = 0
    act = century.position.Position.act

    def counted(self: century.position.Position, token: str) -> century.position.Position:
        nonlocal played
        played += 1
        return act(self, token)

    monkeypatch.setattr(century.position.Position, "act", counted)
    expect_ok(host.ask(f"positions/{decisions}"))
    assert 0 < played <= 20


def test_events_are_read_in_pages(server: InProcessServer, monkeypatch: pytest.MonkeyPatch) -> None:
    host, guest = server.pair()
    play_random({0: host, 1: guest}, 20)
    whole = expect_ok(host.ask("events"))
    monkeypatch.setattr(table_routes, "MAX_EVENTS", 7)
    read: list[object] = []
    while page := expect_ok(host.ask(f"events?after={len(read)}")):
        assert len(page) <= 7
        read += page
    assert read == whole
