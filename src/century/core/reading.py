"""States as plain values: where each field lies in a state's bytes, and how to read them.

Code that shows and explains a game works on a `Reading`, a named tuple of plain numbers and tuples.
It needs neither NumPy nor Numba, so it can run where neither library exists.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from itertools import chain
from math import prod
from operator import itemgetter
from struct import Struct
from types import SimpleNamespace
from typing import Any, cast

__all__ = [
    "MAX_ROUNDS",
    "Buffer",
    "Draft",
    "Field",
    "Layout",
    "Reading",
    "reader",
    "shared_state",
]

# A field's name, its kind ("u1" is an unsigned integer of one byte) and, for arrays, its shape.
Field = tuple[str, str] | tuple[str, str, tuple[int, ...]]
Reading = Any  # a named tuple of a state's fields and of the facts that its game derives from them
Draft = Any  # a state being put together: the same fields as attributes, arrays as lists
Buffer = Any  # an object that holds a state's bytes
Picker = Callable[[Sequence[Any]], Sequence[Any]]

_LETTERS = {"u1": "B", "i1": "b", "u2": "H", "i2": "h", "u4": "I", "i4": "i", "u8": "Q", "i8": "q"}


MAX_ROUNDS = 2**32 - 1  # rules count no further, so that the number does not wrap around


def shared_state(seats: int) -> tuple[Field, ...]:
    """Return the fields that a state of any game may begin with.

    A game for bots that search has all of them. Other games need no `ending` and no `claims`.
    """
    return (
        ("rounds", "u4"),  # begun, so from 1; 0 during a set-up; at most MAX_ROUNDS
        ("players", "u1"),
        ("seat", "u1"),  # that decides, from 0
        ("phase", "u1"),  # what it decides: an index into the game's phases
        ("ending", "u1"),  # 1 in the last round
        ("claims", "u1", (seats,)),  # how many point cards or tiles each seat has claimed
    )


class Layout:
    """The fields of a record and where they lie in its bytes, aligned as a C compiler does.

    The size is a multiple of 8, so that code can copy records as whole words.
    """

    def __init__(self, fields: Iterable[Field]) -> None:
        self.fields = tuple(fields)
        self.names = tuple(field[0] for field in self.fields)
        self.shapes = tuple(field[2] if len(field) == 3 else () for field in self.fields)
        self.offsets: dict[str, int] = {}
        letters, end = ["="], 0
        for (name, kind, *_), shape in zip(self.fields, self.shapes, strict=True):
            width = int(kind[1:])
            offset = -(-end // width) * width
            letters.append(f"{offset - end}x{prod(shape)}{_LETTERS[kind]}")
            self.offsets[name] = offset
            end = offset + width * prod(shape)
        self.size = -(-end // 8) * 8
        letters.append(f"{self.size - end}x")
        self._struct = Struct("".join(letters))

    def draft(self) -> Draft:
        """Return an empty state to fill in: every number is zero."""
        values = (_zeros(shape) for shape in self.shapes)
        return SimpleNamespace(**dict(zip(self.names, values, strict=True)))

    def pack(self, draft: Draft) -> bytes:
        """Return the bytes of a state."""
        flat: list[int] = []
        for name, shape in zip(self.names, self.shapes, strict=True):
            value = getattr(draft, name)
            for _ in shape[1:]:
                value = chain.from_iterable(value)
            flat.extend(value if shape else (value,))
        return self._struct.pack(*flat)

    def values(self, data: Buffer) -> list[Any]:
        """Return the values of all fields, arrays as tuples."""
        values = list(self._fields(self._struct.unpack(data)))
        for number, rows in self._rows:
            values[number] = rows(values[number])
        return values

    @cached_property
    def _fields(self) -> Picker:
        """Return a function that picks the fields out of a flat list of numbers."""
        places: list[int | slice] = []
        count = 0
        for shape in self.shapes:
            size = prod(shape)
            places.append(slice(count, count + size) if shape else count)
            count += size
        return _picker(places)

    @cached_property
    def _rows(self) -> tuple[tuple[int, Picker], ...]:
        """Return each field of two dimensions, by number, with a function that picks its rows."""
        return tuple(
            (number, _picker([slice(at, at + shape[1]) for at in range(0, prod(shape), shape[1])]))
            for number, shape in enumerate(self.shapes)
            if len(shape) == 2
        )


def _picker(places: Sequence[int | slice]) -> Picker:
    """Return a function that picks places out of a sequence; `itemgetter` needs two or more."""
    return itemgetter(*places) if len(places) > 1 else lambda flat: (flat[places[0]],)


def _zeros(shape: tuple[int, ...]) -> Any:
    return [_zeros(shape[1:]) for _ in range(shape[0])] if shape else 0


def reader(state: Layout, facts: Layout | None = None) -> Callable[[Buffer, Buffer], Reading]:
    """Make the function that reads a state and the facts derived from it."""
    names = state.names if facts is None else state.names + facts.names
    make = cast("Any", namedtuple("Reading", names))._make
    if facts is None:
        return lambda data, _facts: make(state.values(data))
    return lambda data, derived: make(state.values(data) + facts.values(derived))
