"""Spice Road, playing a card: SR6-SR9."""

from __future__ import annotations

import pytest

from century.errors import IllegalMove, UnknownToken
from tests.games.spice_road.setup import (
    GAME,
    cubes,
    hand,
    merchant_row,
    outcomes,
    piles,
    play,
    played,
    point_row,
    position,
    verbs,
)
from tests.oracle.spice_road import MERCHANT_CARDS

TRADES = [card for card in MERCHANT_CARDS if ">" in card]
SPICES = ["YY", *(card for card in MERCHANT_CARDS if ">" not in card and card != "up3")]


# SR6: play


def test_sr6_a_played_card_goes_from_the_hand_face_up_in_front_of_its_player() -> None:
    pos = position(hand=["RR"]).act("play RR")
    assert hand(pos, 0) == {"YY", "up2"}
    assert played(pos, 0) == {"RR"}


def test_sr6_a_turn_is_exactly_one_action() -> None:
    pos = position(hand=["RR"])
    assert pos.act("play RR").seat == 1
    assert pos.act("acquire 1").seat == 1


def test_sr6_any_card_of_the_hand_can_be_played_and_no_other() -> None:
    pos = position(cubes=["YYYY", "YYYY"], hand=["YY>G RR", "B"], played=["YY"])
    plays = [token for token in pos.legal() if token.startswith("play")]
    assert plays == ["play up2", "play RR", "play YY>G"]


@pytest.mark.parametrize("card", ["B", "G", "YYY"])
def test_sr6_neither_played_nor_other_peoples_nor_face_up_cards_can_be_played(card: str) -> None:
    pos = position(hand=["", "B"], played=["G"], row="YYY")
    with pytest.raises(IllegalMove):
        pos.act(f"play {card}")


def test_sr6_cards_played_stay_in_front_until_a_rest() -> None:
    pos = play(position(), "play YY | play YY | play up2, done | play up2, done")
    assert played(pos, 0) == played(pos, 1) == {"YY", "up2"}
    assert hand(pos, 0) == hand(pos, 1) == set()


def test_sr6_playing_changes_only_the_players_own_cards_and_cubes() -> None:
    before = position(hand=["RR"])
    after = before.act("play RR")
    assert merchant_row(after) == merchant_row(before)
    assert point_row(after) == point_row(before)
    assert piles(after) == piles(before)
    assert cubes(after, 1) == cubes(before, 1)
    assert (hand(after, 1), played(after, 1)) == (hand(before, 1), played(before, 1))


def test_sr6_the_actions_of_a_turn_are_play_acquire_rest_and_claim() -> None:
    pos = position(cubes=["YYRRYYYY", ""], played=["up2"], points="YYRR")
    assert verbs(pos) == {"play", "acquire", "rest", "claim"}
    assert "pass" not in GAME.actions
    with pytest.raises(UnknownToken):
        pos.act("pass")


# SR7: spice cards


def test_sr7_example_of_one_yellow_and_one_red() -> None:
    pos = position(cubes=["", ""], hand=["YR"]).act("play YR")
    assert cubes(pos, 0) == "YR"


@pytest.mark.parametrize("card", SPICES)
def test_sr7_a_spice_card_gives_the_cubes_shown(card: str) -> None:
    pos = position(cubes=["YRG", ""], hand=[card if card != "YY" else ""])
    after = pos.act(f"play {card}")
    gained = {colour: cubes(after, 0).count(colour) - "YRG".count(colour) for colour in "YRGB"}
    assert gained == {colour: card.count(colour) for colour in "YRGB"}
    assert after.seat == 1


def test_sr7_spices_are_taken_from_the_supply_and_cost_nothing() -> None:
    pos = position(cubes=["", "BBBB"], hand=["YYYY"]).act("play YYYY")
    assert cubes(pos, 0) == "YYYY"
    assert cubes(pos, 1) == "BBBB"


# SR8: upgrade cards


def test_sr8_example_of_two_cubes_once_or_one_cube_twice() -> None:
    pos = position(cubes=["YY", ""])
    assert cubes(play(pos, "play up2, upgrade Y, upgrade Y"), 0) == "RR"
    assert cubes(play(pos, "play up2, upgrade Y, upgrade R"), 0) == "YG"


@pytest.mark.parametrize(
    ("card", "caravan", "possible"),
    [
        ("up2", "YY", {"YY", "YR", "RR", "YG"}),
        ("up2", "Y", {"Y", "R", "G"}),
        ("up2", "YG", {"YG", "RG", "YB", "GG", "RB"}),
        ("up2", "GB", {"GB", "BB"}),
        ("up3", "Y", {"Y", "R", "G", "B"}),
        ("up3", "YYY", {"YYY", "YYR", "YRR", "YYG", "RRR", "YRG", "YYB"}),
        ("up3", "RB", {"RB", "GB", "BB"}),
    ],
)
def test_sr8_up_to_n_steps_in_any_order(card: str, caravan: str, possible: set[str]) -> None:
    pos = position(cubes=[caravan, ""], hand=["up3"])
    assert outcomes(pos, f"play {card}") == possible


