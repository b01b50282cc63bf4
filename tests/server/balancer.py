"""A load balancer for the tests: it forwards each connection to any server that accepts it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from random import Random

__all__ = ["balancer"]

CONNECT_SECONDS = 1.0


class _Balancer:
    def __init__(self, ports: Sequence[int], seed: int) -> None:
        self._ports = list(ports)
        self._rng = Random(seed)

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            far = await self._connect()
            if far is not None:
                ways = (_copy(reader, far[1]), _copy(far[0], writer))
                tasks = [asyncio.create_task(way) for way in ways]
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                far[1].close()
        writer.close()

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        for port in self._rng.sample(self._ports, len(self._ports)):
            with suppress(OSError, TimeoutError):
                async with asyncio.timeout(CONNECT_SECONDS):
                    return await asyncio.open_connection("127.0.0.1", port)
        return None


async def _copy(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await source.read(65_536):
            target.write(data)
            await target.drain()


@asynccontextmanager
async def balancer(ports: Sequence[int], seed: int = 1) -> AsyncIterator[str]:
    """Listen on a free port, and yield the address."""
    server = await asyncio.start_server(_Balancer(ports, seed), "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
