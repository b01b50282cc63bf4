"""Maps: where the markets, ports and sea tiles of Eastern Wonders lie.

A map is drawn in text. A line is half a tile high, so tiles next to each other stand one line and
one column apart, or two lines apart in the same column; columns are two characters wide:

      M
    P   S
      M
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from string import ascii_uppercase

from century.core.reading import Draft, Reading
from century.core.words import game_words
from century.errors import BadMap
from century.games.eastern_wonders.state import NOWHERE, SEATS, STATE
from century.games.eastern_wonders.tiles import DATA, MARKETS, MAX_SEA, PORTS

KINDS = {"M": "market", "P": "port", "S": "sea"}
GAPS = " ."
DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
_WANTED = {"M": (MARKETS, MARKETS), "P": (PORTS, PORTS), "S": (0, MAX_SEA)}


_COUNTED = {"M": "markets", "P": "ports", "S": "seas"}  # the fault of a wrong number of them


def _bad(detail: str, **facts: int | str) -> BadMap:
    """Return the error for a fault, by the fault's name in the game's words."""
    fault = game_words(__package__).faults[detail].format_map(facts)
    return BadMap(fault, "EW3", detail, facts)


@dataclass(frozen=True, order=True)
class Cell:
    """A place on a map: its column and half-line from the top left, and what lies there."""

    column: int
    line: int
    letter: str

    @property
    def kind(self) -> str:
        """The kind of tile, in words."""
        return KINDS[self.letter]

    @property
    def is_sound(self) -> bool:
        """Whether its column and line are whole numbers and its letter is a text."""
        numbers = type(self.column) is int and type(self.line) is int
        return numbers and isinstance(self.letter, str)


@dataclass(frozen=True)
class Map:
    """An arrangement of island and sea tiles that can be played on (EW3).

    `Map(cells)` takes cells in any order and raises BadMap, with the fault and the rule, unless a
    game can be played on them.
    """

    cells: tuple[Cell, ...]  # by column, each from the top; the first column and line are 0

    def __post_init__(self) -> None:
        given = tuple(self.cells) if isinstance(self.cells, Iterable) else (None,)
        if not all(isinstance(cell, Cell) and cell.is_sound for cell in given):
            raise _bad("made")
        found = sorted(given)
        if not found:
            raise _bad("empty")
        left, top = min(cell.column for cell in found), min(cell.line for cell in found)
        cells = tuple(Cell(c.column - left, c.line - top, c.letter) for c in found)
        object.__setattr__(self, "cells", cells)  # the way to complete a frozen dataclass
        self._check()

    @classmethod
    def of(cls, cells: Iterable[Cell]) -> Map:
        """Make a map of cells, or raise BadMap."""
        return cls(tuple(cells))

    @classmethod
    def read(cls, text: str) -> Map:
        """Read a drawn map, its one-line form, or the name of the standard map."""
        if text.strip() == "standard":
            return STANDARD
        lines = text.strip("\n").replace("/", "\n").splitlines()
        letters = [
            (line, column, letter)
            for line, drawn in enumerate(lines)
            for column, letter in enumerate(drawn.rstrip())
            if letter not in GAPS
        ]
        for line, column, letter in letters:
            if letter not in KINDS:
                raise _bad("drawn", line=line + 1, column=column + 1, letter=_plain(letter))
        first = min((column for _, column, _ in letters), default=0)
        # Drawn by hand the columns are two characters wide, in the one-line form one.
        width = 1 if any((column - first) % 2 for _, column, _ in letters) else 2
        cells = (Cell((column - first) // width, line, letter) for line, column, letter in letters)
        return cls(tuple(cells))

    def _check(self) -> None:
        for cell in self.cells:
            if cell.letter not in KINDS:
                raise _bad("letter", letter=_plain(cell.letter))
        self._check_grid()
        for letter, (fewest, most) in _WANTED.items():
            count = sum(cell.letter == letter for cell in self.cells)
            if not fewest <= count <= most:
                raise _bad(_COUNTED[letter], count=count, wanted=most)
        apart = set(range(len(self.cells))) - self._connected_to_first()
        if apart:
            cut_off, first = self.names[min(apart)], self.names[0]
            raise _bad("apart", cell=cut_off, first=first)

    def _check_grid(self) -> None:
        if self.cells[-1].column >= len(ascii_uppercase):
            raise _bad("wide", most=len(ascii_uppercase))
        for cell, following in zip(self.cells, self.cells[1:], strict=False):
            if (cell.column, cell.line) == (following.column, following.line):
                raise _bad("twice", cell=self.names[self.cells.index(cell)])
        first = self.cells[0]
        for cell, name in zip(self.cells, self.names, strict=True):
            if (cell.column - first.column + cell.line - first.line) % 2:
                raise _bad("between", cell=name)

    def _connected_to_first(self) -> set[int]:
        reached, ahead = {0}, [0]
        while ahead:
            new = set(self.neighbours[ahead.pop()]) - reached
            reached |= new
            ahead += new
        return reached

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each cell: a letter for its column and its number from the top."""
        names: list[str] = []
        numbers: dict[int, int] = {}
        for cell in self.cells:
            numbers[cell.column] = numbers.get(cell.column, 0) + 1
            names.append(f"{ascii_uppercase[cell.column]}{numbers[cell.column]}")
        return tuple(names)

    @cached_property
    def kinds(self) -> tuple[str, ...]:
        """The kind of tile on each cell, in words."""
        return tuple(cell.kind for cell in self.cells)

    @cached_property
    def axial(self) -> tuple[tuple[int, int], ...]:
        """The axial coordinates of each cell; the middle column is q = 0."""
        middle = self.cells[-1].column // 2
        odd = (self.cells[0].line - self.cells[0].column + middle) % 2
        qs = [cell.column - middle for cell in self.cells]
        return tuple((q, (c.line - q + odd) // 2) for q, c in zip(qs, self.cells, strict=True))

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """The cells next to each cell."""
        index = {place: i for i, place in enumerate(self.axial)}
        return tuple(
            tuple(index[q + dq, r + dr] for dq, dr in DIRECTIONS if (q + dq, r + dr) in index)
            for q, r in self.axial
        )

    def lonely(self) -> dict[str, int]:
        """Return the tiles that touch fewer than two others, with the numbers of these (EW3)."""
        touching = {name: len(near) for name, near in zip(self.names, self.neighbours, strict=True)}
        return {name: count for name, count in touching.items() if count < 2}

    def advice(self) -> list[str]:
        """Name everything that is allowed but not advised (EW3)."""
        return [
            f"{name} touches only {count} other tile{'s' if count != 1 else ''} (EW3)"
            for name, count in self.lonely().items()
        ]

    def rows(self, gap: str, between: str) -> list[str]:
        """Draw the map line by line."""
        letters = {(cell.line, cell.column): cell.letter for cell in self.cells}
        width = self.cells[-1].column + 1
        height = max(cell.line for cell in self.cells) + 1
        return [
            between.join(letters.get((line, column), gap) for column in range(width))
            for line in range(height)
        ]

    def drawing(self) -> str:
        """Draw the map as a person would."""
        return "".join(f"{row.rstrip()}\n" for row in self.rows(" ", " "))

    def to_text(self) -> str:
        """Write the map on one line; the standard map is written by its name."""
        return "standard" if self == STANDARD else "/".join(self.rows(".", ""))

    @classmethod
    def on(cls, s: Reading) -> Map:
        """Return the map of a state."""
        return _map_at(s.markets, s.ports, s.q[: s.cells], s.r[: s.cells])

    def _repr_svg_(self) -> str:
        """Return a picture, for notebooks."""
        from century.games.eastern_wonders.svg import svg  # which imports this module

        return svg(self)

    def blank(self) -> Draft:
        """Return a state with this map and nothing on it."""
        s = STATE.draft()
        s.cells = len(self.cells)
        for i, near in enumerate(self.neighbours):
            s.near[i] = sum(1 << n for n in near)
            s.q[i], s.r[i] = self.axial[i]
        s.markets = sum(1 << i for i, cell in enumerate(self.cells) if cell.kind == "market")
        s.ports = sum(1 << i for i, cell in enumerate(self.cells) if cell.kind == "port")
        s.boat = [NOWHERE] * SEATS
        s.closed = NOWHERE
        return s


def _plain(letter: str) -> str:
    """Write a letter so that it can be read, even an invisible one."""
    return repr(letter)[1:-1]


@lru_cache(maxsize=1024)
def _map_at(markets: int, ports: int, columns: tuple[int, ...], rows: tuple[int, ...]) -> Map:
    """Make the map of a state, once for all states of a game."""
    made = Map(
        tuple(
            Cell(q, 2 * r + q, "M" if markets >> i & 1 else "P" if ports >> i & 1 else "S")
            for i, (q, r) in enumerate(zip(columns, rows, strict=True))
        )
    )
    return STANDARD if made == STANDARD else made


STANDARD = Map.read(DATA["map"]["standard"])
