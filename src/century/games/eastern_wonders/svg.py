"""Maps of Eastern Wonders as SVG pictures."""

from __future__ import annotations

from xml.sax.saxutils import escape

from century.games.eastern_wonders.map import Cell, Map

_SIZE = 40  # from a tile's middle to its corners, in pixels
_HALF_HEIGHT = 34.64
_CORNERS = ((40, 0), (20, 34.64), (-20, 34.64), (-40, 0), (-20, -34.64), (20, -34.64))
_STYLE = {
    "market": ("#e9d8a6", "#3a2f12", "M"),
    "port": ("#7aa6c2", "#10222e", "P"),
    "sea": ("#d8e8f0", "#3d5a6c", "~"),
}


def svg(chart: Map) -> str:
    """Draw a map: hexes with the cells' names, and a letter for what lies there."""
    width = 60 * chart.cells[-1].column + 2 * _SIZE + 20
    height = _HALF_HEIGHT * (max(cell.line for cell in chart.cells) + 2) + 20
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'font-family="sans-serif" text-anchor="middle" role="img">',
        "<title>Map</title>",
        *(_hex(cell, name) for cell, name in zip(chart.cells, chart.names, strict=True)),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _hex(cell: Cell, name: str) -> str:
    x, y = 10 + _SIZE + 60 * cell.column, 10 + _HALF_HEIGHT * (cell.line + 1)
    fill, ink, letter = _STYLE[cell.kind]
    points = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in _CORNERS)
    return (
        f'<polygon points="{points}" fill="{fill}" stroke="{ink}" stroke-width="2"/>'
        f'<text x="{x}" y="{y - 6:.1f}" font-size="13" fill="{ink}">{escape(name)}</text>'
        f'<text x="{x}" y="{y + 16:.1f}" font-size="20" font-weight="bold" '
        f'fill="{ink}">{letter}</text>'
    )
