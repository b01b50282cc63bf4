"""The command that lets bots play each other."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from century.cli.common import app, command_line, fail, the_console
from century.cli.game_options import DEFAULT_GAME, GameOption, GameOptions, with_game_options

if TYPE_CHECKING:
    from century.arena import Tournament

Entrants = Annotated[
    list[str], typer.Argument(help="Bots; one may be named several times.", show_default=False)
]
Players = Annotated[
    int | None,
    typer.Option("--players", "-p", help="Seats at a table.  \\[default: one for each entrant]"),
]
Weights = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="The network of the entrants master and policy."),
]
Deals = Annotated[
    int | None,
    typer.Option(
        "--deals", "-n", help="Each is played in all seat rotations.  \\[default: 10; SPRT: no end]"
    ),
]
Seed = Annotated[int, typer.Option(help="The seed of deals and bots.")]
Budget = Annotated[float, typer.Option(help="Seconds for a turn.")]
Stall = Annotated[
    float | None,
    typer.Option(help="Seconds after which a turn is lost.  \\[default: 5 budgets plus 5 s]"),
]
Rounds = Annotated[int, typer.Option(help="A longer game ends with its points so far.")]
Out = Annotated[
    Path | None,
    typer.Option(help="Keep the results here, and resume from here.  \\[default: nothing is kept]"),
]
Records = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help="Keep every game as a record here, for century replay."),
]
Workers = Annotated[
    int | None, typer.Option(help="Games at a time.  \\[default: one for each core]")
]
Executor = Annotated[str, typer.Option(help="local, or ray for a cluster.", metavar="NAME")]
RayAddress = Annotated[
    str | None, typer.Option(help="The cluster.  \\[default: start Ray on this machine]")
]
UseSprt = Annotated[
    bool, typer.Option("--sprt", help="Stop when it is clear whether the first is stronger.")
]
Elo0 = Annotated[float, typer.Option(help="SPRT: by how much it is stronger under H0.")]
Elo1 = Annotated[float, typer.Option(help="SPRT: by how much it is stronger under H1.")]
Alpha = Annotated[float, typer.Option(help="SPRT: chance to accept H1 if H0 is true.")]
Beta = Annotated[float, typer.Option(help="SPRT: chance to accept H0 if H1 is true.")]

DEFAULT_DEALS = 10


@app.command()
@with_game_options
def tournament(
    options: GameOptions,
    entrants: Entrants,
    game: GameOption = DEFAULT_GAME,
    players: Players = None,
    deals: Deals = None,
    seed: Seed = 1,
    budget: Budget = 1.0,
    stall: Stall = None,
    rounds: Rounds = 200,
    out: Out = None,
    records: Records = None,
    workers: Workers = None,
    executor: Executor = "local",
    ray_address: RayAddress = None,
    sprt: UseSprt = False,
    elo0: Elo0 = 0.0,
    elo1: Elo1 = 50.0,
    alpha: Alpha = 0.05,
    beta: Beta = 0.05,
    weights: Weights = None,
) -> None:
    """Let bots play each other and rate them.

    Every deal is played in all rotations of the seats, to cancel out luck. More entrants than seats
    play in all combinations. A bot that crashes, stalls or answers nonsense loses by rule. With
    --out you can stop by Ctrl-C and resume with the same command.
    """
    if weights is not None:
        entrants = _with_weights(entrants, weights)
    console = the_console()
    with console.status("Getting ready"):  # importing takes seconds
        from century.arena import Sprt, Tournament
        from century.arena import executor as find_executor
        from century.terminal.tournament import run_tournament

        planned = Tournament(
            game, tuple(entrants), seed, players or 0, options, budget, stall or 0.0, rounds
        )
    deals = _check_deals(deals, planned, sprt)
    test = Sprt(elo0, elo1, alpha, beta) if sprt else None
    _check_entrants(planned)
    report = partial(console.print, markup=False, highlight=False, soft_wrap=True)
    where = find_executor(executor, workers, ray_address, report)
    if run_tournament(console, planned, where, deals, out, test, records):
        return
    resume = f"Go on with:\n{command_line(*sys.argv[1:])}"
    report(resume if out else "Nothing was kept: there was no --out.")
    raise SystemExit(130)


def _with_weights(entrants: list[str], weights: Path) -> list[str]:
    """Let the entrants that play with a network use a file."""
    from century.bots import NEURAL

    if not set(entrants) & set(NEURAL):
        fail(f"--weights is for the entrants {' and '.join(NEURAL)}")
    return [f"{name}:{weights}" if name in NEURAL else name for name in entrants]


def _check_entrants(planned: Tournament) -> None:
    """Raise an error before anything is compiled if a text cannot be the name of a bot.

    Files of weights are read, so that a damaged one is refused here and not in every game.
    """
    from century.bots import bot, check_name, weights_in
    from century.bots.ask import check_plays
    from century.position import game

    for name in planned.names:
        check_name(name)
        if weights_in(name) is not None:
            check_plays(bot(name, 0), game(planned.game), name)


def _check_deals(deals: int | None, planned: Tournament, sprt: bool) -> int | None:
    """Return the number of deals, None for no limit; fail if the SPRT does not fit the plan."""
    from century.arena.tournament import check_deals

    if sprt and not planned.is_duel:
        fail("--sprt is for two different entrants at tables of two")
    if deals is None and sprt:
        return None
    return check_deals(DEFAULT_DEALS if deals is None else deals)
