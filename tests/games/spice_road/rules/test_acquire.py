"""Spice Road, acquiring merchant cards and resting: SR10-SR12."""

from __future__ import annotations

import pytest

from century import Position
from century.errors import IllegalMove
from tests.games.spice_road.setup import cubes, hand, merchant_row, play, played, position, verbs

ROW = "YYY YR G B RR YG"


def acquisitions(pos: Position) -> list[str]:
    return [token for token in pos.legal() if token.startswith("acquire")]


# SR10: acquire


def test_sr10_the_leftmost_card_is_free() -> None:
    pos = position(cubes=["YR", ""], row=ROW).act("acquire 1")
    assert hand(pos, 0) == {"YY", "up2", "YYY"}
    assert (cubes(pos, 0), pos.seat) == ("YR", 1)
    assert not any("+" in stall for stall in merchant_row(pos))


def test_sr10_the_leftmost_card_is_free_even_with_an_empty_caravan() -> None:
    pos = position(cubes=["", ""], row=ROW)
    assert acquisitions(pos) == ["acquire 1"]
    assert "YYY" in hand(pos.act("acquire 1"), 0)


def test_sr10_example_of_the_fourth_card_for_a_cube_on_each_of_three() -> None:
    pos = position(cubes=["YYYR", ""], row=ROW)
    pos = play(pos, "acquire 4, pay Y, pay Y, pay R")
    assert hand(pos, 0) == {"YY", "up2", "B"}
    assert (cubes(pos, 0), pos.seat) == ("Y", 1)
    assert merchant_row(pos)[:3] == ["YYY+Y", "YR+Y", "G+R"]


@pytest.mark.parametrize("held", range(8))
def test_sr10_a_card_costs_one_cube_for_each_card_left_of_it(held: int) -> None:
    pos = position(cubes=["YYYRRGB"[:held], ""], row=ROW)
    assert acquisitions(pos) == [f"acquire {slot}" for slot in range(1, min(held + 1, 6) + 1)]


@pytest.mark.parametrize("slot", range(1, 7))
def test_sr10_any_of_the_six_cards_can_be_acquired(slot: int) -> None:
    pos = position(cubes=["YYYYY", ""], row=ROW)
    pos = play(pos, ", ".join([f"acquire {slot}", *["pay Y"] * (slot - 1)]))
    assert hand(pos, 0) == {"YY", "up2", ROW.split()[slot - 1]}
    assert cubes(pos, 0) == "Y" * (5 - (slot - 1))
    assert pos.seat == 1


@pytest.mark.parametrize(
    ("payment", "first_two"),
    [
        ("pay Y, pay B", ["YYY+Y", "YR+B"]),
        ("pay B, pay Y", ["YYY+B", "YR+Y"]),
        ("pay Y, pay Y", ["YYY+Y", "YR+Y"]),
    ],
)
def test_sr10_which_cube_lies_where_is_the_players_choice(
    payment: str, first_two: list[str]
) -> None:
    """A ruling: cubes are paid from the leftmost card to the right."""
    pos = play(position(cubes=["YYB", ""], row=ROW), f"acquire 3, {payment}")
    assert merchant_row(pos)[:2] == first_two


def test_sr10_only_cubes_in_the_caravan_can_be_paid() -> None:
    pos = position(cubes=["YRR", ""], row=ROW).act("acquire 3")
    assert pos.legal() == ["pay Y", "pay R"]
    assert pos.act("pay Y").legal() == ["pay R"]


def test_sr10_a_single_way_to_pay_is_still_asked() -> None:
    pos = position(cubes=["Y", ""], row=ROW).act("acquire 2")
    assert (pos.seat, pos.legal()) == (0, ["pay Y"])


def test_sr10_cubes_lying_on_the_card_come_with_it() -> None:
    pos = position(cubes=["YYY", ""], row="YYY YR+YGB G")
    pos = play(pos, "acquire 2, pay Y")
    assert cubes(pos, 0) == "YYYGB"
    assert "YR" in hand(pos, 0)


def test_sr10_cubes_on_the_leftmost_card_come_with_it_for_free() -> None:
    assert cubes(position(cubes=["", ""], row="YYY+RRB").act("acquire 1"), 0) == "RRB"


def test_sr10_cubes_on_the_card_cannot_pay_for_it() -> None:
    row = "YYY YR G+RRRR"
    assert acquisitions(position(cubes=["Y", ""], row=row)) == ["acquire 1", "acquire 2"]
    pos = position(cubes=["YY", ""], row=row).act("acquire 3")
    assert pos.legal() == ["pay Y"]
    pos = play(pos, "pay Y, pay Y")
    assert cubes(pos, 0) == "RRRR"


def test_sr10_paid_cubes_join_those_already_there() -> None:
    pos = position(cubes=["YG", ""], row="YYY+R YR G")
    assert merchant_row(play(pos, "acquire 3, pay G, pay Y"))[:2] == ["YYY+RG", "YR+Y"]


