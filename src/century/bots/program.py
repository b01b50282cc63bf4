"""Bots that are programs in any language, over standard input and output.

docs/bot-protocol.md defines the protocol.
"""

from __future__ import annotations

import reprlib
import weakref
from collections import deque
from collections.abc import Sequence
from time import monotonic

from century.bots.ask import as_seen, legal_action
from century.bots.process import Process
from century.errors import BotCrashed, BotFault, BotNonsense, UnknownBot
from century.position import Position

__all__ = ["ProgramBot"]

VERSION = 1
START_UP = 10.0  # seconds a program has to say that it is ready
GRACE = 2.0  # seconds an answer may be late, for slow pipes and busy machines
KEPT = 20  # lines of the conversation that are kept, to be shown when something is wrong


class ProgramBot:
    """Lets a program decide."""

    def __init__(
        self, command: Sequence[str], seed: int, *, start_up: float = START_UP, grace: float = GRACE
    ) -> None:
        self.conversation: deque[str] = deque(maxlen=KEPT)
        self._seed = seed
        self._grace = grace
        self._table: tuple[str, int, int] | None = None
        self._round = 0
        try:
            self._process = Process(command)
        except OSError as error:
            raise UnknownBot(f"cannot run {command[0]!r}: {error.strerror}") from None
        self._end = weakref.finalize(self, _say_goodbye, self._process)
        try:
            self._shake_hands(monotonic() + start_up)
        except BotFault:
            self._give_up()
            raise

    def choose(self, position: Position, seat: int, budget: float) -> int:
        """Return the action that the program answers with, or raise a BotFault."""
        if not self._end.alive:
            raise BotCrashed(f"{self._process.name} has been stopped")
        try:
            return legal_action(position, self._ask(position, seat, budget), self._process.name)
        except BotFault:
            self._give_up()
            raise

    def close(self) -> None:
        """Let the program end, and make sure that it has."""
        self._end()

    def _give_up(self) -> None:
        self._end.detach()
        self._process.stop(patience=0)

    def _shake_hands(self, deadline: float) -> None:
        self._send(f"century {VERSION}")
        while (said := self._receive(deadline)) != "ready":
            if _verb(said) not in ("name", "author"):
                raise self._nonsense(said, "instead of 'ready'")

    def _ask(self, position: Position, seat: int, budget: float) -> str:
        deadline = monotonic() + budget + self._grace
        for said in self._process.unread():
            if self._keep(said):
                raise self._nonsense(said, "without being asked")
        self._announce(position, seat)
        self._send(f"position {as_seen(position, seat, self._seed).to_text()}")
        self._send(f"legal {', '.join(position.legal())}")
        self._send(f"go {round(1000 * budget)}")
        said = self._receive(deadline)
        if _verb(said) != "choose":
            raise self._nonsense(said, "instead of 'choose' and a token")
        return said.removeprefix("choose").strip()

    def _announce(self, position: Position, seat: int) -> None:
        """Tell the program about a game that it has not been in so far."""
        table, number = (position.game.name, seat, position.players), position.turn[0]
        if table != self._table or number < self._round:
            name, seat, players = table
            self._send(f"new {name} seat {seat} of {players} seed {self._seed}")
        self._table, self._round = table, number

    def _send(self, line: str) -> None:
        self.conversation.append(f"> {line}")
        self._process.send(line)

    def _receive(self, deadline: float) -> str:
        while not self._keep(said := self._process.receive(deadline)):
            continue
        return said

    def _keep(self, said: str) -> bool:
        """Note what the program said, and tell whether it is more than a remark."""
        self.conversation.append(f"< {said}")
        return _verb(said) not in ("", "info")

    def _nonsense(self, said: str, when: str) -> BotNonsense:
        return BotNonsense(f"{self._process.name} said {reprlib.repr(said)} {when}")


def _verb(line: str) -> str:
    return line.partition(" ")[0]


def _say_goodbye(process: Process) -> None:
    process.send("quit")
    process.stop()
