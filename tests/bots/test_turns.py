"""The turns that the compiled search finds, compared with an exhaustive walk."""

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
from century.core.kernel import State
from tests.bots.games import (
    SEARCHED_GAMES,
    SEARCHED_TABLES,
    declared,
    some_beginnings,
    some_midst,
    walks,
    whole_game,
)

at_every_table = pytest.mark.parametrize(("name", "players"), SEARCHED_TABLES)
in_every_game = pytest.mark.parametrize("name", SEARCHED_GAMES)

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
    """All turns are found, except that detours may be missing where a game has them.

    A plan key does not contain everything that a turn leaves behind. So two turns with the same key
    count as one, but only if a cheaper turn leads to the same place.
    """
    turns = allocate_turns(century.game(name))
    for start in some_of_each(name, players):
        s = public_state(start)
        found = int(find_turns(s, turns))
        keys = [int(plan_key(turns.ends[turn], start.seat)) for turn in range(found)]
        assert len(set(keys)) == found
        direct, every_key = keys_of_walks(start)
        assert direct <= set(keys) <= every_key
        assert declared(name, "route") or set(keys) == every_key


def keys_of_walks(start: Position) -> tuple[set[int], set[int]]:
    """Return the plan keys of the ends of turns: of those without detours, and of all."""
    by_place: dict[object, list[tuple[int, int]]] = {}  # costs and plan keys
    verbs = [token.partition(" ")[0] for token in start.tokens]
    route = declared(start.game.name, "route", no_detour)
    for path, end in walks(public_state(start)):
        place, cost = route([verbs[action] for action in path], end, start.seat)
        by_place.setdefault(place, []).append((cost, int(plan_key(end, start.seat))))
    direct = {key for ends in by_place.values() for cost, key in ends if cost == min(ends)[0]}
    return direct, {key for ends in by_place.values() for _, key in ends}


def no_detour(_verbs: list[str], _end: State, _seat: int) -> tuple[object, int]:
    """Return the same place and cost for all turns."""
    return None, 0


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
    assert len(digests.entries) < len(members)
    assert all(add_digest(digests, np.uint64(digest)) for digest in members)
    added_again = [bool(add_digest(digests, np.uint64(digest))) for digest in members]
    assert added_again.count(False) == len(digests.entries)
    clear(digests)
    assert add_digest(digests, np.uint64(members[0]))
    assert not add_digest(digests, np.uint64(members[0]))


@pytest.mark.parametrize("members", [1, 10, 1000])
def test_a_set_holds_the_number_of_members_asked_for(members: int) -> None:
    digests = digest_set(members)
    numbers = np.random.default_rng(members).integers(0, 2**64, members, np.uint64)
    assert all(add_digest(digests, digest) for digest in numbers)
    assert not any(add_digest(digests, digest) for digest in numbers)
