"""A guard around one worker process: a game that hangs or dies ends by rule, and harms no other."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from century.arena.match import Job, Result, stalled
from century.arena.worker import LEAVING, job_line
from century.errors import BotCrashed, BotFault, BotStalled, UnknownBot, WorkerLost

__all__ = ["Guard"]

# Seconds of silence after which a process is given up, where it is not at a bot's turn.
START = 300.0  # to import, and to compile the rules on a machine where nobody has yet
MAKING = 60.0  # for a bot to get ready, such as to load what it has learnt
CLOSING = 5.0  # for bots to tidy up
SLACK = 1.0  # beyond a turn's limit, for the notices' way; the worker judges by the limit itself

Notice = dict[str, Any]
SILENT: Notice = {"at": "silent"}
ENDED: Notice = {"at": "ended"}


class Guard:
    """Plays jobs in a process of its own, one at a time; keeps the process while all goes well."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._notices: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._starting = threading.Lock()
        self._stopped = False

    def play(self, job: Job) -> Result:
        """Play a game to its end, or to the fault of one of its bots."""
        # A bot of an earlier game may have left something that ends the process: once, that is.
        result = self._attempt(job) or self._attempt(job)
        if result is None:
            raise WorkerLost(f"the process of game {job.number} ended before the game began")
        return result

    def stop(self) -> None:
        """End whatever is under way, for good; any thread may call this."""
        with self._starting:
            self._stopped = True
            if self._process is not None:
                _ask_to_end(self._process)
                self._notices.put(None)  # wakes the thread that waits; it closes

    def close(self) -> int | None:
        """End the process and the programs its bots have started; return the process's status."""
        with self._starting:
            process, self._process = self._process, None
        if process is None:
            return None
        _ask_to_end(process)
        self._reader.join(LEAVING)  # until its output ends, and so it has
        _kill(process)
        status = process.wait()
        self._reader.join()
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            pipe.close()
        return status

    def _attempt(self, job: Job) -> Result | None:
        """Play a game; None if the process ended before the game began."""
        if self._process is None:
            self._start()
        if not self._send(job):
            self.close()
            return None
        last: Notice = {"at": "start"}
        while (notice := self._next(_limit(last["at"], job)))["at"] in ("making", "turn", "end"):
            last = notice
        if notice["at"] == "refused":
            raise UnknownBot(notice["message"])
        status = None if notice["at"] == "done" else self.close()
        if last["at"] == "start":
            return None
        standing = Result.from_data(last["standing"])
        if last["at"] != "end":
            return standing.lost_by(last["seat"], _fault(job, last["at"], notice, status))
        if standing.fault is not None:
            self.close()  # who knows what a bot in disarray has left behind
        return standing

    def _start(self) -> None:
        # Sets of strings have the same order in every run, and a game keeps to one core.
        environment = {"OMP_NUM_THREADS": "1"} | os.environ | {"PYTHONHASHSEED": "0"}
        with self._starting:
            if self._stopped:
                raise WorkerLost("the games were stopped")
            self._notices = queue.SimpleQueue()
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", _program()],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env=environment,
                encoding="utf-8",
                start_new_session=True,  # Ctrl-C is for the one who runs the tournament
            )
        self._reader = threading.Thread(
            target=_forward, args=(self._process.stdout, self._notices), daemon=True
        )
        self._reader.start()
        if self._next(START)["at"] != "ready":
            self.close()
            raise WorkerLost("a process to play games in did not start; its own error is above")

    def _send(self, job: Job) -> bool:
        assert self._process is not None
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(job_line(job))
            self._process.stdin.flush()
        except BrokenPipeError:
            return False
        return True

    def _next(self, limit: float) -> Notice:
        try:
            line = self._notices.get(timeout=limit)
        except queue.Empty:
            return SILENT
        return ENDED if line is None else dict(json.loads(line))


def _program() -> str:
    """Return a program that finds whatever can be imported here, and leaves that to no child."""
    path = [entry or str(Path.cwd()) for entry in sys.path]
    return f"import sys; sys.path[:] = {path!r}; from century.arena.worker import main; main()"


# Until a process is waited for, its number is nobody else's, nor is that of its group. The methods
# of Popen may wait for it, so that they would leave alone what a dead process has left running.


def _ask_to_end(process: subprocess.Popen[str]) -> None:
    if os.name == "posix":
        os.kill(process.pid, signal.SIGTERM)


def _kill(process: subprocess.Popen[str]) -> None:
    if os.name != "posix":
        process.kill()
        return
    with suppress(ProcessLookupError, PermissionError):  # all of the group have ended already
        os.killpg(process.pid, signal.SIGKILL)


def _limit(at: str, job: Job) -> float:
    return {
        "start": START,
        "making": MAKING + job.stall,
        "turn": job.stall + SLACK,
        "end": CLOSING,
    }[at]


def _fault(job: Job, at: str, notice: Notice, status: int | None) -> BotFault:
    if notice is ENDED:
        return BotCrashed(f"the process ended with status {status}")
    if at == "making":
        return BotStalled(f"was not ready after {_limit(at, job):g} s")
    return stalled(job.stall)


def _forward(lines: Iterable[str], notices: queue.SimpleQueue[str | None]) -> None:
    """Pass on what a process says, and at last that it has ended."""
    for line in lines:
        if line.endswith("\n"):  # not the torn one of a process that was killed
            notices.put(line)
    notices.put(None)
