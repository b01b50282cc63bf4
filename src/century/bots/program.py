"""Bots that are programs in any language, over standard input and output.

docs/bot-protocol.md defines the protocol.
"""

from __future__ import annotations

import reprlib
import weakref
from collections import deque
from collections.abc import Sequence
from time import monotonic

from century.bots.process import Process
from century.errors import BotCrashed, BotFault, BotNonsense, UnknownBot, shortened
from century.position import Position

__all__ = ["ProgramBot"]

VERSION = 1
START_UP = 10.0  # seconds that a program has until it must be ready
GRACE = 2.0  # seconds that an answer may be late, for slow pipes and busy machines
KEPT_LINES = 20  # of the conversation, for error reports
NAME_LENGTH = 40  # characters of the program's own name


class ProgramBot:
    """A bot that passes each question to a program. `century.bots.ask` checks its answers."""

    def __init__(
        self, command: Sequence[str], seed: int, *, start_up: float = START_UP, grace: float = GRACE
    ) -> None:
        self.conversation: deque[str] = deque(maxlen=KEPT_LINES)
        self.own_name = ""  # what the program calls itself, if it says so
        self.games: tuple[str, ...] | None = None  # the games it plays, if it says so
        self._seed = seed
        self._grace = grace
        self._table: tuple[str, int, int] | None = None
        self._round = 0
        try:
            self._process = Process(command)
        except OSError as error:
            raise UnknownBot(f"cannot run {command[0]!r}: {error.strerror}") from None
        self._end = weakref.finalize(self, _quit, self._process)
        try:
            self._shake_hands(monotonic() + start_up)
        except BotFault:
            self._kill()
            raise

    def choose(self, position: Position, seat: int, budget: float) -> str:
        """Return the token that the program answers with, or raise a BotFault."""
        if not self._end.alive:
            raise BotCrashed(f"{self._process.name} has been stopped")
        try:
            return self._request(position, seat, budget)
        except BotFault:
            self._kill()
            raise

    def close(self) -> None:
        """Ask the program to end; kill it, and everything that it has started, if it does not."""
        self._end()

    def _kill(self) -> None:
        self._end.detach()
        self._process.stop(wait=0)

    def _shake_hands(self, deadline: float) -> None:
        self._send(f"century {VERSION}")
        while (line := self._receive(deadline)) != "ready":
            verb, _, rest = line.partition(" ")
            if verb == "name":
                self.own_name = shortened(" ".join(rest.split()), NAME_LENGTH)
            elif verb == "games":
                self.games = (*(self.games or ()), *rest.split())
            elif verb != "author":
                raise self._nonsense(line, "instead of 'ready'")

    def _request(self, position: Position, seat: int, budget: float) -> str:
        deadline = monotonic() + budget + self._grace
        for line in self._process.unread():
            if self._keep(line):
                raise self._nonsense(line, "without being asked")
        self._announce(position, seat)
        self._send(f"position {position.to_text()}")
        self._send(f"legal {', '.join(position.legal())}")
        self._send(f"go {round(1000 * budget)}")
        line = self._receive(deadline)
        if _verb(line) != "choose":
            raise self._nonsense(line, "instead of 'choose' and a token")
        return line.removeprefix("choose").strip()

    def _announce(self, position: Position, seat: int) -> None:
        """Tell the program about a new game."""
        table, number = (position.game.name, seat, position.players), position.turn[0]
        if table != self._table or number < self._round:
            name, seat, players = table
            self._send(f"new {name} seat {seat} of {players} seed {self._seed}")
        self._table, self._round = table, number

    def _send(self, line: str) -> None:
        self.conversation.append(f"> {line}")
        self._process.send(line)

    def _receive(self, deadline: float) -> str:
        while not self._keep(line := self._process.receive(deadline)):
            continue
        return line

    def _keep(self, line: str) -> bool:
        """Add a line to the conversation; return False if it is empty or `info`."""
        self.conversation.append(f"< {line}")
        return _verb(line) not in ("", "info")

    def _nonsense(self, line: str, when: str) -> BotNonsense:
        return BotNonsense(f"{self._process.name} said {reprlib.repr(line)} {when}")


def _verb(line: str) -> str:
    return line.partition(" ")[0]


def _quit(process: Process) -> None:
    process.send("quit")
    process.stop()
