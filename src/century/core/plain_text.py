"""Position texts for games that define none: the fields of the state, one by one.

    tiny-ladder/1 rounds=1 players=2 seat=0 phase=turn top=7,0,0,0 ...

The numbers of an array are separated by commas, its rows by slashes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from century.core.position_text import read_fields, read_name, write_fields
from century.core.reading import Draft, Layout, Reading
from century.errors import BadPosition

__all__ = ["PlainText"]

_NUMBER = re.compile(r"-?[0-9]{1,20}", re.ASCII)
Shape = tuple[int, ...]


@dataclass(frozen=True)
class PlainText:
    """Writes and reads the states of one game, field by field.

    Reading checks that every number fits its field, and that players, seat and phase exist. The
    game's `validate` checks the rules.
    """

    header: str
    layout: Layout
    players: range
    phases: tuple[str, ...]

    def write(self, s: Reading) -> str:
        """Write a state as one line of text."""
        shapes = zip(self.layout.names, self.layout.shapes, strict=True)
        values = {name: _write(getattr(s, name), shape) for name, shape in shapes}
        return write_fields(self.header, {**values, "phase": self.phases[s.phase]}.items())

    def parse(self, text: str) -> Draft:
        """Read a state from its line, or raise BadPosition."""
        fields = read_fields(text, self.header, self.layout.names)
        s = self.layout.draft()
        s.phase = read_name("phase", fields.pop("phase"), self.phases)
        for (name, kind, *_), shape in zip(self.layout.fields, self.layout.shapes, strict=True):
            if name in fields:
                setattr(s, name, _read(name, fields[name], kind, shape))
        if s.players not in self.players:
            few, many = self.players[0], self.players[-1]
            raise BadPosition("players", f"{s.players} players instead of {few} to {many}")
        if s.seat >= s.players:
            raise BadPosition("seat", f"there is no seat {s.seat} among {s.players} players")
        return s


def _write(value: Any, shape: Shape) -> str:
    if not shape:
        return str(value)
    separator = "," if len(shape) == 1 else "/"
    return separator.join(_write(part, shape[1:]) for part in value)


def _read(key: str, text: str, kind: str, shape: Shape) -> Any:
    if not shape:
        return _read_number(key, text, kind)
    parts = text.split("," if len(shape) == 1 else "/")
    if len(parts) != shape[0]:
        raise BadPosition(key, f"{len(parts)} values instead of {shape[0]}")
    return [_read(key, part, kind, shape[1:]) for part in parts]


def _read_number(key: str, text: str, kind: str) -> int:
    """Read a number that fits a kind of field: "u1" is an unsigned integer of one byte."""
    bits = 8 * int(kind[1:])
    least, most = (0, 2**bits - 1) if kind[0] == "u" else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    if not _NUMBER.fullmatch(text) or not least <= int(text) <= most:
        raise BadPosition(key, f"expected a number from {least} to {most}, found {text!r:.40}")
    return int(text)
