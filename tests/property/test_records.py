"""Game records round-trip."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import century
from century import Record, read_record
from century.errors import BadRecord
from tests.effort import scaled
from tests.property.play import TABLES, games_to_play, seeds, steps, unbroken

GAMES = 6  # for each game and number of players
at_every_table = pytest.mark.parametrize(("name", "players"), TABLES)

BREAKS = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"  # all characters that end a line in some system
names = st.text(st.characters(codec="utf-8", exclude_characters=BREAKS))


def check_same_when_read(record: Record) -> None:
    text = record.to_text()
    again = read_record(text)
    assert again == record
    assert again.to_text() == text
    assert again.end == record.end


@at_every_table
def test_records_of_whole_games_and_of_beginnings_of_games(name: str, players: int) -> None:
    @games_to_play(GAMES)
    @given(seeds, seeds, st.floats(0, 1))
    def play(deal: int, decisions: int, part: float) -> None:
        start = century.game(name).start(players, deal)
        tokens = tuple(step.token for step in unbroken(start, decisions))
        for length in (0, 1, int(part * len(tokens)), len(tokens)):
            check_same_when_read(Record(start, tokens[:length], seed=deal))

    play()


@at_every_table
def test_records_that_begin_in_the_middle_of_a_game(name: str, players: int) -> None:
    begun: set[str] = set()

    @games_to_play(GAMES)
    @given(seeds, seeds, st.lists(st.floats(0, 1), min_size=8, max_size=8))
    def play(deal: int, decisions: int, parts: list[float]) -> None:
        played = unbroken(century.game(name).start(players, deal), decisions)
        for part in parts:
            begin = int(part * (len(played) - 1))
            start = played[begin].before
            tokens = tuple(step.token for step in played[begin : begin + 40])
            begun.add("mid-turn" if start.turn == played[begin - 1].before.turn else "turn")
            check_same_when_read(Record(start, tokens))

    play()
    decisions = unbroken(century.game(name).start(players, 1), 1)
    long_turns = any(step.after.turn == step.before.turn for step in decisions[:-1])
    assert begun == ({"mid-turn", "turn"} if long_turns else {"turn"})


@at_every_table
def test_a_record_that_begins_at_the_end(name: str, players: int) -> None:
    *_, last = steps(century.game(name).start(players, 5), 5)
    check_same_when_read(Record(last.after))
    check_same_when_read(Record(last.before, (last.token,)))


@at_every_table
def test_turns_are_the_decisions_of_one_seat(name: str, players: int) -> None:
    start = century.game(name).start(players, 4)
    record = Record(start, tuple(step.token for step in unbroken(start, 4)), seed=4)
    turns = record.turns()
    assert tuple(token for turn in turns for token in turn.tokens) == record.tokens
    assert len({(turn.round, turn.seat) for turn in turns}) == len(turns)
    assert all(turn.tokens for turn in turns)
    assert [turn.round for turn in turns] == sorted(turn.round for turn in turns)


@at_every_table
def test_names_and_additional_tags_are_kept_exactly(name: str, players: int) -> None:
    start = century.game(name).start(players, 6)

    @settings(max_examples=scaled(100))
    @given(st.lists(names, min_size=players, max_size=players), names)
    @example(['"', "\\", '\\"', '"]', "\\\\n"][:players], "[")
    @example(["{", "}", "|", "1. ", "...", ""][:players], "\u2603 \U0001f42a")
    def write(given_names: list[str], tag: str) -> None:
        tags = (("Event", tag), ("Place", "x"))
        check_same_when_read(Record(start, (start.legal()[0],), tuple(given_names), 6, tags))

    write()


@pytest.mark.parametrize("name", century.games())
@pytest.mark.parametrize("line_break", BREAKS)
def test_a_line_break_in_a_name_does_not_damage_the_record(name: str, line_break: str) -> None:
    start = century.game(name).start(2, 6)
    names = (f'A{line_break}[Seed "7"]', "B")
    again = read_record(Record(start, (start.legal()[0],), names, 6).to_text())
    assert again.start == start
    assert again.tokens == (start.legal()[0],)
    assert read_record(again.to_text()) == again


@pytest.mark.parametrize("name", century.games())
@pytest.mark.parametrize("number", ["2", "02", "9" * 30, "9" * 5000])
def test_a_wrong_round_number_is_refused(name: str, number: str) -> None:
    start = century.game(name).start(2, 6)
    text = Record(start, (start.legal()[0],), seed=6).to_text()
    first = f"\n{start.turn[0]}. "
    assert first in text
    with pytest.raises(BadRecord):
        read_record(text.replace(first, f"\n{number}. "))
