"""The `century` command. Each command imports what it needs itself, so that --help is instant."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from century.position import Position
    from century.record import Record

app = typer.Typer(
    name="century",
    epilog="Begin with: century play",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

GameOption = Annotated[
    str, typer.Option("--game", "-g", help="spice-road or eastern-wonders.", metavar="NAME")
]
PlayersOption = Annotated[int, typer.Option("--players", "-p", help="How many seats.")]
SeedOption = Annotated[int, typer.Option(help="The deal: the same seed gives the same game.")]
MapOption = Annotated[
    str | None,
    typer.Option("--map", "-m", help="For Eastern Wonders: a map's name, text or file."),
]
SPICE_ROAD = "spice-road"


def _show_version(wanted: bool) -> None:
    if wanted:
        from century import __version__

        typer.echo(f"century {__version__}")
        raise typer.Exit


@app.callback()
def century(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Play Century: Spice Road and Eastern Wonders, unofficial; replay, simulate, measure."""


@app.command()
def play(
    game: GameOption = SPICE_ROAD,
    players: Annotated[
        int | None,
        typer.Option("--players", "-p", help="How many seats.  \\[default: as few as possible]"),
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option("--name", "-n", help="A person's name; give several to play hot-seat."),
    ] = None,
    bot: Annotated[
        str,
        typer.Option("--bot", "-b", help="Who takes the other seats: a bot's name, or your own."),
    ] = "random",
    seed: Annotated[
        int | None, typer.Option(help="The deal and the seating.  \\[default: a new one]")
    ] = None,
    map_: MapOption = None,
    in_order: Annotated[
        bool, typer.Option("--in-order", help="People sit in the order named, before the bots.")
    ] = False,
    record: Annotated[
        Path | None, typer.Option(help="Where to keep the record.  \\[default: your data folder]")
    ] = None,
    resume: Annotated[Path | None, typer.Option(help="Go on with a record saved before.")] = None,
) -> None:
    """Play in this terminal against bots, with friends, or both.

    The game is saved after every turn; leave with quit or Ctrl-C and go on with --resume.
    """
    import secrets

    from century.errors import BotFault
    from century.position import game as find_game
    from century.terminal.play import Quit, TerminalTable
    from century.terminal.seating import new_table, seated

    if resume is not None and any((players, name, seed, map_, in_order)):
        _fail("--resume goes on with a table as it was: it takes only --record besides")
    if resume is None:
        if record is not None and record.exists():
            _fail(f"{record} exists; go on with it by --resume, or choose another name")
        seed = secrets.randbelow(2**32) if seed is None else seed
        people = name or ["You"]
        begun, seating = new_table(
            find_game(game), players, people, bot, seed, in_order, _options(map_)
        )
        path = record or _record_folder() / _record_name(game)
    else:
        begun = _read(resume)
        seating = seated(begun)
        path = record or resume
    console = _console()
    table = TerminalTable(console, begun, seating, path)
    _check_writable(path)
    again = f"Saved. Go on with:\n{shlex.quote(sys.argv[0])} play --resume {shlex.quote(str(path))}"
    try:
        table.play()
    except (Quit, KeyboardInterrupt):
        table.save()
        console.print(f"\n{again}", markup=False, soft_wrap=True)
        return
    except BotFault as fault:
        table.save()
        _fail(f"the bot cannot go on: {fault}\n{again}")
    console.print(f"The record is in {path}", markup=False, soft_wrap=True)


@app.command()
def simulate(
    game: GameOption = SPICE_ROAD,
    players: PlayersOption = 2,
    games: Annotated[
        int | None,
        typer.Option("--games", "-n", help="How many games.  \\[default: a few seconds' worth]"),
    ] = None,
    seed: SeedOption = 1,
    map_: MapOption = None,
    out: Annotated[Path | None, typer.Option(help="Write every game's scores as CSV.")] = None,
) -> None:
    """Play many random games and sum them up."""
    from century.position import game as find_game
    from century.terminal.simulate import simulate as run

    run(_console(), find_game(game), players, games, seed, out, _options(map_))


