"""What the views of all games have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from century.core.reading import Reading

__all__ = ["SHARED_FIELDS", "View", "keep_board", "own_fields", "shared_fields"]

View = dict[str, Any]  # JSON-able data
SHARED_FIELDS = (
    "game", "players", "seat", "round", "phase", "ending", "over", "scores", "seats",
)  # fmt: skip


def shared_fields(game: str, phases: Sequence[str], s: Reading) -> View:
    """Return the fields that the views of all games have, except `seats`."""
    return {
        "game": game,
        "players": s.players,
        "seat": s.seat,
        "round": s.rounds,
        "phase": phases[s.phase],
        "ending": bool(getattr(s, "ending", False)),
        "over": s.phase == len(phases) - 1,
        "scores": None,  # the position adds them at the end
    }


def own_fields(view: View) -> View:
    """Return the fields of a view that only its game has: those of the board."""
    return {name: value for name, value in view.items() if name not in SHARED_FIELDS}


def keep_board(view: View, before: View) -> View:
    """Return a view with the board of an earlier view: the default of `hide_new`.

    It shows nothing that was revealed on the board since then. The seats are shown as they are now.
    """
    return {**view, **own_fields(before)}
