"""The command that runs the table server."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from century.cli.common import app, the_console

ANYWHERE = ("", "0.0.0.0", "::")


@app.command()
def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 lets others in.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0 is any that is free.")] = 8000,
    db: Annotated[
        str | None,
        typer.Option(help="A file or a database's URL.  \\[default: in your data folder]"),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(help="Processes for bots.  \\[default: all cores but one]", min=1)
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
    public: Annotated[
        str | None, typer.Option(help="The address in links, behind a proxy.", metavar="URL")
    ] = None,
    proxy: Annotated[
        str, typer.Option(help="Addresses of proxies whose headers are trusted.", metavar="IPS")
    ] = "",
    tables_per_hour: Annotated[
        int, typer.Option(help="How many tables one address may make.", min=1)
    ] = 60,
    rate: Annotated[
        float, typer.Option(help="How many requests a second one address may make.", min=1)
    ] = 50.0,
    log: Annotated[str, typer.Option(help="debug, info, warning or error.")] = "warning",
) -> None:
    """Let people play over the network: tables, bots, and everything saved at once."""
    from century.bots import LEVELS
    from century.position import game, games
    from century.server.logs import log_to_stderr
    from century.server.serve import bind, default_database, run
    from century.server.settings import Settings
    from century.terminal.prepare import prepare
    from century.warmup import is_warm

    log_to_stderr(log)
    listening = bind(host, port)
    settings = Settings(
        database=db or str(default_database()),
        public=public,
        workers=workers or max(1, (os.cpu_count() or 2) - 1),
        tables_per_hour=tables_per_hour,
        requests=rate,
        burst=max(100, int(2 * rate)),
    )
    shown_host = "localhost" if host in (*ANYWHERE, "127.0.0.1", "::1") else host
    address = public or f"http://{shown_host}:{listening.getsockname()[1]}/"
    the_console().print(f"Tables at {address}  (Ctrl-C ends; everything is saved)", markup=False)
    sys.stdout.flush()
    for name in games():
        with _unless_broken(name):
            prepare(the_console(), game(name))
    if not all(is_warm(game(name), LEVELS) for name in games()):
        the_console().print("The bots are being prepared meanwhile: once, about a minute.")
    if browser and _has_browser():
        _open_soon(address)
    run(settings, listening, proxy)


@contextmanager
def _unless_broken(name: str) -> Iterator[None]:
    """Go on with the other games if one cannot be compiled, and say so."""
    from century.games import describe

    try:
        yield
    except Exception as error:  # other people's code may raise anything
        advice = f"`century check-game {name}` lists what is wrong"
        what = f"{name} cannot be played: {describe(error)}; {advice}"
        the_console(stderr=True).print(what, markup=False, soft_wrap=True)


def _has_browser() -> bool:
    """Tell whether there is somebody at a screen."""
    on_screen = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    return on_screen and sys.stdout.isatty()


def _open_soon(address: str) -> None:
    import threading
    import webbrowser

    # The port is taken already: the page comes as soon as the server is up.
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
