"""A supervised worker process: a game that hangs or dies is lost by rule, without other effects."""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

from century.arena.match import Job, Result, stalled
from century.arena.worker import job_line
from century.bots.process import Process, ReceiveInterrupted
from century.errors import (
    BotCrashed,
    BotFault,
    BotNonsense,
    BotStalled,
    GameNotPlayed,
    UnknownBot,
    WorkerLost,
)

__all__ = ["Supervisor"]

# Time limits in seconds for the stages of a game other than a bot's turn.
START = 300.0  # to import, and to compile the rules if this machine has not done so yet
MAKING = 60.0  # to make a bot, which may load a network
SLOW_MAKING = 5.0  # to make a bot without a report
CLOSING = 5.0  # to close the bots
LEAVING = 2.0  # to close the bots when the game is abandoned
SLACK = 1.0  # for the transport of notices: the worker itself checks the limit of a turn

Notice = dict[str, Any]
SILENT: Notice = {"stage": "silent"}
ENDED: Notice = {"stage": "ended"}
REFUSALS = {error.code: error for error in (UnknownBot, GameNotPlayed)}


class Supervisor:
    """Plays one job at a time in a worker process, and replaces the process after a fault."""

    def __init__(self, report: Callable[[str], None] | None = None) -> None:
        """Make a supervisor; `report` gets messages about bots that delay a game."""
        self._report = report
        self._process: Process | None = None
        self._lock = threading.Lock()  # for `_process` and `_stopped`
        self._stopped = False

    def play(self, job: Job) -> Result:
        """Play a game until it ends or one of its bots fails."""
        # A bot of an earlier game may have left something behind that ends the process.
        result = self._attempt(job) or self._attempt(job)
        if result is None:
            raise WorkerLost(f"the process of game {job.number} ended before the game began")
        return result

    def stop(self) -> None:
        """End the game in progress and refuse new ones; any thread may call this."""
        with self._lock:
            self._stopped = True
            if self._process is not None:
                self._process.terminate()
                self._process.interrupt()  # the thread that plays then closes the process

    def close(self) -> int | None:
        """End the process and everything that its bots have started; return its status."""
        with self._lock:
            process, self._process = self._process, None
        if process is None:
            return None
        process.terminate()
        return process.stop(LEAVING)

    def _attempt(self, job: Job) -> Result | None:
        """Play a game; return None if the process ended before the game began."""
        process = self._process or self._start()
        process.send(job_line(job))
        last: Notice = {"stage": "start"}
        tokens: list[str] = []
        while (notice := self._next(process, job, last))["stage"] in ("making", "turn", "end"):
            last = notice
            tokens += notice["tokens"]
        if notice["stage"] == "refused":
            raise REFUSALS[notice["code"]](notice["message"])
        status = None if notice["stage"] == "done" else self.close()
        if last["stage"] == "start":
            return None
        result = replace(Result.from_data(last["result"]), tokens=tuple(tokens))
        if last["stage"] != "end":
            return result.lost_by(last["seat"], _fault(job, last["stage"], notice, status))
        if result.fault is not None:
            self.close()  # a bot that failed may have left anything behind
        return result

    def _start(self) -> Process:
        # Sets of strings have the same order in every run, and a game uses one core.
        environment = {"OMP_NUM_THREADS": "1"} | os.environ | {"PYTHONHASHSEED": "0"}
        with self._lock:
            if self._stopped:
                raise WorkerLost("the games were stopped")
            command = [sys.executable, "-P", "-c", _program()]
            process = self._process = Process(command, env=environment, capture_errors=False)
        if _receive(process, START)["stage"] != "ready":
            self.close()
            raise WorkerLost("a process to play games in did not start; its own error is above")
        return process

    def _next(self, process: Process, job: Job, last: Notice) -> Notice:
        """Return the next notice; report a bot that takes long to make."""
        limit = _limit(last["stage"], job)
        if last["stage"] == "making" and self._report is not None and limit > SLOW_MAKING:
            notice = _receive(process, SLOW_MAKING)
            if notice is not SILENT:
                return notice
            limit -= SLOW_MAKING
            seat = last["seat"]
            self._report(
                f"game {job.number}: {job.seats[seat]} on seat {seat} is not ready after "
                f"{SLOW_MAKING:g} s; it loses after {_limit('making', job):g} s"
            )
        return _receive(process, limit)


def _receive(process: Process, limit: float) -> Notice:
    try:
        return dict(json.loads(process.receive(monotonic() + limit)))
    except BotStalled:
        return SILENT
    except (BotCrashed, BotNonsense, ReceiveInterrupted):
        return ENDED


def _program() -> str:
    """Return the worker's code; it imports from the same path, but does not pass it on."""
    path = [entry or str(Path.cwd()) for entry in sys.path]
    return f"import sys; sys.path[:] = {path!r}; from century.arena.worker import main; main()"


def _limit(stage: str, job: Job) -> float:
    return {
        "start": START,
        "making": MAKING + job.stall,
        "turn": job.stall + SLACK,
        "end": CLOSING,
    }[stage]


def _fault(job: Job, stage: str, notice: Notice, status: int | None) -> BotFault:
    if notice is ENDED:
        return BotCrashed(f"the process ended with status {status}")
    if stage == "making":
        return BotStalled(f"was not ready after {_limit(stage, job):g} s")
    return stalled(job.stall)
