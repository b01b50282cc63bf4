"""Benchmarks of the engine against other engines, in one run on one machine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from rich import box
from rich.console import Console
from rich.table import Table

from century.bench.bot_speed import bot_speed
from century.bench.environments import environments
from century.bench.measures import Measure, Row, compiled, from_python, help_time, start_time
from century.bench.network_speed import network_speed
from century.bench.signature import signature
from century.core.features import has_features
from century.position import game, games

__all__ = ["bench", "signature"]


def bench(console: Console, seconds: float, device: str = "cpu") -> None:
    """Print a table of all measurements on a device, and the signature."""
    rows: dict[str, list[Row]] = {}
    with console.status("measuring") as status:
        for title, measure in measurements() if device == "cpu" else _gpu_measurements():
            status.update(f"measuring {title}")
            rows.setdefault(title, []).extend(measure(seconds))
    table = Table(box=box.SIMPLE_HEAD)
    for heading in ("", "figure", "peer", "ratio", "target"):
        table.add_column(heading, justify="right" if heading else "left", no_wrap=True)
    for title, measured in rows.items():
        table.add_row(title, style="bold")
        for row in measured:
            style = "" if row.reached is None else "green" if row.reached else "red"
            table.add_row(f" {row.name}", row.figure, row.peer, row.ratio, row.target, style=style)
        table.add_section()
    console.print(table)
    console.print(f"signature {signature()}", highlight=False)


def _gpu_measurements() -> Iterable[tuple[str, Measure]]:
    from century.bench.gpu import gpu_measurements  # needs the extra `cuda`

    return gpu_measurements()


def measurements() -> Iterator[tuple[str, Measure]]:
    """Yield the measurements with their titles."""
    for chosen in map(game, games()):
        yield chosen.name, partial(compiled, chosen)
        yield chosen.name, partial(from_python, chosen)
        yield chosen.name, partial(start_time, chosen)
        yield chosen.name, partial(bot_speed, chosen)
        if has_features(chosen.package):
            yield chosen.name, partial(network_speed, chosen)
        yield chosen.name, partial(environments, chosen)
    yield "century", lambda _seconds: [help_time()]
