"""The settings of a server."""

from __future__ import annotations

from dataclasses import dataclass, field

from century.server.time_and_random import TimeAndRandom

__all__ = ["Settings"]


@dataclass(frozen=True)
class Settings:
    """What an operator can configure; the defaults suit a server that strangers can reach."""

    database: str  # a file or a URL
    public_url: str | None = None  # used in links instead of the address of the request
    origins: tuple[str, ...] = ()  # other sites whose pages may use the server
    workers: int = 1  # processes for bots
    bot_budget: float = 1.0  # seconds a bot may use for one decision
    max_message_bytes: int = 16_384
    tables_per_hour: int = 60  # per address
    requests_per_second: float = 50.0  # per address
    frames_per_second: float = 20.0  # per socket
    burst: int = 100  # requests or frames accepted at once after a pause
    backlog: int = 32  # messages queued for a slow reader before one snapshot replaces them
    count_outages: bool = True  # whether clocks stand still while no server is alive
    warm_up_bots: bool = True  # whether bots are compiled before the first one is needed
    source: TimeAndRandom = field(default_factory=TimeAndRandom)
