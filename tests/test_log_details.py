"""Log details of decisions, and score sheets, in any game."""

from __future__ import annotations

import pytest

import century
from century.errors import IllegalMove, UnknownToken
from tests.property.play import greedy_game, positions

# The smallest and the largest table of each game.
TABLES = [(name, century.game(name).players[i]) for name in century.games() for i in (0, -1)]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_the_points_of_a_score_sheet_add_up_to_the_score(name: str, players: int) -> None:
    kinds = set()
    for step in greedy_game(name, players):
        sheets = step.after.score_sheets()
        assert [sum(sheet.values()) for sheet in sheets] == step.after.scores()
        kinds |= {kind for sheet in sheets for kind, points in sheet.items() if points}
    assert kinds == set(step.after.score_sheets()[0]), "every kind of points was scored"


@pytest.mark.parametrize("name", century.games())
def test_only_legal_decisions_have_log_details(name: str) -> None:
    start = century.game(name).start(2, seed=1)
    position = next(pos for pos in positions(start, seed=1) if pos.whys())
    with pytest.raises(IllegalMove):
        position.log_details(next(iter(position.whys())))
    with pytest.raises(UnknownToken):
        position.log_details("dance")
