"""Acknowledged moves survive kill -9, and clients recover from bad connections."""

from __future__ import annotations

import asyncio
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
from tests.server.crash import Acknowledged, check_logs, pair, play
from tests.server.process import KILL_ROUNDS, Process, running

TABLES = 6


async def play_and_kill(server: Process, rounds: int) -> Acknowledged:
    log: Acknowledged = []
    rng = Random(5)
    done = asyncio.Event()
    async with Client(server.address, retry_seconds=0.5) as client, AsyncExitStack() as stack:
        games = century.games()
        pairs = [await pair(client, game=games[n % len(games)]) for n in range(TABLES)]
        seats = [await stack.enter_async_context(seat) for two in pairs for seat in two]
        players = [
            asyncio.create_task(play(seat, Random(n), done, log)) for n, seat in enumerate(seats)
        ]
        for _ in range(rounds):
            enough = len(log) + rng.randrange(50, 200)
            while len(log) < enough:
                await asyncio.sleep(rng.random() / 50)
                assert not any(player.done() and player.exception() for player in players)
            await asyncio.to_thread(server.kill)
            server.start()
            await asyncio.to_thread(server.wait_until_ready)
        enough = len(log) + 50
        while len(log) < enough:
            await asyncio.sleep(0.05)
        done.set()
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)
    return log


def test_acknowledged_moves_survive_a_kill_and_no_move_is_executed_twice(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        log = asyncio.run(play_and_kill(server, KILL_ROUNDS))
        server.kill()
    store = Store(server.database)
    check_logs(store, log, TABLES)
    store.close()


# Bad connections


class BadProxy:
    """Forwards frames, but drops, repeats, delays, swaps and disconnects at random."""

    def __init__(self, server: str, seed: int) -> None:
        self._server = server.replace("http", "ws")
        self._rng = Random(seed)
        self.actions: Counter[str] = Counter()

    async def __call__(self, near: ServerConnection) -> None:
        assert near.request is not None
        headers = {"Authorization": near.request.headers["Authorization"]}
        path = f"{self._server}{near.request.path}"
        with suppress(ConnectionClosed, OSError):
            async with connect(path, additional_headers=headers) as far:
                directions = [self._forward(near, far), self._forward(far, near)]
                tasks = [asyncio.create_task(way) for way in directions]
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    async def _forward(
        self,
        source: ServerConnection | ClientConnection,
        target: ServerConnection | ClientConnection,
    ) -> None:
        held: list[str | bytes] = []
        async for frame in source:
            action = self._rng.choices(
                ["pass", "drop", "repeat", "delay", "swap", "disconnect"], [60, 10, 10, 10, 9, 1]
            )[0]
            self.actions[action] += 1
            if action == "disconnect":
                return
            if action == "swap" and not held:
                held.append(frame)
                continue
            if action == "delay":
                await asyncio.sleep(0.05)
            copies = {"drop": 0, "repeat": 2}.get(action, 1)
            for message in [frame] * copies + held:
                await target.send(message)
            held.clear()


@asynccontextmanager
async def bad_proxy(server: str, seed: int) -> AsyncIterator[tuple[str, BadProxy]]:
    proxy = BadProxy(server, seed)
    async with serve(proxy, "127.0.0.1", 0) as listening:
        port = next(iter(listening.sockets)).getsockname()[1]
        yield f"http://127.0.0.1:{port}", proxy


async def converge(server: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]], Counter[str]]:
    """Play 60 moves through bad proxies; return the clients' states and the server's."""
    async with (
        Client(server, retry_seconds=0.3) as client,
        bad_proxy(server, 3) as (address, proxy),
    ):
        seats = await pair(client)
        client.server = address  # only the sockets use the proxy
        log: Acknowledged = []
        done = asyncio.Event()
        async with seats[0], seats[1]:
            players = [
                asyncio.create_task(play(seat, Random(n), done, log))
                for n, seat in enumerate(seats)
            ]
            while len(log) < 60:
                await asyncio.sleep(0.05)
                for player in players:
                    if player.done():
                        player.result()
            done.set()
            for player in players:
                player.cancel()
            await asyncio.gather(*players, return_exceptions=True)
            for _ in range(20):  # a move in flight may still arrive
                truth = [await seat.ask("GET", "") for seat in seats]
                for seat, true in zip(seats, truth, strict=True):
                    await seat.until(partial(seat.has_version, true["version"]))
                if [without_time(seat.state) for seat in seats] == [*map(without_time, truth)]:
                    break
        ids = Counter(command_id for _, command_id, _, _ in log)
        assert set(ids.values()) == {1}
        states = [without_time(seat.state) for seat in seats]
        return states, [*map(without_time, truth)], proxy.actions


def without_time(state: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in state.items() if key != "now"}


def test_clients_converge_through_drops_repeats_delays_and_swaps(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        states, truth, actions = asyncio.run(converge(server.address))
    assert states == truth
    assert all(actions[action] for action in ("drop", "repeat", "delay", "swap"))


def test_a_custom_bot_plays_through_the_client(tmp_path: Path) -> None:
    class ClaimingBot:
        def choose(self, position: century.Position, seat: int, budget: float) -> int:
            assert position.seat == seat
            claims = [n for n in position.actions() if position.tokens[n].startswith("claim")]
            return Random(position.to_text()).choice(claims or position.actions())

    async def finish(address: str) -> Seat:
        async with Client(address) as client:
            seats = await pair(client)
            async with seats[0], seats[1]:
                await asyncio.gather(*(seat.play(ClaimingBot()) for seat in seats))
            record = await seats[0].ask("GET", "record")
            assert century.read_record(record).end.over
            return seats[0]

    with running(tmp_path) as server:
        seat = asyncio.run(finish(server.address))
    assert seat.state["status"] == "over"
