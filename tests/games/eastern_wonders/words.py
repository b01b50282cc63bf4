"""Facts that choose among the sentences of a reason, and their values."""

from __future__ import annotations

from tests.games.eastern_wonders.setup import GAME

VALUES = {"phase": {*GAME.phases} - {"over"}, "kind": {"port", "sea"}}
