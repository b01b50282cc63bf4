"""The levels of play, as each game's levels.toml sets them."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

import century
from century.bots import LEVELS, levels
from century.bots.levels import Level, settings
from century.bots.planner import Planner, after
from century.bots.random import RandomBot
from century.bots.restless import AT_HAND
from century.bots.search.beam import DEEPEST, BeamSize
from century.bots.strategist import Strategist
from century.bots.weights import features, fitted_weights, public_state
from century.position import read_position
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
    assert player.size == BeamSize(given["width"], given["depth"])
    assert isinstance(player, Strategist) == ("candidates" in given)
    if isinstance(player, Strategist):
        assert player.rivals == BeamSize(given["rivals"], given["depth"])
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


# Games that drag on

# Everybody has ten of the dearest cubes, or nearly, and parts with none of them.
DEAD_ENDS = (
    "spice-road/1 round=61 seat=0 phase=turn cubes=BBBBBBBBBB/BBBBBBBBBB hand=YYY>RRR,YYY>RG,YYYY"
    "Y>GGG,YYYYY>BB,RR>YYYG,RR>GG,RRR>YYGG,RRR>GGG,RRR>BB,G>RR,G>YRR,GG>YYRRR,GG>BB,GGG>BBB,B>RRR"
    ",BB>RRRGG/YY>G,YYY>B,R>YYY,RR>YYB,RRR>YGB,YYG>BB,GG>YYRB,GG>RRB,B>YYRR,BB>YRGGG "
    "played=YY,up2,YYYY,YG,B,B>YYYG/YY,up2,YYY,YR,YYR,RR,up3,B>YRG,B>GG gold=0/1 silver=0/0 "
    "claimed=1:YYRR,1:RRGG,0:GGGBB row=G,YYYY>GG,YYYY>GB,G>YYYYR,YR>B,YY>RR deck=- "
    "points=YRRRGB,YYGGG,YRGBBB,YYGGBB,YYYGG point-deck=BBBB,RRRGG,RRRBB,GGBB,GGBBB,RRGGBB,YRGB,R"
    "RBBB,YYBB,RRRR,YYYRR,YRGGGB,YGGB,RRGB,RRRRR,YYYBB,RRBB,YYRRGG,YYBBB,GGGG,YYRRBB,BBBBB,RRGGG,"
    "YYRB,YYRRR,YYYRGB,GGGGG,YYGG",
    "eastern-wonders/1 round=61 seat=0 phase=sail:0 cubes=RGGGGGGBBB/GGGGGGGBBB boats=C4/C3 "
    "bonus=move,move,upgrade,upgrade,points5/move,upgrade,points6,points4,points3 map=standard ti"
    "les=YYYBB,YR>B,YYY>RG,YYBBB,RR>YYYG,B>YRG,R>YYY,B>RRR,G>YYYYR,YY>G,YYYYY>BB,BB>RRRGG,RR>GG,R"
    "RR>BB,GG>BB,YRG>BB,YYYYY>GGG,G>RR,B>YYYRR,YYYY>GB,closed,RR>YYB,GG>RRB,YYRRGG lying=- outpos"
    "ts=A2:01,A3:01,B1:01,B2:01,B3:01,B4:01,B5:01,C1:01,C2:01,C3:01,C4:01,C5:01,C6:01,D1:01,D2:01"
    ",D3:01,D4:01,D5:01,E2:01,E3:01 claimed=0:RRGB,0:GGGG,0:GGGGG pile=YRGGGB,BBBB,GGGBB,RRGGG,RR"
    "BBB,YYGGBB,YYYRGB,YGGB,RRRBB,GGBBB,YYRRBB,YRGB,BBBBB,GGBB,RRBB,YRGBBB,YYGGG,RRGGBB,YRRRGB,RR"
    "RGG sets=-",
)


@pytest.mark.parametrize("text", DEAD_ENDS)
@pytest.mark.parametrize("level", ["novice", "medium"])
def test_a_game_that_drags_on_ends(text: str, level: str) -> None:
    pos = read_position(text)
    while not pos.over and pos.turn[0] < 200:
        turn, player = pos.turn, Level(level, seed=sum(pos.turn))  # the server makes one each turn
        while pos.turn == turn and not pos.over:
            pos = pos.apply(player.choose(pos, pos.seat, 0.1))
    assert pos.over


@in_every_game
@at_every_level
def test_only_a_game_that_drags_on_makes_a_level_restless(
    name: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pos = some_beginnings(name, 2, 2)[1]
    asked: list[bool] = []

    def player(_self: object, _game: object, restless: bool) -> RandomBot:
        asked.append(restless)
        return RandomBot(0)

    monkeypatch.setattr(Level, "player", player)
    for claim_decay in (pos.turn[0], pos.turn[0] - 1):
        monkeypatch.setattr(levels, "PATIENCE", claim_decay)
        Level(level, 0).choose(pos, pos.seat, 1.0)
    assert asked == [False, True]


@in_every_game
def test_who_is_restless_takes_a_prize_if_there_is_one(name: str) -> None:
    game = century.game(name)
    digest_set = 0
    for pos in some_beginnings(name, 2, 100):
        s, near = public_state(pos), Planner(1, AT_HAND)
        turns = [option.actions for option in near.options(pos, pos.seat, 0.1)]
        prizes = [t for t in turns if after(s, t).claims[pos.seat] > s.claims[pos.seat]]
        offered = Level("easy", 1).player(game, restless=True).options(pos, pos.seat, 0.1)
        assert (offered[0].actions in prizes) == bool(prizes)
        digest_set += bool(prizes)
    assert digest_set


# What is known


@in_every_game
@at_every_level
def test_who_trusts_less_finds_all_but_points_worth_less(name: str, level: str) -> None:
    game = century.game(name)
    player = Level(level, 0).player(game)
    trust = settings(game, level).get("trust", 1.0)
    pos = some_beginnings(name, 2, 2)[0]
    sight = player._foresight(pos, player.size)
    assert sight.known.weights.tolist() == (fitted_weights(game).weights * trust).tolist()


@in_every_game
def test_what_is_known_fits_the_game(name: str) -> None:
    game = century.game(name)
    known = fitted_weights(game)
    assert known.weights.shape == (len(features(game)),)
    assert len(set(features(game))) == len(features(game))
    assert known.left.tolist() == sorted(known.left.tolist())
    assert known.left[0] == 0
    assert 0 < known.discounts.claim_decay <= 1
    assert 0 <= known.discounts.contested <= 1
