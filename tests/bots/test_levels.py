"""The levels of play, as each game's levels.toml sets them."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import numpy as np
import pytest

import century
from century.bots import LEVELS
from century.bots.beam import DEEPEST, Reach
from century.bots.knowledge import dulled, features, knowledge
from century.bots.levels import Level, settings
from century.bots.strategist import Strategist
from tests.bots.games import some_beginnings

FIELDS = {"seconds": float, "depth": int, "width": int, "rivals": int, "candidates": int}
ALWAYS = {"seconds", "depth", "width"}

in_every_game = pytest.mark.parametrize("name", century.games())
at_every_level = pytest.mark.parametrize("level", LEVELS)


@in_every_game
def test_every_game_has_exactly_the_levels(name: str) -> None:
    text = files(century.game(name).package).joinpath("levels.toml").read_text(encoding="utf-8")
    assert tuple(tomllib.loads(text)) == LEVELS


@in_every_game
@at_every_level
def test_a_level_is_set_within_bounds(name: str, level: str) -> None:
    given = settings(century.game(name), level)
    assert set(given) >= ALWAYS
    assert given.pop("dull", False) in (True, False)
    assert {field: type(value) for field, value in given.items()}.items() <= FIELDS.items()
    assert all(value > 0 for value in given.values())
    assert given["seconds"] <= 1
    assert given["depth"] <= DEEPEST
    assert ("rivals" in given) == ("candidates" in given)


@in_every_game
@at_every_level
def test_a_level_plays_as_it_is_set(name: str, level: str) -> None:
    game = century.game(name)
    given, player = settings(game, level), Level(level, 0).player(game)
    assert player.reach == Reach(given["width"], given["depth"])
    assert isinstance(player, Strategist) == ("candidates" in given)
    if isinstance(player, Strategist):
        assert player.rivals == Reach(given["rivals"], given["depth"])
        assert player.candidates == given["candidates"]


@in_every_game
@at_every_level
def test_a_level_thinks_no_longer_than_it_is_set(
    name: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pos = some_beginnings(name, 2, 2)[0]
    budgets: list[float] = []

    def choose(_self: object, _position: object, _seat: int, budget: float) -> int:
        budgets.append(budget)
        return 0

    monkeypatch.setattr("century.bots.planner.Planner.choose", choose)
    for budget in (0.01, 100.0):
        Level(level, 0).choose(pos, pos.seat, budget)
    assert budgets == [0.01, settings(pos.game, level)["seconds"]]


# What a beginner knows


@in_every_game
def test_a_beginner_takes_all_things_of_some_kinds_for_alike(name: str) -> None:
    game = century.game(name)
    sharp, dull = knowledge(game), dulled(knowledge(game), game)
    kinds = np.array([feature.partition(" ")[0] for feature in features(game)])
    changed = set(kinds[sharp.weights != dull.weights])
    assert changed
    for kind in set(kinds):
        of_kind = kinds == kind
        if kind in changed:
            assert len(set(dull.weights[of_kind])) == 1
            assert dull.weights[of_kind].sum() == pytest.approx(sharp.weights[of_kind].sum())
        else:
            assert dull.weights[of_kind].tolist() == sharp.weights[of_kind].tolist()
    assert dull.left is sharp.left
    assert dull.caution == sharp.caution


@in_every_game
def test_what_is_known_fits_the_game(name: str) -> None:
    game = century.game(name)
    known = knowledge(game)
    assert known.weights.shape == (len(features(game)),)
    assert len(set(features(game))) == len(features(game))
    assert known.left.tolist() == sorted(known.left.tolist())
    assert known.left[0] == 0
    assert 0 < known.caution.patience <= 1
    assert 0 <= known.caution.contested <= 1
