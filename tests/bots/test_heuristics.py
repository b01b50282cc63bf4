"""What searchers ask of a game besides its rules, in both games."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import century
from century import Position
from century.bots.weights import features, public_state
from century.core.cubes import narrow, wide
from century.core.engine import act, legal, score
from century.core.heuristics import (
    candidates,
    claims_to_go,
    evaluate,
    hide_unseen,
    last_prize,
    plan_key,
    prize_points,
    start_turn,
)
from century.core.kernel import State
from century.games.eastern_wonders.actions import CLAIM
from century.games.eastern_wonders.state import ACTION
from century.games.eastern_wonders.tiles import UNSEEN_TILE
from century.games.eastern_wonders.tiles import VP_TILES as TILES
from century.games.spice_road.actions import ACQUIRE_1, CLAIM_1, PAY_Y
from century.games.spice_road.cards import CARDS, POINT_CARDS, UNSEEN_POINT_CARD
from century.games.spice_road.state import PAY
from tests.bots.games import numbers, some, some_beginnings, some_midst, whole_game
from tests.games.eastern_wonders import setup as setup_eastern_wonders
from tests.games.spice_road import setup
from tests.property.play import TABLES

SPICE_ROAD, EASTERN_WONDERS = century.games()

at_every_table = pytest.mark.parametrize(("name", "players"), TABLES)
in_every_game = pytest.mark.parametrize("name", century.games())


# Candidates


@at_every_table
def test_candidates_are_legal_and_never_empty(name: str, players: int) -> None:
    for pos in whole_game(name, players):
        for s in (pos.state, public_state(pos)):
            assert set(numbers(candidates(s))) <= set(pos.actions())
            assert bool(numbers(candidates(s))) == (not pos.over)


@in_every_game
def test_not_all_legal_actions_are_candidates(name: str) -> None:
    """Otherwise the test above would compare the legal actions with themselves."""
    left_out = [
        set(pos.actions()) - set(numbers(candidates(pos.state))) for pos in whole_game(name, 2)
    ]
    assert any(left_out)


# Hiding unseen cards


def hidden(s: State) -> list[list[int]]:
    """Return the face-down decks of a state."""
    if "pile" in s.dtype.names:
        return [s.pile[s.drawn :].tolist()]
    row_end, points_end = s.merchants_taken + 6, s.points_taken + 5
    return [s.merchants[row_end:].tolist(), s.points[points_end:].tolist()]


@at_every_table
def test_hide_unseen_leaves_no_hidden_card(name: str, players: int) -> None:
    for pos in some(name, players, 100):
        s = pos.state
        decks = hidden(s)
        hide_unseen(s)
        for deck, hide_new in zip(decks, hidden(s), strict=True):
            assert len(deck) == len(hide_new)
            assert not set(deck) & set(hide_new)
            assert len(set(hide_new)) <= 1


@at_every_table
def test_hide_unseen_hides_all_that_a_redeal_changes(name: str, players: int) -> None:
    for pos in some(name, players, 100):
        for seat in range(players):
            assert public_state(pos.redeal(seat, 1)).tobytes() == public_state(pos).tobytes()
            assert public_state(pos.redeal(seat, 2)).tobytes() == public_state(pos).tobytes()


@at_every_table
def test_hide_unseen_changes_nothing_that_is_open(name: str, players: int) -> None:
    for pos in some(name, players, 100):
        s = public_state(pos)
        assert numbers(legal(s)) == pos.actions()
        assert [int(score(s, seat)) for seat in range(players)] == pos.scores()
        assert pos.game.position(s).view(None)["seats"] == pos.view(None)["seats"]


def test_unseen_cards_of_spice_road_are_neither_claimed_nor_acquired() -> None:
    rng = Random(5)
    for pos in some_beginnings(SPICE_ROAD, 3, 10):
        s = public_state(pos)
        for _ in range(30):
            s.caravan[s.seat] = narrow.pack("YRGB" * 60)  # more than anybody ever has
            claims = [CLAIM_1 + i for i, card in enumerate(point_row(s)) if card < len(POINT_CARDS)]
            acquires = [
                ACQUIRE_1 + i for i, card in enumerate(merchant_row(s)) if card < len(CARDS)
            ]
            options = numbers(candidates(s))
            assert [a for a in numbers(legal(s)) if CLAIM_1 <= a < ACQUIRE_1] == claims
            assert [a for a in options if ACQUIRE_1 <= a < PAY_Y] == acquires
            act(s, rng.choice(claims + acquires or options))
            while s.phase == PAY:
                act(s, numbers(candidates(s))[0])
            start_turn(s, rng.randrange(3))
        assert acquires == []
        assert UNSEEN_POINT_CARD in point_row(s)


def point_row(s: State) -> list[int]:
    row: list[int] = s.points[s.points_taken :][:5].tolist()
    return row


def merchant_row(s: State) -> list[int]:
    row: list[int] = s.merchants[s.merchants_taken :][:6].tolist()
    return row


def test_unseen_tiles_of_eastern_wonders_are_not_claimed() -> None:
    pos = setup_eastern_wonders.position(cubes=["GGGG", ""], boats="A1")
    s = public_state(pos)
    port = int(s.boat[0])
    for token in ("anchor", "claim"):
        act(s, pos.tokens.index(token))
    assert s.tile[port] == UNSEEN_TILE
    start_turn(s, 0)
    s.hold[0] = wide.pack("YRGB" * 5000)
    act(s, pos.tokens.index("anchor"))
    assert s.phase == ACTION
    assert CLAIM not in numbers(legal(s))
    s.tile[port] = 0
    assert CLAIM in numbers(legal(s))


# Starting a turn


@at_every_table
def test_start_turn_changes_nothing_at_the_beginning_of_a_turn(name: str, players: int) -> None:
    for pos in some_beginnings(name, players, 100):
        s = pos.state
        start_turn(s, pos.seat)
        assert pos.game.position(s) == pos


@at_every_table
def test_start_turn_works_for_any_seat_between_turns(name: str, players: int) -> None:
    for pos in some_beginnings(name, players, 50):
        for seat in range(players):
            s = pos.state
            start_turn(s, seat)
            begun = pos.game.position(s)
            assert (begun.seat, begun.phase) == (seat, pos.phase)
            assert begun.view(None)["seats"] == pos.view(None)["seats"]
            if not s.ending:  # a set-up by hand may not say who ended the game out of turn
                assert pos.game.read(begun.to_text()) == begun


@at_every_table
def test_start_turn_works_for_any_seat_in_the_middle_of_a_turn(name: str, players: int) -> None:
    rng = Random(4)
    first = some_beginnings(name, players, 1)[0].phase
    for pos in [*some_midst(name, players, 60), whole_game(name, players)[-1]]:
        for seat in range(players):
            s = pos.state
            start_turn(s, seat)
            begun = pos.game.position(s)
            assert (begun.seat, begun.phase) == (seat, first)
            assert begun.scores() == pos.scores()
            check_a_turn(begun, rng)


def check_a_turn(pos: Position, rng: Random) -> None:
    """Take candidate decisions until the turn is over."""
    turn = pos.turn
    for _ in range(100):
        if pos.over or pos.turn != turn:
            return
        pos = pos.apply(rng.choice(numbers(candidates(pos.state))))
    raise AssertionError("the turn does not end")


@at_every_table
def test_start_turn_leaves_nothing_of_the_interrupted_turn(name: str, players: int) -> None:
    """Two states that differ only in the interrupted turn are equal afterwards."""
    for pos in some_midst(name, players, 60):
        s, other = pos.state, pos.state
        start_turn(s, 0)
        start_turn(other, 1)
        start_turn(other, 0)
        assert s.tobytes() == other.tobytes()
        for field in ("left", "card", "slot", "steps", "came_from"):
            assert field not in s.dtype.names or s[field] == 0


# Plan keys


def matters(s: State, seat: int) -> tuple[object, ...]:
    """Return what a plan key must distinguish."""
    if "hold" in s.dtype.names:
        ports = [int(s.tile[cell]) for cell in range(s.cells) if s.ports >> cell & 1]
        mine = [int(s.outposts[cell]) >> seat & 1 for cell in range(s.cells)]
        own = (s.hold[seat], s.boat[seat], *mine, *s.bonus[seat].tolist())
        return (*map(int, own), *map(int, (s.phase, s.steps, s.left, s.taken)), *ports)
    own = (s.caravan[seat], s.hand[seat], s.played[seat], s.gold[seat], s.silver[seat])
    return (*map(int, own), *map(int, (s.phase, s.left, s.slot)), *point_row(s))


@at_every_table
def test_plan_keys_are_equal_exactly_if_the_relevant_state_is(name: str, players: int) -> None:
    traces: dict[tuple[object, ...], int] = {}
    for pos in [*whole_game(name, players, 3), *whole_game(name, players, 4)]:
        s = pos.state
        assert traces.setdefault(matters(s, 0), int(plan_key(s, 0))) == plan_key(s, 0)
    assert len(traces) > 100
    assert len(set(traces.values())) == len(traces)


@at_every_table
def test_plan_keys_ignore_hidden_cards(name: str, players: int) -> None:
    for pos in some(name, players, 60):
        seats = range(players)
        expected = [plan_key(pos.state, seat) for seat in seats]
        assert [plan_key(pos.redeal(0, 9).state, seat) for seat in seats] == expected
        assert [plan_key(public_state(pos), seat) for seat in seats] == expected


@given(st.integers(0, 31), st.integers(0, 31))
def test_cubes_and_a_card_do_not_cancel_out_in_a_plan_key(one: int, other: int) -> None:
    """Both are bits of a word, which the digest must mix first."""
    s = century.game(SPICE_ROAD).start(2, 7).state
    before = plan_key(s, 0)
    s.caravan[0] ^= np.uint32(1 << one)
    s.hand[0] ^= np.uint64(1 << other)
    assert plan_key(s, 0) != before
    s.hand[0] ^= np.uint64(1 << other)
    s.played[0] ^= np.uint64(1 << other)
    assert plan_key(s, 0) != before


@given(st.integers(0, 15), st.integers(0, 12))
def test_cubes_and_a_phase_do_not_cancel_out_in_a_plan_key(yellow: int, phase: int) -> None:
    s = setup_eastern_wonders.position(cubes=["YYYYRGB", ""]).state
    before, key = plan_key(s, 0), matters(s, 0)
    s.hold[0] = wide.pack("Y" * yellow + "RGB")
    s.phase = phase
    assert (plan_key(s, 0) == before) == (matters(s, 0) == key)


# Prizes


@at_every_table
def test_the_last_prize_is_the_one_that_was_just_claimed(name: str, players: int) -> None:
    cards = TILES if name == EASTERN_WONDERS else POINT_CARDS
    claims = 0
    for before, after in pairwise(whole_game(name, players)):
        s, seat = after.state, before.seat
        if s.claims[seat] > before.state.claims[seat]:
            claims += 1
            prize = int(last_prize(s))
            cost, points = cards[prize]
            assert cost in claimable(before)
            assert prize_points(s, prize) == points
            gained = after.view(seat)["seats"][seat]["points"]
            assert gained - before.view(seat)["seats"][seat]["points"] >= points - len(cost)
    assert claims >= 4


def claimable(pos: Position) -> list[str]:
    """Return the costs of the prizes on the table."""
    view = pos.view(None)
    if "point_row" in view:
        return [card["cost"] for card in view["point_row"]]
    tiles = [cell.get("tile") for cell in view["map"].values()]
    return [tile["cost"] for tile in tiles if tile]


@pytest.mark.parametrize(
    ("players", "claims", "to_go"),
    [(2, [0, 0], 6), (2, [2, 5], 1), (2, [5, 2], 1), (3, [3, 0, 1], 3), (5, [1, 0, 0, 2, 0], 3)],
)
def test_the_claims_to_go_in_spice_road(players: int, claims: list[int], to_go: int) -> None:
    pos = setup.position(cubes=["Y"] * players, claims=claims)
    assert claims_to_go(pos.state) == to_go


@pytest.mark.parametrize(("claims", "to_go"), [([0, 0], 4), ([1, 3], 1), ([2, 0, 1], 2)])
def test_the_claims_to_go_in_eastern_wonders(claims: list[int], to_go: int) -> None:
    pos = setup_eastern_wonders.position(cubes=["Y"] * len(claims), claims=claims)
    assert claims_to_go(pos.state) == to_go


@at_every_table
def test_no_claims_are_to_go_at_the_end(name: str, players: int) -> None:
    to_go = [int(claims_to_go(pos.state)) for pos in whole_game(name, players)]
    assert to_go == sorted(to_go, reverse=True)
    assert to_go[-1] == 0


# Evaluation


@at_every_table
def test_the_evaluation_is_the_score_when_no_rounds_are_left(name: str, players: int) -> None:
    any_weights = np.random.default_rng(1).normal(size=len(features(century.game(name))))
    no_weights = np.zeros_like(any_weights)
    for pos in some(name, players, 60):
        s = pos.state
        seats = range(players)
        assert [evaluate(s, seat, 0.0, any_weights) for seat in seats] == pos.scores()
        assert [evaluate(s, seat, 20.0, no_weights) for seat in seats] == pos.scores()


@at_every_table
def test_the_evaluation_is_linear_in_the_weights(name: str, players: int) -> None:
    draw = np.random.default_rng(2).normal
    size = len(features(century.game(name)))
    for pos in some(name, players, 60):
        s, left = pos.state, abs(float(draw())) * 20
        one, other, factor = draw(size=size), draw(size=size), float(draw())
        for seat in range(players):
            points = score(s, seat)
            both = evaluate(s, seat, left, one + factor * other) - points
            parts = [evaluate(s, seat, left, weights) - points for weights in (one, other)]
            assert both == pytest.approx(parts[0] + factor * parts[1])


@in_every_game
def test_every_feature_is_used(name: str) -> None:
    size = len(features(century.game(name)))
    games = [whole_game(name, century.game(name).players[-1], seed)[::5] for seed in range(3, 9)]
    unweighed = set(range(size))
    for pos in (pos for positions in games for pos in positions):
        s = pos.state
        for feature in tuple(unweighed):
            alone = np.zeros(size)
            alone[feature] = 1.0
            if evaluate(s, pos.seat, 10.0, alone) != score(s, pos.seat):
                unweighed.discard(feature)
    assert unweighed == set()
