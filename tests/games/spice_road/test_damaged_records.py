"""Damaged records of Spice Road are refused; the error names the line and the column."""

from __future__ import annotations

import pytest

from century import read_record
from century.errors import BadPosition, BadRecord, IllegalMove
from tests.games.spice_road.setup import GAME, position

START = GAME.start(players=2, seed=7)
HEAD = """\
[Game "spice-road"]
[Rules "1"]
[Players "2"]
[Seed "7"]
[Seat0 "Ada"]
[Seat1 "Bob"]
[Result "*"]

"""
BODY = """\
1. play YY | play YY
2. acquire 2, pay Y | play up2, upgrade Y, done
"""


def test_the_undamaged_record_is_read() -> None:
    record = read_record(HEAD + BODY)
    assert record.start == START
    assert len(record.tokens) == 7


@pytest.mark.parametrize(
    ("old", "new", "line", "column"),
    [
        # Tags
        ('[Game "spice-road"]\n', "", 1, 1),
        ('"spice-road"', '"chess"', 1, 1),
        ('[Rules "1"]', '[Rules "2"]', 2, 1),
        ('[Rules "1"]', '[Rules "one"]', 2, 1),
        ('[Players "2"]', '[Players "two"]', 3, 1),
        ('[Players "2"]', '[Players "6"]', 3, 1),
        ('[Players "2"]', '[Players "3"]', 1, 1),  # the name of the third seat is missing
        ('[Players "2"]\n', "", 1, 1),
        ('[Seed "7"]', '[Seed "-7"]', 4, 1),
        ('[Seed "7"]', '[Seed "seven"]', 4, 1),
        ('[Seed "7"]', f'[Seed "{2**64}"]', 4, 1),
        ('[Seed "7"]\n', "", 1, 1),
        ('[Seed "7"]', '[Position "nonsense"]', 4, 1),
        ('[Seed "7"]', f'[Seed "7"]\n[Position "{START.to_text()}"]', 1, 1),
        ('[Seed "7"]', '[Seed "7"]\n[Seed "7"]', 5, 2),
        ('[Seat0 "Ada"]', "[Seat0 Ada]", 5, 1),
        ('[Seat0 "Ada"]', '[Seat0 "Ada"', 5, 1),
        ('[Seat1 "Bob"]', '[Seat2 "Bob"]', 6, 2),
        ('[Seat1 "Bob"]\n', "", 1, 1),
        ('[Result "*"]', '[Result "30-20"]', 7, 1),
        # Rounds and turns
        ("1. play", "2. play", 9, 1),
        ("2. acquire", "3. acquire", 10, 1),
        ("2. acquire", "1. acquire", 10, 1),
        ("1. play", f"{'9' * 5000}. play", 9, 1),
        ("play YY | play YY", "play YY play YY", 9, 12),
        ("play YY | play YY", "play YY, play YY", 9, 13),
        ("acquire 2, pay Y |", "acquire 2 |", 10, 14),
        ("acquire 2, pay Y", "acquire 2 pay Y", 10, 14),
        ("acquire 2, pay Y |", "acquire 2, | pay Y |", 10, 15),
        ("upgrade Y, done", "upgrade Y\n3. done", 11, 1),
        # Decisions
        ("1. play YY", "1. play XX", 9, 4),
        ("1. play YY", "1. play B", 9, 4),
        ("1. play YY", "1. rest", 9, 4),
        ("1. play YY | play YY", "1. play YY | rest", 9, 14),
        ("acquire 2, pay Y", "acquire 2, pay B", 10, 15),
        ("upgrade Y, done", "upgrade Y,\n  upgrade B", 11, 3),
        ("upgrade Y, done", "upgrade Y, discard Y", 10, 44),
        # Stray characters
        ("1. play YY", "1. play YY {never closed", 9, 12),
        ("1. play YY", "1. play YY }", 9, 12),
        ("1. play", "1.play", 9, 1),
        ("1. play YY", "1. {a comment}\n\n play XX", 11, 2),
    ],
)
def test_a_damaged_record_is_refused_with_line_and_column(
    old: str, new: str, line: int, column: int
) -> None:
    assert old in HEAD + BODY
    with pytest.raises(BadRecord) as caught:
        read_record((HEAD + BODY).replace(old, new, 1))
    error = caught.value
    assert (error.line, error.column) == (line, column)
    assert error.code == "bad-record"
    assert f"line {line}, column {column}: {error.fault}" in str(error)


def test_an_empty_record_is_refused() -> None:
    with pytest.raises(BadRecord) as caught:
        read_record("")
    assert (caught.value.line, caught.value.column) == (1, 1)


def test_a_decision_after_the_end_is_refused() -> None:
    ended = position(claims=[6, 0], seat=1, phase="over").to_text()
    text = f'[Game "spice-road"]\n[Position "{ended}"]\n\n1. ... rest\n'
    with pytest.raises(BadRecord, match="SR17") as caught:
        read_record(text)
    assert (caught.value.line, caught.value.column) == (4, 8)


def test_a_damaged_position_in_a_record_is_refused_with_its_field() -> None:
    damaged = START.to_text().replace("gold=0/0", "gold=5/0")
    text = f'[Game "spice-road"]\n[Position "{damaged}"]\n'
    with pytest.raises(BadRecord, match="gold") as caught:
        read_record(text)
    assert (caught.value.line, caught.value.column) == (2, 1)
    assert isinstance(caught.value.__cause__, BadPosition)


def test_an_illegal_move_in_a_record_is_refused_with_its_reason() -> None:
    with pytest.raises(BadRecord, match=r"rest.*SR12") as caught:
        read_record(HEAD + "1. rest\n")
    assert isinstance(caught.value.__cause__, IllegalMove)


def test_windows_line_ends_do_not_change_the_reported_place() -> None:
    text = (HEAD + BODY).replace("acquire 2, pay Y", "acquire 2, pay B")
    with pytest.raises(BadRecord) as caught:
        read_record(text.replace("\n", "\r\n"))
    assert (caught.value.line, caught.value.column) == (10, 15)
