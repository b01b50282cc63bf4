"""The lessons of the page, played with the real rules."""

from __future__ import annotations

from itertools import chain, pairwise
from typing import Any

import pytest

from century.core.words import languages
from century.position import Position, game, read_position
from tests.page.page_files import games_with_lessons, lesson, texts

LEARNER = 0
PARTS = {"title", "text", "task", "done", "astray"}
GAMES = games_with_lessons()


def steps_of(name: str) -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = lesson(name)["steps"]
    return steps


def played(position: Position, tokens: list[str]) -> Position:
    for token in tokens:
        position = position.act(token)
    return position


def over(before: Position, after: Position) -> bool:
    """Tell whether a turn is over, as the page does."""
    return after.over or after.turn != before.turn


@pytest.mark.parametrize("name", GAMES)
def test_every_lesson_can_be_played_until_the_game_is_over(name: str) -> None:
    position = None
    for step in steps_of(name):
        if "position" in step:
            position = read_position(step["position"])
            assert position.to_text() == step["position"], step["key"]
        assert position is not None
        if "turn" not in step:
            assert "or" not in step, step["key"]
            continue
        assert position.seat == LEARNER, step["key"]
        for turn in step.get("or", []):
            assert over(position, played(position, turn)), step["key"]
        asked, before = played(position, step["turn"][:-1]), position
        assert not over(before, asked), step["key"]
        position = played(before, step["turn"])
        assert over(before, position), step["key"]
        position = played(position, step.get("reply", []))
    assert position is not None
    assert position.over


@pytest.mark.parametrize("name", GAMES)
def test_a_step_with_several_accepted_turns_is_followed_by_its_own_position(name: str) -> None:
    """The next step must not depend on which of the turns the learner has played."""
    for step, following in pairwise(steps_of(name)):
        if "or" in step:
            assert "position" in following, step["key"]


@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_teaches_every_kind_of_decision_but_those_it_declares(name: str) -> None:
    position = read_position(steps_of(name)[0]["position"])
    taught = {token.split()[0] for step in steps_of(name) for token in step.get("turn", [])}
    verbs = {token.split()[0] for token in position.game.actions}
    assert verbs - taught == set(lesson(name)["not_taught"])


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", languages())
def test_every_step_has_its_texts_and_refers_to_existing_rules(name: str, language: str) -> None:
    said = texts(language)[name]["lesson"]
    assert [*said] == [step["key"] for step in steps_of(name)]
    for step in steps_of(name):
        parts = {"title", "text"} | ({"task", "done"} if "turn" in step else set())
        assert parts <= set(said[step["key"]]) <= (PARTS if "turn" in step else parts)
        assert set(step["rules"]) <= set(game(name).words(language).rules)


@pytest.mark.parametrize("name", GAMES)
def test_the_learner_wins_the_game_of_the_lesson(name: str) -> None:
    steps = steps_of(name)
    last = max(i for i, step in enumerate(steps) if "position" in step)
    tokens = chain.from_iterable([*s.get("turn", []), *s.get("reply", [])] for s in steps[last:])
    scores = played(read_position(steps[last]["position"]), [*tokens]).view(LEARNER)["scores"]
    assert scores[LEARNER] > max(scores[LEARNER + 1 :])
