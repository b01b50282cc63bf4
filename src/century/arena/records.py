"""Keeping the games of a tournament as record files, which `century replay` reads."""

from __future__ import annotations

from pathlib import Path

from century.arena.match import Job, Result
from century.position import game
from century.record import Record

__all__ = ["Records", "record_of"]


def record_of(job: Job, result: Result) -> Record:
    """Return the record of a game, with tags that say how it ended."""
    start = game(job.game).start(len(job.seats), job.deal_seed, **job.options)
    tags = [("Tournament", f"game {result.number}, deal {result.deal}"), ("End", result.end)]
    if result.fault is not None:
        fault = result.fault
        tags.append(("Fault", f"seat {fault.seat}, {fault.kind}: {fault.message}"))
    return Record(start, result.tokens, job.seats, job.deal_seed, tuple(tags))


class Records:
    """A folder with one record file for each game, named by the game's number."""

    def __init__(self, folder: Path) -> None:
        """Make the folder if it does not exist."""
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder

    def path(self, number: int) -> Path:
        """Return the file of a game."""
        return self.folder / f"game-{number:06}.txt"

    def write(self, job: Job, result: Result) -> None:
        """Write the record of a game."""
        self.path(result.number).write_text(record_of(job, result).to_text(), encoding="utf-8")
