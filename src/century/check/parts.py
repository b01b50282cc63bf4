"""Checks that need no play: the spec, the modules, the words and the page's files of a game."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from century.bots.weights import lacking_search_fields
from century.check.portable import portable_faults
from century.check.report import Absent, Fault
from century.check.subject import Subject
from century.core.kernel import COMPILED
from century.games import describe
from century.games.contract import GameSpec
from century.games.faults import page_word_faults, spec_faults, unreadable_words, word_faults

__all__ = [
    "check_modules",
    "check_page",
    "check_portable",
    "check_rules",
    "check_spec",
    "check_words",
]

# The kernels of each module with the number of their arguments, and its other functions.
KERNELS: dict[str, dict[str, int]] = {
    "rules": {"deal": 3, "redeal": 3, "legal": 1, "act": 2, "score": 2},
    "facts": {"derive_facts": 2},
    "observation": {"observe": 3},
    "heuristics": {
        "hide_unseen": 1,
        "candidates": 1,
        "start_turn": 2,
        "plan_key": 2,
        "last_prize": 1,
        "prize_points": 2,
        "claims_to_go": 1,
        "evaluate": 4,
    },
}
FUNCTIONS: dict[str, dict[str, int]] = {
    "observation": {"pieces": 1},
    "chance": {"hide_all": 1, "outcomes": 1, "reveal": 2, "name": 1},
    "terminal": {"table": 2, "hint": 2},
    "picture": {"draw": 1},
    "cli": {"add_commands": 1},
}
CONSTANTS = {"chance": ("OUTCOMES",), "web": ("router",)}
HAS_DEFAULTS = ("heuristics",)  # modules that need not have all of their kernels
RULES = ("rules", "facts")  # nothing can be played without these
OTHERS = tuple(name for name in {**KERNELS, **FUNCTIONS, **CONSTANTS} if name not in RULES)
NEEDS_EXTRA = {"picture": "PIL", "web": "fastapi"}  # a library that comes with an extra


def check_spec(subject: Subject) -> Iterator[Fault]:
    """Check the type and the contents of every field of the spec."""
    module = import_module(subject.package)
    spec = getattr(module, "SPEC", None)
    if not isinstance(spec, GameSpec):
        yield Fault(f"{subject.package} has no SPEC that is a GameSpec")
        return
    subject.spec = spec
    if spec.name != subject.name:
        yield Fault(f"the package is announced as {subject.name!r}, but named {spec.name!r}")
    yield from map(Fault, spec_faults(spec))


# Modules


def check_rules(subject: Subject) -> Iterator[Fault]:
    """Check the kernels of the rules and of the facts."""
    subject.require_spec()
    for name in RULES:
        yield from _import_faults(subject, name)


def check_modules(subject: Subject) -> Iterator[Fault]:
    """Check that every other module can be imported and has what the contract asks for."""
    subject.require_spec()
    for name in OTHERS:
        extra = NEEDS_EXTRA.get(name)
        if extra is None or find_spec(extra) is not None:
            yield from _import_faults(subject, name)


def _import_faults(subject: Subject, name: str) -> Iterator[Fault]:
    if find_spec(f"{subject.package}.{name}") is None:
        return  # `check_spec` says which ones are required
    faults: list[Fault] = []
    try:
        module = import_module(f"{subject.package}.{name}")
    except (Exception, SystemExit) as error:  # other people's code may raise anything
        faults.append(Fault(f"{name}.py cannot be imported: {describe(error)}"))
    else:
        faults += _module_faults(subject, name, module)
    if faults:
        subject.broken_modules.add(name)
    yield from faults


def _module_faults(subject: Subject, name: str, module: ModuleType) -> Iterator[Fault]:
    for kernel, arguments in KERNELS.get(name, {}).items():
        if name in HAS_DEFAULTS and not hasattr(module, kernel):
            continue
        yield from _function_faults(name, module, kernel, arguments, is_kernel=True)
    for function, arguments in FUNCTIONS.get(name, {}).items():
        yield from _function_faults(name, module, function, arguments, is_kernel=False)
    for constant in CONSTANTS.get(name, ()):
        if not hasattr(module, constant):
            yield Fault(f"{name}.py has no {constant}")
    if getattr(module, "FEATURES", ()) and not _has_file(subject, "weights.toml"):
        yield Fault(f"weights.toml is missing; {name}.py has FEATURES")
    if name == "heuristics" and subject.spec is not None:
        for field in lacking_search_fields(subject.spec):
            yield Fault(f"the state has no {field}, which bots that search need")


def _has_file(subject: Subject, name: str) -> bool:
    return files(subject.package).joinpath(name).is_file()


def _function_faults(
    module: str, holder: ModuleType, name: str, arguments: int, is_kernel: bool
) -> Iterator[Fault]:
    function: Any = getattr(holder, name, None)
    what = "kernel" if is_kernel else "function"
    if not callable(function):
        yield Fault(f"{module}.py has no {what} {name!r}")
        return
    plain = getattr(function, "py_func", function)
    if is_kernel and COMPILED and plain is function:
        yield Fault(f"{module}.{name} is not a kernel: decorate it with @kernel")
    try:
        inspect.signature(plain).bind(*range(arguments))
    except TypeError:
        yield Fault(f"{module}.{name} does not take {arguments} arguments")


def check_portable(subject: Subject) -> Iterator[Fault]:
    """Check that kernels use only what every target can compile."""
    subject.require_spec()
    for name in KERNELS:
        there = find_spec(f"{subject.package}.{name}") is not None
        if there and name not in subject.broken_modules:
            module = import_module(f"{subject.package}.{name}")
            yield from map(Fault, portable_faults(module, subject.package))


# Words and page


def check_words(subject: Subject) -> Iterator[Fault]:
    """Check that the words are complete and alike in all languages."""
    spec = subject.known_spec
    subject.has_words = not unreadable_words(subject.package)
    yield from map(Fault, word_faults(subject.package, spec.actions))


def check_page(subject: Subject) -> Iterator[Fault]:
    """Check the files of the web page, and that the words have the texts that it needs."""
    spec, folder = subject.known_spec, files(subject.package).joinpath("page")
    if not folder.is_dir():
        raise Absent("there is no folder page: the game cannot be played in a browser")
    script, source = folder.joinpath("game.js"), ""
    if not script.is_file():
        yield Fault("page/game.js is missing")
    else:
        source = script.read_text(encoding="utf-8")
        subject.notes.append("game.js is not run here: try it in a browser")
        if "export default" not in source:
            yield Fault("page/game.js has no `export default`")
    yield from map(Fault, page_word_faults(spec, omits_verbs="summarize" in source))
    lessons = folder.joinpath("lessons.json")
    if lessons.is_file():
        try:
            json.loads(lessons.read_text(encoding="utf-8"))
        except ValueError as error:
            yield Fault(f"page/lessons.json is not JSON: {error}")
