"""Bots for the tests, good and bad: `tests.arena.players:Name` names one."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

from century.position import Position


class First:
    """Takes the first legal action, whatever the position."""

    def choose(self, position: Position, seat: int, budget: float) -> Any:
        return position.actions()[0]


class Claimer(First):
    """Claims whenever it can: a little better than the others here."""

    def choose(self, position: Position, seat: int, budget: float) -> Any:
        tokens = position.legal()
        wanted = [token for token in tokens if token.startswith("claim")]
        return (wanted or tokens)[-1]


class CrashesAtOnce(First):
    def __init__(self) -> None:
        raise RuntimeError("no legs")


class CrashesLater(First):
    """Raises in its third turn."""

    def __init__(self) -> None:
        self.turns: set[tuple[int, int]] = set()

    def choose(self, position: Position, seat: int, budget: float) -> Any:
        self.turns.add(position.turn)
        if len(self.turns) == 3:
            raise KeyError("lost the thread")
        return super().choose(position, seat, budget)


class LeavesTheRoom(First):
    def choose(self, position: Position, seat: int, budget: float) -> Any:
        sys.exit("enough")


class KillsItsProcess(First):
    def choose(self, position: Position, seat: int, budget: float) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)


class BadNumber(First):
    def choose(self, position: Position, seat: int, budget: float) -> Any:
        return next(n for n in range(len(position.tokens)) if n not in position.actions())


class BadToken(First):
    def choose(self, position: Position, seat: int, budget: float) -> Any:
        return "fly to the moon"


class BadType(First):
    def choose(self, position: Position, seat: int, budget: float) -> Any:
        return [position.actions()[0]]


class Endless(First):
    """Never answers."""

    def choose(self, position: Position, seat: int, budget: float) -> Any:
        while True:
            continue


class Stubborn(First):
    """Never answers, and catches every exception."""

    def choose(self, position: Position, seat: int, budget: float) -> Any:
        while True:
            try:
                while True:
                    continue
            except BaseException:
                continue


class Slow(First):
    """Answers too late."""

    def choose(self, position: Position, seat: int, budget: float) -> Any:
        time.sleep(0.3)
        return super().choose(position, seat, budget)


class Noisy(First):
    """Prints, and reads from its empty standard input."""

    def choose(self, position: Position, seat: int, budget: float) -> Any:
        print('{"at": "done"}', flush=True)
        assert sys.stdin.read() == ""
        return super().choose(position, seat, budget)


class Speaks(First):
    """Answers with tokens."""

    def choose(self, position: Position, seat: int, budget: float) -> Any:
        return position.legal()[0]


class WritesDown(First):
    """Writes what it sees to the file that the environment names, and that it was closed."""

    def __init__(self) -> None:
        self.path = Path(os.environ["CENTURY_TEST_NOTES"])

    def choose(self, position: Position, seat: int, budget: float) -> Any:
        with self.path.open("a") as file:
            print(position.to_text(), file=file)
        return super().choose(position, seat, budget)

    def close(self) -> None:
        with self.path.open("a") as file:
            print("closed", file=file)


class TellsAndHangs(First):
    """Writes the number of its process to the file that the environment names, and loops."""

    def choose(self, position: Position, seat: int, budget: float) -> Any:
        notes = Path(os.environ["CENTURY_TEST_NOTES"])
        part = notes.with_suffix(".part")
        part.write_text(str(os.getpid()))
        part.replace(notes)
        while True:
            continue
