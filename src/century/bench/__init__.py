"""Measuring the engine against its peers, in one run on one machine."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.table import Table

from century.bench.measures import Row, everything
from century.bench.signature import signature

__all__ = ["bench", "signature"]


def bench(console: Console, seconds: float) -> None:
    """Print a table of measurements, row by row as they come, and the signature."""
    rows: list[Row] = []
    with console.status("measuring") as status:
        for name, measure in everything():
            status.update(f"measuring {name}")
            rows += measure(seconds)
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 0))
    for heading in ("what", "figure", "peer", "ratio", "wanted"):
        table.add_column(heading, justify="left" if heading == "what" else "right", no_wrap=True)
    for row in rows:
        style = "" if row.reached is None else "green" if row.reached else "red"
        table.add_row(row.what, row.figure, row.peer, row.ratio, row.wanted, style=style)
    console.print(table)
    console.print(f"signature {signature()}", highlight=False)
