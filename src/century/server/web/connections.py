"""How many connections a server accepts: by address, by network and in all."""

from __future__ import annotations

from contextlib import suppress
from ipaddress import ip_address, ip_network

from century.server.errors import TooMany
from century.server.web.limits import NETWORK_FACTOR, LocalBuckets, RateLimit, host_and_network

__all__ = ["ConnectionLimits", "allowed_connections", "raise_file_limit"]

RESERVED_FILES = 100  # for the database, the bots and the files of the page
MAX_FILES = 2**20  # if the system has no limit


class ConnectionLimits:
    """Counts the open connections by address, by network and in all."""

    def __init__(
        self,
        per_address: int,
        total: int,
        trusted_proxies: str = "",
        rate: RateLimit | None = None,
    ) -> None:
        self._per_address = per_address
        self._total_limit = total
        self._rate = rate  # of new connections
        self._buckets = LocalBuckets()
        self._trusts_all = trusted_proxies.strip() == "*"
        self._proxies = [
            ip_network(proxy.strip(), strict=False)
            for proxy in trusted_proxies.split(",")
            if _is_network(proxy.strip())
        ]
        self._total = 0
        self._counts: dict[str, int] = {}

    def __len__(self) -> int:
        return self._total

    def add(self, address: str) -> None:
        """Count a new connection."""
        self._total += 1
        for key in host_and_network(address):
            self._counts[key] = self._counts.get(key, 0) + 1

    def remove(self, address: str) -> None:
        """Stop counting a connection."""
        self._total -= 1
        for key in host_and_network(address):
            self._counts[key] -= 1
            if not self._counts[key]:
                del self._counts[key]

    def check(self, address: str) -> None:
        """Raise TooMany if an address, its network or all addresses have too many connections."""
        if self._total > self._total_limit:
            raise TooMany("the server has too many connections; try again later")
        if self._is_proxy(address):
            return  # its connections belong to many clients, and the proxy limits them
        host, network = host_and_network(address)
        if self._counts[host] > self._per_address:
            raise TooMany("your address has too many connections")
        if self._counts[network] > NETWORK_FACTOR * self._per_address:
            raise TooMany("your network has too many connections")
        if self._rate is not None:
            self._rate.take(self._buckets, address)

    def _is_proxy(self, address: str) -> bool:
        if self._trusts_all:
            return True
        if not self._proxies or not _is_network(address):
            return False
        return any(ip_address(address) in network for network in self._proxies)


def _is_network(text: str) -> bool:
    try:
        ip_network(text, strict=False)
    except ValueError:
        return False
    return True


def raise_file_limit() -> int:
    """Raise the limit of open files to what the system allows; return the limit."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return 2**31
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_FILES if hard == resource.RLIM_INFINITY else hard
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):  # macOS allows less than its hard limit says
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return MAX_FILES if soft == resource.RLIM_INFINITY else soft


def allowed_connections(wanted: int) -> int:
    """Raise the limit of open files; return how many connections it allows, if not all."""
    return min(wanted, raise_file_limit() - RESERVED_FILES)
