"""Damaged and invalid position texts of Eastern Wonders: the error names the wrong field."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from century.errors import BadPosition
from tests.games.eastern_wonders.setup import GAME, column, play, position

START = GAME.start(players=2, seed=7)  # a set is to be taken
MIDDLE = position(
    cubes=["YYRB", "GG"], boats="C3 C3", lying={"C2": "RG"}, outposts=["C3 B2", "C3"], claims=[1]
)
BAY = "P.M.M.P/.M.M.M./M.S.M.M/.M.M.M./M.M.M.M/.M.M.M./P.M.M.P"


def fields_of(text: str) -> dict[str, str]:
    return dict(part.split("=", 1) for part in text.split()[1:])


def written(fields: dict[str, str]) -> str:
    return " ".join(["eastern-wonders/1", *(f"{key}={value}" for key, value in fields.items())])


def swapped(value: str, old: str, new: str) -> str:
    """Return a list with one existing item replaced."""
    items = value.split(",")
    items[items.index(old)] = new
    return ",".join(items)


FIELDS, SETTING_UP = fields_of(MIDDLE.to_text()), fields_of(START.to_text())
PLACING = fields_of(play(START, "take 1, place C3 | take 2").to_text())
TILES, PILE = FIELDS["tiles"], FIELDS["pile"]
NEXT = PILE.split(",")[0]


def fault_of(text: str) -> BadPosition:
    with pytest.raises(BadPosition) as caught:
        GAME.read(text)
    error = caught.value
    assert error.code == "bad-position"
    assert error.fault
    assert str(error).endswith(f"{error.field}: {error.fault}")
    return error


def test_the_undamaged_texts_are_read() -> None:
    assert GAME.read(written(FIELDS)) == MIDDLE
    assert GAME.read(written(SETTING_UP)) == START
    assert set(FIELDS) == {
        *("round", "seat", "phase", "cubes", "boats", "bonus", "map", "tiles", "lying"),
        *("outposts", "claimed", "pile", "sets"),
    }


@pytest.mark.parametrize("field", FIELDS)
def test_the_error_names_a_missing_duplicate_empty_or_malformed_field(field: str) -> None:
    rest = {key: value for key, value in FIELDS.items() if key != field}
    assert fault_of(written(rest)).field == field
    assert fault_of(f"{written(FIELDS)} {field}={FIELDS[field]}").field == field
    assert fault_of(written(FIELDS | {field: ""})).field == field
    assert fault_of(written(FIELDS | {field: "?"})).field == field


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("", "header"),
        ("nonsense", "header"),
        (written(FIELDS).removeprefix("eastern-wonders/1 "), "header"),
        (written(FIELDS).replace("eastern-wonders/1", "eastern-wonders/2"), "header"),
        (written(FIELDS).replace("eastern-wonders/1", "spice-road/1"), "header"),
        (written(FIELDS) + " hand=YY", "hand"),
        (written(FIELDS) + " nonsense", "nonsense"),
        (written(FIELDS).replace("seat=", "Seat="), "Seat"),
    ],
)
def test_the_error_names_a_wrong_header_or_an_unknown_field(text: str, field: str) -> None:
    assert fault_of(text).field == field


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        # Numbers
        ({"round": "0"}, "round"),
        ({"round": "-1"}, "round"),
        ({"round": "1.5"}, "round"),
        ({"round": "99999999999999999999"}, "round"),
        ({"round": "\N{ARABIC-INDIC DIGIT ONE}"}, "round"),
        ({"seat": "2"}, "seat"),
        ({"seat": "-1"}, "seat"),
        ({"seat": "first"}, "seat"),
        # Seats
        ({"cubes": "YYRB"}, "cubes"),
        ({"cubes": "Y/Y/Y/Y/Y"}, "cubes"),
        ({"cubes": "YYRB/GG/Y"}, "boats"),
        ({"boats": "C3"}, "boats"),
        ({"bonus": "-"}, "bonus"),
        ({"bonus": "-/-/-"}, "bonus"),
        # Cubes
        ({"cubes": "YYX/GG"}, "cubes"),
        ({"cubes": "yy/GG"}, "cubes"),
        ({"cubes": "/GG"}, "cubes"),
        ({"cubes": f"{'Y' * 12}/GG"}, "cubes"),
        ({"cubes": f"Y/{'G' * 12}"}, "cubes"),
        ({"cubes": f"{'Y' * 9999}/GG", "phase": "action"}, "cubes"),
        ({"lying": "C2:X"}, "lying"),
        ({"lying": "C2:"}, "lying"),
        ({"lying": "C2"}, "lying"),
        ({"lying": "C2:-"}, "lying"),
        ({"lying": "C9:Y"}, "lying"),
        ({"lying": "C2:Y,C2:R"}, "lying"),
        ({"lying": f"C2:{'Y' * 2000}"}, "lying"),
        # Boats
        ({"boats": "C3/Z9"}, "boats"),
        ({"boats": "C3/c3"}, "boats"),
        ({"boats": "-/C3"}, "boats"),
        # Bonus tiles
        ({"bonus": "gold/-"}, "bonus"),
        ({"bonus": "points/-"}, "bonus"),
        ({"bonus": "points7/-"}, "bonus"),
        ({"bonus": "move/-"}, "bonus"),
        ({"bonus": "move,/-"}, "bonus"),
        ({"bonus": "points6/points6"}, "bonus"),
        ({"bonus": "move,move,move/move,move"}, "bonus"),
        # The map
        ({"map": "STANDARD"}, "map"),
        ({"map": "M/P"}, "map"),
        ({"map": BAY.replace("P", "M", 1)}, "map"),
        ({"map": BAY.replace("S", "X")}, "map"),
        ({"map": BAY}, "tiles"),
        # Tiles
        ({"tiles": "-"}, "tiles"),
        ({"tiles": TILES.rpartition(",")[0]}, "tiles"),
        ({"tiles": f"{TILES},YRG>BB"}, "tiles"),
        ({"tiles": swapped(TILES, "B>GG", "B>BB")}, "tiles"),
        ({"tiles": swapped(TILES, "B>GG", "sea")}, "tiles"),
        ({"tiles": swapped(TILES, "B>GG", "GGBB")}, "tiles"),
        ({"tiles": swapped(TILES, "B>GG", "closed")}, "tiles"),
        ({"tiles": swapped(TILES, "B>GG", "YY>G")}, "tiles"),
        ({"tiles": swapped(TILES, "B>GG", "YRG>BB")}, "tiles"),  # six of one type
        ({"tiles": swapped(TILES, "GGGG", "B>GG")}, "tiles"),
        ({"tiles": swapped(TILES, "GGGG", "sea")}, "tiles"),
        ({"tiles": swapped(TILES, "GGGG", "RRBB")}, "tiles"),
        ({"tiles": swapped(TILES, "GGGG", NEXT)}, "tiles"),
        ({"tiles": swapped(swapped(TILES, "GGGG", "closed"), "RRBB", "closed")}, "tiles"),
        ({"tiles": swapped(TILES, "GGGG", "closed")}, "pile"),  # GGGG is nowhere then
        # Outposts
        ({"outposts": "A1:0"}, "outposts"),
        ({"outposts": "Q1:0"}, "outposts"),
        ({"outposts": "C3:2"}, "outposts"),
        ({"outposts": "C3:00"}, "outposts"),
        ({"outposts": "C3:10"}, "outposts"),
        ({"outposts": "C3:x"}, "outposts"),
        ({"outposts": "C3:"}, "outposts"),
        ({"outposts": "C3"}, "outposts"),
        ({"outposts": "C3:0,C3:1"}, "outposts"),
        ({"outposts": "B1:0,C1:0,D1:0,A2:0"}, "bonus"),  # a column, and no tile for it
        # VP tiles
        ({"claimed": "0"}, "claimed"),
        ({"claimed": "0:QQ"}, "claimed"),
        ({"claimed": f"2:{FIELDS['claimed'][2:]}"}, "claimed"),
        ({"claimed": f"x:{FIELDS['claimed'][2:]}"}, "claimed"),
        ({"claimed": f"0:{NEXT}"}, "claimed"),
        ({"claimed": f"{FIELDS['claimed']},{FIELDS['claimed']}"}, "claimed"),
        ({"claimed": ",".join(["0:GGGG"] * 17)}, "claimed"),
        ({"claimed": "-"}, "pile"),
        ({"pile": "-"}, "pile"),
        ({"pile": PILE.partition(",")[2]}, "pile"),
        ({"pile": swapped(PILE, NEXT, "QQ")}, "pile"),
        ({"pile": swapped(PILE, NEXT, "")}, "pile"),
        ({"pile": swapped(PILE, NEXT, "GGGG")}, "pile"),
        ({"pile": swapped(PILE, NEXT, "closed")}, "pile"),
        ({"pile": swapped(PILE, "closed", NEXT)}, "pile"),
        ({"pile": ",".join(cost for cost in PILE.split(",") if cost != "closed")}, "pile"),
        ({"pile": PILE.replace("closed,", "") + ",closed"}, "pile"),  # not among the first
        # Starting sets
        ({"sets": "YYYY"}, "sets"),
        ({"sets": "YYY"}, "sets"),
        # Phases that do not fit the rest
        ({"phase": "thinking"}, "phase"),
        ({"phase": "sail"}, "phase"),
        ({"phase": "sail:x"}, "phase"),
        ({"phase": "sail:0:1"}, "phase"),
        ({"phase": "sail:256"}, "phase"),
        ({"phase": "action:1"}, "phase"),
        ({"phase": "over"}, "phase"),
        ({"phase": "discard"}, "phase"),
        ({"phase": "drop:2"}, "phase"),
        ({"phase": "drop:1:C2"}, "phase"),
        ({"phase": "drop:2:A1"}, "phase"),
        ({"phase": "drop:2:C3"}, "phase"),
        ({"phase": "drop:2:Z1"}, "phase"),
        ({"phase": "toll"}, "phase"),
        ({"phase": "toll:0"}, "phase"),
        ({"phase": "toll:2"}, "phase"),
        ({"phase": "toll:1", "boats": "C3/C2"}, "phase"),
        ({"phase": "toll:1", "boats": "A1/A1"}, "phase"),
        ({"phase": "toll:1", "cubes": "-/GG"}, "cubes"),
        ({"phase": "collect"}, "phase"),
        ({"phase": "price:1"}, "phase"),  # the own outpost is there
        ({"phase": "price:0", "boats": "C4/C3"}, "phase"),
        ({"phase": "price:3", "outposts": "C3:1"}, "phase"),
        ({"phase": "price:2", "outposts": "C3:1", "cubes": "Y/GG"}, "cubes"),
        ({"phase": "price:1", "boats": "A1/C3"}, "phase"),
        ({"phase": "bonus"}, "bonus"),
        ({"phase": "upgrade:1"}, "phase"),
        ({"phase": "upgrade"}, "phase"),
        ({"phase": "trade", "boats": "C4/C3"}, "phase"),
        ({"phase": "trade", "cubes": "YYR/GG"}, "phase"),
    ],
    ids=lambda value: str(value)[:60],
)
def test_a_damaged_position_is_refused_with_the_field_at_fault(
    changed: dict[str, str], field: str
) -> None:
    error = fault_of(written(FIELDS | changed))
    assert field in error.field.replace(" and ", ", ").split(", ")


@pytest.mark.parametrize(
    ("fields", "changed", "field"),
    [
        (SETTING_UP, {"round": "1"}, "round"),
        (SETTING_UP, {"seat": "0"}, "sets"),
        (SETTING_UP, {"sets": "RR,YYR,YG"}, "sets"),
        (SETTING_UP, {"sets": "-"}, "sets"),
        (SETTING_UP, {"cubes": "-/YYYY"}, "cubes"),
        (SETTING_UP, {"boats": "-/C3"}, "boats"),
        (SETTING_UP, {"phase": "place"}, "sets"),
        (SETTING_UP, {"phase": "sail:0"}, "round"),
        (SETTING_UP, {"phase": "sail:0", "round": "1"}, "sets"),
        (SETTING_UP, {"phase": "sail:0", "round": "1", "sets": "-"}, "boats"),
        (PLACING, {"sets": "YYR"}, "sets"),
        (PLACING, {"sets": "YYYY,RR"}, "cubes"),
        (PLACING, {"cubes": "YYYYY/RR"}, "cubes"),
        (PLACING, {"cubes": "-/YYYYRR"}, "cubes"),
        (PLACING, {"boats": "C3/C3"}, "boats"),
        (PLACING, {"boats": "-/-"}, "boats"),
        (PLACING, {"boats": "-/A1"}, "boats"),
    ],
)
def test_a_damaged_set_up_is_refused_with_the_field_at_fault(
    fields: dict[str, str], changed: dict[str, str], field: str
) -> None:
    assert fault_of(written(fields | changed)).field == field


# How to make each, and the wrong field, or several of which one is wrong.
UNSOUND: dict[str, tuple[Callable[[], object], str]] = {
    "more VP tiles than end the game": (lambda: position(claims=[5, 0], seat=1), "claimed"),
    "a fourth tile of someone yet to move": (lambda: position(claims=[0, 4]), "claimed"),
    "a fourth tile of the seat that begins a turn": (lambda: position(claims=[4]), "claimed"),
    "over, but the round is not finished": (lambda: position(claims=[4], phase="over"), "phase"),
    "over, but nobody has four tiles": (
        lambda: position(claims=[3, 3], seat=1, phase="over"),
        "phase",
    ),
    "more than the tolls of three turns over the limit": (
        lambda: position(cubes=["Y", "Y" * 14, "", ""]),
        "cubes",
    ),
    "over the limit at a discard, but another seat": (
        lambda: position(cubes=["Y" * 11, "Y" * 12], phase="discard"),
        "cubes",
    ),
    "a discard within the limit of a cargo tile": (
        lambda: position(cubes=["Y" * 13, ""], bonus=["cargo"], phase="discard"),
        "phase",
    ),
    "a step paid for that a move tile makes free": (
        lambda: position(bonus=["move"], phase="drop:2:C2"),
        "phase",
    ),
    "a bonus tile is due, but no column is empty": (
        lambda: position(boats="B1", outposts=["B1 C1 D1"], phase="bonus"),
        "bonus",
    ),
    "a bonus tile is due, but the outpost here did not empty the column": (
        lambda: position(boats="B1", outposts=[column(1) + " B2"], phase="bonus"),
        "phase",
    ),
    "an upgrade without a tile for it": (
        lambda: position(boats="B1", outposts=["B1"], phase="upgrade:1"),
        "phase",
    ),
    "more upgrades than tiles": (
        lambda: position(boats="B5", bonus=["upgrade"], phase="upgrade:2"),
        "phase",
    ),
    "an upgrade of brown cubes": (
        lambda: position(cubes=["BB", ""], boats="B5", bonus=["upgrade"], phase="upgrade:1"),
        "phase",
    ),
    "the closed-port tile lower than it was shuffled in": (
        lambda: position(pile="YRGB GGBB RRGB YGGB RRRGG GGGGG closed"),
        "pile",
    ),
    "the closed-port tile still in the pile after six claims": (
        lambda: position(cubes=["", "", ""], claims=[3, 3], pile="closed"),
        "pile",
    ),
    "the closed-port tile on a port and in the pile": (
        lambda: position(ports={"A1": "closed"}, pile="closed"),
        "pile",
    ),
    "a closed port before the first claim": (
        lambda: GAME.read(
            written(
                FIELDS
                | {
                    "tiles": swapped(TILES, "GGGG", "closed"),
                    "claimed": "-",
                    "pile": f"{swapped(PILE, 'closed', 'GGGG')},{FIELDS['claimed'][2:]}",
                }
            )
        ),
        "tiles claimed pile",
    ),
    "over the limit once all is over": (
        lambda: position(cubes=["", "Y" * 11], claims=[4], seat=1, phase="over"),
        "cubes",
    ),
    "more steps than cubes lie on the map": (lambda: position(phase="sail:255"), "phase"),
    "a hold that no start of a turn allows, after 255 steps": (
        lambda: position(
            cubes=["Y" * 600, ""], boats="C3", lying={"C2": "Y" * 255}, phase="drop:255:C2"
        ),
        "cubes",
    ),
    "paid steps and a full hold": (
        lambda: position(cubes=["Y" * 11, ""], lying={"C2": "YY"}, phase="sail:3"),
        "cubes",
    ),
    "a hold over its limit while a toll is paid": (
        lambda: position(cubes=["Y" * 12, ""], boats="C3 C3", phase="toll:1"),
        "cubes",
    ),
    "a hold over its limit before cubes are collected": (
        lambda: position(cubes=["Y" * 12, ""], boats="C3", lying={"C3": "R"}, phase="collect"),
        "cubes",
    ),
    "collected cubes that still lie there": (
        lambda: position(cubes=["Y" * 12, ""], boats="C3", lying={"C3": "R"}, phase="action"),
        "cubes",
    ),
    "more cubes than a tile keeps were collected": (
        lambda: position(cubes=["Y" * 1032, ""], boats="C3", phase="action"),
        "cubes",
    ),
    "a price was paid by a hold too large": (
        lambda: position(
            cubes=["Y" * 12, ""],
            boats="C3",
            lying={"C3": "R"},
            outposts=["", "C3"],
            phase="price:1",
        ),
        "cubes",
    ),
    "trades that cannot have made the hold": (
        lambda: position(
            cubes=["BY" + "R" * 12, ""],
            boats="C3",
            lying={"C3": "R"},
            outposts=["C3"],
            phase="trade",
        ),
        "cubes",
    ),
    "more cubes to return than a harvest brings": (
        lambda: position(cubes=["Y" * 14, ""], boats="C3", lying={"C3": "R"}, phase="discard"),
        "cubes",
    ),
    "a starting set twice": (
        lambda: GAME.read(written(SETTING_UP | {"sets": "YYYY,YYYY,RR,YYR,YG"})),
        "sets",
    ),
    "a toll twice to the same owner": (
        lambda: GAME.read(written(FIELDS | {"phase": "toll:11"})),
        "phase",
    ),
}


@pytest.mark.parametrize("case", UNSOUND)
def test_an_unreachable_position_is_refused(case: str) -> None:
    make, fields = UNSOUND[case]
    with pytest.raises(BadPosition) as caught:
        make()
    assert caught.value.field in fields.split()


def test_many_cubes_on_one_cell_of_a_played_game_are_read_back() -> None:
    pos = position(cubes=["R", ""], lying={"C2": "Y" * 255})
    pos = play(pos, "sail C2, sail C1, drop R")
    assert GAME.read(pos.to_text()) == pos


@pytest.mark.parametrize(
    ("cubes", "phase", "outposts"),
    [
        ("Y" * 13, "discard", []),  # a full hold, a toll and a harvest
        ("Y" * 9, "sail:3", []),  # two steps were paid
        ("B" + "G" * 10, "trade", ["C3"]),  # trades B>GG
        ("Y" * 11, "collect", []),
    ],
)
def test_holds_at_their_largest_are_read(cubes: str, phase: str, outposts: list[str]) -> None:
    pos = position(
        cubes=[cubes, ""], boats="C3", lying={"C3": "YY"}, outposts=outposts, phase=phase
    )
    assert GAME.read(pos.to_text()) == pos
