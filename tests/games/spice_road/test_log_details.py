"""The log details of decisions of Spice Road, compared with the views before and after."""

from __future__ import annotations

import pytest

from tests.property.play import greedy_game


@pytest.mark.parametrize("players", [2, 4])
def test_log_details_describe_the_change_of_the_view(players: int) -> None:
    described = set()
    for before, token, after in greedy_game("spice-road", players):
        view, then, seat = before.view(None), after.view(None), before.seat
        details = before.log_details(token)
        verb, _, number = token.partition(" ")
        described.add(verb if details else f"nothing about {verb}")
        if verb == "acquire":
            row = view["merchant_row"][int(number) - 1]
            assert details == {"card": row["card"], "cubes": row["cubes"]}
        elif verb == "claim":
            coins = [kind for kind in ("gold", "silver") if then[kind] != view[kind]]
            card = view["point_row"][int(number) - 1]
            coin = coins[0] if coins else None
            assert card["coin"] == coin
            assert details == {"cost": card["cost"], "points": card["points"], "coin": coin}
        elif verb == "rest":
            assert details == {"cards": len(view["seats"][seat]["played"])}
        elif verb == "trade":
            assert details == view["acting"]
    assert {"acquire", "claim", "rest", "trade"} <= described
