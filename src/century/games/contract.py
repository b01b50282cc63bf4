"""The contract between a game and everything else: what a game's package provides.

A game is one package. Its `__init__.py` has a `SPEC`, a `GameSpec` that names the game and holds
the functions that show and explain it. These are plain Python and import neither NumPy nor Numba.
The kernels and everything optional lie in modules and folders with fixed names.

Required:

    rules.py         kernels `deal`, `redeal`, `legal`, `act`, `score`
    words/xx.toml    the game's texts, one file for each language
    facts.py         if the spec has `facts`: the kernel `derive_facts`, which computes prices,
                     limits and the like for views and reasons

Optional, with a default:

    terminal.py      `table(view, names)` and `hint(view, token)`: drawing in a terminal
                     (default: `century.drawing.plain_terminal`)
    picture.py       `draw(view)`: a picture (default: `century.drawing.plain_picture`)
    heuristics.py    kernels for the bots that search, with `FEATURES`. Each kernel that is missing
                     has a default in `century.core.heuristics`
    weights.toml     the weights of the heuristics, written by `python -m century.bench.fit`
                     (default: `bots/default_weights.toml`; required with `FEATURES`)
    levels.toml      how the levels of play search (default: `bots/default_levels.toml`)

Optional, without a default:

    observation.py   `pieces(players)` and the kernel `observe`: positions as numbers, for the
                     environments
    chance.py        `OUTCOMES`, `hide_all`, `outcomes`, `reveal`, `name`: chance nodes (OpenSpiel),
                     for games in which all seats know the same
    features.py      `PIECES`, `SEATS` and the kernel `write_features`: positions as flags, for
                     networks
    master.safetensors  with features: the network of the bot `master`, made by `century train`
    page/            `game.js`, `style.css`, `lessons.json`: the game in a browser
    cli.py           `add_commands(app)`: commands of its own
    web.py           `router`: routes of its own

`century.check_game(name)` and `century check-game NAME` test a game against this contract.
docs/a-new-game.md shows how to write one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from century.core.reading import Draft, Layout, Reading
from century.core.reasons import Reason
from century.core.view import View, keep_board

__all__ = ["GameSpec", "Option", "View", "Views"]

# What a spectator sees, and for each seat its own entry of `seats` as that seat sees it. A game may
# cache parts: `Position.view` returns a copy, and users of `Position.views` change nothing.
Views = tuple[View, list[View]]


@dataclass(frozen=True)
class Option:
    """An option of a start besides players and seed, such as a map."""

    name: str
    help: str  # for the command line
    flag: str = ""  # a short form for the command line, such as "-m"
    # Turns what was typed on a command line, such as the name of a file, into the option's text.
    read: Callable[[str], str] = str


@dataclass(frozen=True, kw_only=True, eq=False)
class GameSpec:
    """What a game provides. Fields with a default are optional."""

    name: str  # for programs: lower case, with hyphens
    package: str  # that holds the game's modules: `__package__`
    players: range
    actions: tuple[str, ...]  # tokens; index = action number
    phases: tuple[str, ...]  # names of the values of the field `phase`; the last is the end
    rules_version: int
    # The fields of a state. Every game has `players`, `seat` (that decides), `phase`, each u1,
    # `rounds` and, for bots that search, `ending` and `claims` by seat: those of `shared_state`.
    state: Layout
    view: Callable[[Reading], Views]  # everything but the scores
    why: Callable[[Reading, int], Reason]  # why an action, by its number, is not legal
    validate: Callable[[Reading], None]  # raises BadPosition if no game can lead to the state
    # A state to deal on, by the game's options; by default every number is zero.
    blank: Callable[..., Draft] | None = None
    # A position as one line of text, and the reverse, which raises BadPosition. By default the text
    # lists the fields of the state (`century.core.plain_text`).
    write: Callable[[Reading], str] | None = None
    parse: Callable[[str], Draft] | None = None
    # The number of cards and tiles that nobody has seen; by default there are none.
    face_down: Callable[[Reading], int] = lambda _state: 0
    # A view without what was revealed since an earlier view. By default it has the board of the
    # earlier view and the seats of the view.
    hide_new: Callable[[View, View], View] = keep_board
    # What an action's token does not say, such as which card it takes. The arguments are the state
    # before the action, its number and the state after it.
    log_details: Callable[[Reading, int, Reading], View] = lambda _before, _action, _after: {}
    score_sheet: Callable[[Reading, int], dict[str, int]] | None = None  # a seat's points by kind
    facts: Layout | None = None  # what `facts.derive_facts` fills in; part of every Reading
    # Constants for drawing the game that no view contains, such as the numbers on a board.
    pieces: Mapping[str, Any] = field(default_factory=dict)
    options: tuple[Option, ...] = ()
    options_of: Callable[[Reading], Mapping[str, str]] = lambda _state: {}  # found in a state
    # The tokens in a state, if they are not the same in all states.
    tokens_of: Callable[[Reading], tuple[str, ...]] | None = None
    # An action that people choose together with the next one, such as the end of a movement: the
    # server tells them at once what can follow it.
    joined: str | None = None
    order: int = 100  # where the game stands in lists; smaller comes first
