"""Compile the kernels of a game before they are used."""

from __future__ import annotations

import gc
import hashlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from pathlib import Path

from century.bots import LEVELS, PLANNED_LEVELS, ask, bot, weights_in
from century.bots.levels import bots_of
from century.core.engine import package_folder
from century.core.kernel import COMPILED
from century.core.kernel_cache import CORE, fingerprint, kernel_folder
from century.position import Game, Position

__all__ = ["BOT", "is_warm", "steps", "warm_up"]

Step = Callable[[], object]

RULES = "rules"
BOT = "the bot "  # the beginning of the name of a step that compiles a bot
SEARCH = CORE.parent / "bots" / "search"  # the kernels of bots that search
NEURAL = CORE.parent / "neural"  # the kernels of bots with a network


def _rules(game: Game) -> dict[str, Step]:
    from century.playout import playouts

    fewest = game.players[0]
    return {
        "the deal": lambda: game.start(fewest, 0),
        "legal actions": lambda: game.start(fewest, 0).actions(),
        "decisions": lambda: _first_decision(game.start(fewest, 0)),
        "scores": lambda: game.start(fewest, 0).scores(),
        "redeals": lambda: game.start(fewest, 0).redeal(0, 0),
        "random games": lambda: playouts(game.name, fewest, 1, 0),
        "views": lambda: game.start(fewest, 0).view(None),
    }


def _first_decision(position: Position) -> Position:
    return position.apply(position.actions()[0])


def _run_bot(game: Game, name: str) -> None:
    """Compile a bot's kernels: let it choose a decision with a time budget of 0."""
    from century.bots.advice import advise  # imports the kernels of all bots

    position = game.start(game.players[0], 0)
    while position.turn[0] == 0:
        position = _first_decision(position)
    ask(bot(name, 0), position, position.seat, 0.0, seed=0, name=name)
    if name not in PLANNED_LEVELS and (name in LEVELS or weights_in(name)):
        advise(position, 1, name, 0.0)  # advice has kernels of its own


def steps(game: Game, players: Iterable[str] = ()) -> dict[str, Step]:
    """Return the compilations that a game and bots still need, by name.

    Names in `players` that no bot of the game has are ignored.
    """
    if not COMPILED:
        return {}
    remaining = {} if _is_compiled(game, RULES) else _rules(game)
    for kind, name in _kinds(game, players).items():
        if not _is_compiled(game, kind):
            remaining[f"{BOT}{kind}"] = partial(_run_bot, game, name)
    return remaining


def _kinds(game: Game, players: Iterable[str]) -> dict[str, str]:
    """Return one name for each kind of bot: kernels are the same for all weights."""
    possible, found = bots_of(game), {}
    for name in players:
        with_file = weights_in(name)
        if with_file is not None or name in possible:
            found[name if with_file is None else with_file[0]] = name
    return found


def _is_compiled(game: Game, what: str) -> bool:
    marker = _marker(game, what)
    return marker is not None and marker.exists()


def is_warm(game: Game, players: Iterable[str] = ()) -> bool:
    """Return whether nothing is left to compile."""
    return not steps(game, players)


def warm_up(game: Game, report: Callable[[str], object], players: Iterable[str] = ()) -> None:
    """Compile a game's kernels; report the name of each step before it."""
    players = tuple(players)
    with _without_collector():
        for name, step in steps(game, players).items():
            report(name)
            step()
    for what in (RULES, *_kinds(game, players)):
        if (marker := _marker(game, what)) is not None and marker.parent.is_dir():
            marker.touch()


@contextmanager
def _without_collector() -> Iterator[None]:
    """Stop Python's garbage collector for a while.

    The compiler makes very many objects that stay. Collecting them repeatedly takes a tenth of the
    time.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _marker(game: Game, what: str) -> Path | None:
    """Return the file that marks a finished compilation; None if there is no cache."""
    folder = kernel_folder(package_folder(game.package))
    return None if folder is None else folder / f"{what}-{_sources(game.package)}.warm"


@cache
def _sources(package: str) -> str:
    """Return a hash of the sources, with the paths and times that Numba's cache depends on."""
    digest = hashlib.sha256(f"{fingerprint(SEARCH)} {fingerprint(NEURAL)}".encode())
    for folder in (CORE, package_folder(package), SEARCH, NEURAL):
        for path in sorted(folder.rglob("*.py")):
            digest.update(f"{path} {path.stat().st_mtime_ns}\n".encode())
    return digest.hexdigest()[:8]
