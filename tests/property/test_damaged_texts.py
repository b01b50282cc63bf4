"""Damaged texts are read as valid ones or refused with the right error."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from random import Random

import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st

import century
from century import Game, Position, Record, read_record
from century.errors import BadPosition, BadRecord
from tests.effort import scaled
from tests.property.damage import damaged
from tests.property.play import TABLES, positions, steps, turn_starts

TEXTS = 40  # to be damaged, for each game and number of players
DAMAGED = 200  # texts read, for each game, number of players and kind
RUNS = 5  # until each outcome was seen: few damaged texts are valid
at_every_table = pytest.mark.parametrize(("name", "players"), TABLES)


def read_until(read: Callable[[], None], outcomes: set[str], possible: set[str]) -> None:
    """Read damaged texts until all outcomes were seen."""
    for number in range(RUNS):
        seed(number)(read)()
        if outcomes == possible:
            break
    assert outcomes == possible


@at_every_table
def test_a_damaged_position_is_refused_or_can_be_played_to_its_end(name: str, players: int) -> None:
    game = century.game(name)
    visited = [pos for n in (1, 2) for pos in positions(game.start(players, n), n)]
    texts = [pos.to_text() for pos in Random(players).sample(visited, min(TEXTS, len(visited)))]
    outcomes: set[str] = set()

    @settings(max_examples=scaled(DAMAGED))
    @given(damaged(texts), st.integers(0, 1000))
    def read(text: str, play_seed: int) -> None:
        try:
            pos = game.read(text)
        except BadPosition:
            outcomes.add("refused")
        else:
            check_playable(game, pos, play_seed)
            outcomes.add("read" if pos.to_text() in texts else "read as another position")

    read_until(read, outcomes, {"refused", "read", "read as another position"})


def check_playable(game: Game, start: Position, seed: int) -> None:
    """Play to the end; every position must be valid, so that its text can be read."""
    for count, pos in enumerate(turn_starts(start, seed)):
        assert bool(pos.legal()) != pos.over
        if count < 20 or count % 16 == 0 or pos.over:
            assert game.read(pos.to_text()) == pos
    assert pos.over


@at_every_table
def test_a_damaged_record_is_refused_or_round_trips(name: str, players: int) -> None:
    texts = [record_of(name, players, n).to_text() for n in range(TEXTS)]
    outcomes: set[str] = set()

    @settings(max_examples=scaled(DAMAGED))
    @given(damaged(texts))
    def read(text: str) -> None:
        try:
            record = read_record(text)
        except BadRecord as error:
            check_place(error, text)
            outcomes.add("refused")
        else:
            assert read_record(record.to_text()) == record
            outcomes.add("read" if record.to_text() in texts else "read as another record")

    read_until(read, outcomes, {"refused", "read", "read as another record"})


def check_place(error: BadRecord, text: str) -> None:
    assert 1 <= error.line <= len(text.splitlines()) + 1
    assert 1 <= error.column <= len(text) + 1


def record_of(name: str, players: int, seed: int) -> Record:
    """Make a short record, so that damage hits important parts more often."""
    start = century.game(name).start(players, seed)
    decided = list(islice(steps(start, seed), 40))
    names = tuple(f"player {seat}" for seat in range(players))
    cut = min(seed, len(decided))
    if seed % 2:
        tokens = tuple(step.token for step in decided[cut:])
        return Record(decided[cut - 1].after, tokens, names, tags=(("Event", "a test"),))
    return Record(start, tuple(step.token for step in decided[:cut]), names, seed)


@pytest.mark.parametrize("name", century.games())
@given(st.text())
def test_arbitrary_text_is_no_position(name: str, text: str) -> None:
    with pytest.raises(BadPosition):
        century.game(name).read(text)


@given(st.text())
def test_arbitrary_text_is_no_record(text: str) -> None:
    with pytest.raises(BadRecord):
        read_record(text)
