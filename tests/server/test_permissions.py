"""Permissions: every route and command, for every role, in every status of a table."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

import century
from century.server.settings import Settings
from century.server.web.app import make_app
from tests.server.in_process import (
    GAME,
    InProcessServer,
    Player,
    expect_error,
    expect_ok,
    play_to_the_end,
)

ROLES = ("anonymous", "wrong token", "spectator", "guest", "host")

# The status for each of the ROLES while the host has to decide.
READS: dict[str, tuple[int, int, int, int, int]] = {
    "": (401, 401, 200, 200, 200),
    "why": (401, 401, 200, 200, 200),
    "log": (401, 401, 200, 200, 200),
    "events": (401, 401, 200, 200, 200),
    "events?after=-1": (422, 422, 422, 422, 422),
    "positions/0": (401, 401, 200, 200, 200),
    "positions/99": (401, 401, 404, 404, 404),
    "positions/-1": (422, 422, 422, 422, 422),
    "position": (401, 401, 403, 200, 200),
    "record": (401, 401, 409, 409, 409),
    "result": (401, 401, 409, 409, 409),
    "replay": (401, 401, 409, 409, 409),
    "log?after=1": (401, 401, 200, 200, 200),
    "why?tokens=dance": (401, 401, 422, 422, 422),
    "links": (401, 401, 200, 200, 200),
    "qr.svg": (401, 401, 403, 200, 200),
    "qr.svg?link=watch": (401, 401, 403, 403, 200),
    "qr.svg?link=else": (422, 422, 422, 422, 422),
}
# The error code for each of the ROLES; an empty code is a success.
COMMANDS: dict[str, tuple[dict[str, Any], tuple[str, str, str, str, str]]] = {
    "move": (
        {"tokens": ["play YY"]},
        ("no-token", "no-token", "not-allowed", "not-your-turn", ""),
    ),
    "undo": ({}, ("no-token", "no-token", "not-allowed", "nothing-to-undo", "nothing-to-undo")),
    "ask-takeback": (
        {},
        ("no-token", "no-token", "not-allowed", "nothing-to-undo", "nothing-to-undo"),
    ),
    "answer-takeback": (
        {"agree": True},
        ("no-token", "no-token", "not-allowed", "nothing-asked", "nothing-asked"),
    ),
    "stand-in": (
        {"seat": 0, "level": "novice"},
        ("no-token", "no-token", "not-allowed", "not-allowed", ""),
    ),
    "ask-stand-in": (
        {"seat": 1},
        ("no-token", "no-token", "not-allowed", "not-allowed", "not-allowed"),
    ),
    "answer-stand-in": (
        {"agree": True},
        ("no-token", "no-token", "not-allowed", "nothing-asked", "nothing-asked"),
    ),
    "resign": (
        {"seat": 0, "level": "novice"},
        ("no-token", "no-token", "not-allowed", "not-allowed", ""),
    ),
    "return": ({}, ("no-token", "no-token", "not-allowed", "nothing-asked", "nothing-asked")),
    "start": ({}, ("no-token", "no-token", "not-allowed", "not-allowed", "table-started")),
    "leave": ({}, ("no-token", "no-token", "not-allowed", "table-started", "table-started")),
    "seat": (
        {"seat": 1, "level": "easy"},
        ("no-token", "no-token", "not-allowed", "not-allowed", "table-started"),
    ),
    "rematch": ({}, ("no-token", "no-token", "not-allowed", "table-not-over", "table-not-over")),
}


def clients(server: InProcessServer, host: Player, guest: Player) -> dict[str, Player]:
    return {
        "anonymous": server.anonymous(host),
        "wrong token": Player(server, host.table, "f" * 32),
        "spectator": server.spectator(host),
        "guest": guest,
        "host": host,
    }


def code_of(answer: Any) -> str:
    return "" if answer.is_success else str(answer.json()["code"])


@pytest.mark.parametrize("game", century.games())
def test_permissions_to_read(shared_server: InProcessServer, game: str) -> None:
    host, guest = shared_server.pair(game=game)
    by_role = clients(shared_server, host, guest)
    for what, expected in READS.items():
        answers = tuple(by_role[role].ask(what).status_code for role in ROLES)
        assert answers == expected, what


def test_permission_to_preview(shared_server: InProcessServer) -> None:
    host, guest = shared_server.pair()
    by_role = clients(shared_server, host, guest)
    body = {"tokens": ["play YY"]}
    answers = [by_role[role].ask("preview", "POST", json=body).status_code for role in ROLES]
    assert answers == [401, 401, 200, 200, 200]


@pytest.mark.parametrize("kind", COMMANDS)
def test_permissions_to_command(shared_server: InProcessServer, kind: str) -> None:
    fields, expected = COMMANDS[kind]
    host, guest = shared_server.pair()
    by_role = clients(shared_server, host, guest)
    version = host.state()["version"]
    for role, code in zip(ROLES, expected, strict=True):
        answer = by_role[role].do(kind, version=version, **fields)
        assert code_of(answer) == code, role
        assert host.state()["version"] == version + (code == "")


@pytest.mark.parametrize("kind", COMMANDS)
def test_stale_and_repeated_commands(shared_server: InProcessServer, kind: str) -> None:
    fields, expected = COMMANDS[kind]
    host, _ = shared_server.pair()
    version = host.state()["version"]
    for wrong in (0, version - 1, version + 1):
        assert code_of(host.do(kind, version=wrong, **fields)) == "stale-move"
    assert code_of(shared_server.spectator(host).do(kind, version=0, **fields)) == "not-allowed"
    first = host.do(kind, id="same", version=version, **fields)
    again = host.do(kind, id="same", version=version, **fields)
    if expected[-1] == "":
        assert expect_ok(again) == expect_ok(first) | {"repeated": True, "state": host.state()}
    else:
        assert again.json() == first.json()


@pytest.fixture(scope="module")
def finished(shared_server: InProcessServer) -> dict[str, Player]:
    host, guest = shared_server.pair()
    play_to_the_end({0: host, 1: guest})
    return clients(shared_server, host, guest)


@pytest.mark.parametrize("kind", sorted(COMMANDS.keys() - {"rematch"}))
def test_only_a_rematch_is_possible_after_the_game(finished: dict[str, Player], kind: str) -> None:
    before = finished["host"].state()
    for role in ROLES:
        code = code_of(finished[role].do(kind, version=before["version"], **COMMANDS[kind][0]))
        expected = {
            "anonymous": ("no-token",),
            "wrong token": ("no-token",),
            "spectator": ("not-allowed",),
        }
        default = ("table-not-playing", "table-started", "not-allowed")
        assert code in expected.get(role, default), role
    assert finished["host"].state() == before


def test_spectators_may_download_the_record(finished: dict[str, Player]) -> None:
    answers = [finished[role].ask("record").status_code for role in ROLES]
    assert answers == [401, 401, 200, 200, 200]


@pytest.mark.parametrize(
    ("watch", "anonymous", "with_link"),
    [("nobody", 401, 401), ("link", 401, 200), ("anyone", 200, 200)],
)
def test_the_host_chooses_who_may_watch(
    shared_server: InProcessServer, watch: str, anonymous: int, with_link: int
) -> None:
    host, _ = shared_server.pair(watch=watch)
    assert shared_server.anonymous(host).ask().status_code == anonymous
    if watch == "nobody":
        assert "watch" not in expect_ok(host.ask("links"))
        spectator = Player(shared_server, host.table, "1" * 32)
    else:
        spectator = shared_server.spectator(host)
    assert spectator.ask().status_code == with_link
    assert code_of(shared_server.anonymous(host).do("undo", version=0)) in (
        "no-token",
        "not-allowed",
    )


@pytest.mark.parametrize("table", ["0" * 32, "x", "..", "%00", "0" * 31 + "é"])
def test_an_unknown_table_is_refused(shared_server: InProcessServer, table: str) -> None:
    client = Player(shared_server, table, "f" * 32)
    for what in READS:
        answer = client.ask(what)
        assert answer.status_code in (404, 422)
        assert answer.json()["code"] in ("unknown-table", "bad-message", "not-found")


# Routes that are not for reading, one by one


def statuses(by_role: dict[str, Player], what: str, body: Any) -> list[int]:
    return [by_role[role].ask(what, "POST", json=body).status_code for role in ROLES]


def test_permission_to_join(shared_server: InProcessServer) -> None:
    host, guest = shared_server.pair(start=False)
    by_role = clients(shared_server, host, guest)
    code, version = host.state()["code"], host.state()["version"]
    for wrong in ("", "?code=AAAAAA"):
        assert statuses(by_role, f"join{wrong}", {"name": "Eve"}) == [403] * 5
    # The seats are taken; a person with a seat gets the answer to the first request again.
    assert statuses(by_role, f"join?code={code}", {"name": "Eve"}) == [409, 409, 409, 200, 200]
    assert host.state()["version"] == version
    expect_ok(host.do("start"))
    assert statuses(by_role, f"join?code={code}", {"name": "Eve"})[:3] == [409] * 3


def test_a_link_to_watch_gives_no_seat(shared_server: InProcessServer) -> None:
    host, guest = shared_server.pair()
    by_role = clients(shared_server, host, guest)
    assert statuses(by_role, "session", {"token": "0" * 32}) == [401] * 5
    token = expect_ok(host.ask("links"))["watch"].rpartition("token=")[2]
    for role in ROLES:
        session = expect_ok(by_role[role].ask("session", "POST", json={"token": token}))
        assert session["state"]["you"] == {
            "seats": {"host": [0], "guest": [1]}.get(role, []),
            "host": role == "host",
        }


def test_permission_to_follow(shared_server: InProcessServer, finished: dict[str, Player]) -> None:
    host, guest = shared_server.pair()
    assert statuses(clients(shared_server, host, guest), "follow", None) == [
        401,
        401,
        409,
        409,
        409,
    ]
    state = finished["host"].state()
    if state["rematch"] is None:
        expect_ok(finished["host"].do("rematch"))
    assert statuses(finished, "follow", None) == [401, 401, 200, 200, 200]
    rematch = finished["host"].state()["rematch"]
    seats = {
        role: Player(shared_server, rematch, finished[role].token).state()["you"]["seats"]
        for role in ("spectator", "guest", "host")
    }
    assert seats["spectator"] == []
    assert sorted(seats["guest"] + seats["host"]) == [0, 1]


def test_permission_to_speak(shared_server: InProcessServer) -> None:
    host, guest = shared_server.pair()
    by_role = clients(shared_server, host, guest)
    assert statuses(by_role, "say", {"phrase": "hello"}) == [401, 401, 403, 204, 204]


@pytest.mark.parametrize("role", ROLES)
def test_permission_to_open_a_socket(shared_server: InProcessServer, role: str) -> None:
    host, guest = shared_server.pair()
    client = clients(shared_server, host, guest)[role]
    with client.socket() as socket:
        first = socket.receive_json()
        if role in ("anonymous", "wrong token"):
            assert (first["type"], first.get("code")) == ("error", "no-token")
            with pytest.raises(WebSocketDisconnect) as closed:
                socket.receive_json()
            assert closed.value.code == 4404
            return
        assert first["state"] == {**client.state(), "now": first["state"]["now"]}
        token = host.first_legal()
        socket.send_json({"type": "preview", "id": "a", "tokens": [token]})
        socket.send_json({"type": "move", "id": "b", "version": 3, "tokens": [token]})
        answers: dict[str | None, Any] = {}
        while not {"a", "b"} <= answers.keys():
            message = socket.receive_json()
            ids = [message.get("id"), *(event["id"] for event in message.get("events", []))]
            answers |= dict.fromkeys(ids, message)
        expected = expect_ok(client.ask("preview", "POST", json={"tokens": [token]}), status=200)
        assert answers["a"].keys() == expected.keys() | {"type", "id"}
        codes = {"spectator": "not-allowed", "guest": "not-your-turn", "host": None}
        assert answers["b"].get("code") == codes[role]


def test_all_routes_of_a_table_are_tested() -> None:
    tested = {what.partition("?")[0].partition("/")[0] for what in READS}
    tested_one_by_one = {"join", "session", "follow", "commands", "preview", "say"}
    paths = make_app(Settings(database="unused")).openapi()["paths"]
    known = {p.split("/")[4] for p in paths if p.startswith("/api/tables/{table}/")}
    assert known == (tested | tested_one_by_one) - {""}


def test_a_malformed_secret_is_refused_when_somebody_creates_a_table(
    server: InProcessServer,
) -> None:
    body, headers = {"game": GAME}, {"authorization": "Bearer abc"}
    answer = server.ask("POST", "/api/tables", json=body, headers=headers)
    expect_error(answer, 401, "no-token")
