"""Where games are played: in processes of this machine, or on a Ray cluster. Both give the same."""

from __future__ import annotations

import os
import queue
import re
import socket
import threading
from collections.abc import Generator, Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from itertools import islice
from typing import Any, Protocol

from century.arena.match import Job, Result
from century.arena.supervisor import Guard
from century.core.kernel_cache import package_fingerprint
from century.errors import BadCount, BadOption, MissingExtra, WorkerLost

__all__ = ["EXECUTORS", "Executor", "Games", "LocalExecutor", "RayExecutor", "executor"]

EXECUTORS = ("local", "ray")
PATIENCE = 10.0  # seconds in which a cluster has to open its door

Games = Generator[Result, None, None]


class Executor(Protocol):
    """Something that plays games, several at a time."""

    def play(self, jobs: Iterable[Job]) -> Games:
        """Yield results as they come; closing the iterator ends what is under way."""
        ...


def executor(name: str, workers: int | None = None, ray_address: str | None = None) -> Executor:
    """Return an executor by its name."""
    if name not in EXECUTORS:
        raise BadOption(f"unknown executor {name!r}; there are {', '.join(EXECUTORS)}")
    if ray_address is not None and name != "ray":
        raise BadOption("an address of Ray is of use with the executor ray only")
    if workers is not None and workers < 1:
        raise BadCount(f"a number of workers is a whole number from 1, not {workers}")
    return RayExecutor(ray_address, workers) if name == "ray" else LocalExecutor(workers)


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class LocalExecutor:
    """Plays on this machine, on all its cores unless told otherwise."""

    def __init__(self, workers: int | None = None) -> None:
        self._workers = workers or cores()

    def play(self, jobs: Iterable[Job]) -> Games:
        """Yield results as they come; closing the iterator ends what is under way."""
        source = _Shared(jobs)
        outcomes: queue.SimpleQueue[Result | Exception | None] = queue.SimpleQueue()
        guards = [Guard() for _ in range(self._workers)]
        threads = [
            threading.Thread(target=_work, args=(guard, source, outcomes)) for guard in guards
        ]
        try:
            for thread in threads:
                thread.start()
            yield from _until_all_done(outcomes, len(threads))
        finally:
            source.stop()
            for guard in guards:
                guard.stop()
            for thread in threads:
                thread.join()


class _Shared:
    """Jobs that several threads take from, until they run out or are stopped."""

    def __init__(self, jobs: Iterable[Job]) -> None:
        self._jobs = iter(jobs)
        self._lock = threading.Lock()
        self.stopped = False

    def take(self) -> Job | None:
        with self._lock:
            return None if self.stopped else next(self._jobs, None)

    def stop(self) -> None:
        with self._lock:
            self.stopped = True


def _work(
    guard: Guard, jobs: _Shared, outcomes: queue.SimpleQueue[Result | Exception | None]
) -> None:
    """Play one job after the other, and hand on results or the error that ends it."""
    try:
        while (job := jobs.take()) is not None:
            outcomes.put(guard.play(job))
    except Exception as error:
        outcomes.put(error)
    finally:
        guard.close()
        outcomes.put(None)


def _until_all_done(
    outcomes: queue.SimpleQueue[Result | Exception | None], running: int
) -> Iterator[Result]:
    while running:
        outcome = outcomes.get()
        if isinstance(outcome, Exception):
            raise outcome
        if outcome is None:
            running -= 1
        else:
            yield outcome


class RayExecutor:
    """Plays on a Ray cluster, or on a Ray of its own where no address is given."""

    def __init__(self, address: str | None = None, workers: int | None = None) -> None:
        if find_spec("ray") is None:
            raise MissingExtra("ray", "ray")
        self._address = address
        self._workers = workers

    def play(self, jobs: Iterable[Job]) -> Games:
        """Yield results as they come; closing the iterator ends what is under way."""
        import ray

        ours = not ray.is_initialized()
        if ours:
            self._connect()
        play = ray.remote(num_cpus=1)(_play_on_node).remote
        slots = self._workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
        source, pending = iter(jobs), []
        try:
            pending = [play(job, _fingerprint()) for job in islice(source, slots)]
            while pending:
                done, pending = ray.wait(pending)
                pending += [play(job, _fingerprint()) for job in islice(source, len(done))]
                yield from (_fetched(ref) for ref in done)
        finally:
            for ref in pending:
                ray.cancel(ref, force=True)
            if ours:
                ray.shutdown()

    def _connect(self) -> None:
        import ray

        settings: dict[str, Any] = {"address": self._address}
        if self._address is None:
            os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # it would report what is run
            settings = {"address": "local", "include_dashboard": False, "num_cpus": self._workers}
        try:
            _knock(self._address or "")
            ray.init(log_to_driver=False, logging_level="warning", **settings)
        except (OSError, ValueError, RuntimeError) as error:
            raise WorkerLost(f"no Ray at {self._address or 'this machine'}: {error}") from error


def _knock(address: str) -> None:
    """Raise OSError if nobody is at an address; Ray itself would try for minutes."""
    if place := re.fullmatch(r"(?:ray://)?(?P<host>[^/]+):(?P<port>\d+)", address):
        socket.create_connection((place["host"], int(place["port"])), PATIENCE).close()


def _fetched(reference: Any) -> Result:
    import ray

    try:
        result: Result = ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None  # what the game raised, without where in the cluster
    return result


@cache
def _fingerprint() -> str:
    return package_fingerprint()


@cache
def _guard_here() -> Guard:
    return Guard()


def _play_on_node(job: Job, fingerprint: str) -> Result:
    """Play a game in a process of this node, if its century is the one that runs the tournament."""
    if _fingerprint() != fingerprint:
        raise WorkerLost("a machine of the cluster has another version of century installed")
    return _guard_here().play(job)
