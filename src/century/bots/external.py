"""Bots from outside century, found by a text that says where they are."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from century.bots import Bot, bots
from century.bots.program import ProgramBot
from century.bots.python_bot import class_in_file, class_in_module, make
from century.errors import UnknownBot

__all__ = ["check_form", "load"]

FORMS = (
    "package.module:Name, path/to/bot.py[:Name], ./program or cmd:program, with arguments; "
    "master:FILE plays with a network from a file"
)

_COMMAND = "cmd:"
_FILE = re.compile(r"(?P<path>.+\.py)(?::(?P<name>\w+))?")
_PATH = re.compile(r"\.{0,2}/")
_COMMAND_LINE = re.compile(r"\.{0,2}/\S* ")
_MODULE = re.compile(r"(?P<module>\w+(?:\.\w+)*):(?P<name>\w+)")


def load(spec: str, seed: int) -> Bot:
    """Return the bot that a text names, or raise UnknownBot."""
    check_form(spec)
    if spec.startswith(_COMMAND):
        return _program(spec.removeprefix(_COMMAND), seed)
    file = _FILE.fullmatch(spec)
    # `/usr/bin/env bot.py` is a command, but `/home/me/my bot.py` is a file if it exists.
    if file and (not _COMMAND_LINE.match(spec) or Path(file["path"]).exists()):
        if " " in spec and not Path(file["path"]).exists():
            raise UnknownBot(f"cannot read {spec!r}; to run a program, write 'cmd:{spec}'")
        return make(class_in_file(Path(file["path"]), file["name"]), seed, spec)
    if _PATH.match(spec):
        return _program(spec, seed)
    place = _MODULE.fullmatch(spec)
    assert place is not None  # the last of the forms
    return make(class_in_module(place["module"], place["name"]), seed, spec)


def check_form(spec: str) -> None:
    """Raise UnknownBot, with the names and forms that are possible, if a text has no such form."""
    if spec.startswith(_COMMAND) or any(
        form(spec) for form in (_FILE.fullmatch, _PATH.match, _MODULE.fullmatch)
    ):
        return
    raise UnknownBot(f"unknown bot {spec!r}; there are {', '.join(bots())}, and your own: {FORMS}")


def _program(line: str, seed: int) -> Bot:
    try:
        command = shlex.split(line)
    except ValueError as error:
        raise UnknownBot(f"{line!r} is no command line: {error}") from None
    if not command:
        raise UnknownBot(f"{_COMMAND} and no program")
    return ProgramBot(command, seed)
