"""A client for the table server: a seat at a table, over HTTP and WebSocket.

    async with Client("http://localhost:8000") as client:
        seat = await client.join("ABC234", "my bot")
        async with seat:
            await seat.play(century.bots.bot("medium", 7))

Every command has an id, and so have the requests that create or join a table. The client repeats
a command until the server answers, and the server executes each id once. So lost, repeated or
reordered messages do no harm.
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

from century import errors
from century.bots import Bot, ask
from century.errors import CenturyError, IllegalMove
from century.extras import provided_by
from century.position import read_position
from century.server import errors as server_errors
from century.server.errors import NoToken, NotSaved, OutcomeUnknown, ServerFault, StaleMove

with provided_by("client"):
    import httpx
    from websockets.asyncio.client import ClientConnection, connect
    from websockets.exceptions import ConnectionClosed, InvalidHandshake

__all__ = ["Client", "Seat"]

RETRY_SECONDS = 2.0  # to wait for an answer before the client sends a message again
RECONNECT_SECONDS = 0.2  # to wait before the client opens a broken connection again
ATTEMPTS = 5  # to create or to join a table, if there is no answer

# The database of the server did not answer: the command is sent again, and executed once.
NOT_ANSWERED = (NotSaved.code, OutcomeUnknown.code)

Data = dict[str, Any]


class Client:
    """A connection to a server, which can hold several seats.

    The server knows a person by a secret token. With `token`, all seats belong to that person;
    without it, each seat belongs to a new person.
    """

    def __init__(
        self,
        server: str,
        retry_seconds: float = RETRY_SECONDS,
        transport: Any = None,
        token: str | None = None,
    ) -> None:
        self.server = server.rstrip("/")
        self.retry_seconds = retry_seconds
        self.token = token
        self.http = httpx.AsyncClient(base_url=self.server, timeout=30, transport=transport)

    async def __aenter__(self) -> Client:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.http.aclose()

    async def create(self, **options: Any) -> Seat:
        """Create a table as its host; `CreateTable` in the OpenAPI schema lists the options."""
        body = {"id": _new_id(), **options}
        return await self._take_seat(self._person(), "/api/tables", json=body)

    async def join(self, code: str, name: str, seat: int | None = None) -> Seat:
        """Take an open seat at the table with this code."""
        table = (await self._ask("GET", f"/api/codes/{code}"))["table"]
        body = {"id": _new_id(), "name": name, "seat": seat}
        path = f"/api/tables/{table}/join"
        return await self._take_seat(self._person(), path, params={"code": code}, json=body)

    async def resume(self, table: str, token: str) -> Seat:
        """Return to a table with a person's token, or watch it with the token of a link."""
        path = f"/api/tables/{table}"
        try:
            state = await self._ask("GET", path, token)
        except NoToken:
            body = {"token": token}
            return await self._take_seat(self._person(), f"{path}/session", json=body)
        return Seat(self, token, state, await self._ask("GET", f"{path}/links", token))

    def _person(self) -> str:
        """Return the secret of the person who takes a seat."""
        return self.token or secrets.token_hex(16)

    async def _take_seat(self, token: str, path: str, **more: Any) -> Seat:
        """Send a request until the server answers; its id makes it safe to repeat it."""
        for attempt in range(ATTEMPTS):
            try:
                answer = await self._ask("POST", path, token, **more)
            except (httpx.TransportError, NotSaved):
                if attempt == ATTEMPTS - 1:
                    raise
                await asyncio.sleep(self.retry_seconds)
            else:
                break
        return Seat(self, token, answer["state"], answer["links"])

    async def _ask(self, method: str, path: str, token: str | None = None, **more: Any) -> Any:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        self.http.cookies.clear()  # one client may hold the seats of many people
        answer = await self.http.request(method, path, headers=headers, **more)
        if answer.is_error:
            raise _error_from(_data(answer))
        return _data(answer) if "json" in answer.headers["content-type"] else answer.text


