"""Games of the engine equal those of the reference engine, decision by decision."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import century
from century import Position
from century.core.kernel import generator
from century.games.eastern_wonders.map import Map
from century.games.eastern_wonders.random_map import random_map
from tests.games.eastern_wonders.play import EASTERN_WONDERS, oracle_of, purposeful
from tests.oracle.eastern_wonders import EasternWonders, accepts_reach
from tests.property.play import games_to_play, seeds, shown, stretch

# By number of players: 22 whole purposeful games, and as many stretches of random decisions.
GAMES = {2: 9, 3: 8, 4: 5}
RANDOM_DECISIONS = 400  # decisions

game = century.game(EASTERN_WONDERS)


@pytest.mark.parametrize("players", game.players)
def test_every_decision_has_the_same_result_as_in_the_oracle(players: int) -> None:
    seen: set[str] = set()

    @games_to_play(GAMES[players])
    @given(seeds, seeds)
    def compare(deal: int, play: int) -> None:
        pos, rng = game.start(players, deal), Random(play)
        oracle = oracle_of(pos)
        while not pos.over:
            token = purposeful(rng, pos)
            seen.add(token.split()[0] if pos.phase != "toll" else "toll")
            pos = decide_both(pos, oracle, token, rng)
        assert pos.legal() == oracle.legal() == []
        seen.add(f"closed {pos.state.closed}")

    compare()
    assert seen >= {"toll", "drop", "leave", "collect", "bonus", "upgrade", "discard", "trade"}
    assert (
        len([name for name in seen if name.startswith("closed")]) >= 3
    )  # different ports were closed


@pytest.mark.parametrize("players", game.players)
def test_random_decisions_on_any_map_have_the_same_results_as_in_the_oracle(players: int) -> None:
    @games_to_play(GAMES[players])
    @given(seeds, seeds, st.integers(0, 4))
    def compare(deal: int, play: int, sea: int) -> None:
        pos = game.start(players, deal, map=random_map(deal, sea))
        oracle, rng = oracle_of(pos), Random(play)
        for step in stretch(pos, generator(play), RANDOM_DECISIONS):
            pos = decide_both(pos, oracle, step.token, rng)

    compare()


LINE = Map.read(
    "\n\n".join("PMMMMMMMMMMPSPMMMMMMMMMMP")
)  # a line: boats cannot pass around each other


@pytest.mark.parametrize("players", game.players)
def test_games_with_blocked_boats_equal_the_oracle(players: int) -> None:
    blocked = 0

    @games_to_play(GAMES[players] // 2)
    @given(seeds, seeds)
    def compare(deal: int, play: int) -> None:
        nonlocal blocked
        pos = game.start(players, deal, map=LINE)
        oracle, rng = oracle_of(pos), Random(play)
        for step in stretch(pos, generator(play), RANDOM_DECISIONS):
            if pos.phase == "sail":
                s, ways = pos.state, len([t for t in pos.legal() if t.startswith("sail")])
                blocked += 0 < ways < int(s.near[s.boat[s.seat]]).bit_count()
            pos = decide_both(pos, oracle, step.token, rng)

    compare()
    assert blocked > 0


def decide_both(pos: Position, oracle: EasternWonders, token: str, rng: Random) -> Position:
    """Act in both engines and compare what a random viewer sees: a seat or a spectator."""
    assert sorted(pos.legal()) == sorted(oracle.legal())
    oracle.act(token)
    after = pos.act(token)
    assert (after.seat, after.over) == (oracle.seat, oracle.over)
    viewer = rng.choice((None, *range(after.players)))
    seen, ways = without_reach(shown(after, viewer))
    expected, possible = without_reach(oracle.view(viewer))
    assert seen == expected
    for cell, way in ways.items():
        assert accepts_reach(possible[cell], last_step(seen, way)), cell
        assert way is None or way["path"][-1] == cell
    if after.turn != pos.turn or after.over:
        assert after.scores() == oracle.scores()
        assert after.ranking() == oracle.ranking()
        assert after.winner == oracle.winner
    return after


def last_step(view: dict[str, Any], way: dict[str, Any] | None) -> dict[str, Any] | None:
    """Return a way as the oracle gives it: its price and the cell before the last step."""
    if way is None:
        return None
    boat = view["seats"][view["seat"]]["boat"]
    return {"price": way["price"], "via": [boat, *way["path"]][-2]}


def without_reach(view: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return a view without the reach of the boat, and the reach by cell."""
    cells = {name: dict(cell) for name, cell in view["map"].items()}
    ways = {name: cell.pop("reach") for name, cell in cells.items()}
    return {**view, "map": cells}, ways
