"""The socket: it sends state and events, and receives commands."""

from __future__ import annotations

import json
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

import century
from century.server.web import requests
from tests.server.in_process import Data, InProcessServer, expect_ok, in_process_server


def next_of(socket: WebSocketTestSession, kind: str = "state") -> Data:
    """Return the next message of a kind, and skip others such as presence."""
    while True:
        message: Data = socket.receive_json()
        if message["type"] == kind:
            return message


def test_a_socket_sends_the_state_and_then_events(server: InProcessServer) -> None:
    host, guest = server.pair()
    with host.socket() as ada, guest.socket() as bob:
        assert next_of(ada)["state"] == host.state()
        assert next_of(bob)["state"] == guest.state()
        version = host.state()["version"]
        ada.send_json({"type": "move", "id": "a", "version": version, "tokens": ["play YY"]})
        for socket, player in ((ada, host), (bob, guest)):
            message = next_of(socket)
            assert [(e["id"], e["tokens"]) for e in message["events"]] == [("a", ["play YY"])]
            assert message["state"] == player.state()


def test_presence_uses_the_seats_after_shuffling(server: InProcessServer) -> None:
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}, {"kind": "open"}]
    host = server.create(seats=seats, order="random")
    for name in ("Bob", "Eve", "Dan"):
        server.join(host, name)
    with host.socket() as ada:
        assert next_of(ada, "presence")["online"] == [0]
        expect_ok(host.do("start"))
        assert next_of(ada)["state"]["status"] == "playing"
        (seat,) = host.state()["you"]["seats"]
        assert seat != 0, "without a shuffle the test proves nothing"
        assert next_of(ada, "presence")["online"] == [seat]


def test_a_repeated_command_is_answered_with_the_same_event(server: InProcessServer) -> None:
    host, _ = server.pair()
    with host.socket() as socket:
        version = next_of(socket)["state"]["version"]
        move = {"type": "move", "id": "a", "version": version, "tokens": ["play YY"]}
        socket.send_json(move)
        first = next_of(socket)
        socket.send_json(move)
        again = next_of(socket)
        assert again["repeated"]
        assert again["events"] == first["events"]


def test_a_stale_command_is_answered_with_the_missed_events(server: InProcessServer) -> None:
    host, _ = server.pair()
    with host.socket() as socket:
        version = next_of(socket)["state"]["version"]
        expect_ok(host.move("play YY"))
        next_of(socket)
        socket.send_json({"type": "undo", "id": "b", "version": version})
        error = next_of(socket, "error")
        assert (error["id"], error["code"]) == ("b", "stale-move")
        assert [event["version"] for event in error["missed"]] == [version + 1]
        assert error["state"] == host.state()


def test_a_client_that_reconnects_receives_the_missed_events(server: InProcessServer) -> None:
    host, guest = server.pair()
    version = host.state()["version"]
    expect_ok(host.move("play YY"))
    expect_ok(guest.move("play YY"))
    with host.socket(f"?after={version}") as socket:
        assert [event["version"] for event in next_of(socket)["events"]] == [
            version + 1,
            version + 2,
        ]
        socket.send_json({"type": "sync", "version": version + 1})
        assert [event["version"] for event in next_of(socket)["events"]] == [version + 2]
        socket.send_json({"type": "sync", "version": version + 2})
        assert next_of(socket, "synced")["version"] == version + 2


def test_presence_is_sent_when_clients_connect_and_leave(server: InProcessServer) -> None:
    host, guest = server.pair()
    with host.socket() as ada:
        assert next_of(ada, "presence")["online"] == [0]
        with guest.socket():
            assert next_of(ada, "presence")["online"] == [0, 1]
        assert next_of(ada, "presence")["online"] == [0]
        with server.spectator(host).socket():
            assert next_of(ada, "presence") == {"type": "presence", "online": [0], "watching": 1}


@pytest.mark.parametrize("token", [None, "0" * 32, "é"])
def test_a_socket_without_a_valid_token_gets_an_error_and_is_closed(
    server: InProcessServer, token: Any
) -> None:
    host, _ = server.pair()
    anonymous = server.anonymous(host)
    path = f"/api/tables/{host.table}/socket"
    headers = {} if token is None else {"authorization": f"Bearer {token}".encode()}
    with server.client.websocket_connect(path, headers=headers) as socket:
        assert socket.receive_json()["code"] == "no-token"
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()
    anonymous.table = "0" * 32
    with anonymous.socket() as socket:
        assert socket.receive_json()["code"] == "unknown-table"


def test_a_socket_from_another_site_is_refused(server: InProcessServer) -> None:
    host, _ = server.pair()
    path = f"/api/tables/{host.table}/socket"
    headers = {**host.headers, "origin": "https://evil.example"}
    with (
        pytest.raises(WebSocketDisconnect) as caught,
        server.client.websocket_connect(path, headers=headers),
    ):
        pass
    assert caught.value.code == 4403


