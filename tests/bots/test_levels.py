"""The levels of play, as each game's levels.toml sets them."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

import century
from century.bots import LEVELS
from century.bots.beam import DEEPEST, Reach
from century.bots.knowledge import features, knowledge
from century.bots.levels import Level, settings
from century.bots.strategist import Strategist
from tests.bots.games import some_beginnings

FIELDS = {
    "seconds": float,
    "depth": int,
    "width": int,
    "rivals": int,
    "candidates": int,
    "trust": float,
}
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


# What is known


@in_every_game
@at_every_level
def test_who_trusts_less_finds_all_but_points_worth_less(name: str, level: str) -> None:
    game = century.game(name)
    player = Level(level, 0).player(game)
    trust = settings(game, level).get("trust", 1.0)
    pos = some_beginnings(name, 2, 2)[0]
    sight = player._foresight(pos, player.reach)
    assert sight.known.weights.tolist() == (knowledge(game).weights * trust).tolist()


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
