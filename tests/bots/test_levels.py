"""The levels of play, as each game's levels.toml sets them."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

import century
from century.bots import LEVELS, PLANNED_LEVELS, levels
from century.bots.levels import Level, default_opponent, levels_of, settings
from century.bots.planner import Planner, state_after
from century.bots.random import RandomBot
from century.bots.search.beam import MAX_DEPTH, BeamSize
from century.bots.stalemate import ONE_TURN
from century.bots.strategist import Strategist
from century.bots.weights import features, fitted_weights, public_state
from century.neural.game_network import has_network
from century.position import read_position
from tests.bots.games import SEARCHED_GAMES, declared, some_beginnings
from tests.games import OWN_GAMES

FIELDS = {
    "depth": int,
    "width": int,
    "rivals": int,
    "candidates": int,
    "trust": float,
}
REQUIRED = {"depth", "width"}

in_every_game = pytest.mark.parametrize("name", SEARCHED_GAMES)
at_every_level = pytest.mark.parametrize("level", PLANNED_LEVELS)


@in_every_game
def test_every_game_has_exactly_the_levels(name: str) -> None:
    text = files(century.game(name).package).joinpath("levels.toml").read_text(encoding="utf-8")
    assert tuple(tomllib.loads(text)) == LEVELS
    expected = LEVELS if has_network(century.game(name)) else PLANNED_LEVELS
    assert levels_of(century.game(name)) == expected


@in_every_game
@at_every_level
def test_a_level_is_set_within_bounds(name: str, level: str) -> None:
    given = settings(century.game(name), level)
    assert set(given) >= REQUIRED
    assert {field: type(value) for field, value in given.items()}.items() <= FIELDS.items()
    assert all(value > 0 for value in given.values())
    assert given["depth"] <= MAX_DEPTH
    assert ("rivals" in given) == ("candidates" in given)


@pytest.mark.parametrize(
    ("planned", "chosen"),
    [
        (PLANNED_LEVELS, "medium"),
        (("novice", "easy", "hard"), "easy"),
        (("hard", "expert"), "hard"),
        ((), None),
    ],
)
def test_the_default_opponent_is_a_level_that_the_game_has(
    monkeypatch: pytest.MonkeyPatch, planned: tuple[str, ...], chosen: str | None
) -> None:
    found = {level: {"depth": 1, "width": 1} for level in planned}
    monkeypatch.setattr(levels, "read_settings", lambda _game, _file: found)
    game = century.game(SEARCHED_GAMES[0])
    for network in (False, True):
        monkeypatch.setattr(levels, "has_network", lambda _game, found=network: found)
        assert levels_of(game) == planned + ("master",) * network
        assert default_opponent(game) == (chosen or ("master" if network else "random"))


@in_every_game
@at_every_level
def test_a_level_plays_as_it_is_set(name: str, level: str) -> None:
    game = century.game(name)
    given, player = settings(game, level), Level(level, 0).player(game)
    assert player.size == BeamSize(given["width"], given["depth"])
    assert isinstance(player, Strategist) == ("candidates" in given)
    if isinstance(player, Strategist):
        assert player.rivals == BeamSize(given["rivals"], given["depth"])
        assert player.candidates == given["candidates"]


@pytest.mark.parametrize("level", LEVELS)
def test_the_documentation_has_the_settings_of_a_level(level: str) -> None:
    text = (Path(__file__).parents[2] / "docs" / "bots.md").read_text(encoding="utf-8")
    levels_section = text.partition("\n## Levels\n")[2]
    rows = [line.strip("| ").split(" | ") for line in levels_section.splitlines() if "|" in line]
    titles = [century.game(name).title.removeprefix("Century: ") for name in OWN_GAMES]
    assert rows[0] == titles
    [documented] = [cells for heading, *cells in rows if heading == level]
    assert documented == [
        ", ".join(f"{key} {value}" for key, value in settings(century.game(name), level).items())
        for name in OWN_GAMES
    ]


# Stalemates


@pytest.mark.parametrize("name", [name for name in SEARCHED_GAMES if declared(name, "STALEMATE")])
@pytest.mark.parametrize("level", ["novice", "medium"])
def test_a_stalemate_ends(name: str, level: str) -> None:
    pos = read_position(declared(name, "STALEMATE"))
    while not pos.over and pos.turn[0] < 200:
        turn = pos.turn
        player = Level(level, seed=sum(turn))  # like the server, which makes a bot for each turn
        while pos.turn == turn and not pos.over:
            pos = pos.apply(player.choose(pos, pos.seat, 0.1))
    assert pos.over


@in_every_game
@at_every_level
def test_a_level_breaks_a_stalemate_only_after_the_limit(
    name: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pos = some_beginnings(name, 2, 2)[1]
    asked: list[bool] = []

    def player(_self: object, _game: object, stalemate: bool) -> RandomBot:
        asked.append(stalemate)
        return RandomBot(0)

    monkeypatch.setattr(Level, "player", player)
    for last_round in (pos.turn[0], pos.turn[0] - 1):
        monkeypatch.setattr("century.bots.stalemate.STALEMATE_ROUND", last_round)
        Level(level, 0).choose(pos, pos.seat, 1.0)
    assert asked == [False, True]


@in_every_game
def test_the_stalemate_breaker_claims_a_prize_if_it_can(name: str) -> None:
    game = century.game(name)
    prizes_found = 0
    for pos in some_beginnings(name, 2, 100):
        s, near = public_state(pos), Planner(1, ONE_TURN)
        turns = [option.actions for option in near.options(pos, pos.seat, 0.1)]
        prizes = [t for t in turns if state_after(s, t).claims[pos.seat] > s.claims[pos.seat]]
        offered = Level("easy", 1).player(game, stalemate=True).options(pos, pos.seat, 0.1)
        assert (offered[0].actions in prizes) == bool(prizes)
        prizes_found += bool(prizes)
    assert prizes_found


# Weights


@in_every_game
@at_every_level
def test_trust_scales_the_weights(name: str, level: str) -> None:
    game = century.game(name)
    player = Level(level, 0).player(game)
    trust = settings(game, level).get("trust", 1.0)
    pos = some_beginnings(name, 2, 2)[0]
    planning = player.planning_for(pos, player.size)
    assert planning.fitted.weights.tolist() == (fitted_weights(game).weights * trust).tolist()


@in_every_game
def test_the_fitted_weights_match_the_game(name: str) -> None:
    game = century.game(name)
    fitted = fitted_weights(game)
    assert fitted.weights.shape == (len(features(game)),)
    assert len(set(features(game))) == len(features(game))
    assert fitted.rounds_left.tolist() == sorted(fitted.rounds_left.tolist())
    assert fitted.rounds_left[0] == 0
    assert 0 < fitted.discounts.claim_decay <= 1
    assert 0 <= fitted.discounts.contested <= 1
