"""A server inside the test, with a clock and secrets of its own."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from fastapi.testclient import TestClient
from httpx import Response
from starlette.testclient import WebSocketTestSession

from century.server.service import Tables
from century.server.settings import Settings
from century.server.table.seats import Chance
from century.server.web.app import make_app

Data = dict[str, Any]
PATIENT = {"requests": 1e6, "burst": 10**6, "frames": 1e6, "tables_per_hour": 10**6}


class Time:
    """A clock that stands still until it is set."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


class Player:
    """Somebody with a token, or without."""

    def __init__(self, house: House, table: str, token: str | None) -> None:
        self.house = house
        self.table = table
        self.token = token

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"} if self.token else {}

    def ask(self, what: str = "", method: str = "GET", **more: Any) -> Response:
        path = f"/api/tables/{self.table}/{what}".rstrip("/")
        return self.house.ask(method, path, headers=self.headers, **more)

    def state(self) -> Data:
        state: Data = good(self.ask())
        return state

    def do(self, kind: str, **fields: Any) -> Response:
        """Send a command; id and version are right unless others are given."""
        fields.setdefault("id", f"id-{next(self.house.ids)}")
        if "version" not in fields:
            fields["version"] = self.state()["version"]
        return self.ask("commands", "POST", json={"type": kind, **fields})

    def move(self, *tokens: str) -> Response:
        return self.do("move", tokens=list(tokens))

    def first(self) -> str:
        return str(self.state()["legal"][0])

    @contextmanager
    def socket(self, query: str = "") -> Iterator[WebSocketTestSession]:
        path = f"/api/tables/{self.table}/socket{query}"
        with self.house.client.websocket_connect(path, headers=self.headers) as socket:
            yield socket


class House:
    """A running server."""

    def __init__(self, client: TestClient, time: Time) -> None:
        self.client = client
        self.time = time
        self.ids = itertools.count()

    @property
    def tables(self) -> Tables:
        """What the server itself knows."""
        found: Tables = self.client.app.state.tables  # type: ignore[attr-defined]
        return found

    def ask(self, method: str, path: str, **more: Any) -> Response:
        self.client.cookies.clear()
        answer: Response = self.client.request(method, path, **more)
        return answer

    def create(self, **wanted: Any) -> Player:
        answer = good(self.ask("POST", "/api/tables", json={"order": "seated", **wanted}), 201)
        return Player(self, answer["state"]["table"], answer["token"])

    def join(self, host: Player, name: str, seat: int | None = None) -> Player:
        code = host.state()["code"]
        body = {"name": name, "seat": seat}
        path = f"/api/tables/{host.table}/join?code={code}"
        return Player(self, host.table, good(self.ask("POST", path, json=body))["token"])

    def pair(self, start: bool = True, **wanted: Any) -> tuple[Player, Player]:
        """Two people at a table, the host first to decide."""
        host = self.create(seats=[{"kind": "me"}, {"kind": "open"}], name="Ada", **wanted)
        guest = self.join(host, "Bob")
        if start:
            good(host.do("start"))
        return host, guest

    def watcher(self, host: Player) -> Player:
        link = good(host.ask("links"))["watch"]
        return Player(self, host.table, link.rpartition("token=")[2])

    def nobody(self, host: Player) -> Player:
        return Player(self, host.table, None)


@contextmanager
def house(database: str | None = None, secrets: int = 1, **settings: Any) -> Iterator[House]:
    """Open a server; the same secrets give the same tokens and deals."""
    time = Time()
    chance = Chance(now=time, bits=Random(secrets).getrandbits)
    with TemporaryDirectory() as folder:
        common = {"database": database or f"{folder}/tables.db", "chance": chance, "warm": False}
        chosen = Settings(**{**common, **PATIENT, **settings})
        with TestClient(make_app(chosen)) as client:
            yield House(client, time)


def good(answer: Response, status: int = 200) -> Any:
    assert answer.status_code == status, answer.text
    return answer.json()


def refused(answer: Response, status: int, code: str) -> Data:
    body: Data = answer.json()
    assert (answer.status_code, body["code"]) == (status, code), answer.text
    assert body["message"]
    return body


def play_on(players: dict[int, Player], decisions: int, seed: int = 0) -> None:
    """Let players by seat decide by chance, but claim what they can."""
    rng = Random(seed)
    state = players[0].state()
    for _ in range(decisions):
        if state["status"] == "over":
            return
        player = players[state["view"]["seat"]]
        legal = state["legal"] or player.state()["legal"]
        claims = [token for token in legal if token.startswith("claim")]
        token = rng.choice(claims or legal)
        state = good(player.do("move", version=state["version"], tokens=[token]))["state"]
