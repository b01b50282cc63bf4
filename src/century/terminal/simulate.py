"""`century simulate`: play random games, with a progress bar and a summary."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from rich import box
from rich.console import Console
from rich.markup import escape
from rich.progress import track
from rich.table import Table

from century.playout import Playouts, check_run, playouts
from century.position import Game
from century.terminal.prepare import prepare

DEFAULT_CHUNKS = 6
CHUNK = 10_000_000  # approximate number of decisions for each step of the progress bar


def simulate(
    console: Console,
    game: Game,
    players: int,
    games: int | None,
    seed: int,
    out: Path | None,
    options: Mapping[str, Any],
) -> bool:
    """Play random games, and print wins and points of each seat; return False if interrupted."""
    game.blank(options)
    check_run(game, players, 1 if games is None else games, seed)
    if out is not None:
        out.open("a", encoding="utf-8").close()
    prepare(console, game)
    chunk = max(1, CHUNK // playouts(game.name, players, 1, seed, **options).steps)
    games = DEFAULT_CHUNKS * chunk if games is None else games
    runs: list[Playouts] = []
    finished = True
    try:
        for start in track(range(0, games, chunk), "Playing", console=console, transient=True):
            count = min(chunk, games - start)
            runs.append(playouts(game.name, players, count, seed + start, **options))
    except KeyboardInterrupt:
        finished = False
        console.print(f"Stopped after {sum(run.games for run in runs):,} of {games:,} games.")
    if runs:
        _report(console, game, runs, seed, out)
    return finished


def _report(
    console: Console, game: Game, runs: list[Playouts], seed: int, out: Path | None
) -> None:
    scores = np.concatenate([run.scores for run in runs])
    console.print(_summary(game, scores))
    console.print(_speed_text(runs), highlight=False)
    if out is not None:
        _write_scores(out, seed, scores)
        console.print(f"Scores of every game written to {out}", markup=False)


def winners(scores: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the winning seat of each game; of tied seats the later one wins."""
    last = scores.shape[1] - 1
    best: npt.NDArray[np.int64] = last - np.argmax(scores[:, ::-1], axis=1)
    return best


def _summary(game: Game, scores: npt.NDArray[np.int64]) -> Table:
    games, players = scores.shape
    title = escape(f"{game.title}: {games:,} random games of {players}")
    table = Table(title=title, box=box.SIMPLE_HEAD)
    for heading in ("seat", "wins", "mean points", "± sd", "lowest", "highest"):
        table.add_column(heading, justify="right")
    won = winners(scores)
    for seat in range(players):
        points = scores[:, seat]
        table.add_row(
            str(seat),
            f"{np.mean(won == seat):.1%}",
            f"{points.mean():.1f}",
            f"{points.std():.1f}",
            str(points.min()),
            str(points.max()),
        )
    return table


def _speed_text(runs: list[Playouts]) -> str:
    seconds = sum(run.seconds for run in runs)
    games, turns = sum(run.games for run in runs), sum(run.turns for run in runs)
    steps = sum(run.steps for run in runs)
    return (
        f"{steps:,} decisions and {turns:,} turns in {seconds:.2f} s: "
        f"{steps / seconds:,.0f} decisions, {turns / seconds:,.0f} turns and "
        f"{games / seconds:,.0f} games a second; {steps / games:,.0f} decisions a game"
    )


def _write_scores(path: Path, seed: int, scores: npt.NDArray[np.int64]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["seed", *(f"seat{seat}" for seat in range(scores.shape[1]))])
        writer.writerows([seed + i, *row] for i, row in enumerate(scores.tolist()))
