"""Commands that measure: bot checks, simulations, perft and benchmarks."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from century.cli.common import (
    PlayersOption,
    SeedOption,
    WeightsOption,
    app,
    the_console,
    with_weights,
)
from century.cli.game_options import (
    DEFAULT_GAME,
    GameOption,
    GameOptions,
    with_game_options,
)

MAX_SECONDS = 1_000_000  # timers of the operating system do not accept very large numbers

if TYPE_CHECKING:
    from century.position import Position


@app.command(name="check-bot")
def check_bot(
    bot: Annotated[str, typer.Argument(help="A bot's name, or your own.", metavar="BOT")],
    game: Annotated[
        str | None,
        typer.Option("--game", "-g", help="One game only.  \\[default: all]", metavar="NAME"),
    ] = None,
    budget: Annotated[
        float,
        typer.Option(help="Seconds the bot may think on a decision.", min=0.001, max=MAX_SECONDS),
    ] = 1.0,
    decisions: Annotated[
        int, typer.Option(help="Stop a game after this number of decisions.", min=1)
    ] = 200,
    seed: SeedOption = 1,
    weights: WeightsOption = None,
) -> None:
    """Check that the answers of your own bot are legal and in time.

    It plays once on each seat against random. The exit status is 1 if anything is wrong.
    """
    from century.position import game as find_game
    from century.position import games
    from century.terminal.check_bot import check_bot as run

    chosen = [find_game(name) for name in ([game] if game else games())]
    subject = with_weights(bot, weights) or bot
    if not run(the_console(), subject, chosen, budget, decisions, seed):
        raise typer.Exit(1)


@app.command()
@with_game_options
def simulate(
    options: GameOptions,
    game: GameOption = DEFAULT_GAME,
    players: PlayersOption = 2,
    games: Annotated[
        int | None,
        typer.Option("--games", "-n", help="How many games.  \\[default: a few seconds' worth]"),
    ] = None,
    seed: SeedOption = 1,
    out: Annotated[Path | None, typer.Option(help="Write every game's scores as CSV.")] = None,
) -> None:
    """Play many random games and print statistics."""
    from century.position import game as find_game
    from century.terminal.simulate import simulate as run

    if not run(the_console(), find_game(game), players, games, seed, out, options):
        raise SystemExit(130)


@app.command()
@with_game_options
def perft(
    options: GameOptions,
    depth: Annotated[int, typer.Argument(help="The number of decisions.")] = 6,
    game: GameOption = DEFAULT_GAME,
    players: PlayersOption = 2,
    seed: SeedOption = 1,
    position: Annotated[
        str | None, typer.Option(help="A position's text instead of a deal.")
    ] = None,
    divide: Annotated[
        bool, typer.Option("--divide", help="Count separately for each first decision.")
    ] = False,
) -> None:
    """Count the sequences of decisions from a position, to check one engine against another."""
    import signal

    from century.position import check_depth, games
    from century.position import game as find_game

    if position:
        named = position.partition("/")[0]  # a position's text begins with its game
        start = find_game(named if named in games() else game).read(position)
    else:
        start = find_game(game).start(players=players, seed=seed, **options)
    check_depth(depth)
    # Python handles Ctrl-C between bytecodes, and a kernel may count for hours.
    handler = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        _perft(start, depth, divide)
    finally:
        signal.signal(signal.SIGINT, handler)


def _perft(start: Position, depth: int, divide: bool) -> None:
    from time import perf_counter

    from century.position import perft as count
    from century.terminal.prepare import prepare

    console = the_console()
    prepare(console, start.game)
    if divide:
        for token in start.legal() if depth else []:
            console.print(f"{token:16} {count(start.act(token), depth - 1):>16,}", highlight=False)
    for d in range(depth if divide else 0, depth + 1):
        began = perf_counter()
        found = count(start, d)
        seconds = perf_counter() - began
        console.print(f"depth {d:<3} {found:>22,}   {seconds:8.2f} s", highlight=False)


@app.command()
def bench(
    seconds: Annotated[
        float, typer.Option(help="Seconds for each measurement.", min=0.001, max=3600)
    ] = 2.0,
    device: Annotated[str, typer.Option(help="Where to play: cpu, or cuda for a GPU.")] = "cpu",
) -> None:
    """Measure this engine against others in the same run, and print its signature."""
    from century.devices import check_device
    from century.extras import provided_by

    with provided_by("bench"):
        from century.bench import bench as run

        run(the_console(), seconds, check_device(device))
