"""The processes in which bots think, so that the event loop never waits for them."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from contextlib import suppress
from typing import Any

import structlog

from century.bots import LEVELS
from century.errors import BotCrashed, BotFault, BotNonsense, BotStalled
from century.position import Position, game, games
from century.warmup import is_warm

__all__ = ["Thinkers"]

STARTING = 300.0  # seconds to import and to compile, on a machine where nobody has yet
DECISIONS = 30  # a turn has hardly more; each may use the budget
ATTEMPTS = 2

_log = structlog.get_logger("century.thinkers")


class Thinkers:
    """A few processes; questions wait for one that is free."""

    def __init__(self, count: int, budget: float, warm: bool) -> None:
        self._count = count
        self._budget = budget
        self._warm = warm
        self._free: asyncio.Queue[_Thinker] = asyncio.Queue()
        self._all = [_Thinker() for _ in range(count)]
        self._warming: asyncio.Task[None] | None = None
        self.preparing = False  # whether bots are being compiled: a first answer takes long

    def start(self) -> None:
        """Begin to get ready; questions may come at once."""
        for thinker in self._all:
            self._free.put_nowait(thinker)
        if self._warm:
            self.preparing = not all(is_warm(game(name), LEVELS) for name in games())
            self._warming = asyncio.create_task(self._warm_up())

    async def _warm_up(self) -> None:
        """Let bots be compiled one by one; the other processes find them in the cache."""
        try:
            for name in games():
                for level in LEVELS:
                    await self._ask({"warm": level, "game": name}, STARTING)
                    await asyncio.sleep(0)  # whoever waits is next, and need not wait for all
        except BotFault as fault:
            _log.error("bots could not be compiled", fault=str(fault))
        finally:
            self.preparing = False

    async def _ask(self, question: dict[str, Any], limit: float) -> dict[str, Any]:
        """Put a question to the next process that is free."""
        thinker = await self._free.get()
        try:
            return await thinker.ask(question, limit)
        finally:
            self._free.put_nowait(thinker)

    async def think(self, position: Position, seat: int, level: str, seed: int) -> list[str]:
        """Return a bot's decisions for the rest of its turn, or raise BotFault."""
        # The process is told nothing that the seat may not know.
        question = {
            "position": position.redeal(seat, 0).to_text(),
            "level": level,
            "seed": seed,
            "budget": self._budget,
        }
        for attempt in range(ATTEMPTS):
            try:
                answer = await self._ask(question, STARTING + DECISIONS * self._budget)
                return _tokens(answer)
            except BotFault as fault:
                _log.warning("a bot failed", level=level, attempt=attempt, fault=str(fault))
                if attempt == ATTEMPTS - 1:
                    raise
        raise AssertionError("unreachable")

    async def close(self) -> None:
        """End all processes."""
        if self._warming is not None:
            self._warming.cancel()
        await asyncio.gather(*(thinker.end() for thinker in self._all))


def _tokens(answer: dict[str, Any]) -> list[str]:
    tokens = answer.get("tokens")
    if not isinstance(tokens, list) or not tokens:
        raise BotNonsense("a bot answered without a decision")
    return tokens


class _Thinker:
    """One process, started when it is first asked."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, question: dict[str, Any], limit: float) -> dict[str, Any]:
        """Return the answer; a process that gives none in time is ended."""
        try:
            async with asyncio.timeout(limit):
                return await self._ask(question)
        except TimeoutError:
            await self.end()
            raise BotStalled(f"no answer in {limit:g} s") from None
        except (OSError, ValueError) as error:
            await self.end()
            raise BotCrashed(f"the process ended: {error}") from error
        except asyncio.CancelledError:
            await self.end()  # an answer that comes later would be taken for that of another
            raise

    async def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
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
        process.stdin.write(json.dumps(question).encode() + b"\n")
        await process.stdin.drain()
        answer: dict[str, Any] = json.loads(await process.stdout.readline())
        return answer

    async def end(self) -> None:
        """End the process, if there is one."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
