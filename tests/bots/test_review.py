"""Reviews of turns: the loss of what was played, and the turn that a bot prefers."""

from __future__ import annotations

from itertools import groupby

import pytest

from century import Record, games
from century.bots.advice import advise
from century.bots.review import review_level, review_turn
from century.position import game
from tests.bots.games import some_midst

LEVEL = "easy"  # quick, and the review works the same


@pytest.mark.parametrize("name", games())
def test_the_best_turn_loses_nothing_and_others_lose_what_the_advice_says(name: str) -> None:
    position = some_midst(name, 2, 3)[0]
    options = advise(position, 8, LEVEL)
    for option in options:
        review = review_turn(position, option.tokens, LEVEL)
        assert review.best == options[0].tokens
        assert review.lead == options[0].value
        assert review.loss is not None
        assert review.loss <= options[0].value - option.value + 1e-9
    assert review_turn(position, options[0].tokens, LEVEL).loss == 0


@pytest.mark.parametrize("name", games())
def test_every_turn_of_a_game_gets_a_review(name: str) -> None:
    position = game(name).start(players=2, seed=4)
    tokens: list[str] = []
    while len(tokens) < 30:
        tokens += advise(position, 2, LEVEL)[-1].tokens
        position = Record(game(name).start(players=2, seed=4), tuple(tokens)).end
    record = Record(game(name).start(players=2, seed=4), tuple(tokens))
    decisions = zip(record.positions(), record.tokens, strict=False)
    for _, group in groupby(decisions, key=lambda pair: pair[0].turn):
        turn = list(group)
        review = review_turn(turn[0][0], [token for _, token in turn], LEVEL)
        assert review.loss is None or review.loss >= 0


def test_decisions_that_are_not_legal_have_no_known_loss() -> None:
    position = game(games()[0]).start(players=2, seed=4)
    assert review_turn(position, ["no such token"], LEVEL).loss is None


@pytest.mark.parametrize("name", games())
def test_the_games_have_a_level_for_reviews(name: str) -> None:
    assert review_level(game(name)) == "hard"
