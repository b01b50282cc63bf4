"""All the turns from a position, found by compiled code, against plain walks."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import century
from century import Position
from century.bots.search.turns import (
    MAX_DECISIONS,
    MAX_TURNS,
    Turns,
    add_digest,
    allocate_turns,
    clear,
    digest_set,
    find_turns,
)
from century.bots.weights import public_state
from century.core.heuristics import plan_key
from tests.bots.games import some_beginnings, some_midst, walks, whole_game
from tests.games.eastern_wonders.play import EASTERN_WONDERS
from tests.property.play import TABLES

at_every_table = pytest.mark.parametrize(("name", "players"), TABLES)
in_every_game = pytest.mark.parametrize("name", century.games())

digests = st.integers(0, 2**64 - 1)


def some_of_each(name: str, players: int) -> list[Position]:
    """Return positions from set-up, and from the beginning and the middle of turns."""
    set_up = whole_game(name, players)[:4]
    return [*set_up, *some_beginnings(name, players, 8), *some_midst(name, players, 8)]


def paths(turns: Turns, found: int) -> list[list[int]]:
    """Return the decisions of the turns found."""
    return [turns.paths[turn, 1 : 1 + turns.paths[turn, 0]].tolist() for turn in range(found)]


@at_every_table
def test_every_path_is_legal_and_ends_the_turn_with_its_last_decision(
    name: str, players: int
) -> None:
    turns = allocate_turns(century.game(name))
    for start in some_of_each(name, players):
        found = int(find_turns(start.state, turns))
        assert 0 < found < MAX_TURNS
        for turn, path in enumerate(paths(turns, found)):
            assert 0 < len(path) <= MAX_DECISIONS
            pos = start
            for action in path:
                assert pos.turn == start.turn
                assert not pos.over
                pos = pos.apply(action)
            assert pos.turn != start.turn or pos.over
            assert turns.ends[turn].tobytes() == pos.state.tobytes()


@at_every_table
def test_paths_found_from_the_public_state_are_legal(name: str, players: int) -> None:
    turns = allocate_turns(century.game(name))
    for start in some_of_each(name, players):
        found = int(find_turns(public_state(start), turns))
        for path in paths(turns, found):
            pos = start
            for action in path:
                pos = pos.apply(action)
            assert pos.turn != start.turn or pos.over


@at_every_table
def test_the_turns_found_are_those_of_an_exhaustive_walk(name: str, players: int) -> None:
    """All of them in Spice Road; in Eastern Wonders some detours may be missing.

    A trace does not say what lies on the map. So a boat that sails on after it has left a cube
    on its way is taken for one that has left it elsewhere, but only where it could have come with
    fewer cubes left.
    """
    turns = allocate_turns(century.game(name))
    for start in some_of_each(name, players):
        s = public_state(start)
        found = int(find_turns(s, turns))
        traces = [int(plan_key(turns.ends[turn], start.seat)) for turn in range(found)]
        assert len(set(traces)) == found
        direct, all_of_them = plain_walks(start)
        assert direct <= set(traces) <= all_of_them
        assert name == EASTERN_WONDERS or direct == all_of_them


def plain_walks(start: Position) -> tuple[set[int], set[int]]:
    """Return the plan keys of the ends of turns: of those without detours, and of all."""
    by_place: dict[object, list[tuple[int, int]]] = {}  # cubes left on the way, and the trace
    verbs = [token.partition(" ")[0] for token in start.tokens]
    for path, end in walks(public_state(start)):
        said = [verbs[action] for action in path]
        cell = int(end.boat[start.seat]) if "boat" in end.dtype.names else 0
        place = cell, "sail" in said
        cubes = said.count("drop")
        by_place.setdefault(place, []).append((cubes, int(plan_key(end, start.seat))))
    direct = {
        digest for ends in by_place.values() for cubes, digest in ends if cubes == min(ends)[0]
    }
    return direct, {digest for ends in by_place.values() for _, digest in ends}


@in_every_game
def test_find_turns_does_not_change_the_state(name: str) -> None:
    pos = some_beginnings(name, 2, 5)[-1]
    s = pos.state
    find_turns(s, allocate_turns(pos.game))
    assert s.tobytes() == pos.state.tobytes()


@in_every_game
def test_the_buffers_can_be_used_again(name: str) -> None:
    """Each search starts with an empty set of visited states."""
    one, other = some_beginnings(name, 2, 2)[:2]
    turns, fresh = allocate_turns(one.game), allocate_turns(one.game)
    expected = paths(fresh, int(find_turns(one.state, fresh)))
    for _ in range(2):
        assert paths(turns, int(find_turns(one.state, turns))) == expected
        find_turns(other.state, turns)


# Digest sets


@given(st.lists(st.none() | st.integers(0, 40), max_size=120))
def test_a_large_digest_set_is_an_exact_set(steps: list[int | None]) -> None:
    digests = digest_set(64)
    expected: set[np.uint64] = set()
    for step in steps:
        if step is None:
            clear(digests)
            expected = set()
        else:
            # Close to each other and to the end of the table, so that they get in each other's way.
            digest = np.uint64(2**64 - 20 + step & 2**64 - 1)
            assert add_digest(digests, digest) == (digest not in expected)
            expected.add(digest)


@given(st.lists(digests, min_size=50, max_size=100, unique=True))
def test_a_full_set_never_takes_a_new_digest_for_a_member(members: list[int]) -> None:
    digests = digest_set(2)
    assert len(digests.digests) < len(members)
    assert all(add_digest(digests, np.uint64(digest)) for digest in members)
    added_again = [bool(add_digest(digests, np.uint64(digest))) for digest in members]
    assert added_again.count(False) == len(digests.digests)
    clear(digests)
    assert add_digest(digests, np.uint64(members[0]))
    assert not add_digest(digests, np.uint64(members[0]))


@pytest.mark.parametrize("members", [1, 10, 1000])
def test_a_set_holds_the_number_of_members_asked_for(members: int) -> None:
    digests = digest_set(members)
    numbers = np.random.default_rng(members).integers(0, 2**64, members, np.uint64)
    assert all(add_digest(digests, digest) for digest in numbers)
    assert not any(add_digest(digests, digest) for digest in numbers)
