"""One number for each game: if it changed, the game is no longer the same."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import century
from century.bench.signature import game_signature

SIGNATURES = tomllib.loads(Path(__file__).with_name("signatures.toml").read_text("utf-8"))


@pytest.mark.parametrize("name", century.games())
def test_random_games_end_as_they_always_did(name: str) -> None:
    assert game_signature(name) == SIGNATURES[name]
