"""A seat at a table of a server, for programs: over HTTP and WebSocket.

    async with Client("http://localhost:8000") as client:
        seat = await client.join("ABC234", "my bot")
        async with seat:
            await seat.play(century.bots.bot("medium", 7))

Everything sent carries an id and is sent again until it is answered, so that a connection that
breaks, loses or repeats messages does no harm.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from functools import partial
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from century import errors
from century.bots import Bot, ask
from century.errors import CenturyError, IllegalMove, ServerFault, StaleMove
from century.position import read_position

__all__ = ["Client", "Seat"]

PATIENCE = 2.0  # seconds without an answer after which a message is sent again
PAUSE = 0.2  # seconds before a broken connection is opened again

Data = dict[str, Any]


class Client:
    """Someone who comes to a server."""

    def __init__(self, server: str, patience: float = PATIENCE, transport: Any = None) -> None:
        self.server = server.rstrip("/")
        self.patience = patience
        self.http = httpx.AsyncClient(base_url=self.server, timeout=30, transport=transport)

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def create(self, **wanted: Any) -> Seat:
        """Make a table as its host; what may be wanted is in the API's `CreateTable`."""
        return self._seat(await self._ask("POST", "/api/tables", json=wanted))

    async def join(self, code: str, name: str, seat: int | None = None) -> Seat:
        """Sit down at the table with that code."""
        table = (await self._ask("GET", f"/api/codes/{code}"))["table"]
        path = f"/api/tables/{table}/join"
        return self._seat(
            await self._ask("POST", path, params={"code": code}, json={"name": name, "seat": seat})
        )

    async def resume(self, table: str, token: str) -> Seat:
        """Take a seat that one has, or watch, by its token."""
        path = f"/api/tables/{table}/session"
        return self._seat(await self._ask("POST", path, json={"token": token}))

    def _seat(self, answer: Data) -> Seat:
        return Seat(self, answer["token"], answer["state"], answer["links"])

    async def _ask(self, method: str, path: str, token: str | None = None, **more: Any) -> Any:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self.http.cookies.clear()  # one client may hold many seats
        answer = await self.http.request(method, path, headers=headers, **more)
        if answer.is_error:
            raise _error(_data(answer))
        return _data(answer) if "json" in answer.headers["content-type"] else answer.text


