"""Invariants of Spice Road positions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import century
from century import Position
from century.core.cubes.narrow import spell
from century.core.reading import Reading
from tests.games.spice_road.play import PLAYERS, POLICIES, SPICE_ROAD
from tests.oracle.spice_road import (
    CARAVAN_LIMIT,
    COINS_PER_PLAYER,
    MERCHANT_CARDS,
    MERCHANT_ROW,
    POINT_CARDS,
    STARTING_HAND,
)
from tests.property.play import Policy, Step, games_to_play, seeds, steps, verb

GAMES = 12  # for each property and number of players
MOST_BYTES = 256  # of a state: four cache lines of the processor
TABLE_SIZE = 64  # the kernels' tables of payments have entries for fewer cubes than this
BYTE_LIMIT = 128  # packed cubes are compared correctly below this

game = century.game(SPICE_ROAD)
policies = st.sampled_from(list(POLICIES.values()))
by_players = pytest.mark.parametrize("players", PLAYERS)


def every_step(players: int, check: Callable[[Step], None]) -> None:
    @games_to_play(GAMES)
    @given(seeds, seeds, policies)
    def play(deal: int, decisions: int, policy: Policy) -> None:
        for step in steps(game.start(players, deal), decisions, policy):
            check(step)

    play()


def every_position(players: int, check: Callable[[Reading], None]) -> None:
    for deal in range(GAMES):
        check(game.start(players, deal).reading)
    every_step(players, lambda step: check(step.after.reading))


def members(mask: int) -> list[int]:
    return [number for number in range(64) if mask >> number & 1]


@by_players
def test_every_merchant_card_is_in_one_place_and_each_seat_has_its_own_starting_cards(
    players: int,
) -> None:
    whole_deck = Counter(range(len(STARTING_HAND), len(STARTING_HAND) + len(MERCHANT_CARDS)))
    starting = Counter(dict.fromkeys(range(len(STARTING_HAND)), players))

    def check(s: Reading) -> None:
        cards = Counter(s.merchants[s.merchants_taken :])
        for seat in range(players):
            own = members(s.hand[seat]) + members(s.played[seat])
            assert own.count(0) == own.count(1) == 1
            cards.update(own)
        assert cards == whole_deck + starting

    every_position(players, check)


@by_players
def test_every_point_card_is_in_one_place(players: int) -> None:
    def check(s: Reading) -> None:
        assert sorted(s.points) == list(range(len(POINT_CARDS)))
        assert s.points_taken == sum(s.claims)
        claims = Counter(s.claimed_by[: s.points_taken])
        assert tuple(claims[seat] for seat in range(players)) == s.claims[:players]

    every_position(players, check)


@by_players
def test_coins_add_up(players: int) -> None:
    def check(s: Reading) -> None:
        assert s.gold_left + sum(s.gold) == COINS_PER_PLAYER * players
        assert s.silver_left + sum(s.silver) == COINS_PER_PLAYER * players
        assert all(s.gold[seat] + s.silver[seat] <= s.claims[seat] for seat in range(players))

    every_position(players, check)


@by_players
def test_caravans_are_within_the_limit_between_turns(players: int) -> None:
    def check(step: Step) -> None:
        s = step.after.reading
        for seat in range(players):
            if seat != s.seat or step.after.phase == "turn" or step.after.over:
                assert len(spell(s.caravan[seat])) <= CARAVAN_LIMIT

    every_step(players, check)


@by_players
def test_a_decision_changes_only_the_seat_that_decides(players: int) -> None:
    owned = ("hand", "played", "caravan", "gold", "silver", "claims")

    def check(step: Step) -> None:
        before, after = step.before.state, step.after.state
        others = np.arange(players) != step.before.seat
        for name in owned:
            assert (before[name][:players][others] == after[name][:players][others]).all()

    every_step(players, check)


@by_players
def test_acquiring_keeps_the_number_of_cubes(players: int) -> None:
    def cubes(pos: Position, seat: int) -> Counter[str]:
        s = pos.state
        return Counter("".join(map(spell, [s.caravan[seat], *s.lying])))

    def check(step: Step) -> None:
        if verb(step.token) in ("acquire", "pay"):
            seat = step.before.seat
            assert cubes(step.before, seat) == cubes(step.after, seat)
        elif step.before.phase != "pay":
            assert step.before.state.lying.tolist() == step.after.state.lying.tolist()

    every_step(players, check)


@by_players
def test_numbers_of_cubes_fit_into_the_kernels_tables_and_lanes(players: int) -> None:
    def check(s: Reading) -> None:
        for seat in range(players):
            assert max(s.caravan[seat].to_bytes(4, "little")) < TABLE_SIZE
            assert sum(s.caravan[seat].to_bytes(4, "little")) < BYTE_LIMIT
        for lying in s.lying:
            assert max(lying.to_bytes(4, "little")) < BYTE_LIMIT

    every_position(players, check)


@by_players
def test_all_seats_had_the_same_number_of_turns_at_the_end(players: int) -> None:
    @games_to_play(GAMES)
    @given(seeds, seeds, policies)
    def play(deal: int, decisions: int, policy: Policy) -> None:
        turns: Counter[int] = Counter()
        for step in steps(game.start(players, deal), decisions, policy):
            if step.before.phase == "turn":
                turns[step.before.seat] += 1
        rounds = int(step.after.state["rounds"])
        assert turns == Counter(dict.fromkeys(range(players), rounds))

    play()


@by_players
def test_there_is_a_legal_action_until_the_game_is_over(players: int) -> None:
    def check(step: Step) -> None:
        assert bool(step.after.legal()) != step.after.over
        limit = {2: 6, 3: 6, 4: 5, 5: 5}[players]
        enough = max(step.after.state.claims) == limit
        assert step.after.state.ending == enough
        assert enough or not step.after.over

    every_step(players, check)


@by_players
def test_unused_entries_of_the_state_are_zero(players: int) -> None:
    used_by_phase = {"pay": {"slot", "left"}, "upgrade": {"card", "left"}, "trade": {"card"}}

    def check(s: Reading) -> None:
        for by_seat in (s.hand, s.played, s.caravan, s.gold, s.silver, s.claims):
            assert not any(by_seat[players:])
        assert not any(s.merchants[: s.merchants_taken])
        assert not any(s.claimed_by[s.points_taken :])
        assert not any(s.lying[min(MERCHANT_ROW, len(MERCHANT_CARDS) - s.merchants_taken) :])
        used = used_by_phase.get(game.phases[s.phase], set())
        for name in {"card", "slot", "left"} - used:
            assert getattr(s, name) == 0

    every_position(players, check)


@by_players
def test_the_gaps_between_the_fields_are_zero(players: int) -> None:
    gaps = np.ones(game.state.itemsize, dtype=bool)
    assert game.state.fields is not None
    for dtype, offset, *_ in game.state.fields.values():
        gaps[offset : offset + dtype.itemsize] = False

    def check(step: Step) -> None:
        assert not np.frombuffer(step.after.state.tobytes(), dtype=np.uint8)[gaps].any()

    every_step(players, check)


def test_a_state_is_small() -> None:
    assert game.state.itemsize <= MOST_BYTES
