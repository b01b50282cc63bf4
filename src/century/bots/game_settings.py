"""What a game says about its bots: files of settings, and whether bots can search its states.

This module imports no kernels, because a server reads the settings when it starts.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

from century.games.contract import GameSpec
from century.position import Game

__all__ = ["lacking_search_fields", "read_settings"]


def lacking_search_fields(spec: GameSpec) -> list[str]:
    """Return the fields that bots need to search and that a game's states do not have."""
    shapes = dict(zip(spec.state.names, spec.state.shapes, strict=True))
    claims = shapes.get("claims", ())
    has_claims = len(claims) == 1 and claims[0] >= spec.players[-1]
    found = {"ending": shapes.get("ending") == (), "claims by seat": has_claims}
    return [field for field, there in found.items() if not there]


def read_settings(game: Game, file: str) -> dict[str, Any]:
    """Read a TOML file of a game; if the game does not have it, read the default for all games."""
    found = files(game.package).joinpath(file)
    if not found.is_file():
        found = files(__package__).joinpath(f"default_{file}")
    return tomllib.loads(found.read_text(encoding="utf-8"))
