"""Looking at maps in a terminal."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from century.games.eastern_wonders.map import Map
from century.games.eastern_wonders.terminal import STYLES, in_columns

WIDTH = 6


def print_map(console: Console, chart: Map) -> None:
    """Draw a map with its cells' names, then its text, and what is not advised."""
    lines: dict[int, dict[int, Text]] = {}
    for cell, name in zip(chart.cells, chart.names, strict=True):
        drawn = Text(f" {name:3}{cell.letter} ", STYLES[cell.kind])
        lines.setdefault(cell.line, {})[cell.column] = drawn
    console.print(in_columns(lines, WIDTH), no_wrap=True, crop=False, overflow="ignore")
    console.print(Text(f"\n{chart.drawing()}\n{chart.to_text()}"), soft_wrap=True)
    for line in chart.advice():
        console.print(f"Not advised: {line}", markup=False, style="yellow")
