"""Positions of Eastern Wonders to count from: starts, every phase and unusual maps."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random

import century
from century import Position
from century.games.eastern_wonders.random_map import random_map
from tests.games.eastern_wonders.play import EASTERN_WONDERS, purposeful

GAME = century.game(EASTERN_WONDERS)
LAST_ROUND = "sailing in the last round"


def positions() -> Iterator[tuple[str, Position]]:
    """Yield titles and positions."""
    for players in GAME.players:
        yield f"start, {players} players", GAME.start(players, seed=1)
    for sea in (0, 4):
        chart = random_map(seed=7, sea=sea)
        yield f"start on a random map with {sea} sea tiles", GAME.start(3, seed=7, map=chart)
    for players, phase in zip((2, 3, 4) * 5, GAME.phases, strict=False):
        yield f"{phase}, {players} players", _find(players, phase)
    yield f"{LAST_ROUND}, 4 players", _find(4, LAST_ROUND)


def _find(players: int, wanted: str) -> Position:
    """Return a wanted position in the middle of a game, with more than one legal action."""
    for seed in count(1):
        pos, rng = GAME.start(players, seed), Random(seed)
        found: list[Position] = []
        while not pos.over:
            if _kind(pos) == wanted and len(pos.legal()) > 1:
                found.append(pos)
            pos = pos.act(purposeful(rng, pos))
        if wanted == "over":
            return pos
        if found:
            return found[len(found) // 2]
    raise AssertionError("unreachable")


def _kind(pos: Position) -> str:
    ending = pos.phase == "sail" and pos.view(None)["ending"]
    return LAST_ROUND if ending else pos.phase
