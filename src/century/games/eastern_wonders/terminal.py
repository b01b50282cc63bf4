"""Eastern Wonders drawn in a terminal."""

from __future__ import annotations

from typing import Any

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from century.core.cubes import COLOURS
from century.drawing.console import CUBE_STYLES, card, cubes, heading
from century.games.eastern_wonders.tiles import (
    CARGO_HOLD,
    COLUMNS,
    HARVEST_BONUS,
    PIECES,
    START_SETS,
    TYPES,
)

View = dict[str, Any]

NARROWEST, WIDEST = 10, 16  # columns of a cell, with the gap to the next one
TYPE_STYLES = {kind: CUBE_STYLES[letter] for kind, letter in zip(TYPES, COLOURS, strict=True)}
STYLES = TYPE_STYLES | {
    "port": "#ffffff on #2f6690",
    "sea": "#000000 on #b9d6e8",
    "market": "#000000 on #e9d8a6",  # whose tile is not known: on a map without a game
}
BOAT, OUTPOST = "▲", "●"


def table(view: View, names: list[str]) -> RenderableType:
    """Draw the map, the stacks and every seat."""
    return Group(heading(view, names), HexMap(view["map"]), _stacks(view), _seats(view, names))


class HexMap:
    """The hexes column by column, each half a cell lower than its neighbours.

    A cell has four lines: its name, its kind and the boats there; its trade or tile and the
    outposts; the cubes lying there; and a gap.
    """

    def __init__(self, cells: dict[str, View]) -> None:
        self._cells = cells

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> RenderResult:
        """Draw the cells as wide as the console lets them be."""
        left = min(cell["q"] for cell in self._cells.values())
        top = min(2 * cell["r"] + cell["q"] for cell in self._cells.values())
        columns = max(cell["q"] for cell in self._cells.values()) - left + 1
        width = max(NARROWEST, min(WIDEST, options.max_width // columns))
        lines: dict[int, dict[int, Text]] = {}
        for name, cell in self._cells.items():
            first = 2 * (2 * cell["r"] + cell["q"] - top)
            for i, text in enumerate(_cell(name, cell, width)):
                text.truncate(width - 1)
                lines.setdefault(first + i, {})[cell["q"] - left] = text
        drawn = in_columns(lines, width)
        drawn.no_wrap, drawn.overflow = True, "crop"
        yield drawn


def in_columns(lines: dict[int, dict[int, Text]], width: int) -> Text:
    """Put the parts of each line side by side, each in its column."""
    drawn = []
    for number in range(max(lines) + 1):
        line = Text()
        for column, part in sorted(lines.get(number, {}).items()):
            line.pad_right(width * column - line.cell_len)
            line.append_text(part)
        drawn.append(line)
    return Text("\n").join(drawn)


def _cell(name: str, cell: View, width: int) -> list[Text]:
    title: str = cell.get("type") or cell["kind"]
    boats = f"{BOAT}{''.join(map(str, cell['boats']))}" if cell["boats"] else ""
    header = Text(f" {name:3}{title} {boats}".ljust(width - 1), STYLES[title])
    offer = card(cell["trade"]) if "trade" in cell else Text("")
    if "tile" in cell:
        offer = _port(cell["tile"])
    if cell.get("outposts"):
        offer.append(f" {OUTPOST}{''.join(map(str, cell['outposts']))}")
    lying = Text.assemble("╰ +", _few(cell["cubes"], width - 4)) if cell["cubes"] else Text("╰")
    return [header, Text("│").append_text(offer), lying]


def _port(tile: View | None) -> Text:
    if tile is None:
        return Text("closed", "bold red")
    return Text.assemble((f"{tile['points']} ", "bold"), cubes(tile["cost"]))


def _few(letters: str, room: int = 12) -> Text:
    """Draw cubes; if there is no room for all of them, draw one of each colour and its number."""
    if len(letters) <= room:
        return cubes(letters)
    counts = [(letters.count(colour), colour) for colour in COLOURS if colour in letters]
    return Text(" ").join(Text(str(n)).append_text(cubes(colour)) for n, colour in counts)


def _stacks(view: View) -> Text:
    stacks = dict(view["bonus_stacks"])
    points = "/".join(map(str, stacks.pop("points"))) or "none"
    left = ", ".join(f"{kind} {count}" for kind, count in stacks.items())
    text = f"Bonus tiles: {left}, points {points} · {view['vp_pile']} tiles in the pile"
    if view["start_sets"]:
        text += f" · starting sets {', '.join(view['start_sets'])}"
    return Text(text, "italic")


def _seats(view: View, names: list[str]) -> Table:
    seats = Table(box=box.SIMPLE_HEAD, padding=(0, 1))
    for title in ("", "hold", "outposts built", "bonus tiles", "claimed"):
        seats.add_column(title)
    for seat, shown in enumerate(view["seats"]):
        deciding = seat == view["seat"] and not view["over"]
        name = Text(f"{'▶' if deciding else ' '} {seat} {names[seat]}", "bold" if deciding else "")
        hold = Text.assemble(_few(shown["cubes"]), f" {len(shown['cubes'])}/{shown['limit']}")
        seats.add_row(name, hold, _board(shown), _bonus(shown), _claimed(view, seat))
    return seats


def _board(shown: View) -> Text:
    built = (
        Text(f" {letter}{shown['outposts'][kind]} ", TYPE_STYLES[kind])
        for kind, letter in zip(TYPES, COLOURS, strict=True)
    )
    return Text.assemble(*built, f" of {COLUMNS}")


def _bonus(shown: View) -> Text:
    tiles = [f"{kind} {n}" for kind, n in shown["bonus"].items() if n and kind != "points"]
    tiles += [f"{points} points" for points in shown["point_tiles"]]
    return Text(", ".join(tiles) or "none", "" if tiles else "dim")


def _claimed(view: View, seat: int) -> Text:
    shown = view["seats"][seat]
    text = str(shown["claimed"])
    if shown["points"] is not None:
        text += f" = {shown['points']} points"
    if view["scores"]:
        text += f"\ntotal {view['scores'][seat]}"
    return Text(text)


BONUS_HINTS = {
    "move": "one more free step a turn",
    "harvest": f"one more {HARVEST_BONUS} with each harvest",
    "upgrade": "an upgrade after each build",
    "cargo": f"{CARGO_HOLD} more in the hold",
}


def hint(view: View, token: str) -> Text:
    """Say what a legal action means on this map."""
    verb, _, rest = token.partition(" ")
    if verb in ("place", "sail"):
        return _cell_hint(view, rest, verb == "sail")
    if verb == "take":
        return cubes(START_SETS[int(rest) - 1])
    if verb in ("drop", "pay", "upgrade", "discard"):
        return _cube_hint(view, verb, rest)
    if verb == "bonus":
        return Text(_bonus_hint(view, rest))
    here = view["map"].get(view["seats"][view["seat"]]["boat"])
    if verb == "claim":
        return _port(here["tile"])
    if verb in ("trade", "build"):
        return card(here["trade"])
    if verb == "collect":
        return cubes(here["cubes"])
    return Text("")


def _bonus_hint(view: View, kind: str) -> str:
    if kind not in BONUS_HINTS:
        return f"{view['bonus_stacks'][kind][0]} points"
    points = PIECES["bonus"][kind]["points"]
    scored = f", {points} point{'s' if points > 1 else ''}" if points else ""
    return BONUS_HINTS[kind] + scored


def _cell_hint(view: View, name: str, sailing: bool) -> Text:
    cell = view["map"][name]
    hint = Text(cell["kind"])
    if cell["kind"] == "market":
        hint = card(cell["trade"]).append(f" {cell['type']}")
        if cell["outposts"]:
            hint.append(f", outposts of {', '.join(map(str, cell['outposts']))}")
    elif cell["kind"] == "port":
        hint.append(" ").append_text(_port(cell["tile"]))
    if cell["cubes"]:
        hint.append(", lying ").append_text(_few(cell["cubes"]))
    if sailing:
        hint.append(", for a cube" if cell["reach"]["price"] else ", free")
        if cell["toll"]:
            hint.append(f", toll {len(cell['toll'])}")
    return hint


def _cube_hint(view: View, verb: str, colour: str) -> Text:
    hint = cubes(colour)
    acting = view["acting"] or {}
    if verb == "drop":
        hint.append(f" stays on {acting['left']}")
    elif "to" in acting:
        hint.append(f" to seat {acting['to'][0]}")
    return hint
