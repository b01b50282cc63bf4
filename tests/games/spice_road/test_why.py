"""Reasons for illegal actions, with the rule's id, in every phase of Spice Road."""

from __future__ import annotations

import re

import pytest

from century import CenturyError, IllegalMove
from century.errors import UnknownToken
from tests.games.spice_road.setup import COSTS, GAME, cubes, play, position, random_game
from tests.rules.refusals import (
    check_every_token_is_legal_or_explained,
    check_unchanged_by_refusals,
    check_unknown,
    rule_of,
)

# One position of each phase. Seat 0 decides, except at the end.
PHASES = {
    "turn": position(cubes=["YYG", ""], hand=["GG>BB"], played=["up2"], points="GGGG"),
    "pay": position(cubes=["YYR", ""]).act("acquire 3"),
    "upgrade": position(cubes=["YYB", ""]).act("play up2"),
    "trade": position(cubes=["YYYYYY", ""], hand=["YY>G"]).act("play YY>G"),
    "discard": position(cubes=["Y" * 9 + "R", ""]).act("play YY"),
    "over": position(claims=[6, 0], seat=1, phase="over"),
}


def test_the_prepared_positions_are_in_their_phases() -> None:
    assert {name: pos.phase for name, pos in PHASES.items()} == {name: name for name in PHASES}


@pytest.mark.parametrize(
    ("phase", "token", "rule"),
    [
        # At the start of a turn, no action is under way.
        ("turn", "claim 1", "SR13"),
        ("turn", "acquire 5", "SR10"),
        ("turn", "play B", "SR6"),
        ("turn", "play up2", "SR12"),
        ("turn", "play GG>BB", "SR9"),
        ("turn", "pay Y", "SR10"),
        ("turn", "trade", "SR9"),
        ("turn", "upgrade Y", "SR8"),
        ("turn", "done", "SR6"),
        ("turn", "discard Y", "SR15"),
        # A card being acquired is paid for first.
        ("pay", "rest", "SR10"),
        ("pay", "claim 1", "SR10"),
        ("pay", "acquire 1", "SR10"),
        ("pay", "pay G", "SR10"),
        ("pay", "play YY", "SR10"),
        ("pay", "trade", "SR10"),
        ("pay", "upgrade Y", "SR10"),
        ("pay", "done", "SR10"),
        ("pay", "discard Y", "SR10"),
        # An upgrade card is being carried out.
        ("upgrade", "rest", "SR8"),
        ("upgrade", "claim 1", "SR8"),
        ("upgrade", "acquire 1", "SR8"),
        ("upgrade", "pay Y", "SR8"),
        ("upgrade", "play YY", "SR8"),
        ("upgrade", "trade", "SR8"),
        ("upgrade", "upgrade R", "SR8"),
        ("upgrade", "discard Y", "SR8"),
        # A trade card is being carried out.
        ("trade", "rest", "SR9"),
        ("trade", "claim 1", "SR9"),
        ("trade", "acquire 1", "SR9"),
        ("trade", "pay Y", "SR9"),
        ("trade", "play YY", "SR9"),
        ("trade", "upgrade Y", "SR9"),
        ("trade", "discard Y", "SR9"),
        # Cubes over the limit are returned first.
        ("discard", "rest", "SR15"),
        ("discard", "claim 1", "SR15"),
        ("discard", "acquire 1", "SR15"),
        ("discard", "pay Y", "SR15"),
        ("discard", "play up2", "SR15"),
        ("discard", "trade", "SR15"),
        ("discard", "upgrade Y", "SR15"),
        ("discard", "done", "SR15"),
        ("discard", "discard G", "SR15"),
        # The game is over.
        *(
            ("over", token, "SR17")
            for token in ("rest", "claim 1", "acquire 1", "pay Y", "play YY", "trade")
        ),
        *(("over", token, "SR17") for token in ("upgrade Y", "done", "discard Y")),
    ],
)
def test_an_action_of_another_phase_is_refused_with_its_rule(
    phase: str, token: str, rule: str
) -> None:
    pos = PHASES[phase]
    assert rule_of(pos.why(token)) == rule
    with pytest.raises(IllegalMove) as caught:
        pos.act(token)
    assert caught.value.rule == rule


def test_rest_without_played_cards_is_refused_by_sr12() -> None:
    assert rule_of(position().why("rest")) == "SR12"


@pytest.mark.parametrize(("row", "token"), [("YYY YR", "acquire 3"), ("", "acquire 1")])
def test_an_empty_slot_of_the_merchant_row_is_refused_by_sr11(row: str, token: str) -> None:
    pos = position(cubes=["YYYYY", ""], row=row, others_with=1)
    assert rule_of(pos.why(token)) == "SR11"


@pytest.mark.parametrize(
    ("phase", "tokens"),
    [
        ("turn", ["rest", "acquire 1", "acquire 4", "play YY"]),
        ("pay", ["pay Y", "pay R"]),
        ("upgrade", ["upgrade Y", "done"]),
        ("trade", ["trade", "done"]),
        ("discard", ["discard Y", "discard R"]),
    ],
)
def test_a_legal_action_has_no_reason(phase: str, tokens: list[str]) -> None:
    assert [PHASES[phase].why(token) for token in tokens] == [None] * len(tokens)


