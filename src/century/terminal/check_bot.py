"""`century check-bot`: a few games of a bot against `random`, and a report of what went wrong."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter
from types import FrameType
from typing import Literal

from rich import box
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from century.bots import Bot, ask, bot
from century.bots.ask import check_plays, close_bot
from century.errors import BotFault, BotStalled, GameNotPlayed, shortened
from century.position import Game, Position
from century.terminal.prepare import prepare

# Limits in seconds for Python code that hangs; programs have narrower limits (bots/program.py).
START_UP = 30.0  # imports may compile
GRACE = 3.0  # on top of the budget


@dataclass
class Trial:
    """One game of the bot, and its outcome."""

    game: Game
    seed: int
    seat: int
    seconds: list[float] = field(default_factory=list)  # of each decision
    end: Position | None = None
    fault: BotFault | None = None
    conversation: list[str] = field(default_factory=list)  # with a program


def check_bot(
    console: Console, spec: str, games: list[Game], budget: float, decisions: int, seed: int
) -> bool:
    """Let a bot play each game once on every seat, print a report, and return True if all is well.

    A bot that says which games it plays only plays these, but if it plays none of the given games,
    GameNotPlayed is raised.
    """
    trials = [Trial(game, seed + seat, seat) for game in games for seat in range(game.players[0])]
    tried: list[Trial] = []
    refused: dict[str, GameNotPlayed] = {}
    for trial in trials:
        if trial.game.name in refused:
            continue
        prepare(console, trial.game, [spec])
        try:
            _run_trial(spec, trial, budget, decisions)
        except GameNotPlayed as error:
            refused[trial.game.name] = error
            continue
        tried.append(trial)
        if trial.fault is not None:
            break  # later games would probably fail in the same way
    if not tried:
        raise next(iter(refused.values()))
    console.print(_table(spec, tried))
    if refused:
        console.print(f"Not played, as the bot says: {', '.join(refused)}.", markup=False)
    if tried[-1].fault is not None:
        _print_fault(console, tried[-1], tried[-1].fault)
        return False
    slowest = max(max(trial.seconds, default=0) for trial in tried)
    if slowest > budget:
        late = f"the longest decision took {slowest:.2f} s of {budget:g} s"
        console.print(f"All answers were legal, but not all within the budget: {late}.")
    else:
        console.print("All answers were legal and in time.")
    return True


def _run_trial(spec: str, trial: Trial, budget: float, decisions: int) -> None:
    subject: Bot | None = None
    try:
        with _limit(START_UP, f"{spec} was not ready"):
            subject = bot(spec, trial.seed)
        check_plays(subject, trial.game, spec)
        _play(spec, subject, trial, budget, decisions)
    except BotFault as fault:
        trial.fault = fault
    finally:
        trial.conversation = list(getattr(subject, "conversation", []))
        if subject is not None:
            close_bot(subject, spec)


def _play(spec: str, subject: Bot, trial: Trial, budget: float, decisions: int) -> None:
    """Play against `random` until the game is over or the bot has made enough decisions."""
    opponent = bot("random", trial.seed)
    position = trial.game.start(trial.game.players[0], trial.seed)
    trial.end = position
    while not position.over and len(trial.seconds) < decisions:
        seat = position.seat
        if seat == trial.seat:
            began = perf_counter()
            with _limit(budget + GRACE, "no answer"):
                action = ask(subject, position, seat, budget, seed=trial.seed, name=spec)
            trial.seconds.append(perf_counter() - began)
        else:
            action = ask(opponent, position, seat, budget, seed=trial.seed, name="random")
        trial.end = position = position.apply(action)


@contextmanager
def _limit(seconds: float, fault: str) -> Iterator[None]:
    """Raise BotStalled inside the block, even in running Python code, after some seconds."""

    def expire(_signal: int, _frame: FrameType | None) -> None:
        raise BotStalled(f"{fault} after {seconds:g} s")

    handler = signal.signal(signal.SIGALRM, expire)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)


# Printing


def _table(spec: str, trials: list[Trial]) -> Table:
    table = Table(title=escape(f"{spec} against random"), title_justify="left", box=box.SIMPLE_HEAD)
    table.pad_edge = False
    headings = ("game", "seat", "decisions", "mean ms", "max ms", "points", "random", "")
    for heading in headings:
        side: Literal["left", "right"] = "left" if heading in ("game", "") else "right"
        table.add_column(heading, justify=side, no_wrap=True)
    for trial in trials:
        times = trial.seconds
        table.add_row(
            trial.game.name,
            str(trial.seat),
            str(len(times)),
            f"{1000 * sum(times) / len(times):.1f}" if times else "",
            f"{1000 * max(times):.1f}" if times else "",
            *_points(trial),
            _outcome(trial),
        )
    return table


def _points(trial: Trial) -> tuple[str, str]:
    """Return the points of the bot, and those of its opponents in the order of the seats."""
    if trial.end is None:
        return "", ""
    scores = [str(points) for points in trial.end.scores()]
    return scores[trial.seat], " ".join(scores[: trial.seat] + scores[trial.seat + 1 :])


def _outcome(trial: Trial) -> str:
    if trial.fault is not None:
        return f"[red]{trial.fault.code.removeprefix('bot-')}[/]"
    if trial.end is None or not trial.end.over:
        return "stopped"
    return "won" if trial.end.winner == trial.seat else "lost"


def _print_fault(console: Console, trial: Trial, fault: BotFault) -> None:
    where = f"{trial.game.name}, seed {trial.seed}, seat {trial.seat}"
    console.print(f"{where}: {shortened(str(fault))}", style="red", markup=False, soft_wrap=True)
    console.print("By this the bot loses the game.")
    if trial.end is not None:
        text = trial.end.to_text()
        console.print(f"The position was: {text}", markup=False, highlight=False, soft_wrap=True)
    if trial.conversation:
        console.print("The last lines to (>) and from (<) the program:")
    for line in trial.conversation:
        console.print(f"  {line}", markup=False, highlight=False, no_wrap=True, overflow="ellipsis")
