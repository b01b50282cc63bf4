"""A secret that has become invalid is of no use, neither in a cache nor for an open socket."""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

from century.server.log.people import People
from century.server.log.store import Store
from tests.server.in_process import InProcessServer, Player, expect_ok, in_process_server

CLOSED = 4404


def second_device(server: InProcessServer, player: Player) -> Player:
    """Return the same person on another device."""
    made = expect_ok(server.ask("POST", "/api/me/codes", headers=player.headers), 201)
    moved = server.ask("POST", "/api/me/device", json={"code": made["code"]})
    return Player(server, player.table, expect_ok(moved)["token"])


def close_of(socket: WebSocketTestSession) -> int:
    """Read until the server closes a socket; no message after this call has a state."""
    try:
        while socket.receive_json()["type"] != "state":
            pass
    except WebSocketDisconnect as closed:
        return closed.code
    raise AssertionError("the socket is still open")


def sign_out_others(player: Player) -> None:
    expect_ok(player.server.ask("POST", "/api/me/sign-out-others", headers=player.headers))


def forget(player: Player) -> None:
    answer = player.server.ask("DELETE", "/api/me", headers=player.headers)
    assert answer.status_code == 204


@pytest.mark.parametrize("act", [sign_out_others, forget])
def test_an_open_socket_ends_with_the_secrets_of_its_person(
    server_on_each: InProcessServer, act: Any
) -> None:
    host, guest = server_on_each.pair()
    expect_ok(guest.do("resign", seat=1))  # so that nobody waits for the host, who keeps the seat
    other = second_device(server_on_each, host)
    table = server_on_each.service._tables[host.table]
    with other.socket() as socket, guest.socket() as opponent:
        assert socket.receive_json()["type"] == "state"
        assert opponent.receive_json()["type"] == "state"
        act(host)
        socket.send_json({"type": "move", "id": "late", "version": 4, "tokens": ["play YY"]})
        assert close_of(socket) == CLOSED
        assert other.ask().status_code == 401
        assert table.version == 4
        opponent.send_json({"type": "sync", "version": 4})  # the others stay
        while opponent.receive_json()["type"] != "synced":
            pass


def test_a_device_with_a_valid_secret_connects_again(server: InProcessServer) -> None:
    host, _ = server.pair()
    sign_out_others(host)
    with host.socket() as socket:
        assert socket.receive_json()["state"]["you"]["seats"] == [0]


def test_a_socket_ends_on_the_other_servers_too(postgres_url: str) -> None:
    with (
        in_process_server(postgres_url, secrets_seed=1) as one,
        in_process_server(postgres_url, secrets_seed=2) as two,
    ):
        host, _ = one.pair()
        device = second_device(one, host)
        with Player(two, device.table, device.token).socket() as socket:
            assert socket.receive_json()["type"] == "state"
            sign_out_others(host)
            assert close_of(socket) == CLOSED


@pytest.fixture
def people(tmp_path: Path) -> Any:
    store = Store(tmp_path / "tables.db")
    yield People(store)
    store.close()


def test_secrets_are_forgotten_while_others_are_remembered(people: People) -> None:
    for number in range(20_000):
        people._remember(f"old {number}", "ada", 0)
    stop = threading.Event()

    def arrive() -> None:
        number = 0
        while not stop.wait(0.0005):
            people._remember(f"new {number}", "bob", people._forgotten)
            number += 1

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    thread = threading.Thread(target=arrive)
    thread.start()
    try:
        for _ in range(200):
            people.forget_cached("eve")
        people.forget_cached("ada")
    finally:
        sys.setswitchinterval(interval)
        stop.set()
        thread.join()
    assert set(people._ids.values()) <= {"bob"}


def test_a_secret_that_is_removed_while_it_is_read_is_not_remembered(
    people: People, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, new = "1" * 32, "2" * 32
    people.find_or_create(old, "ada", 0.0)
    people.forget_cached("ada")
    original = people._scalar

    def read_and_remove(query: Any) -> Any:
        found = original(query)
        people.remove_other_secrets("ada", new)
        return found

    monkeypatch.setattr(people, "_scalar", read_and_remove)
    assert people.find(old) == "ada"  # it was valid when it was read
    assert people.known(old) is None