def test_sr10_the_payment_lies_on_the_cards_for_the_next_player() -> None:
    pos = play(position(cubes=["RR", ""], row=ROW), "acquire 3, pay R, pay R | acquire 1")
    assert cubes(pos, 1) == "R"
    assert merchant_row(pos)[0] == "YR+R"


def test_sr10_a_card_just_acquired_is_played_in_a_later_turn() -> None:
    pos = position(cubes=["", ""], row="B").act("acquire 1")
    assert pos.seat == 1
    assert "play B" in pos.act("play YY").legal()


# SR11: the row after acquiring


def test_sr11_cards_slide_left_and_a_new_one_fills_the_right_end() -> None:
    pos = position(cubes=["YY", ""], row=ROW, deck="GG>BB")
    pos = play(pos, "acquire 3, pay Y, pay Y")
    assert merchant_row(pos) == ["YYY+Y", "YR+Y", "B", "RR", "YG", "GG>BB"]
    assert pos.view(None)["merchant_deck"] == 36


def test_sr11_cubes_slide_with_their_cards() -> None:
    pos = position(cubes=["YY", ""], row="YYY YR+G G B+RR RR YG+B", deck="GG>BB")
    assert merchant_row(pos.act("acquire 1")) == ["YR+G", "G", "B+RR", "RR", "YG+B", "GG>BB"]
    assert merchant_row(play(pos, "acquire 3, pay Y, pay Y")) == [
        "YYY+Y",
        "YR+YG",
        "B+RR",
        "RR",
        "YG+B",
        "GG>BB",
    ]


def test_sr11_the_new_card_is_the_top_of_the_deck_and_bears_no_cubes() -> None:
    pos = position(cubes=["", ""], row="YYY YR G B RR YG+YR", deck="GG>BB GG>RRB")
    pos = play(pos, "acquire 1 | acquire 1")
    assert merchant_row(pos) == ["G", "B", "RR", "YG+YR", "GG>BB", "GG>RRB"]


def test_sr11_with_an_empty_deck_the_row_shrinks() -> None:
    """A ruling."""
    pos = position(cubes=["YY", ""], row="YYY+B YR G B RR YG+R", others_with=1)
    pos = play(pos, "acquire 3, pay Y, pay Y")
    assert merchant_row(pos) == ["YYY+YB", "YR+Y", "B", "RR", "YG+R"]
    assert pos.view(None)["merchant_deck"] == 0


def test_sr11_the_last_card_of_the_deck_fills_the_row_once_more() -> None:
    pos = position(cubes=["", ""], row=ROW, deck="up3", others_with=1)
    assert pos.view(None)["merchant_deck"] == 1
    pos = pos.act("acquire 1")
    assert merchant_row(pos) == ["YR", "G", "B", "RR", "YG", "up3"]
    assert merchant_row(pos.act("acquire 1")) == ["G", "B", "RR", "YG", "up3"]


def test_sr11_only_cards_in_the_shrunken_row_can_be_acquired() -> None:
    pos = position(cubes=["YYYYYYYY", ""], row="YYY YR", others_with=1)
    assert acquisitions(pos) == ["acquire 1", "acquire 2"]
    with pytest.raises(IllegalMove) as caught:
        pos.act("acquire 3")
    assert caught.value.rule == "SR11"


def test_sr11_nobody_acquires_from_an_empty_row() -> None:
    pos = position(cubes=["YY", "YY"], row="YYY+G", others_with=1).act("acquire 1")
    assert merchant_row(pos) == []
    assert cubes(pos, 0) == "YYG"
    assert acquisitions(pos) == []
    assert "acquire" not in verbs(pos.act("play YY"))


# SR12: rest


def test_sr12_rest_takes_all_played_cards_back() -> None:
    pos = position(hand=["RR"], played=["YY up2 G"]).act("rest")
    assert hand(pos, 0) == {"YY", "up2", "G", "RR"}
    assert played(pos, 0) == set()
    assert pos.seat == 1


def test_sr12_rest_only_with_at_least_one_played_card() -> None:
    """A ruling."""
    assert "rest" not in position().legal()
    assert "rest" in position(played=["YY"]).legal()


def test_sr12_other_peoples_played_cards_stay_where_they_are() -> None:
    pos = position(played=["YY", "up2"])
    assert played(pos.act("rest"), 1) == {"up2"}
    assert "rest" not in position(played=["", "YY"]).legal()


def test_sr12_rest_changes_nothing_else() -> None:
    before = position(cubes=["YYG", "R"], played=["YY"], row="YYY+RB YR")
    after = before.act("rest")
    assert merchant_row(after) == merchant_row(before)
    assert [cubes(after, seat) for seat in (0, 1)] == ["YYG", "R"]


def test_sr12_a_card_taken_back_can_be_played_again() -> None:
    pos = play(position(cubes=["", ""]), "play YY | play YY | rest | rest")
    assert "rest" not in pos.legal()
    assert cubes(pos.act("play YY"), 0) == "YYYY"
