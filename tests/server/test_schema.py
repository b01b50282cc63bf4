"""Requests made up from the OpenAPI description get nothing but clear answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from httpx import Response
from hypothesis import given, settings
from hypothesis import strategies as st
from schemathesis.openapi.checks import JsonSchemaError

from century.server.settings import Settings
from century.server.table import snapshot as shown
from century.server.web.app import make_app
from tests.server.fixtures import House, Player, house, play_on

SCHEMA = schemathesis.openapi.from_dict(make_app(Settings("unused")).openapi())
OPERATIONS: list[Any] = [found.ok() for found in SCHEMA.get_all_operations()]  # type: ignore[union-attr]
BY_NAME = {f"{operation.method.upper()} {operation.path}": operation for operation in OPERATIONS}
Pair = tuple[House, Player, Player]


def conforms(operation: Any, answer: Response) -> None:
    """Check the status, the kind and the content of an answer against the description."""
    described = operation.definition.raw["responses"]
    assert str(answer.status_code) in described, answer.text
    content = described[str(answer.status_code)].get("content", {})
    assert answer.headers.get("content-type", "").partition(";")[0] in (content or {""})
    operation.validate_response(answer)


@pytest.fixture(scope="module", params=["spice-road", "eastern-wonders"])
def pair(request: pytest.FixtureRequest) -> Iterator[Pair]:
    with house() as here:
        host, guest = here.pair(game=request.param)
        yield here, host, guest


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda o: f"{o.method} {o.path}")
def test_made_up_requests_get_clear_answers(pair: Pair, operation: Any) -> None:
    here, host, guest = pair
    before = host.state()
    tokens = st.sampled_from([None, "f" * 32, guest.token])

    @settings(max_examples=15)
    @given(operation.as_strategy(), st.booleans(), tokens)
    def send(case: Any, at_the_table: bool, token: str | None) -> None:
        if at_the_table and "table" in case.path_parameters:
            case.path_parameters["table"] = host.table
        sent = case.as_transport_kwargs(base_url="http://testserver")
        wanted = {key: sent.get(key) for key in ("params", "json", "data", "files")}
        wanted = {key: value for key, value in wanted.items() if value is not None}
        headers = {"authorization": f"Bearer {token}"} if token else {}
        answer = here.ask(sent["method"], sent["url"], headers=headers, **wanted)
        assert answer.status_code < 500 or answer.status_code == 503
        conforms(operation, answer)
        if answer.is_error:
            assert set(answer.json()) >= {"code", "message"}

    send()
    after = host.state()
    assert (after["view"], after["decisions"]) == (before["view"], 0)


class Asked:
    """Real requests, each held against the description, and which routes they were for."""

    def __init__(self) -> None:
        self.well_answered: set[str] = set()

    def __call__(self, name: str, answer: Response) -> Any:
        conforms(BY_NAME[name], answer)
        if answer.is_success:
            self.well_answered.add(name)
        return answer


def look(asked: Asked, player: Player) -> None:
    """Ask for everything that there is to see at a table."""
    asked("GET /api/tables/{table}", player.ask())
    for what in ("why", "log", "result", "events", "position", "record", "links", "qr.svg"):
        asked(f"GET /api/tables/{{table}}/{what}", player.ask(what))
    asked("GET /api/tables/{table}/positions/{count}", player.ask("positions/1"))


def tell(asked: Asked, player: Player, kind: str, **fields: Any) -> None:
    asked("POST /api/tables/{table}/commands", player.do(kind, **fields))


@pytest.mark.parametrize("game", ["spice-road", "eastern-wonders"])
def test_real_answers_are_as_described(game: str) -> None:
    asked = Asked()
    with house() as here:
        clock = {"kind": "bank", "seconds": 60}
        host, guest = here.pair(start=False, game=game, clock=clock)
        code = host.state()["code"]
        for somebody in (host, guest, here.watcher(host), here.nobody(host)):
            look(asked, somebody)
        asked("GET /api/codes/{code}", here.ask("GET", f"/api/codes/{code}"))
        path = f"/api/tables/{host.table}/join?code={code}"
        asked("POST /api/tables/{table}/join", here.ask("POST", path, json={"name": "Eve"}))
        again = {"token": guest.token}
        asked("POST /api/tables/{table}/session", guest.ask("session", "POST", json=again))
        tell(asked, host, "start")
        mover = host if host.state()["legal"] else guest
        first = mover.first()
        preview = mover.ask("preview", "POST", json={"tokens": [first]})
        asked("POST /api/tables/{table}/preview", preview)
        tell(asked, mover, "move", tokens=[first], id="once")
        tell(asked, mover, "move", tokens=[first], id="once")
        tell(asked, mover, "move", tokens=[first], version=1)
        tell(asked, mover, "undo")
        play_on({0: host, 1: guest}, 7)
        tell(asked, host, "ask-takeback")
        for somebody in (host, guest, here.watcher(host), here.nobody(host)):
            look(asked, somebody)
        tell(asked, guest, "answer-takeback", agree=True)
        tell(asked, guest, "stand-in", seat=1)
        tell(asked, guest, "return")
        text = host.ask("position").json()["position"]
        tried = here.ask("POST", "/api/positions", json={"position": text})
        asked("POST /api/positions", tried)
        asked("GET /api/games/{name}/rules", here.ask("GET", f"/api/games/{game}/rules"))
    everywhere = {
        "POST /api/tables",
        "GET /api/games",
        "GET /api/bots",
        "GET /api/languages/{language}",
        "POST /api/maps",
        "GET /api/maps/random",
    }
    at_the_end = {f"GET /api/tables/{{table}}/{what}" for what in ("result", "record")}
    at_the_end.add("POST /api/tables/{table}/follow")
    taken = {"POST /api/tables/{table}/join"}
    assert set(BY_NAME) - asked.well_answered == everywhere | at_the_end | taken


def test_real_answers_about_no_table_are_as_described(here: House) -> None:
    asked = Asked()
    asked("POST /api/tables", here.ask("POST", "/api/tables", json={}))
    asked("GET /api/games", here.ask("GET", "/api/games"))
    asked("GET /api/bots", here.ask("GET", "/api/bots"))
    for language in here.ask("GET", "/api/games").json()["languages"]:
        words = here.ask("GET", f"/api/languages/{language}")
        asked("GET /api/languages/{language}", words)
    tag = {"if-none-match": words.headers["etag"]}
    asked("GET /api/languages/{language}", here.ask("GET", words.url.path, headers=tag))
    chart = here.ask("GET", "/api/maps/random?seed=7")
    asked("GET /api/maps/random", chart)
    asked("POST /api/maps", here.ask("POST", "/api/maps", json={"map": chart.json()["map"]}))
    assert len(asked.well_answered) == 6


def test_real_answers_of_a_finished_game_are_as_described(here: House) -> None:
    asked = Asked()
    host, guest = here.pair(start=False)
    code = host.state()["code"]
    tell(asked, host, "seat", seat=1, level=None)
    path = f"/api/tables/{host.table}/join?code={code}"
    joined = here.ask("POST", path, json={"name": "Eve"})
    asked("POST /api/tables/{table}/join", joined)
    guest = Player(here, host.table, joined.json()["token"])
    tell(asked, host, "start")
    play_on({0: host, 1: guest}, 10_000)
    look(asked, guest)
    tell(asked, guest, "rematch")
    asked("POST /api/tables/{table}/follow", host.ask("follow", "POST"))
    look(asked, host)
    at_the_end = {f"GET /api/tables/{{table}}/{what}" for what in ("result", "record")}
    assert {*at_the_end, "POST /api/tables/{table}/follow"} <= asked.well_answered


def test_the_test_would_notice_a_field_that_is_not_described(
    here: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, _ = here.pair()
    honest = shown.states
    monkeypatch.setattr(shown, "states", lambda *a: [{**s, "new": 1} for s in honest(*a)])
    with pytest.raises(JsonSchemaError):
        conforms(BY_NAME["GET /api/tables/{table}"], host.ask())
