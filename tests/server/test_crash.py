"""What was acknowledged survives kill -9, and bad connections do no harm."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

import century
from century.client import Client, Seat
from century.server.log.store import Store
from century.server.table.table import Table
from tests.server.process import Process, running

ROUNDS = int(os.environ.get("KILL_ROUNDS", "2"))  # `make prove` asks for more
TABLES = 6

Acknowledged = list[tuple[str, str, int, list[str]]]  # table, id, version, tokens


async def pair(client: Client, **wanted: Any) -> tuple[Seat, Seat]:
    seats = [{"kind": "me"}, {"kind": "open"}]
    host = await client.create(seats=seats, order="seated", **wanted)
    guest = await client.join(host.state["code"], "Bob")
    await host.ask("POST", "commands", json={"type": "start", "id": "start", "version": 2})
    return host, guest


async def play(seat: Seat, rng: Random, done: asyncio.Event, heard: Acknowledged) -> None:
    """Decide at random, and note what was acknowledged."""
    async for legal in seat.turns():
        if done.is_set():
            return
        given = f"{rng.getrandbits(64):x}"
        answer = await seat.do("move", id=given, tokens=[rng.choice(legal)])
        mine = [event for event in answer["events"] if event["id"] == given]
        assert len(mine) == 1
        heard.append((seat.table, given, mine[0]["version"], mine[0]["tokens"]))


async def play_and_kill(server: Process, rounds: int) -> Acknowledged:
    heard: Acknowledged = []
    rng = Random(5)
    done = asyncio.Event()
    async with Client(server.address, patience=0.5) as client, AsyncExitStack() as stack:
        games = century.games()
        pairs = [await pair(client, game=games[n % len(games)]) for n in range(TABLES)]
        seats = [await stack.enter_async_context(seat) for two in pairs for seat in two]
        players = [
            asyncio.create_task(play(seat, Random(n), done, heard)) for n, seat in enumerate(seats)
        ]
        for _ in range(rounds):
            enough = len(heard) + rng.randrange(50, 200)
            while len(heard) < enough:
                await asyncio.sleep(rng.random() / 50)
                assert not any(player.done() and player.exception() for player in players)
            await asyncio.to_thread(server.kill)
            server.start()
            await asyncio.to_thread(server.wait_until_ready)
        enough = len(heard) + 50
        while len(heard) < enough:
            await asyncio.sleep(0.05)
        done.set()
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)
    return heard


def test_nothing_acknowledged_is_lost_and_nothing_happens_twice(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        heard = asyncio.run(play_and_kill(server, ROUNDS))
        server.kill()
        store = Store(server.database)
        logs = {table: store.events(table) for table, *_ in heard}
        store.close()
    assert len(logs) == TABLES
    for table, given, version, tokens in heard:
        event = logs[table][version - 1]
        assert (event.id, event.version, event.data["tokens"]) == (given, version, tokens)
    for table, events in logs.items():
        assert [event.version for event in events] == list(range(1, len(events) + 1))
        keys = Counter(event.key for event in events if event.key)
        assert set(keys.values()) == {1}
        assert Table(table, events).count == sum(event.kind == "moved" for event in events)


# Bad connections


class BadWire:
    """Passes frames on, but drops, repeats, delays and swaps some, and hangs up now and then."""

    def __init__(self, server: str, seed: int) -> None:
        self._server = server.replace("http", "ws")
        self._rng = Random(seed)
        self.harmed: Counter[str] = Counter()

    async def __call__(self, near: ServerConnection) -> None:
        assert near.request is not None
        headers = {"Authorization": near.request.headers["Authorization"]}
        path = f"{self._server}{near.request.path}"
        with suppress(ConnectionClosed, OSError):
            async with connect(path, additional_headers=headers) as far:
                both = [self._pass_on(near, far), self._pass_on(far, near)]
                tasks = [asyncio.create_task(way) for way in both]
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    async def _pass_on(
        self,
        source: ServerConnection | ClientConnection,
        target: ServerConnection | ClientConnection,
    ) -> None:
        kept: list[str | bytes] = []
        async for frame in source:
            what = self._rng.choices(
                ["pass", "drop", "repeat", "delay", "swap", "hang up"], [60, 10, 10, 10, 9, 1]
            )[0]
            self.harmed[what] += 1
            if what == "hang up":
                return
            if what == "swap" and not kept:
                kept.append(frame)
                continue
            if what == "delay":
                await asyncio.sleep(0.05)
            copies = {"drop": 0, "repeat": 2}.get(what, 1)
            for message in [frame] * copies + kept:
                await target.send(message)
            kept.clear()


@asynccontextmanager
async def bad_wire(server: str, seed: int) -> AsyncIterator[tuple[str, BadWire]]:
    wire = BadWire(server, seed)
    async with serve(wire, "127.0.0.1", 0) as listening:
        port = next(iter(listening.sockets)).getsockname()[1]
        yield f"http://127.0.0.1:{port}", wire


async def converge(server: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]], Counter[str]]:
    """Let two people play on bad wires until 60 decisions stand; return what they and all see."""
    async with (
        Client(server, patience=0.3) as client,
        bad_wire(server, 3) as (address, wire),
    ):
        seats = await pair(client)
        client.server = address  # sockets only: what is made by HTTP is made already
        heard: Acknowledged = []
        done = asyncio.Event()
        async with seats[0], seats[1]:
            players = [
                asyncio.create_task(play(seat, Random(n), done, heard))
                for n, seat in enumerate(seats)
            ]
            while len(heard) < 60:
                await asyncio.sleep(0.05)
                for player in players:
                    if player.done():
                        player.result()
            done.set()
            for player in players:
                player.cancel()
            await asyncio.gather(*players, return_exceptions=True)
            for _ in range(20):  # what was under way when they stopped may still come in
                truth = [await seat.ask("GET", "") for seat in seats]
                for seat, true in zip(seats, truth, strict=True):
                    await seat.until(partial(seat.knows, true["version"]))
                if [seat.state for seat in seats] == truth:
                    break
        ids = Counter(given for _, given, _, _ in heard)
        assert set(ids.values()) == {1}
        return [seat.state for seat in seats], truth, wire.harmed


def test_clients_converge_through_drops_repeats_delays_and_swaps(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        seen, truth, harmed = asyncio.run(converge(server.address))
    assert seen == truth
    assert all(harmed[what] for what in ("drop", "repeat", "delay", "swap"))


def test_a_bot_of_ones_own_sits_at_a_table(tmp_path: Path) -> None:
    class First:
        def choose(self, position: century.Position, seat: int, budget: float) -> int:
            assert position.seat == seat
            claims = [n for n in position.actions() if position.tokens[n].startswith("claim")]
            return Random(position.to_text()).choice(claims or position.actions())

    async def finish(address: str) -> Seat:
        async with Client(address) as client:
            seats = await pair(client)
            async with seats[0], seats[1]:
                await asyncio.gather(*(seat.play(First()) for seat in seats))
            record = await seats[0].ask("GET", "record")
            assert century.read_record(record).end.over
            return seats[0]

    with running(tmp_path) as server:
        seat = asyncio.run(finish(server.address))
    assert seat.state["status"] == "over"
