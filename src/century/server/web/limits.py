"""Rate limits as token buckets, by address and by network.

A bucket has a key, so that a store which all servers share can keep the buckets.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from time import monotonic
from typing import Protocol
from weakref import WeakValueDictionary

from century.server.errors import TooMany
from century.server.service import TableService
from century.server.settings import Settings
from century.server.web.long_work import LongWork

__all__ = [
    "NETWORK_FACTOR",
    "Buckets",
    "DatabaseBuckets",
    "Limits",
    "LocalBuckets",
    "RateLimit",
    "SharedBuckets",
    "SingleServerBuckets",
    "SocketCount",
    "TokenBucket",
    "host_and_network",
]

HOUR, DAY = 3600.0, 86_400.0
MAX_KEYS = 50_000  # remembered at once
NETWORK_FACTOR = 4  # a network may do this many times as much as one address


class TokenBucket:
    """Allows a number of requests a second, and a burst after a pause."""

    __slots__ = ("_at", "_burst", "_left", "_rate")

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst, self._left = rate, burst, float(burst)
        self._at = monotonic()

    def take(self) -> float:
        """Take a token; return the seconds to wait until the request is within the limit."""
        now = monotonic()
        left = self._left + (now - self._at) * self._rate
        if left > self._burst:
            left = self._burst
        self._left = left = left - 1
        self._at = now
        return 0.0 if left >= 0 else -left / self._rate

    def wait(self) -> float:
        """Return the seconds until there is a token, without taking it."""
        left = min(self._burst, self._left + (monotonic() - self._at) * self._rate)
        return max(0.0, (1 - left) / self._rate)

    def give_back(self) -> None:
        """Return the last token, for a request that was refused."""
        self._left += 1


class Buckets(Protocol):
    """Token buckets by key."""

    def take(self, key: str, rate: float, burst: float) -> float:
        """Take a token and return 0, or take nothing and return the seconds until there is one."""

    def wait(self, key: str, rate: float, burst: float) -> float:
        """Return the seconds until there is a token, without taking it."""


class SharedBuckets(Protocol):
    """Token buckets that several servers may share; the methods are those of Buckets."""

    async def take(self, key: str, rate: float, burst: float) -> float:
        """Take a token and return 0, or take nothing and return the seconds until there is one."""

    async def wait(self, key: str, rate: float, burst: float) -> float:
        """Return the seconds until there is a token, without taking it."""


class LocalBuckets:
    """Token buckets in memory; the keys that were not used for the longest time are forgotten."""

    def __init__(self) -> None:
        self._buckets: dict[str, TokenBucket] = {}

    def take(self, key: str, rate: float, burst: float) -> float:
        """Take a token and return 0, or take nothing and return the seconds until there is one."""
        bucket = self.bucket(key, rate, burst)
        seconds = bucket.take()
        if seconds > 0:
            bucket.give_back()
        return seconds

    def wait(self, key: str, rate: float, burst: float) -> float:
        """Return the seconds until there is a token, without taking it."""
        return self.bucket(key, rate, burst).wait()

    def bucket(self, key: str, rate: float, burst: float) -> TokenBucket:
        """Return the bucket of a key."""
        bucket = self._buckets.pop(key, None) or TokenBucket(rate, burst)
        if len(self._buckets) >= MAX_KEYS:
            del self._buckets[next(iter(self._buckets))]
        self._buckets[key] = bucket  # the last key is the one that was used last
        return bucket


class SingleServerBuckets:
    """The buckets of a server that shares its limits with no other server."""

    def __init__(self, local: LocalBuckets) -> None:
        self._local = local

    async def take(self, key: str, rate: float, burst: float) -> float:
        """Take a token and return 0, or take nothing and return the seconds until there is one."""
        return self._local.take(key, rate, burst)

    async def wait(self, key: str, rate: float, burst: float) -> float:
        """Return the seconds until there is a token, without taking it."""
        return self._local.wait(key, rate, burst)


class DatabaseBuckets:
    """Buckets in the database, which all servers share."""

    def __init__(self, service: TableService) -> None:
        self._coordination, self._time = service.coordination, service.time

    async def take(self, key: str, rate: float, burst: float) -> float:
        """Take a token and return 0, or take nothing and return the seconds until there is one."""
        now = self._time.now()
        return await asyncio.to_thread(self._coordination.take, key, rate, burst, now)

    async def wait(self, key: str, rate: float, burst: float) -> float:
        """Return the seconds until there is a token, without taking it."""
        now = self._time.now()
        return await asyncio.to_thread(self._coordination.take, key, rate, burst, now, False)


@lru_cache(maxsize=10_000)
def host_and_network(address: str) -> tuple[str, str]:
    """Return the keys of a host and of its network.

    A host is an IPv4 address or, because a provider gives one to each customer, an IPv6 /64. Its
    network is the IPv4 /24 or the IPv6 /48.
    """
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:  # a name that a test or a Unix socket uses
        return address, f"{address}/"
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped is None:
            return (
                str(ip_network((parsed, 64), strict=False)),
                str(ip_network((parsed, 48), strict=False)),
            )
        parsed = parsed.ipv4_mapped
    return str(parsed), str(ip_network((parsed, 24), strict=False))


@dataclass(frozen=True)
class RateLimit:
    """A limit for each address, a higher one for its network, and perhaps one for all together."""

    name: str
    rate: float  # tokens a second for one address
    burst: float
    in_all: tuple[float, float] | None = None  # rate and burst for all addresses together

    def keys(self, address: str) -> Iterator[tuple[str, float, float]]:
        """Yield key, rate and burst of each bucket that a request of an address uses."""
        host, network = host_and_network(address)
        yield f"{self.name}:{host}", self.rate, self.burst
        yield f"{self.name}:{network}", NETWORK_FACTOR * self.rate, NETWORK_FACTOR * self.burst
        if self.in_all is not None:
            yield f"{self.name}:all", *self.in_all

    def take(self, buckets: Buckets, address: str) -> None:
        """Take a token of each bucket, or raise TooMany."""
        for key in self.keys(address):
            _require(buckets.take(*key))

    async def take_shared(self, buckets: SharedBuckets, address: str) -> None:
        """Take a token of each bucket, or raise TooMany."""
        for key in self.keys(address):
            _require(await buckets.take(*key))

    async def check_shared(self, buckets: SharedBuckets, address: str) -> None:
        """Raise TooMany if a bucket is empty; take nothing."""
        for key in self.keys(address):
            _require(await buckets.wait(*key))


def _require(seconds: float) -> None:
    if seconds > 0:
        raise TooMany(f"too many requests; retry in {seconds:.1f} s")


class SocketCount:
    """Counts the open sockets by host and by network."""

    def __init__(self, per_address: int) -> None:
        self._per_address = per_address
        self._open: dict[str, int] = {}

    def add(self, address: str) -> None:
        """Count a new socket, or raise TooMany."""
        host, network = host_and_network(address)
        if self._open.get(host, 0) >= self._per_address:
            raise TooMany("your address has too many open sockets")
        if self._open.get(network, 0) >= NETWORK_FACTOR * self._per_address:
            raise TooMany("your network has too many open sockets")
        for key in (host, network):
            self._open[key] = self._open.get(key, 0) + 1

    def remove(self, address: str) -> None:
        """Stop counting a socket."""
        for key in host_and_network(address):
            self._open[key] -= 1
            if not self._open[key]:
                del self._open[key]


class Limits:
    """All limits of one server by address.

    Requests and handshakes are counted in memory, because each of them is counted. New tables, new
    people, e-mails and wrong codes are rare, and `shared` may keep them in a database.
    """

    def __init__(self, settings: Settings) -> None:
        self.local = LocalBuckets()
        self.shared: SharedBuckets = SingleServerBuckets(self.local)
        self.sockets = SocketCount(settings.sockets_per_address)
        self._requests = RateLimit("request", settings.requests_per_second, settings.burst)
        self._handshakes = RateLimit(
            "handshake", settings.handshakes_per_second, settings.handshake_burst
        )
        tables, codes = settings.tables_per_hour, settings.wrong_codes_per_hour
        people, mails = settings.people_per_hour, settings.mails_per_day
        all_codes = settings.all_wrong_codes_per_hour
        self._new_tables = RateLimit("table", tables / HOUR, tables)
        self._new_people = RateLimit("person", people / HOUR, people)
        self._mails = RateLimit("mail", mails / DAY, mails)
        self._records = RateLimit("record", settings.records_per_second, settings.records_burst)
        self.reading = LongWork()  # of records that clients send
        self.export = LongWork()  # of the games of a person
        self._wrong_codes = RateLimit("code", codes / HOUR, codes, (all_codes / HOUR, all_codes))
        self._guesses: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # by host
        frames, burst = settings.address_frames_per_second, settings.address_frames_burst
        self._frames = RateLimit("frame", frames, burst)

    def frame_bucket(self, address: str) -> TokenBucket:
        """Return the bucket of the frames of all sockets of an address."""
        return self.local.bucket(*next(self._frames.keys(address)))

    def count_request(self, address: str) -> None:
        """Count a request, or raise TooMany."""
        self._requests.take(self.local, address)

    def count_handshake(self, address: str) -> None:
        """Count a new socket, or raise TooMany."""
        self._handshakes.take(self.local, address)

    def count_record(self, address: str) -> None:
        """Count a record that the server reads or writes for an address, or raise TooMany."""
        self._records.take(self.local, address)

    async def count_new_table(self, address: str) -> None:
        """Count a new table, or raise TooMany."""
        await self._new_tables.take_shared(self.shared, address)

    async def count_new_person(self, address: str) -> None:
        """Count a new person, or raise TooMany."""
        await self._new_people.take_shared(self.shared, address)

    async def count_mail(self, address: str) -> None:
        """Count an e-mail that an address asks for, or raise TooMany."""
        await self._mails.take_shared(self.shared, address)

    @asynccontextmanager
    async def one_guess(self, address: str) -> AsyncIterator[None]:
        """Let an address try a code, or raise TooMany after too many wrong ones.

        A host tries one code after the other: of many at the same time, all would be looked up
        before the first wrong one is counted.
        """
        host, _ = host_and_network(address)
        async with self._guesses.setdefault(host, asyncio.Lock()):
            await self._wrong_codes.check_shared(self.shared, address)
            yield

    async def count_wrong_code(self, address: str) -> None:
        """Count a wrong code, or raise TooMany."""
        await self._wrong_codes.take_shared(self.shared, address)
