"""The settings of a server."""

from __future__ import annotations

from dataclasses import dataclass, field

from century.server.time_and_random import TimeAndRandom

__all__ = ["PUSH_SERVICES", "Settings", "Smtp"]

# The services of the browsers' makers; `*.` stands for any name below.
PUSH_SERVICES = (
    "https://fcm.googleapis.com",
    "https://*.push.services.mozilla.com",
    "https://*.push.apple.com",
    "https://*.notify.windows.com",
)


@dataclass(frozen=True)
class Smtp:
    """A mail server that sends our e-mails."""

    host: str
    sender: str  # the address in "From"
    port: int = 587
    user: str | None = None
    password: str = field(default="", repr=False)
    starttls: bool = True
    ca_file: str | None = None  # certificates to trust instead of those of the system


@dataclass(frozen=True)
class Settings:
    """What an operator can configure; the defaults suit a server that strangers can reach."""

    database: str  # a file or a URL
    public_url: str | None = None  # used in links instead of the address of the request
    origins: tuple[str, ...] = ()  # other sites whose pages may use the server
    workers: int = 1  # processes for bots
    bot_budget: float = 1.0  # seconds a bot may use for one decision
    metrics: bool = False  # whether anyone may read /metrics
    max_message_bytes: int = 16_384
    connections: int = 20_000  # open at once; the limit of file handles can lower it
    tables_per_hour: int = 60  # per address
    mails_per_day: int = 20  # per address: links to confirm an e-mail address
    bot_tables: int = 3  # per address: running tables at which only bots decide
    requests_per_second: float = 50.0  # per address
    records_per_second: float = 2.0  # per address: to replay, to review and to export
    records_burst: int = 30
    handshakes_per_second: float = 10.0  # per address: new sockets
    handshake_burst: int = 30  # new sockets accepted at once after a pause
    sockets_per_address: int = 200  # open at once
    sockets_per_person: int = 20  # open at once at one table, for somebody with a seat
    watchers_per_table: int = 1_000  # open sockets of spectators
    wrong_codes_per_hour: int = 30  # per address
    all_wrong_codes_per_hour: int = 3_000  # of all addresses together
    frames_per_second: float = 20.0  # per socket
    address_frames_per_second: float = 200.0  # per address, of all its sockets
    address_frames_burst: int = 400
    burst: int = 100  # requests or frames accepted at once after a pause
    backlog: int = 32  # messages queued for a slow reader before one snapshot replaces them
    count_outages: bool = True  # whether clocks stand still while no server is alive
    warm_up_bots: bool = True  # whether bots are compiled before the first one is needed
    background_work: bool = True  # whether games are rated and notifications sent
    smtp: Smtp | None = None  # without it there are no e-mails
    push_services: tuple[str, ...] = PUSH_SERVICES  # to which push messages may be sent
    source: TimeAndRandom = field(default_factory=TimeAndRandom)

    @property
    def people_per_hour(self) -> int:
        """Return how many new people may come from an address."""
        return 10 * self.tables_per_hour

    @property
    def connections_per_address(self) -> int:
        """Return how many connections an address may have: its sockets, and as many requests."""
        return 2 * self.sockets_per_address
