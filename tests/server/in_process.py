"""A server inside the test process, with a fake clock and reproducible secrets."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from fastapi.testclient import TestClient
from httpx import Response
from starlette.testclient import WebSocketTestSession

import century
from century.bots import ask, bot
from century.position import read_position
from century.server.service import TableService
from century.server.settings import Settings
from century.server.time_and_random import TimeAndRandom
from century.server.web.app import make_app

Data = dict[str, Any]
GAME = century.games()[0]  # the default of `create`; many tests use its concrete moves
WAIT_SECONDS = 120.0  # bots may have to be compiled first
# Nothing happens by itself: a test calls for the work beside the tables when it needs it.
STANDING_STILL = {"warm_up_bots": False, "count_outages": False, "background_work": False}
NO_LIMITS = {
    "requests_per_second": 1e6,
    "frames_per_second": 1e6,
    "address_frames_per_second": 1e6,
    "address_frames_burst": 10**6,
    "burst": 10**6,
    "tables_per_hour": 10**6,
    "records_burst": 10**6,
    "handshakes_per_second": 1e6,
    "handshake_burst": 10**6,
    "sockets_per_address": 10**6,
    "bot_tables": 10**6,
    "wrong_codes_per_hour": 10**6,
    "all_wrong_codes_per_hour": 10**6,
}


class FakeTime:
    """A clock that stands still until a test sets it."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


class Player:
    """A client with or without a token."""

    def __init__(self, server: InProcessServer, table: str, token: str | None) -> None:
        self.server = server
        self.table = table
        self.token = token

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"} if self.token else {}

    def ask(self, what: str = "", method: str = "GET", **more: Any) -> Response:
        path = f"/api/tables/{self.table}/{what}".rstrip("/")
        return self.server.ask(method, path, headers=self.headers, **more)

    def state(self) -> Data:
        state: Data = expect_ok(self.ask())
        return state

    def do(self, kind: str, **fields: Any) -> Response:
        """Send a command, by default with a new id and the current version."""
        fields.setdefault("id", f"id-{next(self.server.ids)}")
        if "version" not in fields:
            fields["version"] = self.state()["version"]
        return self.ask("commands", "POST", json={"type": kind, **fields})

    def move(self, *tokens: str) -> Response:
        return self.do("move", tokens=list(tokens))

    def first_legal(self) -> str:
        return str(self.state()["legal"][0])

    @contextmanager
    def socket(self, query: str = "") -> Iterator[WebSocketTestSession]:
        path = f"/api/tables/{self.table}/socket{query}"
        self.server.client.cookies.clear()
        with self.server.client.websocket_connect(path, headers=self.headers) as socket:
            yield socket


class InProcessServer:
    """A running server."""

    def __init__(self, client: TestClient, time: FakeTime) -> None:
        self.client = client
        self.time = time
        self.ids = itertools.count()

    @property
    def service(self) -> TableService:
        """The service inside the server."""
        found: TableService = self.client.app.state.service  # type: ignore[attr-defined]
        return found

    def ask(self, method: str, path: str, **more: Any) -> Response:
        self.client.cookies.clear()
        response: Response = self.client.request(method, path, **more)
        return response

    def create(self, **options: Any) -> Player:
        body = {"game": GAME, "order": "seated", **options}
        session = expect_ok(self.ask("POST", "/api/tables", json=body), 201)
        return Player(self, session["state"]["table"], session["token"])

    def join(self, host: Player, name: str, seat: int | None = None) -> Player:
        code = host.state()["code"]
        body = {"name": name, "seat": seat}
        path = f"/api/tables/{host.table}/join?code={code}"
        return Player(self, host.table, expect_ok(self.ask("POST", path, json=body))["token"])

    def pair(self, start: bool = True, **options: Any) -> tuple[Player, Player]:
        """Create a table with two people; the host moves first."""
        host = self.create(seats=[{"kind": "me"}, {"kind": "open"}], name="Ada", **options)
        guest = self.join(host, "Bob")
        if start:
            expect_ok(host.do("start"))
        return host, guest

    def spectator(self, host: Player) -> Player:
        """Return a client that has opened the link to watch."""
        link = expect_ok(host.ask("links"))["watch"]
        body = {"token": link.rpartition("token=")[2]}
        path = f"/api/tables/{host.table}/session"
        return Player(self, host.table, expect_ok(self.ask("POST", path, json=body))["token"])

    def anonymous(self, host: Player) -> Player:
        """Return a client without a token."""
        return Player(self, host.table, None)


@contextmanager
def in_process_server(
    database: str | None = None, secrets_seed: int = 1, **settings: Any
) -> Iterator[InProcessServer]:
    """Run a server; the same seed for secrets gives the same tokens and deals."""
    time = FakeTime()
    source = TimeAndRandom(now=time, bits=Random(secrets_seed).getrandbits)
    with TemporaryDirectory() as folder:
        common = {"database": database or f"{folder}/tables.db", "source": source}
        chosen = Settings(**{**common, **STANDING_STILL, **NO_LIMITS, **settings})
        with TestClient(make_app(chosen)) as client:
            yield InProcessServer(client, time)


async def think_for_ever(*_position: Any) -> None:
    """Stand in for a bot that does not answer."""
    await asyncio.Event().wait()


def wait_until(condition: Callable[[], object]) -> None:
    """Wait until a condition holds that another thread or process fulfils."""
    end = time.monotonic() + WAIT_SECONDS
    while not condition():
        assert time.monotonic() < end, "the condition never held"
        time.sleep(0.05)


def expect_ok(response: Response, status: int = 200) -> Any:
    assert response.status_code == status, response.text
    return response.json()


def expect_error(response: Response, status: int, code: str) -> Data:
    body: Data = response.json()
    assert (response.status_code, body["code"]) == (status, code), response.text
    assert body["message"]
    return body


def play_random(players: dict[int, Player], decisions: int, seed: int = 0) -> None:
    """Let the players, given by seat, decide at random, but claim whenever they can."""
    rng = Random(seed)
    state = players[0].state()
    for _ in range(decisions):
        if state["status"] == "over":
            return
        player = players[state["view"]["seat"]]
        legal = state["legal"] or player.state()["legal"]
        claims = [token for token in legal if token.startswith("claim")]
        token = rng.choice(claims or legal)
        state = expect_ok(player.do("move", version=state["version"], tokens=[token]))["state"]


def play_to_the_end(players: dict[int, Player], level: str = "easy") -> None:
    """Let a bot decide for the players, given by seat, until the game is over.

    Each command is a whole turn, so this needs a tenth of the commands of a random game.
    """
    decider = bot(level, seed=1)
    state = players[0].state()
    while state["status"] != "over":
        seat = state["view"]["seat"]
        position = read_position(expect_ok(players[seat].ask("position"))["position"])
        tokens = []
        while position.seat == seat and not position.over:
            tokens.append(position.tokens[ask(decider, position, seat, 1.0, seed=None)])
            position = position.act(tokens[-1])
        moved = players[seat].do("move", version=state["version"], tokens=tokens)
        state = expect_ok(moved)["state"]
