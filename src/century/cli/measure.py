"""Commands that measure: tournaments, bot checks, simulations, perft and benchmarks."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from century.cli.common import (
    PlayersOption,
    SeedOption,
    app,
    command_line,
    fail,
    the_console,
)
from century.cli.game_options import (
    DEFAULT_GAME,
    GameOption,
    GameOptions,
    with_game_options,
)

if TYPE_CHECKING:
    from century.position import Position


@app.command()
@with_game_options
def tournament(
    options: GameOptions,
    entrants: Annotated[
        list[str],
        typer.Argument(help="Bots; one may be named several times.", show_default=False),
    ],
    game: GameOption = DEFAULT_GAME,
    players: Annotated[
        int | None,
        typer.Option(
            "--players", "-p", help="Seats at a table.  \\[default: one for each entrant]"
        ),
    ] = None,
    deals: Annotated[
        int | None,
        typer.Option(
            "--deals",
            "-n",
            help="Each is played in all seat rotations.  \\[default: 10; SPRT: no end]",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="The seed of deals and bots.")] = 1,
    budget: Annotated[float, typer.Option(help="Seconds for a turn.")] = 1.0,
    stall: Annotated[
        float | None,
        typer.Option(help="Seconds after which a turn is lost.  \\[default: 5 budgets plus 5 s]"),
    ] = None,
    rounds: Annotated[int, typer.Option(help="A longer game ends with its points so far.")] = 200,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Keep the results here, and resume from here.  \\[default: nothing is kept]"
        ),
    ] = None,
    records: Annotated[
        Path | None,
        typer.Option(
            metavar="FOLDER", help="Keep every game as a record here, for century replay."
        ),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(help="Games at a time.  \\[default: one for each core]")
    ] = None,
    executor: Annotated[
        str, typer.Option(help="local, or ray for a cluster.", metavar="NAME")
    ] = "local",
    ray_address: Annotated[
        str | None, typer.Option(help="The cluster.  \\[default: start Ray on this machine]")
    ] = None,
    sprt: Annotated[
        bool, typer.Option("--sprt", help="Stop when it is clear whether the first is stronger.")
    ] = False,
    elo0: Annotated[float, typer.Option(help="SPRT: no stronger than this ...")] = 0.0,
    elo1: Annotated[float, typer.Option(help="... or at least this much.")] = 50.0,
    alpha: Annotated[float, typer.Option(help="SPRT: rate of false alarms.")] = 0.05,
    beta: Annotated[float, typer.Option(help="SPRT: rate of misses.")] = 0.05,
) -> None:
    """Let bots play each other and rate them.

    Every deal is played in all rotations of the seats, to cancel out luck. More entrants than seats
    play in all combinations. A bot that crashes, stalls or answers nonsense loses by rule. With
    --out you can stop by Ctrl-C and resume with the same command.
    """
    console = the_console()
    with console.status("Getting ready"):  # importing takes seconds
        from century.arena import Sprt, Tournament
        from century.arena import executor as find_executor
        from century.arena.tournament import check_deals
        from century.terminal.tournament import run_tournament

        planned = Tournament(
            game, tuple(entrants), seed, players or 0, options, budget, stall or 0.0, rounds
        )
    if sprt and not planned.is_duel:
        fail("--sprt is for two different entrants at tables of two")
    if deals is not None or not sprt:
        deals = check_deals(10 if deals is None else deals)
    test = Sprt(elo0, elo1, alpha, beta) if sprt else None
    report = partial(console.print, markup=False, highlight=False, soft_wrap=True)
    where = find_executor(executor, workers, ray_address, report)
    if run_tournament(console, planned, where, deals, out, test, records):
        return
    resume = f"Go on with:\n{command_line(*sys.argv[1:])}"
    console.print(
        resume if out else "Nothing was kept: there was no --out.", markup=False, soft_wrap=True
    )
    raise SystemExit(130)


@app.command(name="check-bot")
def check_bot(
    bot: Annotated[str, typer.Argument(help="A bot's name, or your own.", metavar="BOT")],
    game: Annotated[
        str | None,
        typer.Option("--game", "-g", help="One game only.  \\[default: all]", metavar="NAME"),
    ] = None,
    budget: Annotated[
        float, typer.Option(help="Seconds the bot may think on a decision.", min=0.001)
    ] = 1.0,
    decisions: Annotated[
        int, typer.Option(help="Stop a game after this number of decisions.", min=1)
    ] = 200,
    seed: SeedOption = 1,
) -> None:
    """Check that the answers of your own bot are legal and in time.

    It plays once on each seat against random. The exit status is 1 if anything is wrong.
    """
    from century.position import game as find_game
    from century.position import games
    from century.terminal.check_bot import check_bot as run

    chosen = [find_game(name) for name in ([game] if game else games())]
    if not run(the_console(), bot, chosen, budget, decisions, seed):
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

    run(the_console(), find_game(game), players, games, seed, out, options)


@app.command()
@with_game_options
def perft(
    options: GameOptions,
    depth: Annotated[int, typer.Argument(help="How many decisions deep.")] = 6,
    game: GameOption = DEFAULT_GAME,
    players: PlayersOption = 2,
    seed: SeedOption = 1,
    position: Annotated[
        str | None, typer.Option(help="A position's text instead of a deal.")
    ] = None,
    divide: Annotated[
        bool, typer.Option("--divide", help="Count below each first decision.")
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
    seconds: Annotated[float, typer.Option(help="How long to measure each thing.")] = 2.0,
) -> None:
    """Measure this engine against others in the same run, and print its signature."""
    from century.bench import bench as run

    run(the_console(), seconds)