@pytest.mark.parametrize(("low", "high"), [("Y", "R"), ("R", "G"), ("G", "B")])
def test_sr8_a_step_raises_one_cube_to_the_next_colour(low: str, high: str) -> None:
    pos = play(position(cubes=[low, ""]), f"play up2, upgrade {low}")
    assert cubes(pos, 0) == high


def test_sr8_every_step_is_optional_also_the_first() -> None:
    pos = position(cubes=["YY", ""])
    none, one = play(pos, "play up2, done"), play(pos, "play up2, upgrade Y, done")
    assert (cubes(none, 0), none.seat) == ("YY", 1)
    assert (cubes(one, 0), one.seat) == ("YR", 1)
    assert played(none, 0) == played(one, 0) == {"up2"}


def test_sr8_the_colours_held_can_rise_and_brown_cannot() -> None:
    assert position(cubes=["YB", ""]).act("play up2").legal() == ["upgrade Y", "done"]
    assert position(cubes=["RGB", ""]).act("play up2").legal() == [
        "upgrade R",
        "upgrade G",
        "done",
    ]


def test_sr8_upgrading_ends_by_itself_when_the_steps_are_used_up() -> None:
    pos = play(position(cubes=["YYY", ""]), "play up2, upgrade Y")
    assert (pos.seat, pos.phase) == (0, "upgrade")
    assert pos.act("upgrade Y").seat == 1


def test_sr8_upgrading_ends_by_itself_when_no_cube_can_rise_any_more() -> None:
    pos = play(position(cubes=["GB", ""], hand=["up3"]), "play up3, upgrade G")
    assert (cubes(pos, 0), pos.seat) == ("BB", 1)


@pytest.mark.parametrize("caravan", ["", "B", "BBBBBBBBBB"])
def test_sr8_an_upgrade_card_can_be_played_even_if_no_cube_can_rise(caravan: str) -> None:
    pos = position(cubes=[caravan, ""]).act("play up2")
    assert (cubes(pos, 0), pos.seat, played(pos, 0)) == (caravan, 1, {"up2"})


# SR9: trade cards


@pytest.mark.parametrize(
    ("turn", "caravan"),
    [
        ("play YY>G, done", "YYYYG"),
        ("play YY>G, trade, done", "YYGG"),
        ("play YY>G, trade, trade", "GGG"),
    ],
)
def test_sr9_example_of_six_turmeric_for_one_two_or_three_cardamom(turn: str, caravan: str) -> None:
    pos = play(position(cubes=["YYYYYY", ""], hand=["YY>G"]), turn)
    assert (cubes(pos, 0), pos.seat) == (caravan, 1)


def test_sr9_trade_any_number_of_times_but_at_least_once() -> None:
    """A ruling: playing the card trades once, so the cubes cannot stay unchanged."""
    pos = position(cubes=["YYYYYY", ""], hand=["YY>G"])
    assert outcomes(pos, "play YY>G") == {"YYYYG", "YYGG", "GGG"}


def test_sr9_another_trade_is_asked_for_only_if_it_can_be_paid() -> None:
    pos = position(cubes=["YYYYY", ""], hand=["YY>G"]).act("play YY>G")
    assert pos.legal() == ["trade", "done"]
    assert pos.act("trade").seat == 1
    assert cubes(pos.act("trade"), 0) == "YGG"


@pytest.mark.parametrize(
    ("card", "caravan"),
    [
        ("YY>G", ""),
        ("YY>G", "Y"),
        ("YY>G", "YRGB"),
        ("YR>B", "YYYY"),
        ("YR>B", "RRRR"),
        ("YYG>BB", "YGGG"),
        ("GGG>BBB", "GGBBBB"),
        ("BB>RRRGG", "B"),
    ],
)
def test_sr9_a_trade_that_cannot_be_paid_cannot_be_played(card: str, caravan: str) -> None:
    """A ruling. No cube replaces one of another colour, not even a more valuable one."""
    pos = position(cubes=[caravan, ""], hand=[card])
    assert f"play {card}" not in pos.legal()
    with pytest.raises(IllegalMove):
        pos.act(f"play {card}")


@pytest.mark.parametrize("card", TRADES)
def test_sr9_every_trade_card_takes_what_is_left_of_the_arrow_and_gives_what_is_right(
    card: str,
) -> None:
    price, gain = card.split(">")
    pos = position(cubes=[price, ""], hand=[card]).act(f"play {card}")
    assert (cubes(pos, 0), pos.seat, played(pos, 0)) == (gain, 1, {card})


def test_sr9_other_cubes_are_left_alone() -> None:
    pos = position(cubes=["YYRGB", ""], hand=["YR>B"]).act("play YR>B")
    assert cubes(pos, 0) == "YGBB"


def test_sr9_a_mixed_price_is_paid_in_full_each_time() -> None:
    pos = play(position(cubes=["YYYRR", ""], hand=["YR>B"]), "play YR>B, trade")
    assert (cubes(pos, 0), pos.seat) == ("YBB", 1)


def test_sr9_trades_of_one_turn_are_by_one_card() -> None:
    pos = position(cubes=["YYYYYY", ""], hand=["YY>G GG>BB"])
    pos = play(pos, "play YY>G, trade")
    assert pos.legal() == ["trade", "done"]
    assert "play GG>BB" not in pos.act("done").legal()
