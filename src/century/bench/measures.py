"""What the bench measures, and how it compares with a peer."""

from __future__ import annotations

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
from century.bench.wanted import wanted
from century.playout import playouts
from century.position import Game

ROUNDS = 5  # ours and the peer's are measured in turn, so that a noisy machine is noisy for both


class Row(NamedTuple):
    """A line of the table."""

    what: str
    figure: str
    peer: str = ""
    ratio: str = ""
    wanted: str = ""
    reached: bool | None = None


Measure = Callable[[float], list[Row]]


def rate(a_second: float, of: str = "") -> str:
    """Write a rate for people: 38.6 M/s."""
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if a_second >= size:
            return f"{a_second / size:.3g} {letter}{of and ' ' + of}/s"
    return f"{a_second:.0f} {of}/s"


def against(what: str, ours: Rate, peer: Peer, least: float | None, seconds: float) -> Row:
    """Measure ours and a peer's decisions a second in turn; the ratio is the median of rounds."""
    if not peer.installed:
        return Row(what, rate(ours(seconds)), f"{peer.name}: not installed")
    pairs = [(ours(seconds / ROUNDS), peer.rate(seconds / ROUNDS)) for _ in range(ROUNDS)]
    ratio = median(mine / other for mine, other in pairs)
    mine, other = (median(column) for column in zip(*pairs, strict=True))
    return Row(
        what,
        rate(mine),
        f"{peer.name} {rate(other)}",
        f"{ratio:.1f} ×",
        "" if least is None else f"{least:g} ×",
        None if least is None else ratio >= least,
    )


def compiled(chosen: Game, seconds: float) -> list[Row]:
    """Measure random games on one core: decisions, turns and games a second."""
    name, fewest = chosen.name, chosen.players[0]
    playouts(name, fewest, 1, 0)  # what has to be compiled is compiled before the clock starts

    def ours(seconds: float) -> float:
        some = max(1, wanted(chosen).games // 10)
        return repeat(lambda number: playouts(name, fewest, some, some * number).steps, seconds)

    rows = [against("decisions", ours, HEX, wanted(chosen).speed, seconds)]
    for players in chosen.players:
        run = playouts(name, players, wanted(chosen).games, 1)
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
    """Measure pos.actions() and pos.apply(i) in a Python loop."""
    choice = random.Random(1).choice
    fewest = chosen.players[0]

    def one_game(number: int) -> int:
        position = chosen.start(players=fewest, seed=number)
        decisions = 0
        while actions := position.actions():
            position = position.apply(choice(actions))
            decisions += 1
        return decisions

    one_game(0)
    what = "Python loop"
    return [against(what, partial(repeat, one_game), CHESS, 10, seconds)]


_WARM = "import century.position as p, century.warmup as w; w.warm_up(p.game({name!r}), str)"
_START = "import century; century.game({name!r}).start(players=2, seed=1).legal()"


def starting(chosen: Game, _seconds: float) -> list[Row]:
    """Measure a first start, which compiles, and a later one."""
    with TemporaryDirectory() as folder:
        compiling = _run(_WARM.format(name=chosen.name), folder)
        cached = min(_run(_START.format(name=chosen.name), folder) for _ in range(3))
    size, most = chosen.spec.state.size, wanted(chosen).state_bytes
    return [
        Row("cold compile", f"{compiling:.2f} s", "", "", "10 s", compiling <= 10),
        Row("cached start", f"{cached:.2f} s", "", "", "1 s", cached <= 1),
        Row("state", f"{size} B")
        if most is None
        else Row("state", f"{size} B", wanted=f"{most} B", reached=size <= most),
    ]


def helping() -> Row:
    """Measure how long `century --help` takes."""
    code = "import sys; sys.argv = ['century', '--help']; from century.cli import main; main()"
    seconds = min(_run(code) for _ in range(3))
    return Row("--help", f"{seconds:.2f} s", "", "", "0.3 s", seconds <= 0.3)


def _run(code: str, cache: str | None = None) -> float:
    """Run code in a new Python and return how long it took, start-up included."""
    environment = dict(os.environ) | ({"NUMBA_CACHE_DIR": cache} if cache else {})
    began = perf_counter()
    subprocess.run(
        [sys.executable, "-c", code], env=environment, check=True, stdout=subprocess.DEVNULL
    )
    return perf_counter() - began
