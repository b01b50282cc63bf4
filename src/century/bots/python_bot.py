"""Bots that are someone's own Python classes, in a module or in a file."""

from __future__ import annotations

import hashlib
import importlib
import inspect
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, TypeGuard

from century.bots.ask import as_seen, legal_action
from century.errors import BotCrashed, BotFault, UnknownBot
from century.position import Position

__all__ = ["PythonBot", "class_in_file", "class_in_module"]

A_BOT = "a bot is a class with a choose method"


class PythonBot:
    """Lets an object of someone's class decide."""

    def __init__(self, kind: type, seed: int, name: str) -> None:
        self._seed = seed
        self._name = name
        self._bot = self._guarded(lambda: kind(seed=seed) if takes_a_seed(kind) else kind())

    def choose(self, position: Position, seat: int, budget: float) -> int:
        """Return the action that the object chooses, or raise a BotFault."""
        seen = as_seen(position, seat, self._seed)
        answer = self._guarded(lambda: self._bot.choose(seen, seat, budget))
        return legal_action(position, answer, self._name)

    def close(self) -> None:
        """Let the object clean up, if it wants to."""
        if hasattr(self._bot, "close"):
            self._guarded(self._bot.close)

    def _guarded(self, call: Callable[[], Any]) -> Any:
        with crashes_of(self._name):
            return call()


def takes_a_seed(kind: type) -> bool:
    """Tell whether a class can be called with the keyword `seed`."""
    parameters = inspect.signature(kind).parameters.values()
    return any(p.name == "seed" or p.kind is p.VAR_KEYWORD for p in parameters)


@contextmanager
def crashes_of(name: str) -> Iterator[None]:
    """Turn whatever a bot's code raises into BotCrashed."""
    try:
        yield
    except BotFault:
        raise
    except (Exception, SystemExit) as error:
        raise BotCrashed(f"{name}: {type(error).__name__}: {error}{_place(error)}") from error


def _place(error: BaseException) -> str:
    """Name the line where it happened; a SyntaxError does so itself."""
    if isinstance(error, SyntaxError):
        return ""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f" ({Path(last.filename).name}, line {last.lineno})"


# Finding classes


def class_in_module(module: str, name: str) -> type:
    """Return a class of a module, which may be in the current folder."""
    try:
        with crashes_of(module), _importable(Path.cwd()):
            found = importlib.import_module(module)
    except BotCrashed as crash:
        cause = crash.__cause__
        if isinstance(cause, ModuleNotFoundError) and f"{module}.".startswith(f"{cause.name}."):
            raise UnknownBot(f"there is no module {cause.name!r} to import {name!r} from") from None
        raise
    return _named(found, name, module)


def class_in_file(path: Path, name: str | None) -> type:
    """Return a class of a Python file: of that name, or the only one that is a bot."""
    try:
        source = path.read_bytes()
    except OSError as error:
        raise UnknownBot(f"cannot read {str(path)!r}: {error.strerror}") from None
    module = _load(path.resolve(), source)
    if name is not None:
        return _named(module, name, str(path))
    candidates = _candidates(module)
    if not candidates:
        raise UnknownBot(f"{path} has no bot; {A_BOT}")
    if len(candidates) > 1:
        raise UnknownBot(f"{path} has several bots: {', '.join(candidates)}; name one: {path}:Name")
    return _named(module, candidates[0], str(path))


def _load(path: Path, source: bytes) -> ModuleType:
    """Run a file as a module, once for as long as it stays the same."""
    digest = hashlib.sha256(str(path).encode() + b"\0" + source).hexdigest()[:16]
    name = f"century_bot_{path.stem}_{digest}"
    if name in sys.modules:
        return sys.modules[name]
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[name] = module_from_spec(spec)
    try:
        with crashes_of(path.name), _importable(path.parent):
            spec.loader.exec_module(module)
    except BotCrashed:
        del sys.modules[name]
        raise
    return module


@contextmanager
def _importable(folder: Path) -> Iterator[None]:
    """Let modules in a folder be imported, after all others of their names."""
    sys.path.append(str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))


def _named(module: ModuleType, name: str, where: str) -> type:
    found: object = getattr(module, name, None)
    if not _is_bot(found):
        others = ", ".join(_candidates(module)) or "none"
        raise UnknownBot(f"{where} has no bot {name!r}; {A_BOT}, and it has {others}")
    return found


def _is_bot(thing: object) -> TypeGuard[type]:
    return isinstance(thing, type) and callable(getattr(thing, "choose", None))


def _candidates(module: ModuleType) -> list[str]:
    """Return the names of the bots that a module defines and not only imports."""
    things = vars(module).items()
    return [name for name, it in things if _is_bot(it) and it.__module__ == module.__name__]