class Seat:
    """One's place at a table; inside `async with` it follows what happens there."""

    def __init__(self, client: Client, token: str, state: Data, links: Data) -> None:
        self.client = client
        self.token = token
        self.state = state
        self.links = links
        self.events: list[Data] = []  # all that was told, by version
        self.heard: Callable[[Data], object] = lambda _message: None  # of every message
        self._socket: ClientConnection | None = None
        self._follower: asyncio.Task[None] | None = None
        self._changed = asyncio.Condition()
        self._answers: dict[str, Data] = {}  # by the id of the command
        self._open: set[str] = set()  # the ids of commands that wait for an answer
        self._fault: CenturyError | None = None

    @property
    def table(self) -> str:
        """The table's id."""
        return str(self.state["table"])

    @property
    def version(self) -> int:
        """The version of the table that was heard of last."""
        return int(self.state["version"])

    def connected(self) -> bool:
        """Tell whether its socket is open."""
        return self._socket is not None

    # Following

    async def __aenter__(self) -> Seat:
        self._follower = asyncio.create_task(self._follow())
        return self

    async def __aexit__(
        self, _kind: type[BaseException] | None, _error: object, _trace: TracebackType | None
    ) -> None:
        assert self._follower is not None
        self._follower.cancel()
        with suppress(asyncio.CancelledError):
            await self._follower

    async def _follow(self) -> None:
        """Keep a socket open, whatever happens to it."""
        address = urlsplit(self.client.server)
        scheme = "wss" if address.scheme == "https" else "ws"
        path = f"{scheme}://{address.netloc}/api/tables/{self.table}/socket"
        while self._fault is None:
            with suppress(OSError, TimeoutError, ConnectionClosed, InvalidHandshake):
                await self._listen(f"{path}?after={self.version}")
            self._socket = None
            await self._changed_now()
            await asyncio.sleep(PAUSE)

    async def _listen(self, address: str) -> None:
        """Hear everything from one socket until it breaks."""
        async with connect(
            address,
            additional_headers={"Authorization": f"Bearer {self.token}"},
            compression=None,
            max_size=2**20,
            ping_interval=None,
        ) as self._socket:
            socket = self._socket
            await self._changed_now()
            async for frame in socket:
                await self._hear(json.loads(frame))

    async def _hear(self, message: Data) -> None:
        self.heard(message)
        if message["type"] == "error" and message.get("id") is None:
            if message["code"] in ("unknown-table", "no-token"):
                self._fault = _error(message)
        elif message["type"] == "error" and message["id"] in self._open:
            self._answers.setdefault(message["id"], message)
        if "state" in message:
            self._learn(message)
        await self._changed_now()

    def _learn(self, message: Data) -> None:
        """Take in what happened; whatever is older than what is known changes nothing."""
        for event in message.get("events") or message.get("missed") or []:
            if event["version"] > (self.events[-1]["version"] if self.events else 0):
                self.events.append(event)
            if event["id"] in self._open:
                self._answers.setdefault(event["id"], message)
        if message["state"]["version"] >= self.version:
            self.state = message["state"]

    async def _changed_now(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    async def until(self, come: Callable[[], object]) -> None:
        """Wait until something is so, asking now and then whether something was missed."""
        while not come():
            if self._fault is not None:
                raise self._fault
            try:
                async with asyncio.timeout(self.client.patience), self._changed:
                    await self._changed.wait_for(lambda: come() or self._fault is not None)
            except TimeoutError:
                await self._send({"type": "sync", "version": self.version})

    async def _send(self, message: Data) -> None:
        if self._socket is not None:
            with suppress(ConnectionClosed):
                await self._socket.send(json.dumps(message))

    # Doing

    async def do(self, kind: str, **fields: Any) -> Data:
        """Send a command until it is answered; return the answer, or raise the refusal."""
        fields = {"id": secrets.token_hex(8), "version": self.version, **fields}
        given, command = fields["id"], {"type": kind, **fields}
        self._open.add(given)
        try:
            while given not in self._answers:
                await self._send(command)
                await self._answered(given)
        finally:
            self._open.discard(given)
        answer = self._answers.pop(given)
        if answer["type"] == "error":
            raise _error(answer)
        return answer

    async def _answered(self, given: str) -> None:
        """Wait for an answer, but not longer than one's patience, nor on a broken socket."""
        socket = self._socket

        def come() -> bool:
            return given in self._answers or self._socket is not socket or self._fault is not None

        with suppress(TimeoutError):
            async with asyncio.timeout(self.client.patience), self._changed:
                await self._changed.wait_for(come)
        if self._fault is not None:
            raise self._fault

    async def move(self, *tokens: str) -> Data:
        """Decide."""
        return await self.do("move", tokens=list(tokens))

    async def turns(self) -> AsyncIterator[list[str]]:
        """Yield what is legal each time one is asked, until the game is over."""
        while True:
            await self.until(lambda: self.state["legal"] or self.state["status"] == "over")
            if self.state["status"] == "over":
                return
            yield self.state["legal"]

    async def play(self, bot: Bot, budget: float = 1.0) -> None:
        """Let a bot decide for this seat until the game is over."""
        async for _ in self.turns():
            asked = await self.ask("GET", "position")
            position = read_position(asked["position"])
            if asked["version"] != self.version or position.seat not in self.state["you"]["seats"]:
                await self.until(partial(self.knows, asked["version"]))
                continue
            # The server has redealt what the seat cannot know.
            number = ask(bot, position, position.seat, budget, seed=None)
            with suppress(StaleMove):  # something happened while it thought
                await self.move(position.tokens[number])

    def knows(self, version: int) -> bool:
        """Tell whether a version of the table was heard of."""
        return self.version >= version

    async def ask(self, method: str, what: str, **more: Any) -> Any:
        """Use one of the table's routes, such as `why`, `log` or `record`."""
        path = f"/api/tables/{self.table}/{what}".rstrip("/")
        return await self.client._ask(method, path, self.token, **more)


def _data(answer: httpx.Response) -> Any:
    try:
        return answer.json()
    except ValueError:
        raise ServerFault(f"the server answered with status {answer.status_code}") from None


def _error(body: Data) -> CenturyError:
    """Make the error that a server's answer tells of."""
    code = body.get("code")
    if code == IllegalMove.code:
        return IllegalMove(body["token"], body["reason"], body["rule"])
    if code == StaleMove.code:
        return StaleMove(body["meant"], body["version"])
    for name in errors.__all__:
        kind = getattr(errors, name)
        if kind.code == code and kind.__init__ is CenturyError.__init__:
            made: CenturyError = kind(body["message"])
            return made
    return ServerFault(f"{code}: {body.get('message')}")
