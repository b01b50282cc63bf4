"""The process that plays games: it reads jobs from standard input and writes notices, as lines.

Each notice is a line of JSON. `stage` is one of ready, making, turn, end, done and refused. For
making, turn and end, `seat` is the seat whose bot is called next, `result` is the result if the
game ended now, and `tokens` are the decisions since the last notice.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import sys
import threading
from dataclasses import asdict
from typing import IO, Any

from century.arena.match import Job, Result, play, with_tuples
from century.bots.ask import BotInterrupted
from century.errors import GameNotPlayed, UnknownBot
from century.position import game
from century.warmup import warm_up

__all__ = ["job_line", "main"]


def job_line(job: Job) -> str:
    """Write a job as a line for a worker."""
    return json.dumps(asdict(job))


def _read_job(line: str) -> Job:
    return Job(**with_tuples(json.loads(line)))


class _Worker:
    """Plays one job after the other."""

    def __init__(self, jobs: IO[str], notices: IO[str]) -> None:
        self._in = jobs
        self._out = notices
        self._jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()
        self._tokens_sent = 0

    def run(self) -> None:
        threading.Thread(target=self._listen, daemon=True).start()
        self._notify(stage="ready")
        while True:
            self._play(self._jobs.get())

    def _listen(self) -> None:
        """Queue the jobs; at the end of the input, abandon the game so that its bots are closed."""
        for line in self._in:
            self._jobs.put(_read_job(line))
        os.kill(os.getpid(), signal.SIGTERM)

    def _play(self, job: Job) -> None:
        self._tokens_sent = 0
        try:
            # On another machine of a cluster nothing may be compiled yet.
            warm_up(game(job.game), lambda _step: None, job.seats)
            play(job, self._observe)
        except (UnknownBot, GameNotPlayed) as error:
            self._notify(stage="refused", code=error.code, message=str(error))
        else:
            self._notify(stage="done")

    def _observe(self, stage: str, seat: int, result: Result) -> None:
        tokens = result.tokens[self._tokens_sent :]
        self._tokens_sent = len(result.tokens)
        self._notify(stage=stage, seat=seat, result=result.to_data(), tokens=tokens)

    def _notify(self, **notice: Any) -> None:
        self._out.write(json.dumps(notice) + "\n")
        self._out.flush()


def _take_over(descriptor: int, replacement: int, mode: str) -> IO[str]:
    """Return a standard stream as a private file, and put another in its place."""
    private = os.dup(descriptor)
    os.dup2(replacement, descriptor)
    return os.fdopen(private, mode, encoding="utf-8")


def main() -> None:
    """Play jobs. What bots print goes to standard error, and their standard input is empty."""
    empty = os.open(os.devnull, os.O_RDONLY)
    jobs = _take_over(sys.stdin.fileno(), empty, "r")
    notices = _take_over(sys.stdout.fileno(), sys.stderr.fileno(), "w")
    signal.signal(signal.SIGTERM, _abandon)
    try:
        _Worker(jobs, notices).run()
    except (BotInterrupted, BrokenPipeError):
        os._exit(0)  # Python's own way would wait for the thread that reads


def _abandon(_signal: int, _frame: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # the bots are being closed: once is enough
    raise BotInterrupted
