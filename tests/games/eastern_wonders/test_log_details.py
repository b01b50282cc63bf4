"""The log details of decisions of Eastern Wonders, compared with the views before and after."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.property.play import greedy_game


def more(before: str, after: str) -> Counter[str]:
    """Return the cubes that were gained."""
    return Counter(after) - Counter(before)


@pytest.mark.parametrize("players", [2, 4])
def test_log_details_describe_the_change_of_the_view(players: int) -> None:
    described = set()
    for before, token, after in greedy_game("eastern-wonders", players):
        view, then, seat = before.view(None), after.view(None), before.seat
        mine, later, details = view["seats"][seat], then["seats"][seat], before.log_details(token)
        verb, _, what = token.partition(" ")
        described.add(verb if details else f"nothing about {verb}")
        cell = view["map"].get(mine["boat"], {})
        if verb in ("take", "harvest", "collect"):
            assert Counter(details["cubes"]) == more(mine["cubes"], later["cubes"])
        elif verb == "anchor":
            assert details == {"cell": mine["boat"]}
        elif verb == "build":
            where = {"cell": mine["boat"], "type": cell["type"], "trade": cell["trade"]}
            assert details == where
        elif verb == "trade":
            assert details == {"cell": mine["boat"], "trade": cell["trade"]}
        elif verb == "claim":
            assert details == {"cell": mine["boat"], **cell["tile"]}
        elif verb == "pay" and view["phase"] == "toll":
            got = more(view["seats"][details["to"]]["cubes"], then["seats"][details["to"]]["cubes"])
            assert got == Counter(what)
        elif token == "bonus points":
            won = Counter(later["point_tiles"]) - Counter(mine["point_tiles"])
            assert list(won) == [details["points"]]
    assert {"take", "anchor", "build", "trade", "claim", "harvest"} <= described
