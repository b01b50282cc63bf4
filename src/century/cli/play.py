"""Commands for playing: play, replay, advise and rules."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from century.cli.common import (
    WeightsOption,
    app,
    command_line,
    fail,
    load_record,
    read_text,
    the_console,
    with_weights,
)
from century.cli.game_options import DEFAULT_GAME, GameOption, GameOptions, with_game_options

if TYPE_CHECKING:
    from century.terminal.play import TerminalTable

Players = Annotated[
    int | None,
    typer.Option("--players", "-p", help="Number of seats.  \\[default: as few as possible]"),
]
Names = Annotated[
    list[str] | None,
    typer.Option("--name", "-n", help="Name of a person; repeat the option for more people."),
]
BotName = Annotated[
    str | None,
    typer.Option(
        "--bot",
        "-b",
        help="Bot for the other seats: novice, easy, medium, hard, expert, master, or your own."
        "  \\[default: medium, or random if no level plays the game]",
    ),
]
Seed = Annotated[
    int | None, typer.Option(help="Seed of the deal and the seating.  \\[default: random]")
]
InOrder = Annotated[
    bool, typer.Option("--in-order", help="Seat the people first, in the given order.")
]
RecordFile = Annotated[
    Path | None, typer.Option(help="File of the record.  \\[default: in your data folder]")
]
Resume = Annotated[Path | None, typer.Option(help="Continue a saved record.")]


@app.command()
@with_game_options
def play(
    options: GameOptions,
    game: GameOption = DEFAULT_GAME,
    players: Players = None,
    name: Names = None,
    bot: BotName = None,
    seed: Seed = None,
    in_order: InOrder = False,
    record: RecordFile = None,
    resume: Resume = None,
    weights: WeightsOption = None,
) -> None:
    """Play in this terminal against bots, with friends, or both.

    The game is saved after every turn. Leave with quit or Ctrl-C, and continue with --resume.
    """
    from century.position import game as find_game
    from century.terminal.play import TerminalTable
    from century.terminal.seating import new_table, seated

    if resume is not None:
        if any((players, name, seed, options, in_order, weights)):
            fail("--resume continues a saved game: only --record may be combined with it")
        saved = load_record(resume)
        seating = seated(saved)
        path = record or resume
    else:
        if record is not None and record.exists():
            fail(f"{record} exists; continue it with --resume, or choose another name")
        seed = secrets.randbelow(2**32) if seed is None else seed
        people = name or ["You"]
        other = with_weights(bot, weights)
        saved, seating = new_table(find_game(game), players, people, other, seed, in_order, options)
        path = record or _record_folder() / _record_name(game)
    table = TerminalTable(the_console(), saved, seating, path)
    _check_writable(path)
    _play(table, path)


def _play(table: TerminalTable, path: Path) -> None:
    """Play until the game is over or somebody quits, and print where the record is."""
    from century.errors import BotFault
    from century.terminal.play import Quit

    message = f"Saved. Go on with:\n{command_line('play', '--resume', str(path))}"
    try:
        table.play()
    except (Quit, KeyboardInterrupt):
        table.save()
        the_console().print(f"\n{message}", markup=False, soft_wrap=True)
        return
    except BotFault as fault:
        table.save()
        fail(f"the bot cannot go on: {fault}\n{message}")
    the_console().print(f"The record is in {path}", markup=False, soft_wrap=True)


def _record_folder() -> Path:
    from platformdirs import user_data_path

    return user_data_path("century", ensure_exists=True) / "records"


def _record_name(game: str) -> str:
    from datetime import datetime

    return f"{game}-{datetime.now():%Y%m%d-%H%M%S}.txt"


def _check_writable(path: Path) -> None:
    """Raise OSError before the game if the record cannot be written."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8"):
        return


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A game record.", show_default=False)],
    all_turns: Annotated[
        bool, typer.Option("--all", help="Print the whole game instead of stepping through it.")
    ] = False,
    number: Annotated[
        int | None,
        typer.Option("--game", help="Number of the game, in a file with several.", min=1),
    ] = None,
) -> None:
    """Step through a game record."""
    from century.terminal.replay import replay as run

    try:
        run(the_console(), load_record(file, number), step=sys.stdin.isatty() and not all_turns)
    except (EOFError, KeyboardInterrupt):
        the_console().print()


@app.command()
def advise(
    file: Annotated[
        Path, typer.Argument(help="A position's text, or a game record.", show_default=False)
    ],
    count: Annotated[int, typer.Option("--count", "-n", help="Number of turns.", min=1)] = 5,
    level: Annotated[
        str | None,
        typer.Option(
            help="Level of the adviser, novice to master.  \\[default: the game's strongest]"
        ),
    ] = None,
    weights: WeightsOption = None,
) -> None:
    """Show the best turns in a position, or in the last position of a record.

    The value of a turn is the expected lead over the best rival at the end of the game, in points.
    The level master also estimates the chance to win.
    """
    from century.record import read_end
    from century.terminal.advise import print_advice

    asked = with_weights(level, weights)
    print_advice(the_console(), read_end(read_text(file)), count, asked)


@app.command()
def rules(
    rule: Annotated[
        str | None,
        typer.Argument(help="A rule's id, such as SR9 or EW3, or a word to search for."),
    ] = None,
    game: GameOption = DEFAULT_GAME,
    language: Annotated[str, typer.Option("--language", "-l", help="en, it or ja.")] = "en",
) -> None:
    """Print the rules, one rule by its id, or the rules that mention a word."""
    from century.position import game as find_game
    from century.position import games
    from century.terminal.rules import print_rules

    matches = [name for name in games() if rule and rule.upper() in find_game(name).words().rules]
    name = matches[0] if matches else find_game(game).name
    print_rules(the_console(), find_game(name).words(language), rule)
