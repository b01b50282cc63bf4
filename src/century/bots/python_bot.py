"""Bots that are Python classes of the user, in a module or in a file."""

from __future__ import annotations

import hashlib
import importlib
import inspect
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, TypeGuard

from century.bots.ask import crashes_as_faults
from century.errors import BotCrashed, UnknownBot

if TYPE_CHECKING:
    from century.bots import Bot

__all__ = ["class_in_file", "class_in_module", "is_bot", "make"]

A_BOT = "a bot is a class with a choose method"


def make(kind: type, seed: int, name: str) -> Bot:
    """Return an object of a class, made with the seed if the class takes one."""
    with crashes_as_faults(name):
        made: Bot = kind(seed=seed) if takes_seed(kind) else kind()
    return made


def takes_seed(kind: type) -> bool:
    """Return True if a class can be called with the keyword `seed`."""
    parameters = inspect.signature(kind).parameters.values()
    return any(p.name == "seed" or p.kind is p.VAR_KEYWORD for p in parameters)


# Finding classes


def class_in_module(module: str, name: str) -> type:
    """Return a class from a module; the module may be in the current folder."""
    try:
        with crashes_as_faults(module), _importable(Path.cwd()):
            found = importlib.import_module(module)
    except BotCrashed as crash:
        cause = crash.__cause__
        if isinstance(cause, ModuleNotFoundError) and f"{module}.".startswith(f"{cause.name}."):
            raise UnknownBot(f"there is no module {cause.name!r} to import {name!r} from") from None
        raise
    return _named(found, name, module)


def class_in_file(path: Path, name: str | None) -> type:
    """Return a class from a Python file: the named one, or the only one that is a bot."""
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
    """Import a file as a module, again only after the file has changed."""
    digest = hashlib.sha256(str(path).encode() + b"\0" + source).hexdigest()[:16]
    name = f"century_bot_{path.stem}_{digest}"
    if name in sys.modules:
        return sys.modules[name]
    spec = spec_from_file_location(name, path)
    assert spec is not None
    module = sys.modules[name] = module_from_spec(spec)
    try:
        with crashes_as_faults(path.name), _importable(path.parent):
            # The loader would accept a cached compilation of a file that was edited in the same
            # second and has the same size.
            exec(compile(source, str(path), "exec", dont_inherit=True), vars(module))
    except BotCrashed:
        del sys.modules[name]
        raise
    return module


@contextmanager
def _importable(folder: Path) -> Iterator[None]:
    """Add a folder to the end of the import path."""
    sys.path.append(str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))


def _named(module: ModuleType, name: str, where: str) -> type:
    found: object = getattr(module, name, None)
    if not is_bot(found):
        others = ", ".join(_candidates(module)) or "none"
        raise UnknownBot(f"{where} has no bot {name!r}; {A_BOT}, and it has {others}")
    return found


def is_bot(thing: object) -> TypeGuard[type]:
    """Return True if something is a class of bots."""
    return isinstance(thing, type) and callable(getattr(thing, "choose", None))


def _candidates(module: ModuleType) -> list[str]:
    """Return the names of the bots that a module defines itself."""
    things = vars(module).items()
    return [name for name, it in things if is_bot(it) and it.__module__ == module.__name__]
