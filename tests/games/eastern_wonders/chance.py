"""Comparison of positions with chance nodes."""

from __future__ import annotations

from century import Position
from century.games.eastern_wonders.tiles import UNSEEN_TILE
from tests.env.openspiel_games import unmarked_equal

UNSEEN_MARKET = 255


def agrees(ours: Position, dealt: Position) -> bool:
    """Return whether all that is face up in a position is as in a dealt one."""
    return bool(ours.state.closed == dealt.state.closed) and unmarked_equal(
        ours, dealt, "tile", {UNSEEN_MARKET, UNSEEN_TILE}
    )
