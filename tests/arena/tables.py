"""Small tournaments for the tests."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from century.arena import LocalExecutor, Result, Standings, Tournament, run
from tests.games import EXAMPLE

ROUNDS = 30  # enough for a game to be one, and short


def player(name: str) -> str:
    return f"tests.arena.players:{name}"


def tournament(*entrants: str, **settings: Any) -> Tournament:
    settings = {"seed": 1, "rounds": ROUNDS} | settings
    return Tournament(EXAMPLE, entrants, **settings)


def played(planned: Tournament, deals: int = 1, workers: int = 1) -> tuple[list[Result], Standings]:
    """Play a tournament in processes, and return its results in order and the standings."""
    standings = Standings(planned.names)
    results = list(run(planned, standings, LocalExecutor(workers), deals))
    return sorted(results, key=lambda result: result.number), standings


def runs(pid: int) -> bool:
    """Return True if a process exists and is not a zombie; on Linux."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def wait_until(condition: Callable[[], object], seconds: float = 120) -> None:
    """Wait until something is true, and fail if it does not happen."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)
