"""Requests generated from the OpenAPI description, and responses checked against it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.routing import APIRoute
from hypothesis import given, settings
from hypothesis import strategies as st
from schemathesis.openapi.checks import JsonSchemaError

import century
from century.record import Record
from century.server.table import snapshot
from century.server.web.app import game_routers
from tests.server.in_process import InProcessServer, Player, in_process_server, play_random
from tests.server.openapi import BY_NAME, OPERATIONS, ResponseChecker, check_response

Pair = tuple[InProcessServer, Player, Player]

# Each game tests its own routes.
GAME_OPERATIONS = {
    f"{method} /api{route.path}"
    for router in game_routers()
    for route in router.routes
    if isinstance(route, APIRoute)
    for method in route.methods or ()
}
PERSON_OPERATIONS = {name for name in BY_NAME if "/api/me" in name}
# What the server keeps for people; test_people_schema.py tests these.
PEOPLE_OPERATIONS = {
    "GET /api/me/games",
    "GET /api/me/export",
    "GET /api/me/statistics",
    "GET /api/me/ratings",
    "GET /api/ratings",
    "GET /api/lobby",
    "POST /api/tables/{table}/say",
    "GET /api/me/contacts",
    "POST /api/me/contacts/mail",
    "POST /api/me/contacts/push",
    "DELETE /api/me/contacts/{contact}",
    "POST /api/confirm/{token}",
    "POST /api/unsubscribe/{token}",
}
AFTER_THE_GAME = {
    "GET /api/tables/{table}/replay",
    "GET /api/tables/{table}/result",
    "GET /api/tables/{table}/record",
    "POST /api/tables/{table}/follow",
    "POST /api/reviews",
}


@pytest.fixture(scope="module", params=century.games())
def pair(request: pytest.FixtureRequest) -> Iterator[Pair]:
    with in_process_server() as server:
        host, guest = server.pair(game=request.param)
        yield server, host, guest


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda o: f"{o.method} {o.path}")
def test_generated_requests_get_described_responses(pair: Pair, operation: Any) -> None:
    server, host, guest = pair
    before = host.state()
    # A person who is forgotten gives up the seat, and a bot moves.
    forgets = operation.method == "delete" and operation.path == "/api/me"
    tokens = st.sampled_from([None, "f" * 32, *([] if forgets else [guest.token])])

    @settings(max_examples=15)
    @given(operation.as_strategy(), st.booleans(), tokens)
    def send(case: Any, existing_table: bool, token: str | None) -> None:
        if existing_table and "table" in case.path_parameters:
            case.path_parameters["table"] = host.table
        sent = case.as_transport_kwargs(base_url="http://testserver")
        content = {key: sent.get(key) for key in ("params", "json", "data", "files")}
        content = {key: value for key, value in content.items() if value is not None}
        headers = {"authorization": f"Bearer {token}"} if token else {}
        response = server.ask(sent["method"], sent["url"], headers=headers, **content)
        assert response.status_code < 500 or response.status_code == 503
        check_response(operation, response)
        if response.is_error:
            assert set(response.json()) >= {"code", "message"}

    send()
    after = host.state()
    assert (after["view"], after["decisions"]) == (before["view"], 0)


def read_everything(check: ResponseChecker, player: Player) -> None:
    """Send all GET requests about a table."""
    check("GET /api/tables/{table}", player.ask())
    whats = ("why", "log", "result", "replay", "events", "position", "record", "links", "qr.svg")
    for what in whats:
        check(f"GET /api/tables/{{table}}/{what}", player.ask(what))
    check("GET /api/tables/{table}/positions/{count}", player.ask("positions/1"))


def command(check: ResponseChecker, player: Player, kind: str, **fields: Any) -> None:
    check("POST /api/tables/{table}/commands", player.do(kind, **fields))


@pytest.mark.parametrize("game", century.games())
def test_responses_about_a_table_match_the_description(game: str) -> None:
    check = ResponseChecker()
    with in_process_server() as server:
        clock = {"kind": "bank", "seconds": 60}
        host, guest = server.pair(start=False, game=game, clock=clock)
        code = host.state()["code"]
        everybody = (host, guest, server.spectator(host), server.anonymous(host))
        for client in everybody:
            read_everything(check, client)
        check("GET /api/codes/{code}", server.ask("GET", f"/api/codes/{code}"))
        path = f"/api/tables/{host.table}/join?code={code}"
        check("POST /api/tables/{table}/join", server.ask("POST", path, json={"name": "Eve"}))
        token = host.ask("links").json()["watch"].rpartition("token=")[2]
        session = guest.ask("session", "POST", json={"token": token})
        check("POST /api/tables/{table}/session", session)
        command(check, host, "start")
        mover = host if host.state()["legal"] else guest
        first = mover.first_legal()
        preview = mover.ask("preview", "POST", json={"tokens": [first]})
        check("POST /api/tables/{table}/preview", preview)
        command(check, mover, "move", tokens=[first], id="once")
        command(check, mover, "move", tokens=[first], id="once")
        command(check, mover, "move", tokens=[first], version=1)
        command(check, mover, "undo")
        play_random({0: host, 1: guest}, 7)
        command(check, host, "ask-takeback")
        for client in everybody:
            read_everything(check, client)
        command(check, guest, "answer-takeback", agree=True)
        command(check, guest, "stand-in", seat=1)
        command(check, guest, "return")
        text = host.ask("position").json()["position"]
        tried = server.ask("POST", "/api/positions", json={"position": text})
        check("POST /api/positions", tried)
        record = Record(century.game(game).start(players=2, seed=1)).to_text()
        check("POST /api/records", server.ask("POST", "/api/records", json={"record": record}))
        check("GET /api/games/{name}/rules", server.ask("GET", f"/api/games/{game}/rules"))
    without_table = {
        *PERSON_OPERATIONS,
        *PEOPLE_OPERATIONS,
        "POST /api/tables",
        "GET /api/games",
        "GET /api/bots",
        "GET /api/languages/{language}",
    }
    refused = {"POST /api/tables/{table}/join"}  # no seat is open
    missing = set(BY_NAME) - check.successful
    assert missing == without_table | AFTER_THE_GAME | refused | GAME_OPERATIONS


def test_responses_without_a_table_match_the_description(server: InProcessServer) -> None:
    check = ResponseChecker()
    check("POST /api/tables", server.ask("POST", "/api/tables", json={}))
    check("GET /api/games", server.ask("GET", "/api/games"))
    check("GET /api/bots", server.ask("GET", "/api/bots"))
    for language in server.ask("GET", "/api/games").json()["languages"]:
        texts = server.ask("GET", f"/api/languages/{language}")
        check("GET /api/languages/{language}", texts)
    tag = {"if-none-match": texts.headers["etag"]}
    check("GET /api/languages/{language}", server.ask("GET", texts.url.path, headers=tag))
    assert len(check.successful) == 4


def test_responses_about_a_person_match_the_description(server: InProcessServer) -> None:
    check = ResponseChecker()
    new = server.ask("POST", "/api/me")
    check("POST /api/me", new)
    me = {"authorization": f"Bearer {new.json()['token']}"}
    check("GET /api/me", server.ask("GET", "/api/me", headers=me))
    check("PATCH /api/me", server.ask("PATCH", "/api/me", headers=me, json={"name": "Ada"}))
    code = server.ask("POST", "/api/me/codes", headers=me)
    check("POST /api/me/codes", code)
    used = server.ask("POST", "/api/me/device", json={"code": code.json()["code"]})
    check("POST /api/me/device", used)
    check("POST /api/me/sign-out-others", server.ask("POST", "/api/me/sign-out-others", headers=me))
    check("DELETE /api/me", server.ask("DELETE", "/api/me", headers=me))
    check("GET /api/me", server.ask("GET", "/api/me", headers=me))
    assert check.successful == PERSON_OPERATIONS - PEOPLE_OPERATIONS


def test_responses_about_a_finished_game_match_the_description(server: InProcessServer) -> None:
    check = ResponseChecker()
    host, guest = server.pair(start=False)
    code = host.state()["code"]
    command(check, host, "seat", seat=1, level=None)
    path = f"/api/tables/{host.table}/join?code={code}"
    joined = server.ask("POST", path, json={"name": "Eve"})
    check("POST /api/tables/{table}/join", joined)
    guest = Player(server, host.table, joined.json()["token"])
    command(check, host, "start")
    play_random({0: host, 1: guest}, 10_000)
    read_everything(check, guest)
    command(check, guest, "rematch")
    check("POST /api/tables/{table}/follow", host.ask("follow", "POST"))
    read_everything(check, host)
    record = host.ask("record").text
    check("POST /api/reviews", server.ask("POST", "/api/reviews", json={"record": record}))
    assert check.successful >= AFTER_THE_GAME


def test_a_field_that_is_not_described_is_detected(
    server: InProcessServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, _ = server.pair()
    original = snapshot.states
    monkeypatch.setattr(snapshot, "states", lambda *a: [{**s, "new": 1} for s in original(*a)])
    with pytest.raises(JsonSchemaError):
        check_response(BY_NAME["GET /api/tables/{table}"], host.ask())
