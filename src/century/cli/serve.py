"""The command that runs the table server."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from century.cli.common import app, broken_game, fail, the_console
from century.extras import provided_by

if TYPE_CHECKING:
    from century.server.settings import Settings, Smtp

LOG_LEVELS = ("debug", "info", "warning", "error")
ALL_ADDRESSES = ("", "0.0.0.0", "::")


LIMITS = "Limits"
MAIL = "E-mail"


def limit(text: str, **bounds: Any) -> Any:
    """Declare an option that protects the server; --help lists these together."""
    return typer.Option(help=text, metavar="N", rich_help_panel=LIMITS, **bounds)


def from_environment(name: str, text: str, **details: Any) -> Any:
    """Declare an option that an environment variable can set too; `serve` says so for all."""
    return typer.Option(help=text, envvar=f"CENTURY_{name}", show_envvar=False, **details)


def mail(name: str, text: str, **details: Any) -> Any:
    """Declare an option of the mail server; --help lists these together."""
    return from_environment(f"SMTP_{name}", text, rich_help_panel=MAIL, **details)


Host = Annotated[
    str,
    typer.Option(
        help="The address to listen on; 0.0.0.0 accepts other computers.", metavar="ADDRESS"
    ),
]
Port = Annotated[
    int, typer.Option(help="The port; 0 is any free port.", min=0, max=65535, metavar="N")
]
Database = Annotated[
    str | None,
    from_environment(
        "DB", "A file or a database's URL.  \\[default: in your data folder]", metavar="FILE|URL"
    ),
]
Processes = Annotated[
    int,
    typer.Option(
        help="Server processes on the port; PostgreSQL only.", min=1, max=100, metavar="N"
    ),
]
Workers = Annotated[
    int | None,
    typer.Option(
        help="Worker processes for bots.  \\[default: all cores but one]",
        min=1,
        max=1000,
        metavar="N",
    ),
]
OpenBrowser = Annotated[bool, typer.Option(help="Open the page in a browser.")]
Public = Annotated[
    str | None, from_environment("PUBLIC", "The address in links, behind a proxy.", metavar="URL")
]
Proxy = Annotated[str, typer.Option(help="Addresses of trusted proxies.", metavar="IPS")]
TablesPerHour = Annotated[int, limit("New tables in an hour for each address.", min=1)]
BotTables = Annotated[int, limit("Running tables for each address at which only bots play.", min=0)]
Rate = Annotated[float, limit("Requests per second for each address.", min=1, max=1e6)]
SocketsPerAddress = Annotated[int, limit("Open sockets for each address.", min=1)]
ServeMetrics = Annotated[
    bool, typer.Option("--metrics", help="Serve /metrics for Prometheus to anyone who asks.")
]
SmtpHost = Annotated[
    str | None, mail("HOST", "A mail server, for notifications by e-mail.", metavar="NAME")
]
SmtpPort = Annotated[int, mail("PORT", "The mail server's port.", metavar="N")]
SmtpUser = Annotated[str | None, mail("USER", "The user name for the mail server.", metavar="NAME")]
SmtpPasswordFile = Annotated[
    Path | None,
    mail(
        "PASSWORD_FILE",
        "A file with the password for the mail server.",
        exists=True,
        dir_okay=False,
        readable=True,
        metavar="FILE",
    ),
]
SmtpFrom = Annotated[str | None, mail("FROM", "The sender's e-mail address.", metavar="ADDRESS")]
SmtpStartTls = Annotated[bool, mail("STARTTLS", "Encrypt the connection to it.")]
LogLevel = Annotated[str, typer.Option(help="debug, info, warning or error.", metavar="LEVEL")]


@app.command()
def serve(
    host: Host = "127.0.0.1",
    port: Port = 8000,
    db: Database = None,
    processes: Processes = 1,
    workers: Workers = None,
    browser: OpenBrowser = True,
    public: Public = None,
    proxy: Proxy = "",
    tables_per_hour: TablesPerHour = 60,
    bot_tables: BotTables = 3,
    rate: Rate = 50.0,
    sockets_per_address: SocketsPerAddress = 200,
    metrics: ServeMetrics = False,
    smtp_host: SmtpHost = None,
    smtp_port: SmtpPort = 587,
    smtp_user: SmtpUser = None,
    smtp_password_file: SmtpPasswordFile = None,
    smtp_from: SmtpFrom = None,
    smtp_starttls: SmtpStartTls = True,
    log: LogLevel = "warning",
) -> None:
    """Run a server for games over the network, with bots; it saves every move.

    Environment variables that set options: CENTURY_DB, CENTURY_PUBLIC, and for the
    mail server CENTURY_SMTP_HOST, CENTURY_SMTP_PORT and so on.
    """
    _check_options(host, db, public, proxy, log)
    from century.server.run import default_database
    from century.server.settings import Settings
    from century.server.web.logging import log_to_stderr

    smtp = _mail_server(
        smtp_host, smtp_port, smtp_user, smtp_password_file, smtp_from, smtp_starttls, public
    )
    log_to_stderr(log)
    settings = Settings(
        database=db or str(default_database()),
        public_url=public,
        workers=workers or max(1, (os.cpu_count() or 2) - 1),
        tables_per_hour=tables_per_hour,
        bot_tables=bot_tables,
        **_rate_limits(rate),
        sockets_per_address=sockets_per_address,
        metrics=metrics,
        smtp=smtp,
    )
    _serve(settings, host, port, browser, proxy, processes, log)


def _check_options(host: str, db: str | None, public: str | None, proxy: str, log: str) -> None:
    """Fail if an option is invalid, or raise MissingExtra."""
    require_utf8(host=host, db=db, public=public, proxy=proxy, log=log)
    if log not in LOG_LEVELS:
        fail(f"--log is one of {', '.join(LOG_LEVELS)}, not {log}")
    import century.server.run  # noqa: F401  the server's extra comes before that of the driver

    require_driver(db)
    require_proxies(proxy)
    if public is not None and not public.startswith(("http://", "https://")):
        fail(f"--public is an address that begins with http:// or https://, not {public!r}")


def _serve(
    settings: Settings,
    host: str,
    port: int,
    browser: bool,
    proxy: str,
    processes: int,
    log: str,
) -> None:
    """Open the database, bind the port, say where the page is, and serve."""
    from century.server.run import bind, open_database, run
    from century.server.shutdown import limited_shutdown

    # The database comes first: if another server uses it, no other port would help.
    with limited_shutdown(), open_database(settings.database, processes) as describe_owner:
        listening = bind(host, port)
        shown_host = "localhost" if host in (*ALL_ADDRESSES, "127.0.0.1", "::1") else host
        address = settings.public_url or f"http://{shown_host}:{listening.getsockname()[1]}/"
        describe_owner(f"process {os.getpid()}, {address}")
        the_console().print(
            f"Tables at {address}  (Ctrl-C stops it; everything is saved)",
            markup=False,
            soft_wrap=True,
        )
        sys.stdout.flush()
        _prepare_games()
        if browser and _has_browser():
            _open_browser(address)
        run(settings, listening, proxy, processes, log)


def _rate_limits(rate: float) -> dict[str, Any]:
    """Return the settings that follow from the requests per second of an address."""
    return {
        "requests_per_second": rate,
        "burst": max(100, int(2 * rate)),
        "address_frames_per_second": 4 * rate,
        "address_frames_burst": max(400, int(8 * rate)),
        "handshakes_per_second": rate / 5,
        "handshake_burst": max(30, int(rate / 2)),
    }


def _mail_server(
    host: str | None,
    port: int,
    user: str | None,
    password_file: Path | None,
    sender: str | None,
    starttls: bool,
    public: str | None,
) -> Smtp | None:
    """Return the settings of the mail server, or None if there is none."""
    from century.server.settings import Smtp

    if host is None:
        return None
    if sender is None or public is None:
        fail("e-mails need --smtp-from, and --public for the links in them")
    if (
        not 1 <= port <= 65535
    ):  # an upper bound in the option would need too wide a column in --help
        fail(f"--smtp-port is from 1 to 65535, not {port}")
    if not is_address(sender):
        fail(f"--smtp-from is an address such as games@example.org, not {sender!r}")
    password = password_file.read_text(encoding="utf-8").strip() if password_file else ""
    return Smtp(host, sender, port, user, password, starttls)


def is_address(sender: str) -> bool:
    """Whether a sender is an e-mail address, perhaps with a name: "Games <games@example.org>"."""
    from email.utils import parseaddr

    name, at, host = parseaddr(sender)[1].rpartition("@")
    return bool(name and at and host) and not any(c.isspace() for c in name + host)


def require_utf8(**options: str | None) -> None:
    """Fail if an option, or the variable that sets it, contains bytes that are not UTF-8."""
    for name, value in options.items():
        try:
            (value or "").encode()
        except UnicodeEncodeError:
            fail(f"--{name} is not valid UTF-8")


def require_proxies(text: str) -> None:
    """Fail if a list of trusted proxies contains something else than addresses and networks."""
    from ipaddress import ip_network

    for proxy in filter(None, (part.strip() for part in text.split(","))):
        try:
            if proxy != "*":
                ip_network(proxy, strict=False)
        except ValueError:
            example = "127.0.0.1,10.0.0.0/8"
            fail(f"--proxy is a list of addresses and networks such as {example}, not {proxy!r}")


def require_driver(db: str | None) -> None:
    """Raise MissingExtra if the driver of a PostgreSQL database is not installed."""
    if db is not None and db.startswith(("postgresql:", "postgresql+psycopg:")):
        with provided_by("postgresql"):
            import psycopg  # noqa: F401  the driver is only loaded when it connects


def _prepare_games() -> None:
    """Compile the rules of all games, and say so if the bots are compiled later."""
    from century.bots.levels import levels_of
    from century.position import game, games
    from century.terminal.prepare import prepare
    from century.warmup import is_warm

    compiled = []
    for name in games():
        try:
            prepare(the_console(), game(name))
            compiled.append(game(name))
        except Exception as error:  # a broken game must not stop the others
            what = broken_game(name, error)
            the_console(stderr=True).print(what, markup=False, soft_wrap=True)
    if not all(is_warm(one, levels_of(one)) for one in compiled):
        the_console().print(
            "The bots are compiled in the background, once on this machine: about a minute."
        )


def _has_browser() -> bool:
    """Whether the command runs in a terminal on a desktop."""
    on_screen = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    return on_screen and sys.stdout.isatty()


def _open_browser(address: str) -> None:
    import threading
    import webbrowser

    # The port is already bound, so the browser waits until the server answers.
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
