"""Custom Spice Road positions are refused, or can be played like in the reference engine."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

import century
from century import Position
from century.core.position_text import write_list
from century.errors import BadPosition
from tests.games.spice_road.play import PLAYERS, POLICIES, SPICE_ROAD, oracle_at
from tests.oracle.spice_road import (
    CLAIMS_TO_END,
    COINS_PER_PLAYER,
    COLOURS,
    MERCHANT_CARDS,
    MERCHANT_ROW,
    POINT_CARDS,
    POINT_ROW,
    STARTING_HAND,
    trade_sides,
)
from tests.property.play import Policy, games_to_play, seeds, shown, steps

SETUPS = 300  # for each number of players
PLAYED_ON = 60  # decisions compared with the reference engine from each set-up that was accepted
TABLE_SIZE = 64  # the kernels' tables of payments have entries for fewer cubes than this

game = century.game(SPICE_ROAD)
policies = st.sampled_from(list(POLICIES.values()))
CARDS = STARTING_HAND + MERCHANT_CARDS


@pytest.mark.parametrize("players", PLAYERS)
def test_a_custom_position_is_refused_or_plays_like_the_oracle(players: int) -> None:
    accepted: set[str] = set()
    refused: set[str] = set()

    @games_to_play(SETUPS)
    @given(seeds, policies)
    def set_up(seed: int, policy: Policy) -> None:
        text = setup(players, Random(seed))
        note(text)
        try:
            pos = game.read(text)
        except BadPosition as error:
            refused.add(error.field)
            return
        accepted.add(pos.phase)
        assert game.read(pos.to_text()) == pos
        compare_on(pos, Random(seed), policy)
        play_to_the_end(pos, seed, policy)

    set_up()
    assert accepted == set(game.phases)
    assert refused >= {"claimed", "cubes", "gold", "phase", "row"}


@pytest.mark.parametrize("late", [999, 2**15, 2**16 - 2, 2**16 - 1, 2**16])
def test_a_very_late_round_is_refused_or_can_be_played(late: int) -> None:
    text = game.start(2, seed=1).to_text()
    assert "round=1 " in text
    try:
        pos = game.read(text.replace("round=1 ", f"round={late} "))
    except BadPosition:
        assert late > 999  # rounds of realistic games are never refused
        return
    for step in islice(steps(pos, seed=1), 40):
        assert game.read(step.after.to_text()) == step.after


def compare_on(pos: Position, rng: Random, policy: Policy) -> None:
    """Compare with the reference engine; every position must be accepted as a text."""
    oracle = oracle_at(pos)
    for _ in range(PLAYED_ON):
        assert shown(pos, None) == oracle.view(None)
        legal = pos.legal()
        assert legal == oracle.legal()
        if pos.over:
            assert pos.scores() == oracle.scores()
            return
        assert game.read(pos.to_text()) == pos
        token = policy(rng, legal)
        oracle.act(token)
        pos = pos.act(token)


def play_to_the_end(start: Position, seed: int, policy: Policy) -> None:
    for step in steps(start, seed, policy):
        state = step.after.state
        assert max(state.caravan.tobytes()) < TABLE_SIZE
        assert state.points_taken <= len(state.claimed_by)
        assert max(state.claims) <= CLAIMS_TO_END[start.players]


# Random set-ups, valid and invalid ones


def setup(players: int, rng: Random) -> str:
    """Write a random position, whose fields often are consistent."""
    merchants = rng.sample(MERCHANT_CARDS, len(MERCHANT_CARDS))
    taken = rng.choice([0, rng.randint(0, 43), rng.randint(30, 43)])
    hands = [list(STARTING_HAND) for _ in range(players)]
    for card in merchants[:taken]:
        rng.choice(hands).append(card)
    played = [[card for card in hand if rng.random() < 0.4] for hand in hands]
    costs = [cost for cost, _ in rng.sample(POINT_CARDS, len(POINT_CARDS))]
    claims = some_claims(players, rng)
    seat = rng.randrange(players)
    phase = some_phase(rng, played[seat] or hands[seat])
    parts = {
        "round": rng.choice([1, 9, 99, 999]),
        "seat": players - 1 if phase == "over" else seat,
        "phase": phase,
        "cubes": "/".join(some_caravan(rng, phase, i == seat) for i in range(players)),
        "hand": "/".join(
            write_list(card for card in hand if card not in down)
            for hand, down in zip(hands, played, strict=True)
        ),
        "played": "/".join(map(write_list, played)),
        **some_coins(claims, players, rng),
        "claimed": write_list(f"{i}:{cost}" for i, cost in zip(claims, costs, strict=False)),
        "row": write_list(
            some_stall(rng, card, taken) for card in merchants[taken:][:MERCHANT_ROW]
        ),
        "deck": write_list(merchants[taken + MERCHANT_ROW :]),
        "points": write_list(costs[len(claims) :][:POINT_ROW]),
        "point-deck": write_list(costs[len(claims) + POINT_ROW :]),
    }
    return "spice-road/1 " + " ".join(f"{key}={value}" for key, value in parts.items())


def some_claims(players: int, rng: Random) -> list[int]:
    """Return the seats that claimed the point cards taken so far."""
    limit = CLAIMS_TO_END[players]
    most = rng.choice([0, limit - 1, limit - 1, limit, limit + (rng.random() < 0.1)])
    claims = [seat for seat in range(players) for _ in range(rng.randint(most // 2, most))]
    return rng.sample(claims, len(claims))


def some_coins(claims: list[int], players: int, rng: Random) -> dict[str, str]:
    left = {"gold": COINS_PER_PLAYER * players, "silver": COINS_PER_PLAYER * players}
    taken = {kind: [0] * players for kind in left}
    share = rng.choice([0.0, 0.5, 1.0])
    for seat in claims:
        kind = rng.choice(["gold", "silver"])
        if left[kind] and rng.random() < share:
            left[kind] -= 1
            taken[kind][seat] += 1
    if rng.random() < 0.05:
        taken["gold"][0] += 1
    return {kind: "/".join(map(str, counts)) for kind, counts in taken.items()}


def some_phase(rng: Random, played: list[str]) -> str:
    phase = rng.choice(game.phases)
    upgrades = [card for card in played if card.startswith("up")] or ["up3"]
    trades = [card for card in played if ">" in card] or ["YY>G"]
    detail = {
        "pay": lambda: f":{rng.randint(1, 7)}:{rng.randint(1, 3)}",
        "upgrade": lambda: f":{rng.choice(upgrades)}:{rng.randint(1, 3)}",
        "trade": lambda: f":{rng.choice(trades)}",
    }
    return phase + detail[phase]() if phase in detail else phase


def some_caravan(rng: Random, phase: str, deciding: bool) -> str:
    most = rng.choice([3, 7, 10, 10])
    if deciding and phase == "discard":
        most = rng.randint(11, 53)
    cubes = rng.choices(COLOURS, rng.choice([[1, 1, 1, 1], [9, 1, 1, 1], [1, 1, 1, 9]]), k=most)
    if deciding and phase.startswith("trade"):
        price, gain = trade_sides(phase.partition(":")[2])
        cubes = list(price + gain * rng.randint(1, 12)) + cubes[: rng.randint(0, 8)]
    return "".join(rng.sample(cubes, len(cubes))) or "-"


def some_stall(rng: Random, card: str, taken: int) -> str:
    most = rng.choice([0, taken // 4, taken]) + (rng.random() < 0.03)
    cubes = "".join(rng.choices(COLOURS, k=most)) if rng.random() < 0.7 else "Y" * most
    return f"{card}+{cubes}" if cubes else card
