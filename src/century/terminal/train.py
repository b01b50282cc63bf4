"""Training in a terminal: progress, curves for TensorBoard, and games against the levels."""

from __future__ import annotations

import csv
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from math import inf
from pathlib import Path
from typing import Any

from rich.console import Console

from century.extras import provided_by
from century.training.evaluation import Evaluation, Strength
from century.training.trainer import WEIGHTS, Progress, Trainer

__all__ = ["train"]

LINES = 100  # of progress, in a whole training

Plot = Callable[[str, float, int], None]  # name, value, iteration


def train(
    console: Console,
    trainer: Trainer,
    opponents: tuple[str, ...],
    workers: int,
    log: Path | None,
    until: float = inf,
) -> bool:
    """Train to the end and print progress; return False if a signal interrupted it.

    `until` is a reading of `monotonic` at which the training stops, complete or not.
    """
    with ExitStack() as stack:
        stack.enter_context(_interrupted_by_termination())
        evaluation = None
        if workers > 0 and opponents:
            seed = trainer.settings.seed
            evaluation = Evaluation(trainer.game.name, opponents, workers, seed)
            stack.callback(evaluation.close)
        plot = _plotter(log)
        table = stack.enter_context(_Table(trainer.folder / "progress.csv", trainer.iteration))
        console.print(f"Training {trainer.game.title} in {trainer.folder}", highlight=False)
        if trainer.iteration:
            console.print(f"Resuming after {_elapsed(trainer)}.", highlight=False)
        run = trainer.run(until)
        stack.callback(run.close)
        try:
            printed = -1.0
            for progress in run:
                table.add(progress)
                _plot(plot, progress)
                if progress.done - printed >= 1 / LINES or progress.done >= 1:
                    console.print(_line(progress), highlight=False, soft_wrap=True)
                    printed = progress.done
                if evaluation is not None:
                    _evaluate(console, evaluation, trainer, progress, plot)
        except KeyboardInterrupt:
            run.close()  # saves
            console.print(f"Interrupted; the same command resumes from {trainer.folder}.")
            return False
    if trainer.done < 1:
        stopped = f"Stopped after {_elapsed(trainer)}; the same command continues."
        console.print(stopped, highlight=False, soft_wrap=True)
    console.print(f"The network: {trainer.folder / WEIGHTS}", highlight=False)
    return True


@contextmanager
def _interrupted_by_termination() -> Iterator[None]:
    """Let SIGTERM do the same as Ctrl-C: programs that limit the time of a command send it."""

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _elapsed(trainer: Trainer) -> str:
    """Describe the progress of a training, including earlier commands."""
    minutes = f"{trainer.seconds / 60:.1f} minutes"
    return f"iteration {trainer.iteration}, {minutes} and {trainer.done:.1%} of the training"


def _evaluate(
    console: Console, evaluation: Evaluation, trainer: Trainer, progress: Progress, plot: Plot
) -> None:
    for strength in evaluation.finished():
        console.print(_strength(strength), highlight=False)
        plot(f"won against {strength.opponent}", strength.won, strength.iteration)
    weights = trainer.folder / WEIGHTS
    if weights.is_file():
        evaluation.start(progress.iteration, weights)


def _line(progress: Progress) -> str:
    policy, win, points = progress.losses
    playing = max(progress.playing, 1e-9)
    speed = f"{progress.simulations / playing / 1e6:6.2f} M simulations/s"
    if progress.simulations == 0:  # a bot decides
        speed = f"{progress.decisions / playing:6.0f} decisions/s"
    return (
        f"{progress.done:6.1%} {progress.seconds / 60:6.1f} min  "
        f"iteration {progress.iteration:5}  {speed}  "
        f"games {progress.stats.games:6}  rounds {progress.stats.rounds:5.1f}  "
        f"cut {progress.stats.cut:6.1%}  losses: policy {policy:.3f} win {win:.3f} "
        f"points {points:.2f}  rate {progress.rate:.1e}"
    )


def _strength(strength: Strength) -> str:
    return (
        f"       iteration {strength.iteration:5}: won {strength.won:.0%} of "
        f"{strength.games} games against {strength.opponent}"
    )


def _plot(plot: Plot, progress: Progress) -> None:
    for name, value in zip(("policy", "win", "points"), progress.losses, strict=True):
        plot(f"loss/{name}", value, progress.iteration)
    plot("self-play/rounds", progress.stats.rounds, progress.iteration)
    plot("self-play/cut", progress.stats.cut, progress.iteration)
    plot("rate", progress.rate, progress.iteration)


def _plotter(folder: Path | None) -> Plot:
    """Return the function that adds a point to a curve for TensorBoard."""
    if folder is None:
        return lambda *_: None
    with provided_by("train"):
        from tensorboard.summary import Writer
    plot: Plot = Writer(str(folder)).add_scalar
    return plot


class _Table:
    """A line for each iteration, in a CSV file that a resumed training continues."""

    FIELDS = (
        "iteration",
        "seconds",
        "decisions",
        "simulations",
        "games",
        "rounds",
        "cut",
        "policy_loss",
        "win_loss",
        "points_loss",
        "rate",
    )

    def __init__(self, path: Path, iteration: int) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        kept = self._lines_until(path, iteration) if path.is_file() else []
        self._file = path.open("w", newline="", encoding="utf-8")
        self._writer = csv.writer(self._file)
        self._writer.writerows([self.FIELDS, *kept])
        self._file.flush()

    def _lines_until(self, path: Path, iteration: int) -> list[list[str]]:
        """Return the complete lines up to an iteration; the training repeats later ones."""
        with path.open(newline="", encoding="utf-8") as file:
            lines = [line for line in csv.reader(file) if len(line) == len(self.FIELDS)]
        return [line for line in lines if line[0].isdigit() and int(line[0]) <= iteration]

    def __enter__(self) -> _Table:
        return self

    def __exit__(self, *_: Any) -> None:
        self._file.close()

    def add(self, progress: Progress) -> None:
        """Write a line."""
        stats = progress.stats
        self._writer.writerow(
            (
                progress.iteration,
                round(progress.seconds, 2),
                progress.decisions,
                progress.simulations,
                stats.games,
                round(stats.rounds, 2),
                round(stats.cut, 4),
                *(round(loss, 4) for loss in progress.losses),
                progress.rate,
            )
        )
        self._file.flush()