class Seat:
    """A seat at a table; inside `async with` it follows the table over a socket."""

    def __init__(self, client: Client, token: str, state: Data, links: Data) -> None:
        self.client = client
        self.token = token
        self.state = state
        self.links = links
        self.events: list[Data] = []  # all received events, by version
        self._socket: ClientConnection | None = None
        self._follower: asyncio.Task[None] | None = None
        self._changed = asyncio.Condition()
        self._answers: dict[str, Data] = {}  # by the id of the command
        self._pending: set[str] = set()  # the ids of commands that wait for an answer
        self._error: CenturyError | None = None

    @property
    def table(self) -> str:
        """The table's id."""
        return str(self.state["table"])

    @property
    def version(self) -> int:
        """The latest known version of the table."""
        return int(self.state["version"])

    def connected(self) -> bool:
        """Whether the socket is open."""
        return self._socket is not None

    # The socket

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
        """Keep a socket open, and reconnect when it breaks."""
        address = urlsplit(self.client.server)
        scheme = "wss" if address.scheme == "https" else "ws"
        path = f"{scheme}://{address.netloc}/api/tables/{self.table}/socket"
        while self._error is None:
            with suppress(OSError, TimeoutError, ConnectionClosed, InvalidHandshake):
                await self._listen(f"{path}?after={self.version}")
            self._socket = None
            await self._notify()
            await asyncio.sleep(RECONNECT_SECONDS)

    async def _listen(self, address: str) -> None:
        """Receive messages from one socket until it breaks."""
        async with connect(
            address,
            additional_headers={"Authorization": f"Bearer {self.token}"},
            compression=None,
            max_size=2**20,
            ping_interval=None,
        ) as self._socket:
            socket = self._socket
            await self._notify()
            async for frame in socket:
                await self._receive(json.loads(frame))

    async def _receive(self, message: Data) -> None:
        if message["type"] == "error" and message.get("id") is None:
            if message["code"] in ("unknown-table", "no-token"):
                self._error = _error_from(message)
        elif (
            message["type"] == "error"
            and message["id"] in self._pending
            and message["code"] not in NOT_ANSWERED
        ):
            self._answers.setdefault(message["id"], message)
        if "state" in message:
            self._update(message)
        await self._notify()

    def _update(self, message: Data) -> None:
        """Add new events and the new state; ignore those older than the known version."""
        for event in message.get("events") or message.get("missed") or []:
            if event["version"] > (self.events[-1]["version"] if self.events else 0):
                self.events.append(event)
            if event["id"] in self._pending:
                self._answers.setdefault(event["id"], message)
        if message["state"]["version"] >= self.version:
            self.state = message["state"]

    async def _notify(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until a condition holds; ask the server for missed events at intervals."""
        while not condition():
            if self._error is not None:
                raise self._error
            try:
                async with asyncio.timeout(self.client.retry_seconds), self._changed:
                    await self._changed.wait_for(lambda: condition() or self._error is not None)
            except TimeoutError:
                await self._send({"type": "sync", "version": self.version})

    async def _send(self, message: Data) -> None:
        if self._socket is not None:
            with suppress(ConnectionClosed):
                await self._socket.send(json.dumps(message))

    # Commands

    async def do(self, kind: str, **fields: Any) -> Data:
        """Send a command until the server answers; return the answer, or raise its error."""
        fields = {"id": _new_id(), "version": self.version, **fields}
        command_id, command = fields["id"], {"type": kind, **fields}
        self._pending.add(command_id)
        try:
            while command_id not in self._answers:
                await self._send(command)
                await self._wait_for_answer(command_id)
        finally:
            self._pending.discard(command_id)
        answer = self._answers.pop(command_id)
        if answer["type"] == "error":
            raise _error_from(answer)
        return answer

    async def _wait_for_answer(self, command_id: str) -> None:
        """Wait for an answer until it is time to send the command again."""
        socket = self._socket

        def stop_waiting() -> bool:
            reconnected = self._socket is not socket
            return command_id in self._answers or reconnected or self._error is not None

        with suppress(TimeoutError):
            async with asyncio.timeout(self.client.retry_seconds), self._changed:
                await self._changed.wait_for(stop_waiting)
        if self._error is not None:
            raise self._error

    async def move(self, *tokens: str) -> Data:
        """Make one or more decisions."""
        return await self.do("move", tokens=list(tokens))

    async def turns(self) -> AsyncIterator[list[str]]:
        """Yield the legal decisions each time the seat has to decide, until the game is over."""
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
                await self.until(partial(self.has_version, asked["version"]))
                continue
            # The server has redealt what the seat cannot know.
            number = ask(bot, position, position.seat, budget, seed=None)
            with suppress(StaleMove):  # the table changed while the bot was deciding
                await self.move(position.tokens[number])

    def has_version(self, version: int) -> bool:
        """Whether this version of the table, or a later one, is known."""
        return self.version >= version

    async def ask(self, method: str, what: str, **more: Any) -> Any:
        """Send a request to one of the table's routes, such as `why`, `log` or `record`."""
        path = f"/api/tables/{self.table}/{what}".rstrip("/")
        return await self.client._ask(method, path, self.token, **more)


def _new_id() -> str:
    return secrets.token_hex(8)


def _data(answer: httpx.Response) -> Any:
    try:
        return answer.json()
    except ValueError:
        raise ServerFault(f"the server answered with status {answer.status_code}") from None


def _error_from(body: Data) -> CenturyError:
    """Return the error that a response describes."""
    code = body.get("code")
    if code == IllegalMove.code:
        return IllegalMove(body["token"], body["reason"], body["rule"])
    if code == StaleMove.code:
        return StaleMove(body["meant"], body["version"])
    for module in (errors, server_errors):
        for name in module.__all__:
            kind = getattr(module, name)
            if kind.code == code and kind.__init__ is CenturyError.__init__:
                error: CenturyError = kind(body["message"])
                return error
    return ServerFault(f"{code}: {body.get('message')}")
