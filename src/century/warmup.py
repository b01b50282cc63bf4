"""Compiling all kernels of a game before they are used."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from functools import cache, partial
from pathlib import Path

from century.bots import ask, bot, bots
from century.core.engine import package_folder
from century.core.kernel import COMPILED
from century.core.kernel_cache import CORE, fingerprint, kernel_folder
from century.playout import playouts
from century.position import Game, Position

__all__ = ["is_warm", "steps", "warm_up"]

Step = Callable[[], object]

RULES = "rules"
SEARCH = CORE.parent / "bots" / "search"  # the kernels of the bots


def _rules(game: Game) -> dict[str, Step]:
    fewest = game.players[0]
    return {
        "the deal": lambda: game.start(fewest, 0),
        "what is legal": lambda: game.start(fewest, 0).actions(),
        "decisions": lambda: _first_decision(game.start(fewest, 0)),
        "scores": lambda: game.start(fewest, 0).scores(),
        "redeals": lambda: game.start(fewest, 0).redeal(0, 0),
        "random games": lambda: playouts(game.name, fewest, 1, 0),
        "views": lambda: game.start(fewest, 0).view(None),
    }


def _first_decision(position: Position) -> Position:
    return position.apply(position.actions()[0])


def _let_think(game: Game, name: str) -> None:
    """Let a bot choose in the first round, with no time to think it over."""
    position = game.start(game.players[0], 0)
    while position.turn[0] == 0:
        position = _first_decision(position)
    ask(bot(name, 0), position, position.seat, 0.0, seed=0, name=name)


def steps(game: Game, players: Iterable[str] = ()) -> dict[str, Step]:
    """Return what is left to compile for a game and those of our bots that are to play it."""
    if not COMPILED:
        return {}
    left = {} if _is_marked(game, RULES) else _rules(game)
    for name in dict.fromkeys(players):
        if name in bots() and not _is_marked(game, name):
            left[f"the bot {name}"] = partial(_let_think, game, name)
    return left


def _is_marked(game: Game, what: str) -> bool:
    mark = _mark(game, what)
    return mark is not None and mark.exists()


def is_warm(game: Game, players: Iterable[str] = ()) -> bool:
    """Tell whether nothing is left to compile."""
    return not steps(game, players)


def warm_up(game: Game, tell: Callable[[str], object], players: Iterable[str] = ()) -> None:
    """Compile a game's kernels, telling the name of each step before it is taken."""
    players = tuple(players)
    for name, step in steps(game, players).items():
        tell(name)
        step()
    for what in (RULES, *(name for name in players if name in bots())):
        if (mark := _mark(game, what)) is not None and mark.parent.is_dir():
            mark.touch()


def _mark(game: Game, what: str) -> Path | None:
    """Return the file that says what is compiled; None if nothing is kept between runs."""
    folder = kernel_folder(package_folder(game.package))
    return None if folder is None else folder / f"{what}-{_sources(game.package)}.warm"


@cache
def _sources(package: str) -> str:
    """Hash what bots depend on: Numba also finds machine code by a file's place and time."""
    digest = hashlib.sha256(fingerprint(SEARCH).encode())
    for folder in (CORE, package_folder(package), SEARCH):
        for path in sorted(folder.rglob("*.py")):
            digest.update(f"{path} {path.stat().st_mtime_ns}\n".encode())
    return digest.hexdigest()[:8]
