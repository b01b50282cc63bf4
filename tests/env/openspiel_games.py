"""Loading games into OpenSpiel, and comparing their states with positions."""

from __future__ import annotations

from typing import Any

import pyspiel

from century import Position
from century.env.openspiel import CenturyGame
from tests.games import module


def load(name: str, players: int, **given: object) -> Any:
    """Load a game with its options."""
    settings = ",".join(f"{key}={value}" for key, value in {"players": players, **given}.items())
    loaded = pyspiel.load_game(f"century_{name.replace('-', '_')}({settings})")
    assert isinstance(loaded, CenturyGame)
    return loaded


def agrees(ours: Position, dealt: Position) -> bool:
    """Return whether all that is face up in a state is as in a dealt position.

    A game whose states hold marks for pieces that are still face down compares them in `chance.py`
    of its test folder.
    """
    own = module(dealt.game.name, "chance")
    return bool(own.agrees(ours, dealt)) if own else ours.view(None) == dealt.view(None)


def unmarked_equal(ours: Position, dealt: Position, field: str, face_down: set[int]) -> bool:
    """Compare a field of two states; the numbers `face_down` of the first one match anything."""
    pairs = zip(ours.state[field].tolist(), dealt.state[field].tolist(), strict=True)
    return all(a in face_down or a == b for a, b in pairs)
