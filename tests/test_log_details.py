"""What decisions came to, compared with what is seen before and after them; points by kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

import century
from century.bots import ask, bot
from century.errors import IllegalMove, UnknownToken
from century.position import Position

View = dict[str, Any]


@cache
def game_of(name: str, players: int) -> tuple[tuple[Position, str, Position], ...]:
    """Each decision of a game between bots, with the positions around it."""
    return tuple(_played(name, players))


def _played(name: str, players: int) -> Iterator[tuple[Position, str, Position]]:
    position, player = century.game(name).start(players, seed=players), bot("greedy", seed=1)
    while not position.over:
        action = ask(player, position, position.seat, 1.0, seed=1)
        then = position.apply(action)
        yield position, position.tokens[action], then
        position = then


def more(before: str, after: str) -> Counter[str]:
    return Counter(after) - Counter(before)


@pytest.mark.parametrize("players", [2, 4])
def test_what_decisions_of_spice_road_came_to(players: int) -> None:
    told = set()
    for before, token, after in game_of("spice-road", players):
        view, then, seat = before.view(None), after.view(None), before.seat
        about = before.log_details(token)
        verb, _, number = token.partition(" ")
        told.add(verb if about else f"nothing of {verb}")
        if verb == "acquire":
            row = view["merchant_row"][int(number) - 1]
            assert about == {"card": row["card"], "cubes": row["cubes"]}
        elif verb == "claim":
            coins = [kind for kind in ("gold", "silver") if then[kind] != view[kind]]
            card = view["point_row"][int(number) - 1]
            coin = coins[0] if coins else None
            assert card["coin"] == coin
            assert about == {"cost": card["cost"], "points": card["points"], "coin": coin}
        elif verb == "rest":
            assert about == {"cards": len(view["seats"][seat]["played"])}
        elif verb == "trade":
            assert about == view["acting"]
    assert {"acquire", "claim", "rest", "trade"} <= told


@pytest.mark.parametrize("players", [2, 4])
def test_what_decisions_of_eastern_wonders_came_to(players: int) -> None:
    told = set()
    for before, token, after in game_of("eastern-wonders", players):
        view, then, seat = before.view(None), after.view(None), before.seat
        mine, later, about = view["seats"][seat], then["seats"][seat], before.log_details(token)
        verb, _, what = token.partition(" ")
        told.add(verb if about else f"nothing of {verb}")
        cell = view["map"].get(mine["boat"], {})
        if verb in ("take", "harvest", "collect"):
            assert Counter(about["cubes"]) == more(mine["cubes"], later["cubes"])
        elif verb == "anchor":
            assert about == {"cell": mine["boat"]}
        elif verb == "build":
            where = {"cell": mine["boat"], "type": cell["type"], "trade": cell["trade"]}
            assert about == where
        elif verb == "trade":
            assert about == {"cell": mine["boat"], "trade": cell["trade"]}
        elif verb == "claim":
            assert about == {"cell": mine["boat"], **cell["tile"]}
        elif verb == "pay" and view["phase"] == "toll":
            got = more(view["seats"][about["to"]]["cubes"], then["seats"][about["to"]]["cubes"])
            assert got == Counter(what)
        elif token == "bonus points":
            won = Counter(later["point_tiles"]) - Counter(mine["point_tiles"])
            assert list(won) == [about["points"]]
    assert {"take", "anchor", "build", "trade", "claim", "harvest"} <= told


@pytest.mark.parametrize("name", century.games())
@pytest.mark.parametrize("players", [2, 4])
def test_points_by_kind_add_up_to_the_score(name: str, players: int) -> None:
    kinds = set()
    for _, _, position in game_of(name, players):
        sheets = position.score_sheets()
        assert [sum(sheet.values()) for sheet in sheets] == position.scores()
        kinds |= {kind for sheet in sheets for kind, points in sheet.items() if points}
    assert kinds == set(position.score_sheets()[0]), "every kind was worth something to somebody"


def test_only_legal_decisions_are_told_about() -> None:
    position = century.game("spice-road").start(2, seed=1)
    with pytest.raises(IllegalMove):
        position.log_details("claim 1")
    with pytest.raises(UnknownToken):
        position.log_details("dance")
