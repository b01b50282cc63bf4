"""Four servers under load: servers are killed and stopped, PostgreSQL crashes, no move is lost."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, ExitStack
from pathlib import Path
from random import Random
from time import monotonic

import century
from century.client import Client, Seat
from century.server.log.store import Store
from tests.server.balancer import balancer
from tests.server.crash import Acknowledged, check_logs, pair, play
from tests.server.postgres import Cluster
from tests.server.process import KILL_ROUNDS, Process, running

SERVERS = 4
TABLES = 8
STOPPED_SECONDS = 3.0
WAIT_SECONDS = 120.0

Fault = Callable[[], Awaitable[None]]


class Chaos:
    """Breaks servers one after the other, and measures how long each table stands still."""

    def __init__(self, servers: list[Process], postgres: Cluster, log: Acknowledged) -> None:
        self._servers = servers
        self._postgres = postgres
        self._log = log
        self._rng = Random(7)
        self.seats: list[Seat] = []
        self.players: list[asyncio.Task[None]] = []
        self.longest = 0.0  # seconds until all tables went on after a fault

    async def kill(self) -> None:
        server = self._rng.choice(self._servers)
        await asyncio.to_thread(server.kill)
        await self._all_tables_go_on()
        server.start()
        await asyncio.to_thread(server.wait_until_ready)

    async def stop_and_continue(self) -> None:
        pid = self._rng.choice(self._servers).process.pid
        os.kill(pid, signal.SIGSTOP)
        await asyncio.sleep(STOPPED_SECONDS)
        os.kill(pid, signal.SIGCONT)
        await self._all_tables_go_on()

    async def crash_the_database(self) -> None:
        await asyncio.to_thread(self._postgres.crash_and_restart)
        await self._all_tables_go_on()

    def _playing(self) -> set[str]:
        return {seat.table for seat in self.seats if seat.state["status"] == "playing"}

    async def _all_tables_go_on(self) -> None:
        """Wait until a move is acknowledged at each table."""
        began, known = monotonic(), len(self._log)
        while waiting := self._playing() - {table for table, *_ in self._log[known:]}:
            await asyncio.sleep(0.05)
            self._check_players()
            assert monotonic() < began + WAIT_SECONDS, f"tables did not go on: {waiting}"
        self.longest = max(self.longest, monotonic() - began)

    def _check_players(self) -> None:
        """Raise what has stopped a player."""
        for player in self.players:
            if player.done():
                player.result()


async def play_through_faults(servers: list[Process], postgres: Cluster, rounds: int) -> Chaos:
    log: Acknowledged = []
    done = asyncio.Event()
    chaos = Chaos(servers, postgres, log)
    async with AsyncExitStack() as stack:
        address = await stack.enter_async_context(balancer([server.port for server in servers]))
        client = await stack.enter_async_context(Client(address, retry_seconds=0.5))
        games = century.games()
        pairs = [await pair(client, game=games[n % len(games)]) for n in range(TABLES)]
        seats = [await stack.enter_async_context(seat) for two in pairs for seat in two]
        chaos.seats = seats
        chaos.players = [
            asyncio.create_task(play(seat, Random(n), done, log, pause=0.02))
            for n, seat in enumerate(seats)
        ]
        await _until(lambda: len({table for table, *_ in log}) == TABLES)
        for number in range(rounds):
            await chaos.kill()
            if number % 5 == 1:
                await chaos.stop_and_continue()
            if number % 10 == 1:
                await chaos.crash_the_database()
        done.set()
        for player in chaos.players:
            player.cancel()
        await asyncio.gather(*chaos.players, return_exceptions=True)
    return chaos


async def _until(condition: Callable[[], bool]) -> None:
    end = monotonic() + WAIT_SECONDS
    while not condition():
        assert monotonic() < end, "the condition never held"
        await asyncio.sleep(0.05)


def test_no_acknowledged_move_is_lost_when_servers_and_the_database_crash(
    tmp_path: Path, postgres: Cluster, postgres_url: str
) -> None:
    with ExitStack() as stack:
        servers = [stack.enter_context(running(tmp_path, postgres_url)) for _ in range(SERVERS)]
        chaos = asyncio.run(play_through_faults(servers, postgres, KILL_ROUNDS))
        for server in servers:
            server.kill()
    store = Store(postgres_url)
    check_logs(store, chaos._log, TABLES)
    store.close()
    print(
        f"{KILL_ROUNDS} kills, {len(chaos._log)} moves; "
        f"all tables went on within {chaos.longest:.1f} s"
    )
