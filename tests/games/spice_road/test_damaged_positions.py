"""Damaged and invalid position texts of Spice Road: the error names the wrong field."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from century.errors import BadPosition
from tests.games.spice_road.setup import GAME, position

START = GAME.start(players=2, seed=7)
FIELDS = dict(part.split("=", 1) for part in START.to_text().split()[1:])


def text_with(**changed: str) -> str:
    """Return the text of the start with changed fields; point_deck means point-deck."""
    fields = FIELDS | {key.replace("_", "-"): value for key, value in changed.items()}
    return " ".join(["spice-road/1", *(f"{key}={value}" for key, value in fields.items())])


def swapped(key: str, old: str, new: str) -> str:
    """Return the text of the start with one item of a list replaced."""
    items = [new if item == old else item for item in FIELDS[key].split(",")]
    return text_with(**{key: ",".join(items)})


def without(text: str, part: str) -> str:
    """Return a text without a part that it contains."""
    assert part in text
    return text.replace(part, "", 1)


ROW, DECK = FIELDS["row"].split(","), FIELDS["deck"].split(",")
POINT_ROW, POINT_DECK = FIELDS["points"].split(","), FIELDS["point-deck"].split(",")


def test_the_undamaged_text_is_read() -> None:
    assert GAME.read(text_with()) == START
    assert set(FIELDS) == {
        *("round", "seat", "phase", "cubes", "hand", "played", "gold", "silver"),
        *("claimed", "row", "deck", "points", "point-deck"),
    }


@pytest.mark.parametrize("field", FIELDS)
def test_the_error_names_a_missing_field(field: str) -> None:
    with pytest.raises(BadPosition) as caught:
        GAME.read(without(text_with(), f" {field}={FIELDS[field]}"))
    assert caught.value.field == field


@pytest.mark.parametrize("field", FIELDS)
def test_the_error_names_a_duplicate_field(field: str) -> None:
    with pytest.raises(BadPosition) as caught:
        GAME.read(f"{text_with()} {field}={FIELDS[field]}")
    assert caught.value.field == field


@pytest.mark.parametrize("field", FIELDS)
def test_the_error_names_a_field_without_a_value(field: str) -> None:
    with pytest.raises(BadPosition) as caught:
        GAME.read(text_with(**{field: ""}))
    assert caught.value.field == field


@pytest.mark.parametrize("field", FIELDS)
def test_the_error_names_a_malformed_field(field: str) -> None:
    with pytest.raises(BadPosition) as caught:
        GAME.read(text_with(**{field: "?"}))
    assert field in caught.value.field
    assert caught.value.field in str(caught.value)


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("", "header"),
        ("nonsense", "header"),
        (without(text_with(), "spice-road/1 "), "header"),
        (text_with().replace("spice-road/1", "spice-road/2"), "header"),
        (text_with().replace("spice-road/1", "eastern-wonders/1"), "header"),
        (text_with() + " colour=Y", "colour"),
        (text_with() + " nonsense", "nonsense"),
        (text_with().replace("seat=", "Seat="), "Seat"),
    ],
)
def test_the_error_names_a_wrong_header_or_an_unknown_field(text: str, field: str) -> None:
    with pytest.raises(BadPosition) as caught:
        GAME.read(text)
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        # Numbers
        ({"round": "0"}, "round"),
        ({"round": "-1"}, "round"),
        ({"round": "1.5"}, "round"),
        ({"round": "65536"}, "round"),
        ({"round": "99999999999999999999"}, "round"),
        ({"round": "\N{ARABIC-INDIC DIGIT ONE}"}, "round"),
        ({"seat": "2"}, "seat"),
        ({"seat": "-1"}, "seat"),
        ({"seat": "first"}, "seat"),
        # Seats
        ({"cubes": "YYY"}, "cubes"),
        ({"cubes": "Y/Y/Y/Y/Y/Y"}, "cubes"),
        ({"cubes": "YYY/YYYY/YYYY"}, "hand"),
        ({"hand": "YY,up2"}, "hand"),
        ({"played": "-/-/-"}, "played"),
        ({"gold": "0"}, "gold"),
        ({"silver": "0/0/0"}, "silver"),
        # Cubes
        ({"cubes": "YYX/YYYY"}, "cubes"),
        ({"cubes": "yyy/YYYY"}, "cubes"),
        ({"cubes": "YYYYYYYYYYY/YYYY"}, "cubes"),
        ({"cubes": "YYY/YYYYYYYYYYR"}, "cubes"),
        ({"cubes": f"{'Y' * 200}/Y", "phase": "discard"}, "cubes"),
        ({"row": FIELDS["row"].replace(ROW[0], f"{ROW[0]}+X")}, "row"),
        ({"row": FIELDS["row"].replace(ROW[0], f"{ROW[0]}+Y")}, "row"),
        ({"row": FIELDS["row"].replace(ROW[0], f"{ROW[0]}+{'Y' * 200}")}, "row"),
        # Coins
        ({"gold": "5/0"}, "gold"),
        ({"gold": "3/2"}, "gold"),
        ({"gold": "-1/0"}, "gold"),
        ({"gold": "1/0"}, "gold"),
        ({"silver": "5/0"}, "silver"),
        ({"silver": "3/2"}, "silver"),
        ({"silver": "one/0"}, "silver"),
        # Merchant cards
        ({"hand": "YY,up2,QQ/YY,up2"}, "hand"),
        ({"hand": "YY,YY,up2/YY,up2"}, "hand"),
        ({"hand": "YY/YY,up2"}, "hand"),
        ({"hand": "YY,up2,/YY,up2"}, "hand"),
        ({"hand": f"YY,up2,{DECK[0]}/YY,up2"}, "hand"),
        ({"hand": f"YY,up2,{ROW[0]}/YY,up2"}, "hand"),
        ({"played": "YY/-"}, "hand"),
        ({"played": "QQ/-"}, "played"),
        ({"hand": "YY/YY,up2", "played": "up2,up2/-"}, "played"),
        ({"row": ",".join(ROW[:5])}, "row"),
        ({"row": ",".join([*ROW, DECK[0]]), "deck": ",".join(DECK[1:])}, "row"),
        ({"row": "-"}, "row"),
        ({"deck": ",".join(DECK[1:])}, "deck"),
        ({"deck": "-"}, "deck"),
        # Point cards
        ({"claimed": "0"}, "claimed"),
        ({"claimed": f"2:{POINT_DECK[0]}"}, "claimed"),
        ({"claimed": "0:QQ"}, "claimed"),
        ({"claimed": f"0:{POINT_DECK[0]}"}, "claimed"),
        ({"claimed": ",".join(["0:YYRR"] * 26)}, "claimed"),
        ({"points": ",".join(POINT_ROW[:4])}, "points"),
        ({"points": "-"}, "points"),
        ({"point_deck": ",".join(POINT_DECK[1:])}, "point-deck"),
        ({"point_deck": "-"}, "point-deck"),
        # Phases that do not fit the rest
        ({"phase": "thinking"}, "phase"),
        ({"phase": "turn:1"}, "phase"),
        ({"phase": "over"}, "phase"),
        ({"phase": "discard"}, "phase"),
        ({"phase": "discard:1"}, "phase"),
        ({"phase": "pay"}, "phase"),
        ({"phase": "pay:2"}, "phase"),
        ({"phase": "pay:0:1"}, "phase"),
        ({"phase": "pay:1:0"}, "phase"),
        ({"phase": "pay:1:1"}, "phase"),
        ({"phase": "pay:3:3"}, "phase"),
        ({"phase": "pay:7:1"}, "phase"),
        ({"phase": "pay:x:1"}, "phase"),
        ({"phase": "pay:3:1"}, "row"),
        ({"phase": "pay:6:5"}, "cubes"),
        ({"phase": "upgrade:up2"}, "phase"),
        ({"phase": "upgrade:up2:1"}, "phase"),
        ({"phase": "upgrade:QQ:1"}, "phase"),
        ({"phase": "upgrade:up2:3", "hand": "YY/YY,up2", "played": "up2/-"}, "phase"),
        ({"phase": "upgrade:up2:0", "hand": "YY/YY,up2", "played": "up2/-"}, "phase"),
        ({"phase": "upgrade:YY:1", "hand": "up2/YY,up2", "played": "YY/-"}, "phase"),
        (
            {"phase": "upgrade:up2:1", "hand": "YY/YY,up2", "played": "up2/-", "cubes": "BB/Y"},
            "phase",
        ),
        ({"phase": "trade"}, "phase"),
        ({"phase": "trade:YY>G"}, "phase"),
        ({"phase": "trade:YY", "hand": "up2/YY,up2", "played": "YY/-"}, "phase"),
    ],
    ids=lambda value: str(value)[:60],
)
def test_a_damaged_position_is_refused_with_the_field_at_fault(
    changed: dict[str, str], field: str
) -> None:
    with pytest.raises(BadPosition) as caught:
        GAME.read(text_with(**changed))
    error = caught.value
    assert field in error.field.replace(" and ", ", ").split(", ")
    assert error.code == "bad-position"
    assert error.fault
    assert str(error).endswith(f"{error.field}: {error.fault}")


@pytest.mark.parametrize(
    ("key", "old", "new", "field"),
    [
        ("row", ROW[0], ROW[1], "row"),
        ("row", ROW[0], DECK[0], "deck"),
        ("row", ROW[0], "QQ", "row"),
        ("row", ROW[0], "YY", "row"),
        ("deck", DECK[0], DECK[1], "deck"),
        ("deck", DECK[0], "up2", "deck"),
        ("deck", DECK[0], "", "deck"),
        ("points", POINT_ROW[0], POINT_ROW[1], "points"),
        ("points", POINT_ROW[0], POINT_DECK[0], "point-deck"),
        ("points", POINT_ROW[0], "YY", "points"),
        ("point-deck", POINT_DECK[0], POINT_DECK[1], "point-deck"),
        ("point-deck", POINT_DECK[0], "YYYYY", "point-deck"),
    ],
)
def test_a_card_twice_or_a_card_that_does_not_exist_is_refused(
    key: str, old: str, new: str, field: str
) -> None:
    with pytest.raises(BadPosition) as caught:
        GAME.read(swapped(key, old, new))
    assert field in caught.value.field.replace(" and ", ", ").split(", ")


UNSOUND: dict[str, tuple[Callable[[], object], str]] = {
    "more cards than end the game": (lambda: position(claims=[7, 0], seat=1), "claimed"),
    "the last card is taken by someone yet to move": (lambda: position(claims=[0, 6]), "claimed"),
    "the last card is taken by the seat that begins a turn": (
        lambda: position(claims=[6, 0]),
        "claimed",
    ),
    "the last card is taken by a later seat while another returns cubes": (
        lambda: position(cubes=["Y" * 11, "Y"], claims=[0, 6], phase="discard"),
        "claimed",
    ),
    "the last card is taken by the seat that returns cubes": (
        lambda: position(cubes=["Y" * 11, "Y"], claims=[6, 0], phase="discard"),
        "claimed",
    ),
    "more cubes to return than any card played can bring": (
        lambda: position(cubes=["Y" * 13], played=["YY"], phase="discard"),
        "cubes",
    ),
    "cubes to return before a card was played or acquired": (
        lambda: position(cubes=["Y" * 11], phase="discard"),
        "cubes",
    ),
    "over, but the round is not finished": (lambda: position(claims=[6], phase="over"), "phase"),
    "over, but nobody has the last card": (
        lambda: position(claims=[5, 5], seat=1, phase="over"),
        "phase",
    ),
    "more cubes on a card than acquisitions": (
        lambda: GAME.read(text_with(row=FIELDS["row"].replace(ROW[5], f"{ROW[5]}+YY"))),
        "row",
    ),
    "too many cubes in the caravan of another seat": (
        lambda: position(cubes=["Y" * 11, "Y" * 11], phase="discard"),
        "cubes",
    ),
    "cubes that no trade can have brought": (
        lambda: position(cubes=["YYYY", ""], played=["YY>G"], phase="trade:YY>G"),
        "cubes",
    ),
    "a trade that cannot be paid again": (
        lambda: position(cubes=["YG", ""], played=["YY>G"], phase="trade:YY>G"),
        "phase",
    ),
    "a trade card that another seat played": (
        lambda: position(cubes=["YYG", ""], played=["", "YY>G"], phase="trade:YY>G"),
        "phase",
    ),
    "paying with more cubes than the caravan holds": (
        lambda: position(cubes=["Y", ""], row="YYY YR G B", phase="pay:3:2"),
        "cubes",
    ),
    "paying for a card beyond the shrunken row": (
        lambda: position(cubes=["YYY", ""], row="YYY YR", others_with=1, phase="pay:3:2"),
        "phase",
    ),
}


@pytest.mark.parametrize("case", UNSOUND)
def test_an_unreachable_position_is_refused(case: str) -> None:
    make, field = UNSOUND[case]
    with pytest.raises(BadPosition) as caught:
        make()
    assert caught.value.field == field
