"""The default text of positions: all fields of a state."""

from __future__ import annotations

import pytest

from century.core.plain_text import PlainText
from century.core.reading import Layout, reader
from century.errors import BadPosition

LAYOUT = Layout(
    [
        ("players", "u1"),
        ("seat", "u1"),
        ("phase", "u1"),
        ("rounds", "u8"),
        ("balance", "i2", (3,)),
        ("board", "u1", (2, 2)),
    ]
)
TEXT = PlainText("some-game/1", LAYOUT, range(2, 4), ("turn", "over"))
LINE = (
    "some-game/1 players=3 seat=2 phase=over rounds=18446744073709551615 "
    "balance=-32768,0,32767 board=1,2/3,255"
)


def test_every_field_is_written_and_read_back() -> None:
    draft = TEXT.parse(LINE)
    assert draft.phase == 1
    assert draft.board == [[1, 2], [3, 255]]
    reading = reader(LAYOUT)(LAYOUT.pack(draft), None)
    assert TEXT.write(reading) == LINE


@pytest.mark.parametrize(
    ("field", "old", "new"),
    [
        ("header", "some-game/1", "some-game/2"),
        ("players", "players=3", "players=4"),
        ("players", "players=3", "players=1"),
        ("players", "players=3 ", ""),
        ("seat", "seat=2", "seat=3"),
        ("seat", "seat=2", "seat=-1"),
        ("phase", "phase=over", "phase=1"),
        ("rounds", "rounds=18446744073709551615", "rounds=18446744073709551616"),
        ("rounds", "rounds=18446744073709551615", "rounds=" + "9" * 5000),
        ("rounds", "rounds=18446744073709551615", "rounds=٣"),
        ("balance", "-32768", "-32769"),
        ("balance", "32767", "32768"),
        ("balance", ",32767", ""),
        ("balance", "-32768,", "x,"),
        ("board", "3,255", "3,256"),
        ("board", "/3,255", ""),
        ("board", "3,255", "3,"),
        ("board", "board=", "board=1,2/"),
    ],
)
def test_a_bad_text_names_the_field(field: str, old: str, new: str) -> None:
    assert old in LINE
    with pytest.raises(BadPosition) as refused:
        TEXT.parse(LINE.replace(old, new))
    assert refused.value.field == field
