"""The games, each in a package of its own, and how they are found.

Every package in this folder with a `SPEC` is a game. Other people's packages add games by the
entry-point group `century.games`, whose entries name such a package. A package that cannot be
loaded is left out and never stops the other games; `broken_games` says what is wrong with it.
"""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, redirect_stdout
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from pkgutil import iter_modules
from traceback import extract_tb
from typing import TYPE_CHECKING, NamedTuple

from century.errors import BadGame, CenturyError, UnknownGame, shortened
from century.interrupts import watch_for_ctrl_c

if TYPE_CHECKING:
    from century.games.contract import GameSpec

__all__ = ["admitted", "broken_games", "describe", "game_package", "game_spec", "games"]

ENTRY_POINTS = "century.games"
_ANSI = re.compile(r"\x1b\[[0-9;]*m")
_COMPILER = "Failed in nopython mode"  # the first line of Numba's errors


class _Found(NamedTuple):
    specs: dict[str, GameSpec]
    broken: dict[str, str]  # what is wrong with a package, by the name under which it was found


def games() -> tuple[str, ...]:
    """Return the names of the games.

    >>> "spice-road" in games()
    True
    """
    return tuple(_find().specs)


def broken_games() -> dict[str, str]:
    """Return what is wrong with packages that should be games, by their names."""
    return dict(_find().broken)


def game_package(name: str) -> str:
    """Return the package of a game, also of one that cannot be loaded, or raise UnknownGame."""
    packages = _packages()
    if name not in packages:
        called = shortened(repr(name), 40)
        known = (*games(), *broken_games())
        listed = f"unknown game {called}; there are {', '.join(known)}"
        raise UnknownGame(f"{listed}. If {called} is a game of your own, install its package first")
    return packages[name]


@contextmanager
def admitted(spec: GameSpec) -> Iterator[None]:
    """Make a game available that discovery set aside, so that checks can play it."""
    specs = _find().specs
    if spec.name in specs:
        yield
        return
    specs[spec.name] = spec
    try:
        yield
    finally:
        del specs[spec.name]


def game_spec(name: str) -> GameSpec:
    """Return what a game provides, or raise UnknownGame or BadGame."""
    found = _find()
    if name in found.specs:
        return found.specs[name]
    if name in found.broken:
        raise BadGame(f"the game {name} cannot be loaded: {found.broken[name]}")
    called = shortened(repr(name), 40)
    raise UnknownGame(f"unknown game {called}; there are {', '.join(found.specs)}")


@cache
def _find() -> _Found:
    specs: list[GameSpec] = []
    broken: dict[str, str] = {}
    with watch_for_ctrl_c() as is_ctrl_c:
        for name, package in _packages().items():
            try:
                with redirect_stdout(sys.stderr):  # for what the package prints
                    specs.append(_load(name, package))
            except BaseException as error:  # other people's code may raise anything
                if isinstance(error, KeyboardInterrupt) and is_ctrl_c():
                    raise
                broken[name] = describe(error)
    for entry in _entry_points():
        if (package := _packages()[entry.name]) != entry.module:
            broken[f"{entry.name} ({entry.module})"] = f"{package} has the name {entry.name}"
    specs.sort(key=lambda spec: (spec.order, spec.name))
    return _Found({spec.name: spec for spec in specs}, broken)


def _packages() -> dict[str, str]:
    """Return the package of each game by the game's name; ours come first."""
    found = {
        module.name.replace("_", "-"): f"{__name__}.{module.name}"
        for module in iter_modules(__path__)
        if module.ispkg
    }
    for entry in _entry_points():
        found.setdefault(entry.name, entry.module)
    return found


def _entry_points() -> Iterable[EntryPoint]:
    return entry_points(group=ENTRY_POINTS)


def describe(error: BaseException) -> str:
    """Say what was raised and, unless we raised it ourselves, in which line of which file."""
    if isinstance(error, CenturyError):
        return str(error)
    message = _ANSI.sub("", str(error))
    if message.startswith(_COMPILER):
        return f"{type(error).__name__}: {_first_cause(message)}"
    importers = (__file__, importlib.__file__)
    frames = [
        frame
        for frame in extract_tb(error.__traceback__)
        if frame.filename not in importers and not frame.filename.startswith("<")
    ]
    place = f" ({Path(frames[-1].filename).name}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {message}{place}"


def _first_cause(message: str) -> str:
    """Shorten an error of the compiler to its first cause and the line of the kernel."""
    lines = [line.strip() for line in message.splitlines()]
    causes = [line for line in lines if line and not line.startswith((_COMPILER, "- Resolution"))]
    cause = f"{causes[0]} {causes[1]}" if causes[0].endswith(":") else causes[0]
    place = re.search(r'File "([^"]+)", line (\d+)', message)
    return f"{cause} ({Path(place[1]).name}, line {place[2]})" if place else cause


def _load(name: str, package: str) -> GameSpec:
    from century.games.contract import GameSpec
    from century.games.faults import spec_faults, unreadable_words

    spec = getattr(import_module(package), "SPEC", None)
    if not isinstance(spec, GameSpec):
        raise BadGame(f"{package} has no SPEC that is a GameSpec")
    if spec.name != name:
        raise BadGame(f"{package} is announced as {name!r}, but its SPEC is named {spec.name!r}")
    faults = spec_faults(spec)
    if not package.startswith(f"{__name__}."):  # our own packages can be read
        faults += unreadable_words(package)
    if faults:
        raise BadGame("; ".join(faults))
    return spec
