"""What is wrong with a `GameSpec`, found without playing and without NumPy and Numba.

Discovery uses this to set broken packages aside, and `century.check_game` to list every fault.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from importlib.util import find_spec
from keyword import iskeyword
from typing import Any

from century.core.reading import Layout
from century.core.words import Words, game_words, languages
from century.games.contract import GameSpec, Option

__all__ = [
    "MAX_ACTIONS",
    "page_word_faults",
    "readable_words",
    "spec_faults",
    "unreadable_words",
    "verbs",
    "word_faults",
]

MAX_ACTIONS = 256  # an action number is one byte
MAX_PHASES = 256
MAX_STATE = 1_000_000  # bytes; searches and batches hold many thousands of states
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_TOKEN = re.compile(r"[^\s,|{}?]+( [^\s,|{}]+)?")  # one or two words, as records are read
_FUNCTIONS = ("view", "why", "validate", "face_down", "hide_new", "log_details", "options_of")
_FUNCTIONS_OR_NONE = ("blank", "write", "parse", "score_sheet", "tokens_of")
_STATE_FIELDS = {
    "players": ("u1",),
    "seat": ("u1",),
    "phase": ("u1",),
    "rounds": ("u1", "u2", "u4"),
}


def spec_faults(spec: GameSpec) -> list[str]:
    """Return everything that is wrong with the fields of a spec."""
    return [
        *_name_faults(spec),
        *_player_faults(spec.players),
        *_token_faults("actions", spec.actions, 1, MAX_ACTIONS),
        *_token_faults("phases", spec.phases, 2, MAX_PHASES),
        *_layout_faults(spec),
        *_function_faults(spec),
        *_extra_faults(spec),
    ]


def _name_faults(spec: Any) -> Iterator[str]:
    if not isinstance(spec.name, str) or not _NAME.fullmatch(spec.name):
        yield f"name is lower case letters and digits with hyphens, not {spec.name!r}"
    if not isinstance(spec.package, str):
        yield f"package is the name of a package, not {spec.package!r}"
    elif find_spec(spec.package) is None:
        yield f"there is no package {spec.package!r}"
    elif find_spec(f"{spec.package}.rules") is None:
        yield "the module rules is missing"
    if not _is_int(spec.rules_version) or spec.rules_version < 1:
        yield f"rules_version is a whole number from 1, not {spec.rules_version!r}"
    if not _is_int(spec.order):
        yield f"order is a whole number, not {spec.order!r}"


def _player_faults(players: object) -> Iterator[str]:
    if not isinstance(players, range):
        yield f"players is a range, not {players!r}"
    elif not players or players.step != 1 or players.start < 2 or players[-1] > 255:
        yield f"players is a range of numbers from 2, without gaps, not {players!r}"


def _token_faults(field: str, tokens: object, least: int, most: int) -> Iterator[str]:
    if not isinstance(tokens, tuple) or not all(isinstance(token, str) for token in tokens):
        yield f"{field} is a tuple of strings, not {tokens!r:.80}"
        return
    if not least <= len(tokens) <= most:
        yield f"{field} has {len(tokens)} entries; {least} to {most} are possible"
    spelt: dict[str, str] = {}
    for token in tokens:
        if not _TOKEN.fullmatch(token):
            yield f"{field}: {token!r} is not one or two words without , | {{ }}"
        # People may type a token in any case and with any spaces.
        other = spelt.setdefault("".join(token.split()).lower(), token)
        if other is not token:
            yield f"{field}: {token!r} cannot be told from {other!r}"


def _layout_faults(spec: Any) -> Iterator[str]:
    if not isinstance(spec.state, Layout):
        yield f"state is a Layout, not {spec.state!r:.80}"
        return
    yield from _field_faults(spec.state, "state")
    if spec.state.size > MAX_STATE:
        yield f"state has {spec.state.size:,} bytes; at most {MAX_STATE:,} are possible"
    kinds = {field[0]: field for field in spec.state.fields}
    for name, allowed in _STATE_FIELDS.items():
        if name not in kinds:
            yield f"state has no field {name!r} ({' or '.join(allowed)})"
        elif len(kinds[name]) != 2 or kinds[name][1] not in allowed:
            yield f"state: {name} is one number of the kind {' or '.join(allowed)}"
    if spec.facts is None:
        return
    if not isinstance(spec.facts, Layout):
        yield f"facts is a Layout or None, not {spec.facts!r:.80}"
        return
    yield from _field_faults(spec.facts, "facts")
    for name in set(spec.facts.names) & set(kinds):
        yield f"facts: {name} is a field of the state too"
    if isinstance(spec.package, str) and find_spec(f"{spec.package}.facts") is None:
        yield "the spec has facts, but the module facts is missing"


def _field_faults(layout: Layout, what: str) -> Iterator[str]:
    for name, shape in zip(layout.names, layout.shapes, strict=True):
        if not name.isidentifier() or iskeyword(name) or name.startswith("_"):
            yield f"{what}: {name!r} cannot be the name of a field"
        if layout.names.count(name) > 1:
            yield f"{what}: {name!r} is there twice"
        if len(shape) > 2:
            yield f"{what}: {name} has {len(shape)} dimensions; two are possible"


def _function_faults(spec: Any) -> Iterator[str]:
    for name in _FUNCTIONS:
        if not callable(getattr(spec, name)):
            yield f"{name} is a function, not {getattr(spec, name)!r:.80}"
    for name in _FUNCTIONS_OR_NONE:
        if getattr(spec, name) is not None and not callable(getattr(spec, name)):
            yield f"{name} is a function or None, not {getattr(spec, name)!r:.80}"
    if (spec.write is None) != (spec.parse is None):
        yield "write and parse are given together, or neither of them"


def _extra_faults(spec: Any) -> Iterator[str]:
    options: Any = spec.options
    if not isinstance(options, tuple) or not all(isinstance(one, Option) for one in options):
        yield f"options is a tuple of Option, not {options!r:.80}"
    else:
        for option in options:
            if not str(option.name).isidentifier():
                yield f"options: {option.name!r} cannot be the name of an option"
    try:
        if json.loads(json.dumps(spec.pieces)) != spec.pieces:
            yield "pieces changes when it is written as JSON: use lists, and strings as keys"
    except (TypeError, ValueError) as error:
        yield f"pieces cannot be written as JSON: {error}"


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


# Words


_WORD_KEYS: dict[str, type] = {
    "title": str,
    "example": str,
    "notes": str,
    "actions": dict,
    "why": dict,
    "sections": list,
}
_KINDS: dict[type, str] = {str: "a text", dict: "a table", list: "a list of tables: [[sections]]"}


def verbs(actions: tuple[str, ...]) -> list[str]:
    """Return the first words of tokens, each once."""
    return list(dict.fromkeys(token.partition(" ")[0] for token in actions))


def unreadable_words(package: str) -> list[str]:
    """Return what keeps the words of a game from being read, in all languages."""
    return [fault for language in languages() for fault in _unreadable(package, language)]


def _unreadable(package: str, language: str) -> list[str]:
    where = f"words/{language}.toml"
    try:
        text = files(package).joinpath("words", f"{language}.toml").read_text(encoding="utf-8")
        faults = [f"{where}{fault}" for fault in _shape_faults(tomllib.loads(text))]
        if not faults:
            game_words(package, language)
    except (FileNotFoundError, NotADirectoryError):
        faults = [f"{where} is missing"]
    except Exception as error:  # such as TOML that cannot be read
        faults = [f"{where}: {type(error).__name__}: {error}"]
    return faults


def _shape_faults(read: dict[str, Any]) -> Iterator[str]:
    """Say which keys are missing, or have a value of the wrong kind."""
    for key, kind in _WORD_KEYS.items():
        if key not in read:
            yield f" has no {key!r}"
        elif not isinstance(read[key], kind):
            yield f": {key} is {_KINDS[kind]}"
    sections = read.get("sections")
    for number, section in enumerate(sections if isinstance(sections, list) else [], 1):
        for key in ("title", "rules"):
            if not isinstance(section, dict) or key not in section:
                yield f": section {number} has no {key!r}"


def word_faults(package: str, actions: tuple[str, ...]) -> list[str]:
    """Return everything that is wrong with the words of a game, in all languages."""
    faults = unreadable_words(package)
    found = readable_words(package)
    for language, words in found.items():
        where = f"words/{language}.toml"
        for key, value in (("title", words.title), ("example", words.example)):
            if not value.strip():
                faults.append(f"{where}: {key} is empty")
        expected = verbs(actions)
        faults += [f"{where}: actions has no {v!r}" for v in expected if v not in words.actions]
        faults += [f"{where}: there is no action {v!r}" for v in words.actions if v not in expected]
        if not words.rules:
            faults.append(f"{where}: there are no rules")
    return faults + list(_differences(found))


def readable_words(package: str) -> dict[str, Words]:
    """Return the words of a game in every language in which they can be read."""
    readable = [language for language in languages() if not _unreadable(package, language)]
    return {language: game_words(package, language) for language in readable}


def page_word_faults(spec: GameSpec, omits_verbs: bool) -> list[str]:
    """Return the texts that the page needs and the words lack, in all languages.

    A game may omit verbs from the log; it needs no text in `told` for these.
    """
    expected = {"phase": list(spec.phases), "do": verbs(spec.actions)}
    expected["chosen"] = expected["do"]
    if not omits_verbs:
        expected["told"] = expected["do"]
    faults = []
    for language, words in readable_words(spec.package).items():
        where = f"words/{language}.toml: page"
        faults += [f"{where} has no {key!r}" for key in ("title", "tie") if key not in words.page]
        for table, keys in expected.items():
            found = words.page.get(table, {})
            faults += [f"{where}.{table} has no {key!r}" for key in keys if key not in found]
    return faults


def _differences(found: dict[str, Words]) -> Iterator[str]:
    """Say where languages differ in what must be the same in all of them."""
    if len(found) < 2:
        return
    (first, reference), *others = found.items()
    for language, words in others:
        pairs = {
            "rules": (list(reference.rules), list(words.rules)),
            "why": (list(reference.reasons), list(words.reasons)),
            "faults": (list(reference.faults), list(words.faults)),
            "page": (sorted(_keys(reference.page)), sorted(_keys(words.page))),
        }
        for table, (here, there) in pairs.items():
            for key in sorted(set(here) ^ set(there)):
                lacking = language if key in here else first
                yield f"words/{lacking}.toml: {table} has no {key!r}"
        if pairs["rules"][0] != pairs["rules"][1] and set(reference.rules) == set(words.rules):
            yield f"words/{language}.toml: the rules are in another order than in {first}.toml"


_PLURALS = {"zero", "one", "two", "few", "many", "other"}  # each language has forms of its own


def _keys(table: dict[str, Any], prefix: str = "") -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, dict) and not set(value) <= _PLURALS:
            yield from _keys(value, f"{prefix}{key}.")
        else:
            yield prefix + key
