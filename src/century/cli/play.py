"""Commands for those who play."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from century.cli.common import (
    app,
    command_line,
    fail,
    read,
    the_console,
)
from century.cli.game_options import (
    DEFAULT_GAME,
    GameOption,
    GameOptions,
    with_game_options,
)


@app.command()
@with_game_options
def play(
    options: GameOptions,
    game: GameOption = DEFAULT_GAME,
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
        typer.Option(
            "--bot",
            "-b",
            help="The other seats: novice, easy, medium, hard or expert, or your own bot.",
        ),
    ] = "medium",
    seed: Annotated[
        int | None, typer.Option(help="The deal and the seating.  \\[default: a new one]")
    ] = None,
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

    if resume is not None and any((players, name, seed, options, in_order)):
        fail("--resume goes on with a table as it was: it takes only --record besides")
    if resume is None:
        if record is not None and record.exists():
            fail(f"{record} exists; go on with it by --resume, or choose another name")
        seed = secrets.randbelow(2**32) if seed is None else seed
        people = name or ["You"]
        begun, seating = new_table(find_game(game), players, people, bot, seed, in_order, options)
        path = record or _record_folder() / _record_name(game)
    else:
        begun = read(resume)
        seating = seated(begun)
        path = record or resume
    console = the_console()
    table = TerminalTable(console, begun, seating, path)
    _check_writable(path)
    again = f"Saved. Go on with:\n{command_line('play', '--resume', str(path))}"
    try:
        table.play()
    except (Quit, KeyboardInterrupt):
        table.save()
        console.print(f"\n{again}", markup=False, soft_wrap=True)
        return
    except BotFault as fault:
        table.save()
        fail(f"the bot cannot go on: {fault}\n{again}")
    console.print(f"The record is in {path}", markup=False, soft_wrap=True)


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
        run(the_console(), read(file), step=sys.stdin.isatty() and not all_turns)
    except (EOFError, KeyboardInterrupt):
        the_console().print()


@app.command()
def advise(
    file: Annotated[
        Path, typer.Argument(help="A position's text, or a game record.", show_default=False)
    ],
    count: Annotated[int, typer.Option("--count", "-n", help="How many turns.", min=1)] = 5,
    level: Annotated[str, typer.Option(help="Who advises, novice to expert.")] = "expert",
) -> None:
    """Say which turns are best in a position, or where a record ends.

    A turn's value is the lead over the best of the others that it should bring at the end of the
    game, in points.
    """
    from century.record import read_end
    from century.terminal.advise import print_advice

    print_advice(the_console(), read_end(file.read_text(encoding="utf-8")), count, level)


@app.command()
def rules(
    rule: Annotated[
        str | None, typer.Argument(help="A rule's id such as SR9 or EW3, or a word to look for.")
    ] = None,
    game: GameOption = DEFAULT_GAME,
    language: Annotated[str, typer.Option("--language", "-l", help="en, it or ja.")] = "en",
) -> None:
    """Read the rules, one rule by its id, or those that mention a word."""
    from century.position import game as find_game
    from century.position import games
    from century.terminal.rules import print_rules

    holders = [name for name in games() if rule and rule.upper() in find_game(name).words().rules]
    name = holders[0] if holders else find_game(game).name
    print_rules(the_console(), find_game(name).words(language), rule)
