"""Executors play games in processes of this machine or on a Ray cluster, with equal results."""

from __future__ import annotations

import os
import queue
import re
import socket
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from itertools import islice
from typing import Any, Protocol

from century.arena.match import Job, Result
from century.arena.supervisor import Supervisor
from century.core.kernel_cache import package_fingerprint
from century.errors import BadCount, BadOption, MissingExtra, WorkerLost

__all__ = ["EXECUTORS", "Executor", "Games", "LocalExecutor", "RayExecutor", "executor"]

EXECUTORS = ("local", "ray")
MAX_WORKERS = 10_000  # far above what a machine or a cluster has; each one is a process
CONNECT_LIMIT = 10.0  # seconds in which a cluster must accept a connection

Games = Generator[Result, None, None]
Report = Callable[[str], None]
# A worker thread puts None when it ends.
Outcomes = queue.SimpleQueue[Result | Exception | None]


class Executor(Protocol):
    """Plays games, several at a time."""

    def play(self, jobs: Iterable[Job]) -> Games:
        """Yield results as games end; closing the iterator stops the games in progress."""
        ...


def executor(
    name: str,
    workers: int | None = None,
    ray_address: str | None = None,
    report: Report | None = None,
) -> Executor:
    """Return an executor by its name; `report` gets messages about bots that delay a game."""
    if name not in EXECUTORS:
        raise BadOption(f"unknown executor {name!r}; there are {', '.join(EXECUTORS)}")
    if ray_address is not None and name != "ray":
        raise BadOption("an address of Ray is of use with the executor ray only")
    if workers is not None and not 1 <= workers <= MAX_WORKERS:
        limits = f"from 1 to {MAX_WORKERS:,}"
        raise BadCount(f"a number of workers is a whole number {limits}, not {workers}")
    return RayExecutor(ray_address, workers) if name == "ray" else LocalExecutor(workers, report)


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class LocalExecutor:
    """Plays in processes of this machine, by default one for each core."""

    def __init__(self, workers: int | None = None, report: Report | None = None) -> None:
        self._workers = workers or cores()
        self._report = report

    def play(self, jobs: Iterable[Job]) -> Games:
        """Yield results as games end; closing the iterator stops the games in progress."""
        source = _Shared(jobs)
        outcomes: Outcomes = queue.SimpleQueue()
        supervisors = [Supervisor(self._report) for _ in range(self._workers)]
        threads = [
            threading.Thread(target=_work, args=(supervisor, source, outcomes))
            for supervisor in supervisors
        ]
        try:
            for thread in threads:
                thread.start()
            yield from _until_all_done(outcomes, len(threads))
        finally:
            source.stop()
            for supervisor in supervisors:
                supervisor.stop()
            for thread in threads:
                thread.join()


class _Shared:
    """Jobs that several threads take from, until none is left or `stop` is called."""

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


def _work(supervisor: Supervisor, jobs: _Shared, outcomes: Outcomes) -> None:
    """Play one job after the other; queue each result, or the error that ends the thread."""
    try:
        while (job := jobs.take()) is not None:
            outcomes.put(supervisor.play(job))
    except Exception as error:
        outcomes.put(error)
    finally:
        supervisor.close()
        outcomes.put(None)


def _until_all_done(outcomes: Outcomes, running: int) -> Iterator[Result]:
    while running:
        outcome = outcomes.get()
        if isinstance(outcome, Exception):
            raise outcome
        if outcome is None:
            running -= 1
        else:
            yield outcome


class RayExecutor:
    """Plays on a Ray cluster; without an address, it starts Ray on this machine."""

    def __init__(self, address: str | None = None, workers: int | None = None) -> None:
        if find_spec("ray") is None:
            raise MissingExtra("ray", "ray")
        self._address = address
        self._workers = workers

    def play(self, jobs: Iterable[Job]) -> Games:
        """Yield results as games end; closing the iterator stops the games in progress."""
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
            os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # it would send reports
            settings = {"address": "local", "include_dashboard": False, "num_cpus": self._workers}
        try:
            _check_reachable(self._address or "")
            ray.init(log_to_driver=False, logging_level="warning", **settings)
        except (OSError, ValueError, RuntimeError) as error:
            raise WorkerLost(f"no Ray at {self._address or 'this machine'}: {error}") from error


def _check_reachable(address: str) -> None:
    """Raise OSError if nothing listens at an address; Ray itself would retry for minutes."""
    if place := re.fullmatch(r"(?:ray://)?(?P<host>[^/]+):(?P<port>\d+)", address):
        socket.create_connection((place["host"], int(place["port"])), CONNECT_LIMIT).close()


def _fetched(reference: Any) -> Result:
    import ray

    try:
        result: Result = ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None  # without the traceback of the cluster
    return result


@cache
def _fingerprint() -> str:
    return package_fingerprint()


@cache
def _node_supervisor() -> Supervisor:
    return Supervisor()


def _play_on_node(job: Job, fingerprint: str) -> Result:
    """Play a game on this node, if it has the same version of century as the tournament."""
    if _fingerprint() != fingerprint:
        raise WorkerLost("a machine of the cluster has another version of century installed")
    return _node_supervisor().play(job)
