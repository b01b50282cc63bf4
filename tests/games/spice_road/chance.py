"""Comparison of positions with chance nodes."""

from __future__ import annotations

from century import Position
from century.games.spice_road.cards import UNSEEN_MERCHANT, UNSEEN_POINT_CARD
from tests.env.openspiel_games import unmarked_equal


def agrees(ours: Position, dealt: Position) -> bool:
    """Return whether all that is face up in a position is as in a dealt one."""
    return unmarked_equal(ours, dealt, "merchants", {UNSEEN_MERCHANT}) and unmarked_equal(
        ours, dealt, "points", {UNSEEN_POINT_CARD}
    )
