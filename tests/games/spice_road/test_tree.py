"""The tree search in positions of Spice Road."""

from __future__ import annotations

from typing import Any

import pytest

from century import Position
from century.bots import mcts
from century.bots.mcts import TreeSearcher
from century.bots.search.tree import run_simulations
from tests.bots.tree_search import chances
from tests.games.spice_road.setup import position


def cheap_cards(cubes: list[str]) -> Position:
    """Return the end of a game in which the first seat has six cheap cards, the other three."""
    claimed = ["YYRR YYYRR YYRRR RRRR YYGG YYYGG", "GGGGG BBBB RRBB"]
    return position(cubes=cubes, claimed=claimed, seat=1, phase="over")


def test_a_tie_goes_to_the_later_seat() -> None:
    first, second = cheap_cards(["Y", "Y"]).scores()
    end = cheap_cards(["Y", "R" * (first - second)])
    assert len(set(end.scores())) == 1
    assert end.winner == 1
    assert chances(end)[1] > 0.999


def test_later_decisions_of_a_turn_only_run_the_missing_simulations(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[int, int, int]] = []  # root, visits before, simulations

    def spy(*given: Any) -> None:
        _, root, _, simulations, _, _, tree = given
        asked.append((int(root), int(tree.visits[root]), int(simulations)))
        run_simulations(*given)

    monkeypatch.setattr(mcts, "run_simulations", spy)
    pos = position(cubes=["YYYYRR", "Y"]).act("acquire 6")
    searcher = TreeSearcher(seed=1, simulations=100)
    for _ in range(5):
        assert pos.phase == "pay"
        pos = pos.apply(searcher.choose(pos, 0, 1.0))
    (first, *_), *later = asked
    assert asked[0] == (0, 0, 100)
    assert len({first, *(root for root, _, _ in later)}) == 5
    for _, visits, simulations in later:
        assert visits > 1
        assert simulations == max(1, 100 - visits)