@app.command()
def tournament(
    entrants: Annotated[
        list[str],
        typer.Argument(help="Bots; one may be named several times.", show_default=False),
    ],
    game: GameOption = SPICE_ROAD,
    players: Annotated[
        int | None,
        typer.Option(
            "--players", "-p", help="Seats at a table.  \\[default: one for each entrant]"
        ),
    ] = None,
    map_: MapOption = None,
    deals: Annotated[
        int | None,
        typer.Option(
            "--deals",
            "-n",
            help="Each is played in all seat rotations.  \\[default: 10; SPRT: no end]",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Of the deals and the bots.")] = 1,
    budget: Annotated[float, typer.Option(help="Seconds a turn.")] = 1.0,
    stall: Annotated[
        float | None,
        typer.Option(help="Seconds after which a turn is lost.  \\[default: 5 budgets and 5 s]"),
    ] = None,
    rounds: Annotated[int, typer.Option(help="A longer game ends as it stands.")] = 200,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Keep the results here, or resume from here.  \\[default: nothing is kept]"
        ),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(help="Games at a time.  \\[default: one for each core]")
    ] = None,
    executor: Annotated[
        str, typer.Option(help="local, or ray for a cluster.", metavar="NAME")
    ] = "local",
    ray_address: Annotated[
        str | None, typer.Option(help="Of the cluster.  \\[default: a Ray of its own, here]")
    ] = None,
    sprt: Annotated[
        bool, typer.Option("--sprt", help="Stop once it is clear if the first is stronger.")
    ] = False,
    elo0: Annotated[float, typer.Option(help="SPRT: no stronger than this ...")] = 0.0,
    elo1: Annotated[float, typer.Option(help="... or at least this much.")] = 50.0,
    alpha: Annotated[float, typer.Option(help="SPRT: rate of false alarms.")] = 0.05,
    beta: Annotated[float, typer.Option(help="SPRT: rate of misses.")] = 0.05,
) -> None:
    """Let bots play each other and rate them.

    Every deal is played in all rotations of the seats, so that luck cancels. More entrants than
    seats play in all combinations. A bot that crashes, stalls or answers nonsense loses by rule.
    With --out you can stop by Ctrl-C and go on with the same command.
    """
    from century.arena import Sprt, Tournament
    from century.arena import executor as find_executor
    from century.arena.tournament import check_deals
    from century.terminal.tournament import run_tournament

    planned = Tournament(
        game, tuple(entrants), seed, players or 0, _options(map_), budget, stall or 0.0, rounds
    )
    if sprt and not planned.is_duel:
        _fail("--sprt is for two different entrants at tables of two")
    if deals is not None or not sprt:
        deals = check_deals(10 if deals is None else deals)
    test = Sprt(elo0, elo1, alpha, beta) if sprt else None
    where = find_executor(executor, workers, ray_address)
    console = _console()
    if run_tournament(console, planned, where, deals, out, test):
        return
    again = (
        f"Go on with:\n{shlex.join(sys.argv)}" if out else "Nothing was kept: there was no --out."
    )
    console.print(again, markup=False, soft_wrap=True)
    raise SystemExit(130)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A game record.", show_default=False)],
    all_turns: Annotated[
        bool, typer.Option("--all", help="Print the whole game instead of stepping through it.")
    ] = False,
) -> None:
    """Step through a game record."""
    from century.terminal.replay import replay as run

    try:
        run(_console(), _read(file), step=sys.stdin.isatty() and not all_turns)
    except (EOFError, KeyboardInterrupt):
        _console().print()


