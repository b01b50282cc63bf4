"""Limits of connections: the head of a request, slow clients, and the number of connections."""

from __future__ import annotations

import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from century.server.errors import TooMany
from century.server.web import http_protocol
from century.server.web.connections import ConnectionLimits
from tests.server.network import (
    NetworkServer,
    code_of,
    exchange,
    network_server,
    status_of,
    text_frame,
    wait_for,
)

GET = b"GET /healthz HTTP/1.1\r\nhost: x\r\n"
POST = b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\n"
UPGRADE = (
    b"GET /api/tables/0/socket HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\n"
    b"connection: Upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: " + b"A" * 24 + b"\r\n"
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NetworkServer]:
    with network_server(tmp_path_factory.mktemp("network")) as running:
        yield running


@pytest.mark.parametrize(
    "head",
    [
        GET + b"x: " + b"a" * 10_000_000,  # one header without an end
        GET + b"x: y\r\n" * 2_000_000,  # headers without an end
        b"GET /" + b"a" * 10_000_000,  # a request line without an end
        GET + b"x: " + b"a" * 40_000 + b"\r\n\r\n",  # complete, and at once
        GET + b"x: y\r\n" * 200 + b"\r\n",
        UPGRADE + b"x: " + b"a" * 9_000 + b"\r\n\r\n",
        UPGRADE + b"x: y\r\n" * 200 + b"\r\n",
    ],
    ids=["header", "headers", "line", "large", "many", "socket", "many-socket"],
)
def test_a_large_head_is_refused(server: NetworkServer, head: bytes) -> None:
    opened = server.connect()
    with opened:
        sent = len(head)
        response = exchange(opened, head)
    assert (status_of(response), code_of(response)) == (431, "too-large"), sent
    wait_for(lambda: len(server.connections) == 0)


def test_ordinary_heads_are_accepted(server: NetworkServer) -> None:
    head = GET + b"cookie: " + b"a" * 7_000 + b"\r\nconnection: close\r\n\r\n"
    assert status_of(server.send(head)) == 200


@pytest.mark.parametrize(
    "sent", [b"", b"\r\n", b"GET /heal", GET, POST, POST + b"{", UPGRADE], ids=repr
)
def test_a_slow_client_is_disconnected(
    server: NetworkServer, sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "RECEIVE_SECONDS", 0.2)
    response = server.send(sent)
    if sent.strip():
        assert (status_of(response), code_of(response)) == (408, "bad-message")
    else:
        assert response == b""
    wait_for(lambda: len(server.connections) == 0)


def test_bytes_between_requests_do_not_keep_a_connection_open(
    server: NetworkServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "RECEIVE_SECONDS", 0.2)
    with server.connect() as opened:
        opened.sendall(GET + b"\r\n")
        assert status_of(opened.recv(65_536)) == 200
        assert exchange(opened, b"\r\n") == b""


def test_pipelined_requests_are_limited(server: NetworkServer) -> None:
    response = server.send((GET + b"\r\n") * 5_000)
    assert response.count(b"HTTP/1.1 200") <= http_protocol.MAX_PIPELINED + 1
    assert b"HTTP/1.1 429" in response


def test_a_client_that_does_not_read_a_response_is_disconnected(
    server: NetworkServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "SEND_SECONDS", 0.2)
    with server.connect() as opened:
        wait_for(lambda: len(server.connections) == 1)
        opened.sendall(b"GET /api/languages/it HTTP/1.1\r\nhost: x\r\n\r\n" * 8)
        wait_for(lambda: len(server.connections) == 0)


def test_connections_of_an_address_are_limited(tmp_path: Path) -> None:
    with network_server(tmp_path, sockets_per_address=2) as server:
        opened = [server.connect() for _ in range(4)]
        wait_for(lambda: len(server.connections) == 4)
        response = server.send(GET + b"\r\n")
        assert (status_of(response), code_of(response)) == (429, "too-many")
        opened.pop().close()
        wait_for(lambda: len(server.connections) == 3)
        assert status_of(server.send(GET + b"connection: close\r\n\r\n")) == 200
        for one in opened:
            one.close()


def test_new_connections_of_an_address_are_limited_per_second(tmp_path: Path) -> None:
    rates = {"requests_per_second": 0.001, "handshakes_per_second": 0.001}
    with network_server(tmp_path, **rates, burst=4, handshake_burst=0) as server:
        request = GET + b"connection: close\r\n\r\n"
        statuses = [status_of(server.send(request)) for _ in range(6)]
        assert statuses == [200] * 4 + [429] * 2


def test_connections_are_limited_in_all(tmp_path: Path) -> None:
    with network_server(tmp_path, connections=1) as server, server.connect():
        wait_for(lambda: len(server.connections) == 1)
        response = server.send(GET + b"\r\n")
        assert (status_of(response), code_of(response)) == (429, "too-many")


def test_connections_of_a_network_are_limited_but_not_those_of_a_proxy() -> None:
    limits = ConnectionLimits(per_address=2, total=100, trusted_proxies="10.0.0.0/8, ::1")
    for number in range(8):
        limits.add(f"192.0.2.{number}")
    limits.check("192.0.2.1")
    limits.add("192.0.2.200")
    with pytest.raises(TooMany):
        limits.check("192.0.2.200")
    for _ in range(20):
        limits.add("10.1.2.3")
        limits.check("10.1.2.3")
    for number in range(3):  # one customer of a provider has all addresses of a /64
        limits.add(f"2001:db8::{number}")
    with pytest.raises(TooMany):
        limits.check("2001:db8::2")
    limits.remove("2001:db8::1")
    limits.check("2001:db8::2")


def test_a_client_that_does_not_read_does_not_delay_the_end_of_the_server(tmp_path: Path) -> None:
    with network_server(tmp_path) as server:
        session = server.ask("POST", "/api/tables", {})
        path = f"/api/tables/{session['state']['table']}/socket"
        with server.handshake(path, session["token"]) as silent:
            silent.settimeout(1.0)
            sync = text_frame(b'{"type":"sync","version":0}'.ljust(4_000))
            with pytest.raises(TimeoutError):
                silent.sendall(sync * 10_000)
            server.server.should_exit = True
            wait_for(lambda: len(server.connections) == 0)


def test_the_limit_of_open_files_is_raised_to_the_hard_limit() -> None:
    program = (
        "import resource\n"
        "from century.server.web.connections import raise_file_limit\n"
        "_, hard = resource.getrlimit(resource.RLIMIT_NOFILE)\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (100, min(hard, 1000)))\n"
        "print(raise_file_limit(), resource.getrlimit(resource.RLIMIT_NOFILE)[0])\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=60
    )
    expected = min(resource.getrlimit(resource.RLIMIT_NOFILE)[1], 1000)
    assert ran.stdout.split() == [str(expected)] * 2
