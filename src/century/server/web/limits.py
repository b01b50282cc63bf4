"""Rate limits as token buckets."""

from __future__ import annotations

from time import monotonic

from century.server.errors import TooMany

__all__ = ["AddressLimits", "TokenBucket"]

MAX_ADDRESSES = 10_000  # remembered at once


class TokenBucket:
    """Allows a number of requests a second, and a burst after a pause."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst, self._left = rate, burst, float(burst)
        self._at = monotonic()

    def take(self) -> float:
        """Take a token; return the seconds to wait until the request is within the limit."""
        now = monotonic()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate) - 1
        self._at = now
        return max(0.0, -self._left / self._rate)

    def give_back(self) -> None:
        """Return the last token, for a request that was refused."""
        self._left += 1


class AddressLimits:
    """A token bucket for each address."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: dict[str, TokenBucket] = {}

    def take(self, address: str) -> None:
        """Take a token of an address, or raise TooMany."""
        if address not in self._buckets and len(self._buckets) >= MAX_ADDRESSES:
            del self._buckets[next(iter(self._buckets))]  # the oldest
        bucket = self._buckets.setdefault(address, TokenBucket(self._rate, self._burst))
        seconds = bucket.take()
        if seconds > 0:
            bucket.give_back()
            raise TooMany(f"too many requests; retry in {seconds:.1f} s")
