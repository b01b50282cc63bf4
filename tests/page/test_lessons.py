"""The lessons of the page, played through with the real rules."""

from __future__ import annotations

import json
from itertools import chain, pairwise
from typing import Any

import pytest

import century
from century.core.words import languages, page_words
from century.position import Position, games, read_position
from century.server.page import STATIC

LEARNER = 0
PARTS = {"title", "text", "task", "done", "astray"}
# Decisions that are only told of, or need no words.
NOT_TRIED = {
    "spice-road": {"done"},
    "eastern-wonders": {"done", "leave", "pass", "upgrade", "discard"},
}


def lesson(name: str) -> list[dict[str, Any]]:
    steps: list[dict[str, Any]] = json.loads((STATIC / f"lessons/{name}.json").read_text())
    return steps


def played(position: Position, tokens: list[str]) -> Position:
    for token in tokens:
        position = position.act(token)
    return position


def over(before: Position, after: Position) -> bool:
    """Tell whether a turn is over, as the page does."""
    return after.over or after.turn != before.turn


@pytest.mark.parametrize("name", games())
def test_every_lesson_can_be_played_to_the_end_of_a_game(name: str) -> None:
    position = None
    for step in lesson(name):
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


@pytest.mark.parametrize("name", games())
def test_what_follows_a_step_does_not_depend_on_how_it_was_done(name: str) -> None:
    """A step with several ways has to be followed by a position of its own."""
    steps = lesson(name)
    for step, following in pairwise(steps):
        if "or" in step:
            assert "position" in following, step["key"]


@pytest.mark.parametrize("name", games())
def test_a_lesson_teaches_every_kind_of_decision(name: str) -> None:
    position = read_position(lesson(name)[0]["position"])
    taught = {token.split()[0] for step in lesson(name) for token in step.get("turn", [])}
    verbs = {token.split()[0] for token in position.game.actions}
    assert verbs - taught == NOT_TRIED[name]


@pytest.mark.parametrize("name", games())
@pytest.mark.parametrize("language", languages())
def test_every_step_has_its_words_and_names_rules_that_there_are(name: str, language: str) -> None:
    said = page_words(language)["lesson"][name]
    assert [*said] == [step["key"] for step in lesson(name)]
    for step in lesson(name):
        parts = {"title", "text"} | ({"task", "done"} if "turn" in step else set())
        assert parts <= set(said[step["key"]]) <= (PARTS if "turn" in step else parts)
        assert set(step["rules"]) <= set(century.game(name).words(language).rules)


@pytest.mark.parametrize("name", games())
def test_the_final_words_name_the_winner_who_is_learning(name: str) -> None:
    steps = lesson(name)
    last = max(i for i, step in enumerate(steps) if "position" in step)
    tokens = chain.from_iterable([*s.get("turn", []), *s.get("reply", [])] for s in steps[last:])
    scores = played(read_position(steps[last]["position"]), [*tokens]).view(LEARNER)["scores"]
    assert scores[LEARNER] > max(scores[LEARNER + 1 :])
