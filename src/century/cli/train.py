"""The command that trains a network."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

import typer

from century.cli.common import app, fail, the_console
from century.cli.game_options import GameOptions, with_game_options

if TYPE_CHECKING:
    from century.neural.game_network import GameNetwork
    from century.position import Game as ChosenGame
    from century.training.checkpoint import Checkpoint
    from century.training.schedule import Settings

Game = Annotated[str, typer.Argument(help="The game to learn.", metavar="GAME")]
Out = Annotated[
    Path | None,
    typer.Option(help="The folder of the training.  \\[default: training-GAME]", metavar="FOLDER"),
]
Device = Annotated[str, typer.Option(help="cuda or cpu.  \\[default: cuda if there is a GPU]")]
Minutes = Annotated[
    float | None,
    typer.Option(help="Train for this long, instead of a number of iterations.", min=0),
]
Iterations = Annotated[
    int | None, typer.Option(help="The length of the training.  \\[default: 1200]", min=1)
]
StopAfter = Annotated[
    float | None,
    typer.Option(
        help="Stop and write a checkpoint after these minutes; the same command continues.",
        metavar="MINUTES",
        min=0,
    ),
]
Games = Annotated[
    int | None,
    typer.Option(help="Games played together.  \\[default: 32,768; on a CPU 64]", min=1),
]
Width = Annotated[int | None, typer.Option(help="The neurons of a layer.  \\[default: 256]", min=1)]
Blocks = Annotated[int | None, typer.Option(help="The residual blocks.  \\[default: 2]", min=0)]
Simulations = Annotated[
    int | None, typer.Option(help="Simulations for a decision.  \\[default: 16]", min=1)
]
Late = Annotated[
    int | None,
    typer.Option(help="The same in the second half of the training.  \\[default: 32]", min=1),
]
Rounds = Annotated[
    int | None,
    typer.Option(help="A longer game ends with its points so far.  \\[default: 60]", min=1),
]
FirstRounds = Annotated[
    int | None,
    typer.Option(
        help="This limit at the beginning of the training; it rises.  \\[default: 25]", min=1
    ),
]
Rate = Annotated[
    float | None, typer.Option(help="The learning rate, until it falls.  \\[default: 0.001]", min=0)
]
Seed = Annotated[
    int | None, typer.Option(help="The seed of deals, noise and weights.  \\[default: 1]")
]
Teacher = Annotated[
    str | None,
    typer.Option(
        help="Learn from the games of this network (distillation), or of a bot such as expert;"
        " `master` is the package's network.",
        metavar="FILE|BOT",
    ),
]
Start = Annotated[
    Path | None,
    typer.Option(
        help="Begin with this network, not with random weights; `master` is the package's.",
        metavar="FILE",
    ),
]
Passes = Annotated[
    int | None,
    typer.Option(help="How often to learn from each position.  \\[default: 1]", min=1),
]
Against = Annotated[
    list[str], typer.Option(help="A bot that the network plays while it learns; may be repeated.")
]
Workers = Annotated[
    int | None,
    typer.Option(
        help="Cores for these games; 0: none.  \\[default: all but two; 0 on a CPU]", min=0
    ),
]
Log = Annotated[
    Path | None, typer.Option(help="Also write curves for TensorBoard.", metavar="FOLDER")
]

CPU_GAMES = 64  # played together, where no GPU does it


@app.command()
@with_game_options
def train(
    options: GameOptions,
    game: Game,
    out: Out = None,
    device: Device = "",
    minutes: Minutes = None,
    iterations: Iterations = None,
    stop_after: StopAfter = None,
    games: Games = None,
    width: Width = None,
    blocks: Blocks = None,
    simulations: Simulations = None,
    late_simulations: Late = None,
    rounds: Rounds = None,
    first_rounds: FirstRounds = None,
    rate: Rate = None,
    seed: Seed = None,
    passes: Passes = None,
    start: Start = None,
    teacher: Teacher = None,
    against: Against = ["hard", "expert"],  # noqa: B006  Typer copies it
    workers: Workers = None,
    log: Log = None,
) -> None:
    """Train a network by self-play, with a search that the network guides.

    Give the same command again to resume a training; options that are not given then keep the
    values that it began with. `century play --bot master --weights FOLDER/network.safetensors`
    plays against the network.
    """
    began = monotonic()
    from century.arena.executors import cores
    from century.bots import check_name
    from century.neural.game_network import named_network
    from century.position import game as find_game
    from century.terminal.train import train as run
    from century.training.checkpoint import find_checkpoint
    from century.training.trainer import Trainer

    chosen = find_game(game)
    for opponent in against:
        check_name(opponent)
    device = device or _best_device()
    if device not in ("cpu", "cuda"):
        fail(f"--device is cpu or cuda, not {device}")
    folder = out or Path(f"training-{chosen.name}")
    given = {
        "iterations": iterations,
        "minutes": minutes,
        "games": games,
        "width": width,
        "blocks": blocks,
        "simulations": simulations,
        "late_simulations": late_simulations,
        "rounds": rounds,
        "first_rounds": first_rounds,
        "rate": rate,
        "passes": passes,
        "seed": seed,
    }
    first = None if start is None else named_network(chosen, start)
    guide = None if teacher is None else _teacher(chosen, teacher, device)
    settings = _settings(find_checkpoint(folder), first, guide, given, device)
    trainer = Trainer(chosen, folder, device, settings, dict(options), guide, first)
    until = inf if stop_after is None else began + 60 * stop_after
    if workers is None:
        workers = 0 if device == "cpu" else max(0, cores() - 2)
    if not run(the_console(), trainer, tuple(against), workers, log, until):
        raise SystemExit(130)


def _teacher(game: ChosenGame, name: str, device: str) -> GameNetwork | str:
    """Return what decides in self-play: the name of a bot without a network, or a network."""
    from century.bots import NEURAL
    from century.bots.levels import bots_of
    from century.neural.game_network import named_network

    if name in NEURAL or name not in bots_of(game):
        return named_network(game, Path(name))
    if device != "cpu":
        fail(f"the bot {name} teaches on a CPU only: add --device cpu")
    return name


def _settings(
    resumed: Checkpoint | None,
    first: GameNetwork | None,
    teacher: GameNetwork | str | None,
    given: dict[str, Any],
    device: str,
) -> Settings:
    """Return the settings: those given, then those of the checkpoint, then the defaults."""
    from century.training.schedule import Settings

    if resumed is not None:
        start = Settings.from_dict(resumed.settings)
        if given["iterations"] is not None:
            start = replace(start, minutes=0.0)
    else:
        start = Settings(games=CPU_GAMES if device == "cpu" else Settings.games)
        if first is not None:
            start = start.after_training(first.network)
        if isinstance(teacher, str):
            start = start.with_bot()
    found = replace(start, **{name: value for name, value in given.items() if value is not None})
    return replace(found, batch=min(Settings.batch, found.games * found.length))


def _best_device() -> str:
    """Return cuda if a GPU and what it needs are there, and cpu otherwise."""
    from century.errors import MissingExtra, NoGpu

    try:
        from century.core.gpu import check_gpu

        check_gpu()
    except (MissingExtra, NoGpu) as error:
        the_console(stderr=True).print(
            f"Training on the CPU, which is slow: {error}", highlight=False, soft_wrap=True
        )
        return "cpu"
    return "cuda"
