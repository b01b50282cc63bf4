"""What whoever runs a server may choose."""

from __future__ import annotations

from dataclasses import dataclass, field

from century.server.table.seats import Chance

__all__ = ["Settings"]


@dataclass(frozen=True)
class Settings:
    """A server's settings; the defaults are for a server that strangers can reach."""

    database: str  # a file or a URL
    public: str | None = None  # the address in links, where it is not the one asked for
    origins: tuple[str, ...] = ()  # further sites whose pages may use the server
    workers: int = 1  # processes in which bots think
    budget: float = 1.0  # seconds a bot may think about a turn
    largest: int = 16_384  # bytes of a message
    tables_per_hour: int = 60  # by one address
    requests: float = 50.0  # per second by one address
    frames: float = 20.0  # per second by one socket
    burst: int = 100  # how many of either may come at once
    backlog: int = 32  # messages waiting for a slow reader before it is resynchronised
    warm: bool = True  # whether bots are compiled before the first one is needed
    chance: Chance = field(default_factory=Chance)