@app.command()
def perft(
    depth: Annotated[int, typer.Argument(help="How many decisions deep.")] = 6,
    game: GameOption = SPICE_ROAD,
    players: PlayersOption = 2,
    seed: SeedOption = 1,
    map_: MapOption = None,
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
        start = find_game(game).start(players=players, seed=seed, **_options(map_))
    check_depth(depth)
    # A kernel that counts for hours would not hear Ctrl-C as Python delivers it.
    handler = signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        _perft(start, depth, divide)
    finally:
        signal.signal(signal.SIGINT, handler)


def _perft(start: Position, depth: int, divide: bool) -> None:
    from time import perf_counter

    from century.position import perft as count
    from century.terminal.prepare import prepare

    console = _console()
    prepare(console, start.game)
    if divide:
        for token in start.legal() if depth else []:
            console.print(f"{token:16} {count(start.act(token), depth - 1):>16,}", highlight=False)
    for d in range(depth if divide else 0, depth + 1):
        began = perf_counter()
        found = count(start, d)
        seconds = perf_counter() - began
        console.print(f"depth {d:<3} {found:>22,}   {seconds:8.2f} s", highlight=False)


@app.command(name="map")
def map_command(
    chart: Annotated[
        str | None,
        typer.Argument(
            metavar="[MAP]", help="A map's text or file.  \\[default: the standard map]"
        ),
    ] = None,
    random_seed: Annotated[
        int | None, typer.Option("--random", help="Make a random map by a seed.", metavar="SEED")
    ] = None,
    sea: Annotated[int, typer.Option(help="Sea tiles of a random map.")] = 0,
    svg: Annotated[Path | None, typer.Option(help="Write a picture of the map.")] = None,
    out: Annotated[Path | None, typer.Option(help="Write the drawing, to edit it.")] = None,
) -> None:
    """Draw, check or make a map of Eastern Wonders.

    A map is drawn with M for markets, P for ports and S for sea; a line is half a tile high. Begin
    with the standard one: century map --out my-map.txt
    """
    from century.eastern_wonders.charts import random_map
    from century.eastern_wonders.charts import svg as draw
    from century.eastern_wonders.map import Map
    from century.position import check_seed
    from century.terminal.chart import print_map

    if random_seed is None and sea:
        _fail("--sea is for a map made with --random")
    if random_seed is not None and chart is not None:
        _fail("either a map or --random, not both")
    if random_seed is None:
        shown = Map.read(_map_text(chart or "standard"))
    else:
        shown = random_map(check_seed(random_seed), sea)
    console = _console()
    print_map(console, shown)
    for path, text in ((svg, draw(shown)), (out, shown.drawing())):
        if path is not None:
            with path.open("x", encoding="utf-8") as file:  # never over a map drawn by hand
                file.write(text)
            console.print(f"Written to {path}", markup=False, soft_wrap=True)


def _map_text(given: str) -> str:
    """Read a map's file, unless what was given is a map itself."""
    looks_like_a_map = given == "standard" or set(given) <= set("MPS./ \n")
    return given if looks_like_a_map else Path(given).read_text(encoding="utf-8")


def _options(chart: str | None) -> dict[str, str]:
    return {} if chart is None else {"map": _map_text(chart)}


@app.command()
def bench(
    seconds: Annotated[float, typer.Option(help="How long to measure each thing.")] = 2.0,
) -> None:
    """Measure this engine against others in the same run, and print its signature."""
    from century.bench import bench as run

    run(_console(), seconds)


@app.command()
def rules(
    rule: Annotated[
        str | None, typer.Argument(help="A rule's id such as SR9 or EW3, or a word to look for.")
    ] = None,
    game: GameOption = SPICE_ROAD,
) -> None:
    """Read the rules, one rule by its id, or those that mention a word."""
    from century.position import game as find_game
    from century.position import games
    from century.terminal.rules import print_rules
    from century.words import words

    holders = [name for name in games() if rule and rule.upper() in words(name).rules]
    print_rules(_console(), words(holders[0] if holders else find_game(game).name), rule)


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
        int, typer.Option(help="Stop a game after so many decisions of the bot.", min=1)
    ] = 200,
    seed: SeedOption = 1,
) -> None:
    """Try out a bot of your own: whether its answers are legal and in time.

    It plays once on each seat against random. The exit status is 1 if anything is wrong.
    """
    from century.position import game as find_game
    from century.position import games
    from century.terminal.check_bot import check_bot as run

    chosen = [find_game(name) for name in ([game] if game else games())]
    if not run(_console(), bot, chosen, budget, decisions, seed):
        raise typer.Exit(1)


def _console(stderr: bool = False) -> Console:
    from rich.console import Console

    return Console(stderr=stderr)


def _read(path: Path) -> Record:
    from century.record import read_record

    return read_record(path.read_text(encoding="utf-8"))


def _record_folder() -> Path:
    from platformdirs import user_data_path

    return user_data_path("century", ensure_exists=True) / "records"


def _record_name(game: str) -> str:
    from datetime import datetime

    return f"{game}-{datetime.now():%Y%m%d-%H%M%S}.txt"


def _check_writable(path: Path) -> None:
    """Find out before a game, not after it, that its record has nowhere to go."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8"):
        return


def _fail(message: str) -> NoReturn:
    from rich.text import Text

    _console(stderr=True).print(Text.assemble(("error: ", "bold red"), message), soft_wrap=True)
    raise SystemExit(2)


def main() -> None:
    """Run the command line; what a user got wrong ends with status 2 and one line."""
    from century.errors import CenturyError

    try:
        app()
    except CenturyError as error:
        _fail(str(error))
    except UnicodeDecodeError as error:
        _fail(f"not a text file: {error}")
    except OSError as error:
        _fail(f"{error.filename or ''}: {error.strerror or error}")
    except KeyboardInterrupt:
        raise SystemExit(130) from None
