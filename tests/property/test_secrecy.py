"""Views contain only what their seat may see."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given

import century
from century import Position
from century.bots import ask, bot
from tests.property.play import TABLES, games_to_play, positions, seeds, turn_starts

GAMES = 2  # for each game and number of players
MANY = 8  # cards whose order a shuffle almost always changes
OWN = ("points", "cards")  # fields of a seat that only its owner sees until the end

at_every_table = pytest.mark.parametrize(("name", "players"), TABLES)


def shown(pos: Position) -> list[str]:
    """Return the views of all seats and of a spectator as JSON."""
    return [json.dumps(view) for view in pos.views((None, *range(pos.players)))]


def reasons(pos: Position) -> list[str | None]:
    return [pos.why(token) for token in pos.game.actions]


@at_every_table
def test_a_redeal_of_hidden_cards_changes_no_view(name: str, players: int) -> None:
    game = century.game(name)

    @games_to_play(GAMES)
    @given(seeds, seeds)
    def play(deal: int, decisions: int) -> None:
        rng = Random(decisions)
        for pos in turn_starts(game.start(players, deal), decisions):
            seat = rng.randrange(players)
            other = pos.redeal(seat, rng.getrandbits(64))
            assert shown(other) == shown(pos)
            assert other.legal() == pos.legal()
            assert (other.seat, other.phase, other.over) == (pos.seat, pos.phase, pos.over)
            assert game.read(other.to_text()) == other
            assert pos.face_down < MANY or other != pos

    play()


@at_every_table
def test_a_redeal_changes_no_reason_for_an_illegal_action(name: str, players: int) -> None:
    @games_to_play(GAMES)
    @given(seeds)
    def play(seed: int) -> None:
        rng = Random(seed)
        for pos in positions(century.game(name).start(players, seed), seed):
            if rng.random() < 0.05 or pos.over:
                assert reasons(pos.redeal(rng.randrange(players), seed)) == reasons(pos)

    play()


@at_every_table
def test_a_view_without_new_cards_does_not_depend_on_the_revealed_cards(
    name: str, players: int
) -> None:
    game = century.game(name)

    @games_to_play(GAMES)
    @given(seeds)
    def play(seed: int) -> None:
        claimer, revealing = bot("greedy", seed), 0  # random players rarely claim
        pos = game.start(players, seed)
        while not pos.over:
            action = ask(claimer, pos, pos.seat, 0.0, seed=seed)
            after = pos.apply(action)
            if after.face_down < pos.face_down:
                before = pos.view(None)
                other = pos.redeal(pos.seat, seed ^ revealing).apply(action)
                views = [one.hide_new(one.view(None), before) for one in (after, other)]
                assert views[0] == views[1]
                revealing += 1
            pos = after
        assert revealing

    play()


@at_every_table
def test_a_redeal_depends_only_on_its_seed(name: str, players: int) -> None:
    pos = century.game(name).start(players, 1)
    assert pos.redeal(0, 5) == pos.redeal(0, 5)
    assert len({pos.redeal(0, seed) for seed in range(100)}) == 100


@at_every_table
def test_a_redeal_does_not_depend_on_the_true_order(name: str, players: int) -> None:
    """So a bot that knows the seed of the redeal learns nothing."""

    @games_to_play(GAMES)
    @given(seeds, seeds)
    def play(deal: int, decisions: int) -> None:
        for pos in turn_starts(century.game(name).start(players, deal), decisions):
            other_truth = pos.redeal(0, decisions)
            assert other_truth.redeal(0, 5) == pos.redeal(0, 5)

    play()


@at_every_table
def test_points_are_shown_only_to_their_owner_until_the_end(name: str, players: int) -> None:
    @games_to_play(GAMES)
    @given(seeds, seeds)
    def play(deal: int, decisions: int) -> None:
        for pos in turn_starts(century.game(name).start(players, deal), decisions):
            viewers = (None, *range(players))
            for viewer, view in zip(viewers, pos.views(viewers), strict=True):
                check_own(pos, viewer, view)

    play()


def check_own(pos: Position, viewer: int | None, view: dict[str, Any]) -> None:
    assert view["scores"] == (pos.scores() if pos.over else None)
    for seat, seat_view in enumerate(view["seats"]):
        hidden = not pos.over and seat != viewer
        for field in OWN:
            if field in seat_view:
                assert (seat_view[field] is None) == hidden
        assert isinstance(seat_view["claimed"], int)
        assert "points" in seat_view


@at_every_table
def test_a_view_is_unchanged_by_a_round_trip_through_json(name: str, players: int) -> None:
    @games_to_play(2)
    @given(seeds)
    def play(seed: int) -> None:
        for pos in positions(century.game(name).start(players, seed), seed):
            view = pos.view(pos.seat)
            assert json.loads(json.dumps(view)) == view

    play()
