"""Games of the engine equal those of the reference engine, decision by decision."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import century
from century import Position
from tests.games.spice_road.play import PLAYERS, POLICIES, SPICE_ROAD, oracle_of
from tests.oracle.spice_road import CARAVAN_LIMIT, SpiceRoad
from tests.property.play import Policy, games_to_play, seeds, shown, verb

# By number of players: 100 games compared in full, 400 briefly; about 300,000 decisions.
GAMES_COMPARED_WHOLE = {2: 6, 3: 6, 4: 4, 5: 4}  # with each policy
GAMES_COMPARED_BRIEFLY = {2: 100, 3: 100, 4: 100, 5: 100}  # the policy drawn

game = century.game(SPICE_ROAD)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("policy", POLICIES)
def test_every_decision_has_the_same_result_as_in_the_oracle(players: int, policy: str) -> None:
    @games_to_play(GAMES_COMPARED_WHOLE[players])
    @given(seeds, seeds)
    def compare(deal: int, play: int) -> None:
        compare_whole(game.start(players, deal), Random(play), POLICIES[policy])

    compare()


@pytest.mark.parametrize("players", PLAYERS)
def test_many_games_have_the_same_decisions_and_end_as_in_the_oracle(players: int) -> None:
    seen: set[str] = set()

    @games_to_play(GAMES_COMPARED_BRIEFLY[players])
    @given(seeds, seeds, st.sampled_from(list(POLICIES.values())))
    def compare(deal: int, play: int, policy: Policy) -> None:
        seen.update(compare_briefly(game.start(players, deal), Random(play), policy))

    compare()
    assert seen >= RARE - TOO_RARE[players]


def compare_whole(pos: Position, rng: Random, policy: Policy) -> None:
    """Compare everything after every decision, as a random viewer sees it: seat or spectator."""
    oracle = oracle_of(pos)
    viewers = (None, *range(pos.players))
    turn_begins = True
    while True:
        assert (pos.seat, pos.over, pos.phase) == (oracle.seat, oracle.over, oracle.phase)
        legal = pos.legal()
        assert legal == oracle.legal()
        if pos.phase == "pay":
            assert pos.view(None)["acting"]["next"] == oracle.next_paid
        for viewer in viewers if pos.over else [rng.choice(viewers)]:
            assert shown(pos, viewer) == oracle.view(viewer)
        if turn_begins:
            compare_standing(pos, oracle)
        if pos.over:
            return
        token = policy(rng, legal)
        oracle.act(token)
        after = pos.act(token)
        turn_begins = after.over or after.turn != pos.turn
        pos = after


def compare_briefly(pos: Position, rng: Random, policy: Policy) -> set[str]:
    """Compare the legal tokens and the end; return the rare events of the game."""
    oracle = oracle_of(pos)
    seen: set[str] = set()
    while not oracle.over:
        legal = pos.legal()
        assert legal == oracle.legal()
        assert pos.seat == oracle.seat
        token = policy(rng, legal)
        steps_left = oracle.steps_left
        oracle.act(token)
        pos = pos.act(token)
        if steps_left > 1 and token != "done" and oracle.phase != "upgrade":
            seen.add("upgrading ended early")
        if len(oracle.players[oracle.seat].cubes) > CARAVAN_LIMIT:
            seen.add(f"caravan over {len(oracle.players[oracle.seat].cubes) // 10 * 10}")
        if verb(token) in ("acquire", "pay", "claim"):
            seen.update(name for name, happened in scarcities(oracle).items() if happened)
    assert pos.over
    assert pos.legal() == []
    compare_standing(pos, oracle)
    for viewer in (None, *range(pos.players)):
        assert shown(pos, viewer) == oracle.view(viewer)
    seen.update(name for name, happened in endings(oracle).items() if happened)
    return seen


def compare_standing(pos: Position, oracle: SpiceRoad) -> None:
    assert pos.scores() == oracle.scores()
    assert pos.ranking() == oracle.ranking()
    assert pos.winner == oracle.winner
    assert pos.turn == (oracle.round, oracle.seat)


def scarcities(oracle: SpiceRoad) -> dict[str, bool]:
    return {
        "no merchant deck": not oracle.merchant_deck,
        "no merchant row": not oracle.merchant_row,
        "no gold left": oracle.gold == 0,
        "no silver left": oracle.silver == 0,
    }


def endings(oracle: SpiceRoad) -> dict[str, bool]:
    scores = oracle.scores()
    claims = [len(player.claimed) for player in oracle.players]
    return {
        "tie": len(set(scores)) < len(scores),
        "gold and silver left": oracle.gold > 0 and oracle.silver > 0,
        "seat 0 ended it": claims.index(max(claims)) == 0,
        "the last seat ended it": claims.index(max(claims)) == len(claims) - 1,
    }


RARE = {  # events that must occur in these games
    "no merchant deck",
    "no merchant row",
    "no gold left",
    "no silver left",
    "upgrading ended early",
    "caravan over 10",
    "caravan over 20",
    "caravan over 30",
    "tie",
    "gold and silver left",
    "seat 0 ended it",
    "the last seat ended it",
}

TOO_RARE = {  # events that need not occur in these games
    2: {"tie"},
    3: set[str](),
    4: {"no silver left"},
    5: {"no silver left"},
}
