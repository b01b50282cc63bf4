"""The common format of position texts: one line with a header and fields of the form key=value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from century.core.cubes import COLOURS
from century.errors import BadPosition

NOTHING = "-"  # an empty list; fields are never blank


def write_fields(header: str, fields: Iterable[tuple[str, str]]) -> str:
    """Return a header and fields as one line."""
    return " ".join([header, *(f"{key}={value}" for key, value in fields)])


def read_fields(text: str, header: str, keys: Sequence[str]) -> dict[str, str]:
    """Read a line that has exactly the given fields, in any order, or raise BadPosition."""
    first, *parts = text.split() or [""]
    if first != header:
        raise BadPosition("header", f"expected {header!r}, found {first!r}")
    fields: dict[str, str] = {}
    for part in parts:
        key, equals, value = part.partition("=")
        if key not in keys or not equals:
            raise BadPosition(key or part, f"unknown field; the fields are {', '.join(keys)}")
        if key in fields:
            raise BadPosition(key, "given twice")
        if not value:
            raise BadPosition(key, f"no value; write {NOTHING!r} for nothing")
        fields[key] = value
    for key in keys:
        if key not in fields:
            raise BadPosition(key, "missing")
    return fields


def write_list(items: Iterable[str], separator: str = ",") -> str:
    """Return a list as text; an empty list is NOTHING."""
    return separator.join(items) or NOTHING


def read_list(value: str, separator: str = ",") -> list[str]:
    """Read a list that `write_list` wrote."""
    return [] if value == NOTHING else value.split(separator)


def read_number(key: str, value: str, most: int, least: int = 0) -> int:
    """Read a whole number from `least` to `most`."""
    decimal = value.isascii() and value.isdecimal() and len(value) <= 9
    if not decimal or not least <= int(value) <= most:
        raise BadPosition(key, f"expected a number from {least} to {most}, found {value!r}")
    return int(value)


def read_by_seat(
    fields: dict[str, str], keys: Sequence[str], players: range
) -> dict[str, list[str]]:
    """Read fields that have a part for each seat; the first field sets the number of seats."""
    by_seat = {key: fields[key].split("/") for key in keys}
    first, *others = keys
    seats = len(by_seat[first])
    if seats not in players:
        raise BadPosition(first, f"{seats} seats instead of {players[0]} to {players[-1]}")
    for key in others:
        if len(by_seat[key]) != seats:
            raise BadPosition(key, f"{len(by_seat[key])} seats, but {seats} seats have {first}")
    return by_seat


def check_once_each(key: str, names: Iterable[str]) -> None:
    """Raise BadPosition if a name occurs more than once."""
    for name, count in Counter(names).items():
        if count > 1:
            raise BadPosition(key, f"{name} occurs {count} times")


def read_cubes(key: str, value: str, most: int) -> str:
    """Read cubes: letters in any order, or NOTHING."""
    if not value:
        raise BadPosition(key, f"no cubes given; write {NOTHING!r} for none")
    letters = "" if value == NOTHING else value
    if len(letters) > most:
        raise BadPosition(key, f"{len(letters)} cubes in one place; at most {most} are possible")
    for letter in letters:
        if letter not in COLOURS:
            raise BadPosition(key, f"{letter!r} in {value!r} is not one of {', '.join(COLOURS)}")
    return letters


def read_name(key: str, value: str, names: Sequence[str]) -> int:
    """Read one of the given names and return its index."""
    if value not in names:
        raise BadPosition(key, f"{value!r} does not exist")
    return names.index(value)
