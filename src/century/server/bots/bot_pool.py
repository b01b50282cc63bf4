"""A pool of worker processes for bots, so that the event loop never waits for a bot."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Collection, Sequence
from contextlib import suppress
from typing import Any

from century.bots.levels import levels_of
from century.errors import BotCrashed, BotFault, BotNonsense, BotStalled
from century.extras import provided_by
from century.position import Position, game, games
from century.server.errors import TooMany
from century.warmup import is_warm

with provided_by("server"):
    import structlog

__all__ = ["BotPool"]

STARTUP_SECONDS = 300.0  # to import and to compile, on a machine with an empty cache
MAX_DECISIONS = 30  # of a turn; each may use the whole budget
ATTEMPTS = 2
MAX_REVIEWS = 8  # games that are reviewed at the same time; tables need the workers too

_log = structlog.get_logger("century.bots")


class BotPool:
    """A fixed number of worker processes; requests wait for a free one."""

    def __init__(self, count: int, budget: float, warm_up: bool) -> None:
        self._budget = budget
        self._warm_up_first = warm_up
        self._free: asyncio.Queue[_Worker] = asyncio.Queue()
        self._workers = [_Worker() for _ in range(count)]
        self._warm_up_task: asyncio.Task[None] | None = None
        self._review_lock = asyncio.Lock()  # reviews use one worker at most
        self._reviews = 0  # that run or wait
        self.preparing = False  # whether bots are being compiled: the first answers take long

    def start(self, unplayable: Collection[str] = ()) -> None:
        """Accept requests, and start to compile the bots for all games but the unplayable ones."""
        for worker in self._workers:
            self._free.put_nowait(worker)
        if self._warm_up_first:
            played = [name for name in games() if name not in unplayable]
            self.preparing = not all(is_warm(game(name), levels_of(game(name))) for name in played)
            self._warm_up_task = asyncio.create_task(self._warm_up(played))

    async def _warm_up(self, played: list[str]) -> None:
        """Compile the bots one by one; the other workers load them from the cache."""
        try:
            for name in played:
                await self._warm_up_game(name)
        finally:
            self.preparing = False

    async def _warm_up_game(self, name: str) -> None:
        try:
            for level in levels_of(game(name)):
                await self._request({"warm": level, "game": name}, STARTUP_SECONDS)
                await asyncio.sleep(0)  # a waiting table goes first, before the next level
        except BotFault as fault:  # a broken game must not stop the others
            _log.error("bots could not be compiled", game=name, fault=str(fault))

    async def _request(self, request: dict[str, Any], limit: float) -> dict[str, Any]:
        """Send a request to the next free worker, and return the response."""
        worker = await self._free.get()
        try:
            return await worker.request(request, limit)
        finally:
            self._free.put_nowait(worker)

    async def choose(self, position: Position, seat: int, level: str, seed: int) -> list[str]:
        """Return a bot's decisions for the rest of its turn, or raise BotFault."""
        # The worker receives nothing that the seat may not know.
        request = {
            "position": position.redeal(seat, 0).to_text(),
            "level": level,
            "seed": seed,
            "budget": self._budget,
        }
        for attempt in range(ATTEMPTS):
            try:
                limit = STARTUP_SECONDS + MAX_DECISIONS * self._budget
                return _tokens(await self._request(request, limit))
            except BotFault as fault:
                _log.warning("a bot failed", level=level, attempt=attempt, fault=str(fault))
                if attempt == ATTEMPTS - 1:
                    raise
        raise AssertionError("unreachable")

    async def review(self, position: Position, played: Sequence[str], level: str) -> dict[str, Any]:
        """Return a bot's review of a turn, the fields of TurnReview; raise BotFault or TooMany."""
        if self._reviews >= MAX_REVIEWS:
            raise TooMany("many games are being reviewed; try again in a minute")
        # The review may use nothing that the seat could not know.
        hidden = position.redeal(position.seat, 0).to_text()
        request = {"position": hidden, "played": list(played), "level": level}
        self._reviews += 1
        try:
            async with self._review_lock:
                response = await self._request(request, STARTUP_SECONDS)
        finally:
            self._reviews -= 1
        review: dict[str, Any] = response["review"]
        return review

    async def close(self) -> None:
        """End all worker processes."""
        if self._warm_up_task is not None:
            self._warm_up_task.cancel()
        await asyncio.gather(*(worker.end() for worker in self._workers))


def _tokens(response: dict[str, Any]) -> list[str]:
    tokens = response.get("tokens")
    if not isinstance(tokens, list) or not tokens:
        raise BotNonsense("a bot answered without a decision")
    return tokens


class _Worker:
    """One worker process, started with the first request."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    async def request(self, request: dict[str, Any], limit: float) -> dict[str, Any]:
        """Return the response; end a process that exceeds the time limit."""
        try:
            async with asyncio.timeout(limit):
                return await self._exchange(request)
        except TimeoutError:
            await self.end()
            raise BotStalled(f"no answer in {limit:g} s") from None
        except (OSError, ValueError) as error:
            await self.end()
            raise BotCrashed(f"the process ended: {error}") from error
        except asyncio.CancelledError:
            await self.end()  # a late response would be taken for that of the next request
            raise

    async def _exchange(self, request: dict[str, Any]) -> dict[str, Any]:
        if self._process is None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "century.server.bots.worker",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env={"OMP_NUM_THREADS": "1"} | os.environ,
                start_new_session=True,  # Ctrl-C is for the server
            )
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(json.dumps(request).encode() + b"\n")
        await process.stdin.drain()
        response: dict[str, Any] = json.loads(await process.stdout.readline())
        return response

    async def end(self) -> None:
        """Kill the process, if there is one, and close its pipes."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        assert process.stdin is not None
        process.stdin.close()
        await process.communicate()
