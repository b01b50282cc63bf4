"""The signature of each game: one number that depends on rules, deal and random choices.

A refactoring must not change it. `century bench` prints the signatures of all games combined.
"""

from __future__ import annotations

import pytest

from century.bench.signature import game_signature
from tests.games import OWN_GAMES, folder


@pytest.mark.parametrize("name", OWN_GAMES)
def test_the_signature_of_a_game_is_unchanged(name: str) -> None:
    assert game_signature(name) == int((folder(name) / "signature.txt").read_text("utf-8"))
