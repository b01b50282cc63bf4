"""Sockets of one table are in one of several server processes, as long as it answers."""

from __future__ import annotations

import asyncio
import functools
import json
import os
import signal
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets import CloseCode
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from century.client import Client, Seat
from century.server.web import affinity
from century.server.web.affinity import TableAffinity
from tests.server.process import Process, running, server_processes, wait_until

PROCESSES = 3
ESTABLISHED = "01"
SECONDS = 120.0  # for each test


def in_event_loop(test: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Run a test in an event loop."""

    @functools.wraps(test)
    def run(**fixtures: Any) -> None:
        asyncio.run(asyncio.wait_for(test(**fixtures), SECONDS))

    return run


@pytest.fixture
def server(tmp_path: Path, postgres_url: str) -> Iterator[Process]:
    with running(tmp_path, postgres_url, "--processes", str(PROCESSES)) as server:
        wait_until(lambda: len(server_processes(server)) == PROCESSES, "all processes start")
        pids = server_processes(server)
        wait_until(lambda: all(map(takes_connections, pids)), "the processes find each other")
        yield server


def takes_connections(pid: int) -> bool:
    """Whether a process has opened the socket through which others give it connections."""
    lines = Path("/proc/net/unix").read_text().splitlines()
    return not inodes(pid).isdisjoint(
        line.split()[6] for line in lines if "/century-processes-" in line
    )


def inodes(pid: int) -> set[str]:
    """Return the inodes of a process's sockets."""
    found = set()
    for path in Path(f"/proc/{pid}/fd").iterdir():
        try:
            name = path.readlink().name
        except FileNotFoundError:
            continue
        if name.startswith("socket:["):
            found.add(name.removeprefix("socket:[").removesuffix("]"))
    return found


def serving(server: Process, client: ClientConnection) -> int:
    """Return the process that holds the other end of a connection."""
    ends = [f"{server.port:04X}", f"{client.local_address[1]:04X}"]
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        if [end.rpartition(":")[2] for end in fields[1:3]] == ends and fields[3] == ESTABLISHED:
            return next(pid for pid in server_processes(server) if fields[9] in inodes(pid))
    raise AssertionError("the server does not have this connection")


@asynccontextmanager
async def listening(server: Process, seat: Seat) -> AsyncIterator[ClientConnection]:
    """Open a socket, and receive the state of the table."""
    address = f"ws://127.0.0.1:{server.port}/api/tables/{seat.table}/socket"
    headers = {"Authorization": f"Bearer {seat.token}"}
    async with connect(address, additional_headers=headers, compression=None) as client:
        async with asyncio.timeout(30):
            assert json.loads(await client.recv())["state"]["table"] == seat.table
        yield client


async def process_of(server: Process, seat: Seat) -> int:
    """Return the process that serves a new socket of a table."""
    async with listening(server, seat) as client:
        return serving(server, client)


async def process_after_retries(server: Process, seat: Seat) -> int:
    """Return the process that serves a table after connections broke with another process."""
    while True:
        with suppress(ConnectionError, ConnectionClosed, InvalidHandshake):
            return await process_of(server, seat)
        await asyncio.sleep(0.1)


async def new_table(client: Client) -> Seat:
    return await client.create(seats=[{"kind": "me"}, {"kind": "open"}])


@in_event_loop
async def test_all_sockets_of_a_table_are_in_one_process(server: Process) -> None:
    async with Client(server.address) as client:
        chosen = set()
        for _ in range(100):
            seat = await new_table(client)
            # The kernel gives each connection to any of the processes.
            processes = {await process_of(server, seat) for _ in range(6)}
            assert len(processes) == 1
            chosen |= processes
            if len(chosen) == PROCESSES:
                break
        assert chosen == set(server_processes(server))


@in_event_loop
async def test_other_processes_serve_the_tables_of_one_that_does_not_answer(
    server: Process,
) -> None:
    async with Client(server.address) as client:
        seat = await new_table(client)
        chosen = await process_of(server, seat)
        os.kill(chosen, signal.SIGSTOP)
        try:
            await asyncio.sleep(affinity.SILENT_SECONDS)
            others = {await process_of(server, seat) for _ in range(4)}
            assert chosen not in others
        finally:
            os.kill(chosen, signal.SIGCONT)
        await asyncio.sleep(2 * affinity.ALIVE_SECONDS)
        assert await process_of(server, seat) == chosen
        os.kill(chosen, signal.SIGKILL)
        assert await process_after_retries(server, seat) != chosen


@in_event_loop
async def test_sockets_end_in_order_when_the_server_stops(server: Process) -> None:
    async with Client(server.address) as client:
        seats = [await new_table(client) for _ in range(6)]
    async with asyncio.timeout(60):
        opened = [listening(server, seat) for seat in seats]
        clients = [await each.__aenter__() for each in opened]
        server.process.terminate()
        for each in clients:
            await each.wait_closed()
            assert each.close_code == CloseCode.SERVICE_RESTART
    assert server.process.wait(30) == 0


@in_event_loop
async def test_a_process_without_a_slot_keeps_its_connections(tmp_path: Path) -> None:
    first, second = TableAffinity(tmp_path, 1), TableAffinity(tmp_path, 1)
    first.open(lambda _connection, _request: None)
    second.open(lambda _connection, _request: None)
    try:
        assert (first.slot, second.slot) == (0, None)
        assert second.other_process(b"/api/tables/ABC/socket") is None
    finally:
        first.close()
        second.close()
    third = TableAffinity(tmp_path, 1)
    third.open(lambda _connection, _request: None)
    assert third.slot == 0
    third.close()


@in_event_loop
async def test_connections_wait_for_a_process_that_has_many_to_receive(tmp_path: Path) -> None:
    first, second = TableAffinity(tmp_path, 2), TableAffinity(tmp_path, 2)
    received: list[bytes] = []

    def receive(connection: socket.socket, request: bytes) -> None:
        connection.close()
        received.append(request)

    first.open(receive)
    second.open(lambda _connection, _request: None)
    ours, theirs = socket.socketpair()
    try:
        with suppress(BlockingIOError):  # when the queue of the other process is full
            for sent in range(1_000_000):
                second.send(0, theirs.fileno(), b"%d" % sent)
        assert 0 < sent < 999_999
        while len(received) < sent:
            await asyncio.sleep(0.01)
        second.send(0, theirs.fileno(), b"another")
        while len(received) == sent:
            await asyncio.sleep(0.01)
    finally:
        first.close()
        second.close()
        ours.close()
        theirs.close()
    assert received == [b"%d" % number for number in range(sent)] + [b"another"]
