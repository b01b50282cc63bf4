"""Who may do what: every route and command, for everybody, in every state of a table."""

from __future__ import annotations

from typing import Any

import pytest

from century.server.settings import Settings
from century.server.web.app import make_app
from tests.server.fixtures import House, Player, good, house, play_on

ROLES = ("nobody", "stranger", "watcher", "guest", "host")

# What each of the ROLES is answered while the host is asked to decide.
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
    "log?after=1": (401, 401, 200, 200, 200),
    "why?tokens=dance": (401, 401, 422, 422, 422),
    "links": (401, 401, 200, 200, 200),
    "qr.svg": (401, 401, 403, 200, 200),
    "qr.svg?link=watch": (401, 401, 403, 403, 200),
    "qr.svg?link=else": (422, 422, 422, 422, 422),
}
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
    "return": ({}, ("no-token", "no-token", "not-allowed", "nothing-asked", "nothing-asked")),
    "start": ({}, ("no-token", "no-token", "not-allowed", "not-allowed", "table-started")),
    "leave": ({}, ("no-token", "no-token", "not-allowed", "table-started", "table-started")),
    "seat": (
        {"seat": 1, "level": "easy"},
        ("no-token", "no-token", "not-allowed", "not-allowed", "table-started"),
    ),
    "rematch": ({}, ("no-token", "no-token", "not-allowed", "table-not-over", "table-not-over")),
}


def people(here: House, host: Player, guest: Player) -> dict[str, Player]:
    return {
        "nobody": here.nobody(host),
        "stranger": Player(here, host.table, "f" * 32),
        "watcher": here.watcher(host),
        "guest": guest,
        "host": host,
    }


def code_of(answer: Any) -> str:
    return "" if answer.is_success else str(answer.json()["code"])


@pytest.mark.parametrize("game", ["spice-road", "eastern-wonders"])
def test_who_may_read_what(here: House, game: str) -> None:
    host, guest = here.pair(game=game)
    everybody = people(here, host, guest)
    for what, expected in READS.items():
        answers = tuple(everybody[role].ask(what).status_code for role in ROLES)
        assert answers == expected, what


def test_who_may_preview(here: House) -> None:
    host, guest = here.pair()
    everybody = people(here, host, guest)
    body = {"tokens": ["play YY"]}
    answers = [everybody[role].ask("preview", "POST", json=body).status_code for role in ROLES]
    assert answers == [401, 401, 200, 200, 200]


@pytest.mark.parametrize("kind", COMMANDS)
def test_who_may_command_what(here: House, kind: str) -> None:
    fields, expected = COMMANDS[kind]
    host, guest = here.pair()
    everybody = people(here, host, guest)
    version = host.state()["version"]
    for role, code in zip(ROLES, expected, strict=True):
        answer = everybody[role].do(kind, version=version, **fields)
        assert code_of(answer) == code, role
        assert host.state()["version"] == version + (code == "")


@pytest.mark.parametrize("kind", COMMANDS)
def test_a_stale_command_and_a_repeated_one(here: House, kind: str) -> None:
    fields, expected = COMMANDS[kind]
    host, _ = here.pair()
    version = host.state()["version"]
    for wrong in (0, version - 1, version + 1):
        assert code_of(host.do(kind, version=wrong, **fields)) == "stale-move"
    assert code_of(here.watcher(host).do(kind, version=0, **fields)) == "not-allowed"
    first = host.do(kind, id="same", version=version, **fields)
    again = host.do(kind, id="same", version=version, **fields)
    if expected[-1] == "":
        assert good(again) == good(first) | {"repeated": True, "state": host.state()}
    else:
        assert again.json() == first.json()


@pytest.fixture(scope="module")
def finished() -> Any:
    with house() as here:
        host, guest = here.pair()
        play_on({0: host, 1: guest}, 10**6, seed=3)
        yield people(here, host, guest)


@pytest.mark.parametrize("kind", sorted(COMMANDS.keys() - {"rematch"}))
def test_nothing_but_a_rematch_happens_after_the_end(
    finished: dict[str, Player], kind: str
) -> None:
    before = finished["host"].state()
    for role in ROLES:
        code = code_of(finished[role].do(kind, version=before["version"], **COMMANDS[kind][0]))
        expected = {
            "nobody": ("no-token",),
            "stranger": ("no-token",),
            "watcher": ("not-allowed",),
        }
        anything = ("table-not-playing", "table-started", "not-allowed")
        assert code in expected.get(role, anything), role
    assert finished["host"].state() == before


def test_everybody_who_could_watch_may_have_the_record(finished: dict[str, Player]) -> None:
    answers = [finished[role].ask("record").status_code for role in ROLES]
    assert answers == [401, 401, 200, 200, 200]


@pytest.mark.parametrize(
    ("watch", "nobody", "with_link"),
    [("nobody", 401, 401), ("link", 401, 200), ("anyone", 200, 200)],
)
def test_who_may_watch_is_for_the_host_to_say(
    here: House, watch: str, nobody: int, with_link: int
) -> None:
    from century.server.table.seats import watch_token

    host, _ = here.pair(watch=watch)
    assert here.nobody(host).ask().status_code == nobody
    assert host.token
    watcher = Player(here, host.table, watch_token(host.token))
    assert watcher.ask().status_code == with_link
    assert code_of(here.nobody(host).do("undo", version=0)) in ("no-token", "not-allowed")


@pytest.mark.parametrize("table", ["0" * 32, "x", "..", "%00", "0" * 31 + "é"])
def test_a_table_that_does_not_exist(here: House, table: str) -> None:
    somebody = Player(here, table, "f" * 32)
    for what in READS:
        answer = somebody.ask(what)
        assert answer.status_code in (404, 422)
        assert answer.json()["code"] in ("unknown-table", "bad-message", "not-found")


def test_no_route_of_a_table_is_missing_here() -> None:
    tested = {what.partition("?")[0].partition("/")[0] for what in READS}
    made = {
        "join",
        "session",
        "follow",
        "commands",
        "preview",
        "socket",
        "",
    }  # tested one by one, above
    routes = make_app(Settings(database="unused")).routes
    paths = [getattr(route, "path", "") for route in routes]
    known = {p.split("/")[4] for p in paths if p.startswith("/api/tables/{table}/")}
    assert known - made <= tested
