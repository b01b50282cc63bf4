"""The wall clock and the random numbers of a server, in one object that tests can replace."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["TimeAndRandom"]

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # without letters that look like digits
CODE_LENGTH = 6


@dataclass(frozen=True)
class TimeAndRandom:
    """Provides the time, secret tokens, table codes, seeds and shuffles."""

    now: Callable[[], float] = time.time
    bits: Callable[[int], int] = secrets.randbits

    def token(self) -> str:
        """Return a new secret of 128 bits as hexadecimal digits."""
        return f"{self.bits(128):032x}"

    def code(self) -> str:
        """Return a new table code, short enough to be read out."""
        number = self.bits(64)
        letters = []
        for _ in range(CODE_LENGTH):
            number, letter = divmod(number, len(CODE_LETTERS))
            letters.append(CODE_LETTERS[letter])
        return "".join(letters)

    def shuffled(self, count: int) -> list[int]:
        """Return the numbers from 0 to `count - 1` in random order."""
        rest = list(range(count))
        return [rest.pop(self.bits(64) % len(rest)) for _ in range(count)]