@pytest.mark.parametrize(
    ("caravan", "cost", "reason"),
    [
        ("GGG", "GGGG", "needs 1 more G (SR13)"),
        ("", "GGGG", "needs 4 more G (SR13)"),
        ("YRRRRR", "YYRR", "needs 1 more Y (SR13)"),
        ("YYRR", "RRBB", "needs 2 more B (SR13)"),
        ("Y", "YYRB", "needs 1 more Y and 1 more R and 1 more B (SR13)"),
        ("YYBBBBBB", "RRGGBB", "needs 2 more R and 2 more G (SR13)"),
    ],
)
def test_a_claim_says_exactly_which_cubes_are_missing(caravan: str, cost: str, reason: str) -> None:
    assert position(cubes=[caravan, ""], points=cost).why("claim 1") == reason


@pytest.mark.parametrize(
    ("caravan", "card", "reason"),
    [
        ("Y", "YY>G", "needs 1 more Y (SR9)"),
        ("", "YYYYY>BB", "needs 5 more Y (SR9)"),
        ("GG", "YR>B", "needs 1 more Y and 1 more R (SR9)"),
        ("YYYY", "YYG>BB", "needs 1 more G (SR9)"),
    ],
)
def test_a_trade_says_exactly_which_cubes_are_missing(caravan: str, card: str, reason: str) -> None:
    assert position(cubes=[caravan, ""], hand=[card]).why(f"play {card}") == reason


@pytest.mark.parametrize("cost", COSTS)
def test_the_claim_is_legal_with_the_cubes_that_the_reason_names(cost: str) -> None:
    """The reason names exactly the missing cubes."""
    reason = position(cubes=["YRG", ""], points=cost).why("claim 1")
    missing = "".join(
        int(count) * colour for count, colour in re.findall(r"(\d) more ([YRGB])", str(reason))
    )
    assert missing
    assert position(cubes=["YRG" + missing, ""], points=cost).why("claim 1") is None
    assert position(cubes=["YRG" + missing[1:], ""], points=cost).why("claim 1") is not None
    assert position(cubes=["YRG" + missing[:-1], ""], points=cost).why("claim 1") is not None


def test_an_acquisition_says_what_it_costs_and_what_there_is() -> None:
    reason = position(cubes=["YR", ""]).why("acquire 6")
    assert reason is not None
    assert re.findall(r"\d+", reason.removesuffix("(SR10)")) == ["5", "2"]


def test_a_payment_says_how_many_cubes_are_still_to_be_paid() -> None:
    pos = position(cubes=["YYYYY", ""]).act("acquire 5")
    for left in ("4", "3", "2", "1"):
        assert left in str(pos.why("done")).removesuffix("(SR10)")
        pos = pos.act("pay Y")
    assert pos.seat == 1


def test_a_full_caravan_says_how_many_cubes_are_to_be_returned() -> None:
    pos = position(cubes=["Y" * 10, ""], hand=["YYY"]).act("play YYY")
    for left in ("3", "2", "1"):
        assert str(pos.why("done")).startswith(f"{left} cube")
        pos = pos.act("discard Y")


@pytest.mark.parametrize(("phase", "colour"), [("pay", "G"), ("upgrade", "R"), ("discard", "B")])
def test_the_reason_names_the_colour_that_is_not_held(phase: str, colour: str) -> None:
    reason = PHASES[phase].why(f"{phase} {colour}")
    assert colour in str(reason).split()


@pytest.mark.parametrize("players", [2, 5])
def test_in_a_whole_game_every_token_is_legal_or_has_a_reason(
    players: int,
) -> None:
    for pos in random_game(players, seed=3)[::5]:
        check_every_token_is_legal_or_explained(pos)


def test_an_illegal_move_carries_token_reason_rule_and_code() -> None:
    with pytest.raises(IllegalMove) as caught:
        position(cubes=["GGG", ""], points="GGGG").act("claim 1")
    error = caught.value
    assert (error.token, error.reason, error.rule) == ("claim 1", "needs 1 more G", "SR13")
    assert error.code == "illegal-move"
    assert isinstance(error, CenturyError)
    assert isinstance(error, ValueError)
    for part in ("claim 1", "needs 1 more G", "SR13"):
        assert part in str(error)


def test_an_illegal_move_by_number_is_the_same_error() -> None:
    pos = position(cubes=["GGG", ""], points="GGGG")
    with pytest.raises(IllegalMove) as by_token:
        pos.act("claim 1")
    with pytest.raises(IllegalMove) as by_number:
        pos.apply(GAME.actions.index("claim 1"))
    assert str(by_number.value) == str(by_token.value)
    assert by_number.value.token == "claim 1"


@pytest.mark.parametrize(
    "token",
    [
        *("", " ", "pass", "Rest", "REST", "rest ", "done.", "trade 2"),
        *("claim", "claim 0", "claim 6", "claim one", "acquire 7"),
        *("play", "play  YY", "play YY>YY", "pay X", "pay y", "discard"),
    ],
)
def test_a_token_that_does_not_exist_is_unknown_not_illegal(token: str) -> None:
    check_unknown(position(), token)


@pytest.mark.parametrize("number", [-1, len(GAME.actions), 255, 10**6])
def test_an_action_number_that_does_not_exist_is_unknown(number: int) -> None:
    with pytest.raises(UnknownToken) as caught:
        position().apply(number)
    assert str(number) in str(caught.value)


@pytest.mark.parametrize("phase", PHASES)
def test_after_a_refusal_the_position_is_unchanged(phase: str) -> None:
    check_unchanged_by_refusals(PHASES[phase])


def test_a_turn_continues_after_a_refused_decision() -> None:
    pos = play(position(cubes=["YYY", ""]), "acquire 3, pay Y")
    with pytest.raises(IllegalMove):
        pos.act("pay B")
    assert cubes(pos, 0) == "YY"
    assert cubes(pos.act("pay Y"), 0) == "Y"
