"""The client: whose seats it takes, and what it does when the connection breaks."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable

import httpx
import pytest

from century.client import ATTEMPTS, Client

STATE = {"table": "0" * 32, "version": 1}


class Server:
    """Answers requests like a server; the first ones fail after they have arrived."""

    def __init__(self, failures: int = 0) -> None:
        self.requests: list[httpx.Request] = []
        self._failures = failures

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        if self._failures and request.method == "POST":
            self._failures -= 1
            raise httpx.ReadError("the connection broke", request=request)
        if "/codes/" in request.url.path:
            return httpx.Response(200, json={"table": STATE["table"]})
        return httpx.Response(200, json={"token": None, "state": STATE, "links": {}})

    def sent(self, header: str = "authorization") -> list[str]:
        return [one.headers[header] for one in self.requests if one.method == "POST"]

    def ids(self) -> list[str]:
        return [json.loads(one.content)["id"] for one in self.requests if one.method == "POST"]


def use(server: Server, token: str | None, act: Callable[[Client], object]) -> None:
    async def run() -> None:
        transport = httpx.MockTransport(server)
        async with Client("http://server", 0.0, transport, token=token) as client:
            await act(client)  # type: ignore[misc]

    asyncio.run(asyncio.wait_for(run(), 60))


async def create_and_join(client: Client) -> None:
    seats = [await client.create(), await client.join("ABC234", "Bob")]
    assert len({seat.token for seat in seats}) == (1 if client.token else 2)


def test_each_seat_belongs_to_a_person_of_its_own() -> None:
    server = Server()
    use(server, None, create_and_join)
    assert len(set(server.sent())) == 2
    assert all(len(sent) == len("Bearer ") + 32 for sent in server.sent())


def test_all_seats_belong_to_the_person_with_the_given_token() -> None:
    server = Server()
    use(server, "a" * 32, create_and_join)
    assert server.sent() == [f"Bearer {'a' * 32}"] * 2


@pytest.mark.parametrize("act", [Client.create, lambda client: client.join("ABC234", "Bob")])
def test_a_request_is_repeated_with_the_same_id_and_token(act: Callable[[Client], object]) -> None:
    server = Server(failures=2)
    use(server, None, act)
    assert len(server.ids()) == 3
    assert len(set(server.ids())) == len(set(server.sent())) == 1


def test_the_client_gives_up_after_some_attempts() -> None:
    server = Server(failures=100)
    with pytest.raises(httpx.ReadError):
        use(server, None, Client.create)
    assert len(server.ids()) == ATTEMPTS
