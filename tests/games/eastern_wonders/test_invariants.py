"""Invariants of Eastern Wonders positions."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given

import century
from century import Position
from century.core.cubes import narrow, wide
from century.core.reading import Reading
from century.games.eastern_wonders.state import NOWHERE, OVER, STATE
from century.games.eastern_wonders.tiles import TYPE_OF, VP_TILES
from tests.games.eastern_wonders.play import EASTERN_WONDERS, purposeful
from tests.property.play import games_to_play, seeds, steps

GAMES = 8  # purposeful ones, for each number of players
RANDOM_GAMES = 4  # random ones, in stretches

game = century.game(EASTERN_WONDERS)
at_every_table = pytest.mark.parametrize("players", game.players)


def test_a_state_is_small() -> None:
    assert STATE.size <= 512


@at_every_table
def test_the_pieces_add_up_in_purposeful_games(players: int) -> None:
    @games_to_play(GAMES)
    @given(seeds, seeds)
    def play(deal: int, decisions: int) -> None:
        pos, rng = game.start(players, deal), Random(decisions)
        while not pos.over:
            after = pos.act(purposeful(rng, pos))
            check_position(after)
            check_step(pos, after)
            pos = after
        assert pos.view(None)["ending"]
        assert pos.seat == players - 1  # EW21: all had equal turns

    play()


@at_every_table
def test_the_pieces_add_up_in_random_games(players: int) -> None:
    @games_to_play(RANDOM_GAMES)
    @given(seeds, seeds)
    def play(deal: int, decisions: int) -> None:
        for step in steps(game.start(players, deal), decisions):
            check_position(step.after)
            check_step(step.before, step.after)

    play()


def check_position(pos: Position) -> None:
    s = pos.reading
    check_vp_tiles(s)
    check_outposts(s)
    check_unused_places(s)
    assert sum(sum(tiles) for tiles in s.bonus) + sum(s.stacks) == 20  # EW5
    assert pos.over == (s.phase == OVER) == (pos.actions() == [])
    if pos.phase == "sail" and s.steps == 0:
        others = [seat for seat in range(s.players) if seat != s.seat]
        # EW19: a hold is over its limit only by tolls, at most one from each other player
        for seat in (s.seat, *others):
            assert len(wide.spell(s.hold[seat])) <= 10 + 3 * s.bonus[seat][3] + len(others)


def check_vp_tiles(s: Reading) -> None:
    """All 26 tiles exist once; the closed-port tile is in the pile or on a port (EW4, EW17)."""
    ports = [cell for cell in range(s.cells) if s.ports >> cell & 1]
    on_ports = tuple(s.tile[cell] for cell in ports if cell != s.closed)
    assert sorted(on_ports + s.pile[s.drawn :] + s.claimed[: s.taken]) == list(range(len(VP_TILES)))
    assert (s.closed in ports) == (s.closed_in == 0)
    assert (s.closed == NOWHERE) == (s.closed_in > 0)
    assert Counter(s.claimed_by[: s.taken]) == Counter(
        {seat: claims for seat, claims in enumerate(s.claims) if claims}
    )


def check_outposts(s: Reading) -> None:
    """Outposts missing on a board are on the map: 20 for each player (EW6, EW12)."""
    for seat in range(s.players):
        standing = Counter(
            int(TYPE_OF[s.tile[cell]]) for cell in range(s.cells) if s.outposts[cell] >> seat & 1
        )
        assert tuple(standing[kind] for kind in range(4)) == s.built[seat]
        assert max(s.built[seat]) <= 5
        due = s.phase == game.phases.index("bonus") and seat == s.seat
        assert sum(s.bonus[seat]) == min(s.built[seat]) - due  # EW13


def check_unused_places(s: Reading) -> None:
    """Unused entries are zero, so that equal positions have equal bytes."""
    assert not any(s.pile[: s.drawn])
    assert not any(s.claimed[s.taken :] + s.claimed_by[s.taken :])
    assert not any(s.hold[s.players :])
    if s.phase != game.phases.index("drop"):
        assert s.came_from == 0
    if game.phases[s.phase] not in ("sail", "drop"):
        assert s.steps == 0
    if game.phases[s.phase] not in ("toll", "price", "bonus", "upgrade"):
        assert s.left == 0


def check_step(before: Position, after: Position) -> None:
    """Only the decisions named by the rules take cubes from the supply or return them."""
    old, new = before.reading, after.reading
    if before.phase in ("drop", "toll", "collect", "sail"):
        assert cubes_in_all(old) == cubes_in_all(new)
    if before.phase in ("price", "discard"):
        assert cubes_in_all(old) - cubes_in_all(new) == 1
    for seat in range(old.players):
        if seat != old.seat and before.phase != "toll":
            assert old.hold[seat] == new.hold[seat]


def cubes_in_all(s: Reading) -> int:
    held = sum(len(wide.spell(hold)) for hold in s.hold)
    return held + sum(len(narrow.spell(lying)) for lying in s.lying)
