"""Bots from outside century, found by a text that says where they are."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from century.bots import Bot, bots
from century.bots.program import ProgramBot
from century.bots.python_bot import class_in_file, class_in_module, make
from century.errors import UnknownBot

__all__ = ["load"]

FORMS = "package.module:Name, path/to/bot.py[:Name], ./program or cmd:program, with arguments"

_COMMAND = "cmd:"
_FILE = re.compile(r"(?P<path>.+\.py)(?::(?P<name>\w+))?")
_PATH = re.compile(r"\.{0,2}/")
_COMMAND_LINE = re.compile(r"\.{0,2}/\S* ")
_MODULE = re.compile(r"(?P<module>\w+(?:\.\w+)*):(?P<name>\w+)")


def load(spec: str, seed: int) -> Bot:
    """Return the bot that a text names, or raise UnknownBot."""
    try:
        return _find(spec, seed)
    except UnknownBot as error:
        known = ", ".join(bots())
        raise UnknownBot(f"{error}; there are {known}, and your own by {FORMS}") from None


def _find(spec: str, seed: int) -> Bot:
    if spec.startswith(_COMMAND):
        return _program(spec.removeprefix(_COMMAND), seed)
    file = _FILE.fullmatch(spec)
    # `/usr/bin/env bot.py` is a command, but `/home/me/my bot.py` is a file if it exists.
    if file and (not _COMMAND_LINE.match(spec) or Path(file["path"]).exists()):
        return make(class_in_file(Path(file["path"]), file["name"]), seed, spec)
    if _PATH.match(spec):
        return _program(spec, seed)
    if place := _MODULE.fullmatch(spec):
        return make(class_in_module(place["module"], place["name"]), seed, spec)
    raise UnknownBot(f"unknown bot {spec!r}")


def _program(line: str, seed: int) -> Bot:
    try:
        command = shlex.split(line)
    except ValueError as error:
        raise UnknownBot(f"{line!r} is no command line: {error}") from None
    if not command:
        raise UnknownBot(f"{_COMMAND} and no program")
    return ProgramBot(command, seed)
