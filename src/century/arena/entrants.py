"""Entrants of a tournament that are bot objects or classes: they travel to the workers pickled."""

from __future__ import annotations

import base64
import pickle
from collections.abc import Mapping, Sequence
from typing import Any

from century.bots import Bot, BotLike, bot
from century.bots.ask import crashes_as_faults
from century.errors import BadOption, UnknownBot

__all__ = ["make_entrant", "name_entrants"]


def name_entrants(entrants: Sequence[BotLike]) -> tuple[tuple[str, ...], dict[str, str]]:
    """Return the name of each entrant, and the pickled objects and classes by name.

    An object or a class is named after its class; different ones of one class get numbers.
    """
    pickled: dict[str, str] = {}
    return tuple(_name(one, pickled) for one in entrants), pickled


def _name(entrant: BotLike, pickled: dict[str, str]) -> str:
    if isinstance(entrant, str):
        return entrant
    kind: Any = entrant if isinstance(entrant, type) else type(entrant)
    if not callable(getattr(kind, "choose", None)):
        raise UnknownBot(f"a {kind.__name__} is neither a bot nor the name or class of one")
    data = _pickle(entrant, kind)
    name, number = kind.__name__, 1
    while pickled.setdefault(name, data) != data:
        number += 1
        name = f"{kind.__name__} {number}"
    return str(name)


def _pickle(entrant: object, kind: type) -> str:
    if kind.__module__ == "__main__":
        raise BadOption(
            f"worker processes cannot import {kind.__name__} from the script that runs; name it by "
            f"its file, as in 'my_bot.py:{kind.__name__}', or move it to a module"
        )
    try:
        return base64.b64encode(pickle.dumps(entrant)).decode("ascii")
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise BadOption(f"a {kind.__name__} cannot be sent to worker processes: {error}") from None


def make_entrant(name: str, pickled: Mapping[str, str], seed: int) -> Bot:
    """Return the bot of an entrant for one game: from an object, a copy of it."""
    if name not in pickled:
        return bot(name, seed)
    with crashes_as_faults(name):
        found: BotLike = pickle.loads(base64.b64decode(pickled[name]))
    return bot(found, seed)
