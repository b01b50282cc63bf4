"""Measuring the engine against its peers, in one run on one machine."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.table import Table

from century.bench.measures import everything
from century.bench.rows import Row
from century.bench.signature import signature

__all__ = ["bench", "signature"]


def bench(console: Console, seconds: float) -> None:
    """Print a table of measurements, and the signature."""
    rows: dict[str, list[Row]] = {}
    with console.status("measuring") as status:
        for title, measure in everything():
            status.update(f"measuring {title}")
            rows.setdefault(title, []).extend(measure(seconds))
    table = Table(box=box.SIMPLE_HEAD)
    for heading in ("", "figure", "peer", "ratio", "wanted"):
        table.add_column(heading, justify="right" if heading else "left", no_wrap=True)
    for title, measured in rows.items():
        table.add_row(title, style="bold")
        for row in measured:
            style = "" if row.reached is None else "green" if row.reached else "red"
            table.add_row(f" {row.what}", row.figure, row.peer, row.ratio, row.wanted, style=style)
        table.add_section()
    console.print(table)
    console.print(f"signature {signature()}", highlight=False)
