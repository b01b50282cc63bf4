"""The clock and the random numbers of a server, in one object that tests can replace."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field

__all__ = ["TimeAndRandom", "steady_clock"]

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # without letters that look like digits
CODE_LENGTH = 6
DEVICE_CODE_LENGTH = 10


def steady_clock(start: float | None = None) -> Callable[[], float]:
    """Return a clock in seconds since 1970 that does not follow jumps of the system's clock."""
    offset = (time.time() if start is None else start) - time.monotonic()
    return lambda: time.monotonic() + offset


@dataclass(frozen=True)
class TimeAndRandom:
    """Provides the time, secret tokens, table codes, seeds and shuffles."""

    now: Callable[[], float] = field(default_factory=steady_clock)
    bits: Callable[[int], int] = secrets.randbits

    def token(self) -> str:
        """Return a new secret, or a new id, of 128 bits as hexadecimal digits."""
        return f"{self.bits(128):032x}"

    def code(self, length: int = CODE_LENGTH) -> str:
        """Return a new code, short enough to be read out."""
        number = self.bits(64)
        letters = []
        for _ in range(length):
            number, letter = divmod(number, len(CODE_LETTERS))
            letters.append(CODE_LETTERS[letter])
        return "".join(letters)

    def device_code(self) -> str:
        """Return a new code that moves a person to another device."""
        return self.code(DEVICE_CODE_LENGTH)

    def shuffled(self, count: int) -> list[int]:
        """Return the numbers from 0 to `count - 1` in random order."""
        rest = list(range(count))
        return [rest.pop(self.bits(64) % len(rest)) for _ in range(count)]
