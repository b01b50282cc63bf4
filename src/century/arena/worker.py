"""The process that plays games: jobs come in on its standard input, a line each, notices go out.

Each notice is a line of JSON: `at` says at what (ready, making, turn, end, done, refused), `seat`
who is at it, and `standing` is the result if nothing more came of the game.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
from dataclasses import asdict
from time import sleep
from typing import IO, Any

from century.arena.match import Job, Result, Stopped, play, with_tuples
from century.errors import UnknownBot
from century.position import game
from century.warmup import warm_up

__all__ = ["LEAVING", "job_line", "main"]

LEAVING = 2.0  # seconds in which bots are closed when a game is given up


def job_line(job: Job) -> str:
    """Write a job as a line for a worker."""
    return json.dumps(asdict(job)) + "\n"


def _read_job(line: str) -> Job:
    return Job(**with_tuples(json.loads(line)))


class _Worker:
    """Plays one job after the other."""

    def __init__(self, jobs: IO[str], notices: IO[str]) -> None:
        self._in = jobs
        self._out = notices
        self._jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()

    def run(self) -> None:
        threading.Thread(target=self._listen, daemon=True).start()
        self._say(at="ready")
        while True:
            self._play(self._jobs.get())

    def _listen(self) -> None:
        """Take jobs; when nobody is left to send any, end, even in the midst of a game."""
        for line in self._in:
            self._jobs.put(_read_job(line))
        os.kill(os.getpid(), signal.SIGTERM)
        sleep(LEAVING)  # in which the bots are closed, unless one hangs
        if os.name == "posix" and os.getpgrp() == os.getpid():
            os.killpg(os.getpid(), signal.SIGKILL)  # with the programs that bots have started
        os._exit(0)

    def _play(self, job: Job) -> None:
        try:
            warm_up(game(job.game), lambda _step: None, job.seats)  # on another machine
            play(job, self._tell)
        except UnknownBot as error:
            self._say(at="refused", message=str(error))
        else:
            self._say(at="done")

    def _tell(self, at: str, seat: int, standing: Result) -> None:
        self._say(at=at, seat=seat, standing=standing.to_data())

    def _say(self, **notice: Any) -> None:
        self._out.write(json.dumps(notice) + "\n")
        self._out.flush()


def _private(descriptor: int, instead: int, mode: str) -> IO[str]:
    """Take a standard stream for our own use, and let everybody else have another in its place."""
    ours = os.dup(descriptor)
    os.dup2(instead, descriptor)
    return os.fdopen(ours, mode, encoding="utf-8")


def main() -> None:
    """Play what comes in; what bots print goes to standard error, and they have nothing to read."""
    empty = os.open(os.devnull, os.O_RDONLY)
    jobs = _private(sys.stdin.fileno(), empty, "r")
    notices = _private(sys.stdout.fileno(), sys.stderr.fileno(), "w")
    signal.signal(signal.SIGTERM, _stop)
    try:
        _Worker(jobs, notices).run()
    except (Stopped, BrokenPipeError):
        os._exit(0)  # a thread that still reads would not let Python end in its own way


def _stop(_signal: int, _frame: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once: the bots are being closed
    raise Stopped
