"""The bots: one file for each, all with the same interface, and `ask` to ask them."""

from __future__ import annotations

import reprlib
from importlib import import_module
from typing import Any, Protocol, cast

from century.bots.ask import ask
from century.errors import UnknownBot
from century.position import Position

__all__ = ["Bot", "BotLike", "ask", "bot", "bots", "check_name"]


class Bot(Protocol):
    """Something that decides for a seat."""

    def choose(self, position: Position, seat: int, budget: float) -> int | str:
        """Return the number or the token of a legal action, within a budget in seconds.

        Call `century.bots.ask` instead of this method: it hides what the seat may not know, and
        checks the answer.
        """
        ...


# A bot, or what makes one: the name of a bot, a path or command, or a class.
BotLike = str | Bot | type[Bot]

# The levels that plan with the game's heuristics, from the weakest to the strongest.
PLANNED_LEVELS = ("novice", "easy", "medium", "hard", "expert")
# All levels. `century.bots.levels.levels_of` returns those of a game: `master` needs a network.
LEVELS = (*PLANNED_LEVELS, "master")

# The module and class of each bot, imported on first use.
_BOTS = {
    "random": "random:RandomBot",
    "greedy": "greedy:Greedy",
    "planner": "planner:Planner",
    "mcts": "mcts:TreeSearcher",
    "strategist": "strategist:Strategist",
    "policy": "master:Policy",
    **dict.fromkeys(PLANNED_LEVELS, "levels:Level"),
    "master": "master:Master",
}
# Bots that play with a network. `master:FILE` plays with the weights in a file.
NEURAL = ("policy", "master")


def bots() -> tuple[str, ...]:
    """Return the names of the bots, the levels last."""
    return tuple(_BOTS)


def weights_in(name: str) -> tuple[str, str] | None:
    """Split a name such as `master:FILE` into the bot and the file; None for any other name."""
    kind, colon, file = name.partition(":")
    return (kind, file) if kind in NEURAL and colon and file else None


def check_name(name: str) -> None:
    """Raise UnknownBot if a text is neither the name of a bot nor a path or command."""
    if name not in _BOTS and weights_in(name) is None:
        from century.bots.external import check_form  # which imports this module

        check_form(name)


def bot(name: BotLike, seed: int) -> Bot:
    """Return a bot by its name, or a bot from outside by its path, command or class.

    The same seed gives the same decisions. A bot object is returned as it is. `master:FILE` and
    `policy:FILE` play with the network in a file; a file that is no such network raises BadWeights.

    >>> bot("greedy", seed=1)  # doctest: +ELLIPSIS
    <century.bots.greedy.Greedy object at ...>
    """
    if not isinstance(name, str):
        return _own_bot(name, seed)
    if (found := weights_in(name)) is not None:
        kind, file = found
        neural: Bot = _maker(kind)(seed, file)
        return neural
    if name not in _BOTS:
        from century.bots.external import load  # which imports this module

        return load(name, seed)
    made: Bot = _maker(name)(name, seed) if name in PLANNED_LEVELS else _maker(name)(seed)
    return made


def _maker(name: str) -> Any:
    """Return the class of a bot of this package."""
    module, _, maker = _BOTS[name].partition(":")
    return getattr(import_module(f"century.bots.{module}"), maker)


def _own_bot(source: object, seed: int) -> Bot:
    """Return a bot of the user's, from an object or a class."""
    from century.bots.python_bot import is_bot, make  # which imports this module

    if isinstance(source, type) and is_bot(source):
        return make(source, seed, source.__name__)
    if callable(getattr(source, "choose", None)) and not isinstance(source, type):
        made: Any = source
        return cast("Bot", made)
    raise UnknownBot(f"{reprlib.repr(source)} is neither a bot nor the name or class of one")
