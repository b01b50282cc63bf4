"""Sockets of one table in one of several server processes.

Any process can serve any table, but each process that has viewers of a table applies its moves and
builds views of it. So the process that accepts a socket gives the connection to the process chosen
by the table's id. If that process does not answer, it keeps the connection.
"""

from __future__ import annotations

import asyncio
import fcntl
import mmap
import socket
import time
from array import array
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from struct import Struct
from typing import Any
from zlib import crc32

from uvicorn.lifespan.on import LifespanOn
from uvicorn.server import ServerState

from century.server.web.socket_protocol import SOCKET_PATH

__all__ = ["AffinityLifespan", "TableAffinity"]

ALIVE_SECONDS = 0.5  # between two heartbeats of a process
SILENT_SECONDS = 2.0  # since its last heartbeat, until a process gets no connections
MAX_REQUEST_BYTES = 65_536
CLOSE_SECONDS = 3.0  # until sockets must be closed when the server stops
_TIME = Struct("d")


@dataclass
class TableAffinity:
    """Transfers connections between the server processes, which share a folder."""

    folder: Path
    processes: int
    slot: int | None = None  # of this process
    _lock: Any = None  # held as long as this process has its slot
    _socket: socket.socket | None = None
    _heartbeats: Any = None  # shared memory: the time of the latest heartbeat of each slot
    _receive: Callable[[socket.socket, bytes], None] | None = None
    _timer: asyncio.TimerHandle | None = None

    def open(self, receive: Callable[[socket.socket, bytes], None]) -> None:
        """Take a slot, and call `receive` with each connection and its request."""
        self.slot = self._take_slot()
        if self.slot is None:
            return  # more processes than slots: this one keeps its connections
        self._receive = receive
        path = self._path(self.slot)
        path.unlink(missing_ok=True)  # of a process that had the slot before
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._socket.bind(str(path))
        with (self.folder / "heartbeats").open("a+b") as file:
            file.truncate(_TIME.size * self.processes)
            self._heartbeats = mmap.mmap(file.fileno(), 0)
        asyncio.get_running_loop().add_reader(self._socket, self._receive_all)
        self._beat()

    def close(self) -> None:
        """Give the slot back."""
        if self._timer is not None:
            self._timer.cancel()
        if self._socket is not None:
            asyncio.get_running_loop().remove_reader(self._socket)
            self._socket.close()
            self._socket = None
        if self._heartbeats is not None:
            self._write_heartbeat(0.0)
        if self._lock is not None:
            self._lock.close()

    def _path(self, slot: int) -> Path:
        return self.folder / f"{slot}.socket"

    def _take_slot(self) -> int | None:
        """Lock the first free slot; a process that dies loses its lock."""
        for slot in range(self.processes):
            file = (self.folder / f"{slot}.lock").open("w")
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                file.close()
            else:
                self._lock = file
                return slot
        return None

    # Heartbeats

    def _beat(self) -> None:
        self._write_heartbeat(time.monotonic())
        self._timer = asyncio.get_running_loop().call_later(ALIVE_SECONDS, self._beat)

    def _write_heartbeat(self, moment: float) -> None:
        assert self.slot is not None
        _TIME.pack_into(self._heartbeats, _TIME.size * self.slot, moment)

    def _is_alive(self, slot: int) -> bool:
        """Whether a process beats; one that is stopped or busy for long does not."""
        (beat,) = _TIME.unpack_from(self._heartbeats, _TIME.size * slot)
        return bool(time.monotonic() - beat < SILENT_SECONDS)

    # Connections

    def other_process(self, url: bytes) -> int | None:
        """Return the slot of the process that should serve a socket; None for this process."""
        path = SOCKET_PATH.match(url.decode("latin-1"))
        if path is None or self.slot is None:
            return None
        slot = crc32(path[1].encode()) % self.processes
        return slot if slot != self.slot and self._is_alive(slot) else None

    def send(self, slot: int, connection: int, request: bytes) -> None:
        """Send a connection, by its file descriptor, with the request that was read from it.

        Raises OSError if the process is gone, and BlockingIOError if it has not yet received
        earlier connections.
        """
        assert self._socket is not None
        ancillary = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array("i", [connection]))]
        self._socket.sendmsg([request], ancillary, 0, str(self._path(slot)))

    def _receive_all(self) -> None:
        assert self._socket is not None
        assert self._receive is not None
        with suppress(BlockingIOError):
            while True:
                request, received, *_ = socket.recv_fds(self._socket, MAX_REQUEST_BYTES, 1)
                for connection in received:
                    self._receive(socket.socket(fileno=connection), request)


class AffinityLifespan(LifespanOn):
    """Receives connections of other processes while the application runs."""

    def __init__(self, config: Any) -> None:
        super().__init__(config)
        self._affinity: TableAffinity = config.affinity
        self._protocols = ServerState()  # uvicorn's own is not known here
        self._tasks: set[asyncio.Task[None]] = set()

    async def startup(self) -> None:
        """Start the application, then receive connections."""
        await super().startup()
        if not self.should_exit:
            self._affinity.open(self._receive)

    async def shutdown(self) -> None:
        """Close the received connections as uvicorn closes its own, then the application."""
        self._affinity.close()
        connections = self._protocols.connections
        for connection in list(connections):
            connection.shutdown()
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                while connections or self._protocols.tasks:
                    await asyncio.sleep(0.02)
        await super().shutdown()

    def _receive(self, connection: socket.socket, request: bytes) -> None:
        task = asyncio.create_task(self._serve(connection, request))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, connection: socket.socket, request: bytes) -> None:
        connection.setblocking(False)
        loop = asyncio.get_running_loop()
        protocol_class: Any = self.config.http_protocol_class
        make_protocol = partial(
            protocol_class,
            config=self.config,
            server_state=self._protocols,
            app_state=self.state,
        )
        try:
            _, protocol = await loop.connect_accepted_socket(make_protocol, connection)
        except OSError:  # the client is gone
            connection.close()
        else:
            protocol.receive_transferred(request)
