"""The measurements of the engine, and the comparison with a peer."""

from __future__ import annotations

import itertools
import os
import random
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from century.bench.peers import CHESS, HEX, Peer, Rate, repeat
from century.bench.targets import targets
from century.playout import playouts
from century.position import Game

ROUNDS = 5  # engine and peer are measured alternately, so that noise affects both
DECISIONS = 1_000  # between two looks at the clock: a random game has hundreds of thousands
STARTS = 3  # of a process whose start is measured; the fastest one counts


class Row(NamedTuple):
    """A row of the table."""

    name: str
    figure: str
    peer: str = ""
    ratio: str = ""
    target: str = ""
    reached: bool | None = None


Measure = Callable[[float], list[Row]]


def rate(per_second: float, unit: str = "") -> str:
    """Return a rate as text, such as 38.6 M/s."""
    for size, prefix in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if per_second >= size:
            return f"{per_second / size:.3g} {prefix}{unit and ' ' + unit}/s"
    return f"{per_second:.0f} {unit}/s"


def compare(name: str, ours: Rate, peer: Peer, target: float | None, seconds: float) -> Row:
    """Measure the engine and a peer alternately; figures and ratio are medians of the rounds."""
    if not peer.installed:
        return Row(name, rate(ours(seconds)), f"{peer.name}: not installed")
    pairs = [(ours(seconds / ROUNDS), peer.rate(seconds / ROUNDS)) for _ in range(ROUNDS)]
    ratio = median(mine / other for mine, other in pairs)
    mine, other = (median(column) for column in zip(*pairs, strict=True))
    return Row(
        name,
        rate(mine),
        f"{peer.name} {rate(other)}",
        f"{ratio:.1f} ×",
        "" if target is None else f"{target:g} ×",
        None if target is None else ratio >= target,
    )


def compiled(chosen: Game, seconds: float) -> list[Row]:
    """Measure compiled random games on one core: decisions, turns and games per second."""
    name, fewest = chosen.name, chosen.players[0]
    playouts(name, fewest, 1, 0)  # compiles the kernels before the measurement

    def ours(seconds: float) -> float:
        count = max(1, targets(chosen).games // 10)
        return repeat(lambda number: playouts(name, fewest, count, count * number).steps, seconds)

    rows = [compare("decisions", ours, HEX, targets(chosen).speed, seconds)]
    for players in chosen.players:
        run = playouts(name, players, targets(chosen).games, 1)
        rows.append(
            Row(
                f"{players} players",
                rate(run.steps / run.seconds),
                rate(run.turns / run.seconds, "turns"),
                rate(run.games / run.seconds, "games"),
            )
        )
    return rows


def from_python(chosen: Game, seconds: float) -> list[Row]:
    """Measure a Python loop that calls pos.actions() and pos.apply(i)."""
    choice = random.Random(1).choice
    fewest = chosen.players[0]
    seeds = itertools.count()
    position = chosen.start(players=fewest, seed=next(seeds))

    def some_decisions(_number: int) -> int:
        nonlocal position
        for _ in range(DECISIONS):
            if actions := position.actions():
                position = position.apply(choice(actions))
            else:
                position = chosen.start(players=fewest, seed=next(seeds))
        return DECISIONS

    some_decisions(0)
    return [compare("Python loop", partial(repeat, some_decisions), CHESS, 10, seconds)]


_WARM = "import century.position as p, century.warmup as w; w.warm_up(p.game({name!r}), str)"
_START = "import century; century.game({name!r}).start(players=2, seed=1).legal()"


def start_time(chosen: Game, _seconds: float) -> list[Row]:
    """Measure the first start, which compiles, and a later start; report the size of a state."""
    with TemporaryDirectory() as folder:
        first = _run(_WARM.format(name=chosen.name), folder)
        later = min(_run(_START.format(name=chosen.name), folder) for _ in range(STARTS))
    size, limit = chosen.spec.state.size, targets(chosen).state_bytes
    return [
        Row("cold compile", f"{first:.2f} s", "", "", "10 s", first <= 10),
        Row("cached start", f"{later:.2f} s", "", "", "1 s", later <= 1),
        Row("state", f"{size} B")
        if limit is None
        else Row("state", f"{size} B", target=f"{limit} B", reached=size <= limit),
    ]


def help_time() -> Row:
    """Measure how long `century --help` takes."""
    code = "import sys; sys.argv = ['century', '--help']; from century.cli import main; main()"
    seconds = min(_run(code) for _ in range(STARTS))
    return Row("--help", f"{seconds:.2f} s", "", "", "0.3 s", seconds <= 0.3)


def _run(code: str, cache: str | None = None) -> float:
    """Run code in a new Python process; return the seconds it took, including start-up."""
    environment = dict(os.environ) | ({"NUMBA_CACHE_DIR": cache} if cache else {})
    started = perf_counter()
    subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, stdout=subprocess.DEVNULL
    )
    return perf_counter() - started
