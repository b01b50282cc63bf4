"""Who sits at a table and who asks: names, tokens and what their holders may do."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["NOBODY", "Chance", "Seat", "Viewer", "commitment", "hashed", "same", "watch_token"]

CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"  # none that looks like another
CODE_LENGTH = 6


@dataclass(frozen=True)
class Chance:
    """Where the time and the secrets come from; a test may have its own."""

    now: Callable[[], float] = time.time
    bits: Callable[[int], int] = secrets.randbits

    def token(self) -> str:
        """Make a secret of 128 bits, fit for a link."""
        return f"{self.bits(128):032x}"

    def code(self) -> str:
        """Make a short code to read out to somebody."""
        number = self.bits(64)
        letters = []
        for _ in range(CODE_LENGTH):
            number, letter = divmod(number, len(CODE_LETTERS))
            letters.append(CODE_LETTERS[letter])
        return "".join(letters)

    def shuffled(self, count: int) -> list[int]:
        """Return the numbers below `count` in an order by chance."""
        rest = list(range(count))
        return [rest.pop(self.bits(64) % len(rest)) for _ in range(count)]


@dataclass
class Seat:
    """One seat: a person, a bot, or open; a bot may stand in for a person."""

    name: str | None = None
    token: str | None = None  # the hash of the person's
    level: str | None = None  # of the bot that sits there or stands in
    timed_out: bool = False
    bank: float = 0.0  # seconds of thinking left, where the clock has a bank

    @property
    def kind(self) -> str:
        """Who sits there."""
        if self.token is not None:
            return "person"
        return "open" if self.level is None else "bot"

    @property
    def stand_in(self) -> bool:
        """Whether a bot plays for a person."""
        return self.token is not None and self.level is not None


@dataclass(frozen=True)
class Viewer:
    """Someone who asks: the seats they hold, and what else they may do."""

    seats: tuple[int, ...] = ()
    host: bool = False
    watching: bool = False
    mark: str = ""  # by which their commands are told from others'

    @property
    def known(self) -> bool:
        """Whether they belong to the table at all."""
        return bool(self.seats) or self.host or self.watching


NOBODY = Viewer()


def hashed(token: str) -> str:
    """Return what is stored of a token; with 128 random bits in it, salt and toil add nothing."""
    return hashlib.sha256(token.encode()).hexdigest()


def same(one: str | None, other: str | None) -> bool:
    """Compare two hashes without telling by the time how much of them is equal."""
    return one is not None and other is not None and hmac.compare_digest(one, other)


def watch_token(token: str) -> str:
    """Derive the spectators' token from the host's, so that neither needs to be stored."""
    return hmac.new(token.encode(), b"watch", hashlib.sha256).hexdigest()[:32]


def commitment(seed: int, salt: str) -> str:
    """Return what is shown of the seed at the start; at the end anyone can check it."""
    return hashlib.sha256(f"{seed}:{salt}".encode()).hexdigest()
