"""Trying out a bot for the one who writes it: a few games against `random`, and what went wrong."""

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
from rich.table import Table

from century.bots import Bot, bot
from century.errors import BotFault, BotStalled, shortened
from century.position import Game, Position
from century.terminal.prepare import prepare

# Limits in seconds for Python code that hangs; programs have narrower ones of their own.
START_UP = 30.0  # imports may compile
GRACE = 3.0  # over the budget


@dataclass
class Trial:
    """How one game went."""

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
    """Let a bot play each game once on every seat, print how it went, and tell if it went well."""
    trials = [Trial(game, seed + seat, seat) for game in games for seat in range(game.players[0])]
    tried = []
    for trial in trials:
        prepare(console, trial.game, [spec])
        _try_out(spec, trial, budget, decisions)
        tried.append(trial)
        if trial.fault is not None:
            break  # one thing to mend at a time
    console.print(_table(spec, tried))
    if trial.fault is not None:
        _tell(console, trial, trial.fault)
        return False
    slowest = max(max(trial.seconds, default=0) for trial in tried)
    if slowest > budget:
        late = f"the longest decision took {slowest:.2f} s of {budget:g} s"
        console.print(f"All answers were legal, but not all within the budget: {late}.")
    else:
        console.print("All answers were legal and in time.")
    return True


def _try_out(spec: str, trial: Trial, budget: float, decisions: int) -> None:
    subject: Bot | None = None
    try:
        with _limit(START_UP, f"{spec} was not ready"):
            subject = bot(spec, trial.seed)
        _play(subject, trial, budget, decisions)
    except BotFault as fault:
        trial.fault = fault
    trial.conversation = list(getattr(subject, "conversation", []))
    close = getattr(subject, "close", None)
    if close is not None:
        close()


def _play(subject: Bot, trial: Trial, budget: float, decisions: int) -> None:
    """Play against `random` until the bot has made so many decisions."""
    opponent = bot("random", trial.seed)
    position = trial.game.start(trial.game.players[0], trial.seed)
    trial.end = position
    while not position.over and len(trial.seconds) < decisions:
        seat = position.seat
        if seat == trial.seat:
            began = perf_counter()
            with _limit(budget + GRACE, "no answer"):
                choice = subject.choose(position, seat, budget)
            trial.seconds.append(perf_counter() - began)
        else:
            choice = opponent.choose(position, seat, budget)
        trial.end = position = position.apply(choice)


@contextmanager
def _limit(seconds: float, fault: str) -> Iterator[None]:
    """Raise BotStalled in the midst of Python code that takes longer."""

    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise BotStalled(f"{fault} after {seconds:g} s")

    handler = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, handler)


# Saying


def _table(spec: str, trials: list[Trial]) -> Table:
    table = Table(title=f"{spec} against random", title_justify="left", box=box.SIMPLE_HEAD)
    table.pad_edge = False
    for heading in ("game", "seat", "decisions", "mean ms", "max ms", "points", ""):
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
            "-".join(map(str, trial.end.scores())) if trial.end else "",
            _outcome(trial),
        )
    return table


def _outcome(trial: Trial) -> str:
    if trial.fault is not None:
        return f"[red]{trial.fault.code.removeprefix('bot-')}[/]"
    if trial.end is None or not trial.end.over:
        return "stopped"
    return "won" if trial.end.winner == trial.seat else "lost"


def _tell(console: Console, trial: Trial, fault: BotFault) -> None:
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