def test_the_socket_of_a_person_who_left_is_closed(server: InProcessServer) -> None:
    host, guest = server.pair(start=False)
    with guest.socket() as bob:
        next_of(bob)
        expect_ok(host.do("seat", seat=1, level="easy"))
        with pytest.raises(WebSocketDisconnect):
            next_of(bob)


KINDS = get_args(requests.CommandRequest)
TYPES = [kind.model_fields["type"].annotation.__args__[0] for kind in KINDS]

frames = st.one_of(
    st.text(max_size=200),
    st.binary(max_size=50),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
        lambda inner: (
            st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4)
        ),
        max_leaves=10,
    ).map(json.dumps),
    st.fixed_dictionaries(
        {"type": st.sampled_from([*TYPES, "sync", "resync", "state", ""])},
        optional={
            "id": st.text(max_size=70) | st.just("x") | st.integers(),
            "version": st.integers(-3, 10) | st.integers() | st.text(max_size=3),
            "tokens": st.lists(st.sampled_from(["rest", "claim 1", "dance", ""]), max_size=3)
            | st.text(max_size=5),
            "seat": st.integers(-1, 9) | st.text(max_size=2),
            "level": st.sampled_from(["easy", "python:os", ""]) | st.none(),
            "agree": st.booleans() | st.text(max_size=2),
        },
    ).map(json.dumps),
    st.just("[" * 5000),
    st.just('{"type":' * 3000),
)


@pytest.mark.parametrize("game", century.games())
def test_invalid_frames_get_a_clear_error_and_change_nothing(game: str) -> None:
    with in_process_server() as server:
        # The guest has no legal command: it is not their turn, and they are not the host.
        host, guest = server.pair(game=game)
        before = host.state()
        with guest.socket() as socket:
            next_of(socket)

            @settings(max_examples=150)
            @given(st.lists(frames, min_size=1, max_size=3))
            def send(sent: list[str | bytes]) -> None:
                for frame in sent:
                    if isinstance(frame, bytes):
                        socket.send_bytes(frame)
                    else:
                        socket.send_text(frame)
                socket.send_json({"type": "sync", "version": host.state()["version"]})
                while (message := socket.receive_json())["type"] != "synced":
                    assert message["type"] in ("error", "state", "presence")
                    if message["type"] == "error":
                        assert message["code"]
                        assert message["code"] != "error"

            send()
            after = host.state()
            assert after["view"] == before["view"]
            assert after["decisions"] == 0


def test_the_socket_previews_like_the_route(server: InProcessServer) -> None:
    host, _ = server.pair()
    with host.socket() as ada:
        next_of(ada)
        for tokens in (["play YY"], [host.first_legal()], ["acquire 2", "pay Y"]):
            expected = expect_ok(host.ask("preview", "POST", json={"tokens": tokens}))
            ada.send_json({"type": "preview", "id": "a", "tokens": tokens})
            assert next_of(ada, "preview") == {"type": "preview", "id": "a", **expected}
            ada.send_json({"type": "preview", "id": "a", "tokens": tokens, "view": False})
            del expected["view"], expected["seats"]
            assert next_of(ada, "preview") == {"type": "preview", "id": "a", **expected}
        for more, code in (
            ({"tokens": ["dance"]}, "unknown-token"),
            ({"tokens": ["rest"]}, "illegal-move"),
            ({"tokens": []}, "bad-message"),
            ({"tokens": ["play YY"], "version": 1}, "bad-message"),
        ):
            ada.send_json({"type": "preview", "id": "b", **more})
            error = next_of(ada, "error")
            assert (error["id"], error["code"]) == ("b", code)
    assert host.state()["decisions"] == 0


def test_previews_after_other_previews_equal_the_first_ones(server: InProcessServer) -> None:
    host, guest = server.pair()
    acquire, pay, play = ["acquire 2"], ["acquire 2", "pay Y"], ["play YY"]
    asked = [acquire, pay, play, pay, play]
    before = {str(tokens): host.ask("preview", "POST", json={"tokens": tokens}) for tokens in asked}
    for tokens in asked:
        guest.ask("preview", "POST", json={"tokens": tokens})  # dealt again for another seat
        again = host.ask("preview", "POST", json={"tokens": tokens})
        assert again.json() == before[str(tokens)].json()
    expect_ok(host.move("play YY"))
    refused = host.ask("preview", "POST", json={"tokens": ["play YY", "play YY"]}).json()
    assert refused["code"] == "illegal-move"


def test_a_broadcast_contains_the_new_entries_of_the_log(server: InProcessServer) -> None:
    host, guest = server.pair()
    with guest.socket() as bob:
        assert "log" not in next_of(bob)
        expect_ok(host.move("play YY"))
        assert next_of(bob)["log"] == expect_ok(host.ask("log"))
        expect_ok(host.do("undo"))
        assert next_of(bob)["log"] == []
        expect_ok(host.move("acquire 2", "pay Y"))
        assert next_of(bob)["log"] == expect_ok(host.ask("log"))
        expect_ok(guest.move(guest.first_legal()))
        assert next_of(bob)["log"] == expect_ok(guest.ask("log"))[1:]
