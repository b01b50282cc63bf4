"""Phrases at the table: who may say what, how often, and who receives it."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import WebSocketTestSession

from century.core.words import languages, page_words
from century.server.table.phrases import PHRASES
from century.server.web.page import STATIC
from century.server.web.requests import Say
from tests.server.in_process import (
    InProcessServer,
    Player,
    expect_error,
    in_process_server,
)


def say(player: Player, phrase: Any = "hello") -> Any:
    return player.ask("say", "POST", json={"phrase": phrase})


def next_of_kind(socket: WebSocketTestSession, *kinds: str) -> Any:
    """Return the next message of some kinds."""
    while True:
        message = socket.receive_json()
        if message["type"] in kinds:
            return message


def test_a_phrase_is_sent_to_all_viewers_and_is_not_in_the_log(server: InProcessServer) -> None:
    host, guest = server.pair()
    spectator, version = server.spectator(host), host.state()["version"]
    with host.socket() as first, guest.socket() as second, spectator.socket() as third:
        first.send_json({"type": "say", "phrase": "well-played"})
        for socket in (first, second, third):
            said = next_of_kind(socket, "said", "error")
            assert said == {"type": "said", "seat": 0, "phrase": "well-played"}
        assert say(guest, "thanks").status_code == 204
        assert next_of_kind(third, "said")["seat"] == 1
    assert host.state()["version"] == version


def test_only_people_with_a_seat_may_speak(server: InProcessServer) -> None:
    host, _ = server.pair()
    spectator = server.spectator(host)
    expect_error(say(spectator), 403, "not-allowed")
    expect_error(say(server.anonymous(host)), 401, "no-token")
    expect_error(say(Player(server, host.table, "f" * 32)), 401, "no-token")
    with spectator.socket() as socket:
        socket.send_json({"type": "say", "id": "mine", "phrase": "hello"})
        error = next_of_kind(socket, "error")
        assert (error["code"], error["id"]) == ("not-allowed", "mine")


@pytest.mark.parametrize("phrase", ["free text", "", None, 3, ["hello"], {}])
def test_only_phrases_of_the_list_are_accepted(server: InProcessServer, phrase: Any) -> None:
    host, _ = server.pair()
    expect_error(say(host, phrase), 422, "bad-message")
    with host.socket() as socket:
        socket.send_json({"type": "say", "phrase": phrase})
        assert next_of_kind(socket, "error", "said")["code"] == "bad-message"
        socket.send_json({"type": "say", "phrase": "hello", "text": "free"})
        assert next_of_kind(socket, "error", "said")["code"] == "bad-message"


def test_a_person_may_speak_once_in_two_seconds(server: InProcessServer) -> None:
    host, guest = server.pair()
    assert say(host).status_code == 204
    expect_error(say(host), 429, "too-many")
    assert say(guest).status_code == 204
    server.time.now += 2
    assert say(host).status_code == 204


def test_other_servers_receive_the_phrase(server: InProcessServer) -> None:
    host, _ = server.pair()
    message = {"type": "said", "seat": 1, "phrase": "oops"}
    notice = {"node": "another", "table": host.table, "said": message}
    service = server.service
    with host.socket() as socket:
        service.peers._call_soon(service.peers.on_notice, notice)
        assert next_of_kind(socket, "said") == message


def test_a_phrase_is_sent_to_other_servers(
    server: InProcessServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []
    monkeypatch.setattr(server.service.coordination, "notify", sent.append)
    host, _ = server.pair()
    assert say(host, "smile").status_code == 204
    assert any('"phrase":"smile"' in notice and host.table in notice for notice in sent)


def test_the_lists_of_server_schema_and_page_are_the_same() -> None:
    schema = Say.model_json_schema()["properties"]["phrase"]["enum"]
    assert tuple(schema) == PHRASES
    script = (STATIC / "table" / "phrases.js").read_text(encoding="utf-8")
    assert all(f'"{phrase}"' in script or f"{phrase}:" in script for phrase in PHRASES)
    for language in languages():
        assert set(PHRASES) <= set(page_words(language)["phrases"])


def test_a_phrase_reaches_the_viewers_of_another_server(postgres_url: str) -> None:
    with (
        in_process_server(postgres_url) as first,
        in_process_server(postgres_url, secrets_seed=2) as second,
    ):
        host, guest = first.pair()
        listener = second.service.peers.listener
        assert listener is not None
        assert listener.connected.wait(30)
        elsewhere = Player(second, guest.table, guest.token)
        with elsewhere.socket() as socket:
            next_of_kind(socket, "state")  # the other server has the table now
            assert say(host, "heart").status_code == 204
            assert next_of_kind(socket, "said")["phrase"] == "heart"
