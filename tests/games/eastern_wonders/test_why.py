"""Reasons for illegal actions, with the rule's id, in every phase of Eastern Wonders."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import chain

import pytest

from century import IllegalMove, Map, Position
from tests.games.eastern_wonders.setup import (
    COSTS,
    GAME,
    play,
    position,
    random_game,
    random_walk,
)
from tests.oracle.eastern_wonders_data import MARKET_TILES
from tests.rules.refusals import (
    check_every_token_is_legal_or_explained,
    check_unchanged_by_refusals,
    check_unknown,
    rule_of,
)

START = GAME.start(players=2, seed=7)
STEPS = "one sails from tile to tile, and each step that is not free costs a cube"
BAY = "P.M.M.P/.M.M.M./M.S.M.M/.M.M.M./M.M.M.M/.M.M.M./P.M.M.P"

# One position of each phase, with yellow and red cubes where there are any.
PHASES: dict[str, Position] = {
    "take": START,
    "place": START.act("take 3"),
    "sail": position(cubes=["YR", ""]),
    "drop": play(position(cubes=["YR", ""]), "sail C2, sail C1"),
    "toll": play(position(cubes=["YR", ""], boats="C3 C2"), "sail C2, anchor"),
    "collect": play(position(cubes=["YR", ""], lying={"C2": "B"}), "sail C2, anchor"),
    "action": position(cubes=["YR", ""], outposts=["C3"]).act("anchor"),
    "price": play(position(cubes=["YR", ""], outposts=["", "C3"]), "anchor, build"),
    "bonus": play(
        position(
            cubes=["YR", "", ""],
            boats="A2",
            outposts=["B1 C1 D1"],
            bonus=["", "move move", "move move"],
        ),
        "anchor, build",
    ),
    "upgrade": play(position(cubes=["YRB", ""], boats="C2", bonus=["upgrade"]), "anchor, build"),
    "trade": play(position(cubes=["YR", ""], boats="A3"), "anchor, build"),
    "discard": play(position(cubes=["Y" * 9 + "R", ""]), "anchor, harvest"),
    "over": position(cubes=["", ""], claims=[4], seat=1, phase="over"),
}
TOKENS = {
    token.split()[0]: token
    for token in (
        *("take 1", "place C1", "sail C4", "anchor", "drop Y", "pay Y", "collect", "leave"),
        *("build", "trade", "claim", "harvest", "pass"),
        *("bonus cargo", "upgrade Y", "done", "discard Y"),
    )
}
MOVING = ("sail", "anchor", "drop")
ACTING = ("build", "trade", "claim", "harvest", "pass")
GOING_ON = ("bonus", "upgrade", "done", "discard")


def refused(phase: str, rule: str, *verbs: str) -> list[tuple[str, str, str]]:
    return [(phase, TOKENS[verb], rule) for verb in verbs]


def test_the_prepared_positions_are_in_their_phases() -> None:
    assert {name: pos.phase for name, pos in PHASES.items()} == {name: name for name in PHASES}


@pytest.mark.parametrize(
    ("phase", "token", "rule"),
    list(
        chain(
            refused("take", "EW7", *(verb for verb in TOKENS if verb != "take")),
            refused("place", "EW7", *(verb for verb in TOKENS if verb != "place")),
            *(
                refused(phase, "EW7", "take", "place")
                for phase in PHASES
                if phase not in ("take", "place", "discard", "over")
            ),
            # The movement comes first.
            refused("sail", "EW8", "drop", "pay", "collect", "leave", *ACTING, *GOING_ON),
            # The cube for the step comes first.
            refused("drop", "EW8", "sail", "anchor", "pay", "collect", "leave", *ACTING, *GOING_ON),
            # The toll comes first.
            refused("toll", "EW8", *MOVING),
            refused("toll", "EW9", "collect", "leave", *ACTING, *GOING_ON),
            # Collecting cubes comes first.
            refused("collect", "EW8", *MOVING),
            refused("collect", "EW9", "pay"),
            refused("collect", "EW10", *ACTING, *GOING_ON),
            # The action follows.
            refused("action", "EW8", *MOVING),
            refused("action", "EW9", "pay"),
            refused("action", "EW10", "collect", "leave"),
            # The price comes before the effects of building.
            refused("price", "EW8", *MOVING),
            refused("price", "EW10", "collect", "leave"),
            refused("price", "EW11", "build", *GOING_ON),
            # The bonus tile comes before upgrades.
            refused("bonus", "EW8", *MOVING),
            refused("bonus", "EW10", "collect", "leave"),
            refused("bonus", "EW11", "build"),
            refused("bonus", "EW13", "upgrade", "done", "discard"),
            refused("upgrade", "EW8", *MOVING),
            refused("upgrade", "EW10", "collect", "leave"),
            refused("upgrade", "EW11", "build"),
            refused("upgrade", "EW13", "bonus"),
            refused("upgrade", "EW14", "discard"),
            refused("trade", "EW8", *MOVING),
            refused("trade", "EW10", "collect", "leave"),
            refused("trade", "EW11", "build"),
            refused("trade", "EW13", "bonus"),
            refused("trade", "EW14", "upgrade"),
            refused("trade", "EW15", "discard"),
            # Cubes over the limit are returned first, and at the end all is over.
            refused("discard", "EW19", *(verb for verb in TOKENS if verb != "discard")),
            refused("over", "EW21", *TOKENS),
        )
    ),
)
def test_an_action_of_another_phase_is_refused_with_its_rule(
    phase: str, token: str, rule: str
) -> None:
    pos = PHASES[phase]
    assert rule_of(pos.why(token)) == rule
    with pytest.raises(IllegalMove) as caught:
        pos.act(token)
    assert caught.value.rule == rule


@pytest.mark.parametrize(
    ("phase", "token", "reason"),
    [
        ("take", "sail C3", "a starting set is to be taken first (EW7)"),
        ("place", "sail C3", "the boat is to be placed on a market tile first (EW7)"),
        ("place", "place A1", "A1 is a port, not a market (EW7)"),
        ("sail", "take 1", "a starting set is taken once, before the game (EW7)"),
        ("sail", "place C3", "the boats are on the map already (EW7)"),
        ("sail", "harvest", "the movement comes first: sail, or stay where you are (EW8)"),
        (
            "sail",
            "sail A1",
            f"A1 is not next to C3; {STEPS} (EW8)",
        ),
        ("drop", "harvest", "the step is to be paid first: leave a cube behind (EW8)"),
        ("drop", "drop G", "the hold has no G (EW8)"),
        ("toll", "harvest", "the toll comes first: pay a cube for each boat (EW9)"),
        ("toll", "pay B", "the hold has no B (EW9)"),
        (
            "collect",
            "harvest",
            "first decide about the cubes lying here: collect or leave (EW10)",
        ),
        ("action", "sail C2", "this turn's movement is over (EW8)"),
        ("action", "anchor", "this turn's movement is over (EW8)"),
        ("action", "drop Y", "no step is to be paid (EW8)"),
        ("action", "pay Y", "nothing is to be paid (EW9)"),
        ("action", "collect", "there is nothing to take up now (EW10)"),
        ("action", "leave", "there is nothing to leave now (EW10)"),
        ("action", "build", "your outpost is on C3 already (EW11)"),
        ("action", "trade", "needs 1 more B (EW15)"),
        ("action", "claim", "C3 is not a port (EW16)"),
        ("price", "done", "the outpost is to be paid first (EW11)"),
        ("price", "pay B", "the hold has no B (EW11)"),
        ("bonus", "done", "a bonus tile is to be taken first (EW13)"),
        ("bonus", "bonus move", "no bonus tile of that kind is left (EW13)"),
        ("upgrade", "upgrade G", "the hold has no G (EW14)"),
        (
            "upgrade",
            "discard Y",
            "an upgrade tile comes first: upgrade a cube or choose done (EW14)",
        ),
        ("trade", "bonus move", "no column of the board was emptied (EW13)"),
        ("trade", "upgrade Y", "no upgrade tile serves now (EW14)"),
        ("trade", "discard Y", "you are trading: trade again or choose done (EW15)"),
        ("discard", "pass", "the hold is over its limit: return cubes first (EW19)"),
        ("discard", "discard B", "the hold has no B (EW19)"),
        ("over", "harvest", "the game is over (EW21)"),
    ],
)
def test_reasons_are_worded_as_expected(phase: str, token: str, reason: str) -> None:
    assert PHASES[phase].why(token) == reason


@pytest.mark.parametrize("phase", ["price", "bonus", "upgrade", "trade"])
@pytest.mark.parametrize(("token", "own"), [("claim", "EW16"), ("harvest", "EW18")])
def test_while_building_other_actions_are_refused(phase: str, token: str, own: str) -> None:
    due = {"price": "EW11", "bonus": "EW13", "upgrade": "EW14", "trade": "EW15"}[phase]
    assert rule_of(PHASES[phase].why(token)) in (own, due)


# Reasons that depend on the place


def test_a_set_that_is_taken_is_refused_by_ew7() -> None:
    pos = play(START, "take 2, place C3")
    assert pos.why("take 2") == "that set is taken (EW7)"
    assert pos.why("take 1") is None


def test_a_boat_is_not_placed_on_sea() -> None:
    reason = GAME.start(players=2, seed=7, map=BAY).act("take 1").why("place C2")
    assert rule_of(reason) == "EW7"
    assert "sea" in str(reason)


def test_a_further_step_without_cubes_is_refused_by_ew8() -> None:
    pos = position(cubes=["", ""]).act("sail C2")
    assert pos.why("sail C1") == "a further step costs a cube, and the hold is empty (EW8)"
    assert pos.why("sail E1") == f"E1 is not next to C2; {STEPS} (EW8)"


def test_a_step_to_a_toll_that_cannot_be_paid_is_refused_by_ew9() -> None:
    pos = position(cubes=["", ""], boats="C3 C2")
    assert pos.why("sail C2") == "the toll could not be paid there, nor anywhere beyond (EW9)"


@pytest.mark.parametrize(
    ("hold", "boats", "bonus", "count"),
    [("Y", "C3 C2 C2", "", 2), ("Y", "C3 C2 C2 C2", "", 3), ("", "C3 C2", "move", 1)],
)
def test_the_reason_counts_the_boats_whose_toll_cannot_be_paid(
    hold: str, boats: str, bonus: str, count: int
) -> None:
    others = [""] * (len(boats.split()) - 1)
    pos = position(cubes=[hold, *others], boats=boats, bonus=[bonus]).act("sail C2")
    reason = pos.why("anchor")
    assert rule_of(reason) == "EW9"
    assert str(reason).startswith(f"the toll here is {count} cube")


@pytest.mark.parametrize(
    ("cell", "token", "reason"),
    [
        ("A1", "build", "A1 is not a market (EW11)"),
        ("A1", "trade", "A1 is not a market (EW15)"),
        ("A1", "claim", "needs 4 more G (EW16)"),
        ("E1", "claim", "the port E1 is closed (EW16)"),
        ("C3", "trade", "you have no outpost on C3 (EW15)"),
        ("C3", "claim", "C3 is not a port (EW16)"),
    ],
)
def test_an_action_on_the_wrong_tile_is_refused_with_its_rule(
    cell: str, token: str, reason: str
) -> None:
    pos = position(cubes=["YY", ""], boats=cell, ports={"E1": "closed"}).act("anchor")
    assert pos.why(token) == reason


@pytest.mark.parametrize(
    ("players", "others", "hold", "reason"),
    [
        (2, 1, "", "the price is 2 cubes, the hold has 0 (EW11)"),
        (2, 1, "Y", "the price is 2 cubes, the hold has 1 (EW11)"),
        (3, 2, "B", "the price is 2 cubes, the hold has 1 (EW11)"),
        (4, 3, "YR", "the price is 3 cubes, the hold has 2 (EW11)"),
    ],
)
def test_an_outpost_says_what_it_costs_and_what_there_is(
    players: int, others: int, hold: str, reason: str
) -> None:
    holds = [hold, *["YYYY"] * (players - 1)]
    pos = position(cubes=holds, outposts=["", *["C3"] * others]).act("anchor")
    assert pos.why("build") == reason


def test_building_trading_and_claiming_on_sea_are_refused() -> None:
    pos = position(cubes=["YY", ""], boats="C2 C3", chart=Map.read(BAY)).act("anchor")
    assert [rule_of(pos.why(token)) for token in ("build", "trade", "claim")] == [
        "EW11",
        "EW15",
        "EW16",
    ]


def missing_in(reason: str | None) -> str:
    found = re.findall(r"(\d) more ([YRGB])", str(reason))
    return "".join(int(count) * colour for count, colour in found)


@pytest.mark.parametrize("cost", COSTS)
def test_the_claim_is_legal_with_the_cubes_that_the_reason_names(cost: str) -> None:
    """The reason names exactly the missing cubes."""

    def why(hold: str) -> str | None:
        pos = position(cubes=[hold, ""], boats="A1", ports={"A1": cost})
        return pos.act("anchor").why("claim")

    missing = missing_in(why("YRG"))
    assert missing
    assert why("YRG" + missing) is None
    assert why("YRG" + missing[1:]) is not None
    assert why("YRG" + missing[:-1]) is not None


@pytest.mark.parametrize(
    ("kind", "trade"), [(kind, trade) for kind, trades in MARKET_TILES.items() for trade in trades]
)
def test_the_trade_is_legal_with_the_cubes_that_the_reason_names(kind: str, trade: str) -> None:
    here = {"ginger": "B1", "chili": "D1", "tea": "C1", "cloves": "A2"}[kind]

    def why(hold: str) -> str | None:
        pos = position(cubes=[hold, ""], boats=here, outposts=[here], tiles={here: trade})
        return pos.act("anchor").why("trade")

    missing = missing_in(why(""))
    assert missing == trade.partition(">")[0]
    assert why(missing) is None
    assert why(missing[1:]) is not None


# Any phase


@pytest.mark.parametrize(
    ("phase", "tokens"),
    [
        ("take", ["take 1", "take 2", "take 3", "take 4"]),
        ("place", ["place A2", "place C3"]),
        ("sail", ["sail C2", "anchor"]),
        ("drop", ["drop Y", "drop R"]),
        ("toll", ["pay Y", "pay R"]),
        ("collect", ["collect", "leave"]),
        ("action", ["harvest", "pass"]),
        ("price", ["pay Y", "pay R"]),
        ("bonus", ["bonus harvest", "bonus upgrade", "bonus cargo", "bonus points"]),
        ("upgrade", ["upgrade Y", "upgrade R", "done"]),
        ("trade", ["trade", "done"]),
        ("discard", ["discard Y", "discard R"]),
    ],
)
def test_a_legal_action_has_no_reason(phase: str, tokens: list[str]) -> None:
    assert [PHASES[phase].why(token) for token in tokens] == [None] * len(tokens)


SOURCES: dict[str, Callable[[], Sequence[Position]]] = {
    "a game": lambda: random_game(3, seed=0)[::20],
    "on another map": lambda: random_walk(
        GAME.start(players=4, seed=7, map=BAY), seed=3, decisions=200
    )[::5],
    "all phases": lambda: [*PHASES.values()],
}


@pytest.mark.parametrize("source", SOURCES)
def test_every_token_is_legal_or_has_a_reason(source: str) -> None:
    for pos in SOURCES[source]():
        check_every_token_is_legal_or_explained(pos)


def test_an_illegal_move_carries_token_reason_rule_and_code() -> None:
    pos = position(cubes=["GGG", ""], boats="A1").act("anchor")
    with pytest.raises(IllegalMove) as caught:
        pos.act("claim")
    error = caught.value
    assert (error.token, error.reason, error.rule) == ("claim", "needs 1 more G", "EW16")
    assert error.code == "illegal-move"
    assert str(error) == "claim is not legal: needs 1 more G (EW16)"


@pytest.mark.parametrize(
    "token",
    [
        *("", " ", "rest", "Anchor", "anchor ", "done.", "trade 2", "claim 1", "harvest YY"),
        *("take", "take 0", "take 5", "place", "place F1", "sail A5", "sail c3", "sail  C2"),
        *("pay X", "drop y", "upgrade B", "bonus", "bonus gold", "bonus points6", "discard"),
    ],
)
def test_a_token_that_does_not_exist_is_unknown_not_illegal(token: str) -> None:
    check_unknown(position(), token)


@pytest.mark.parametrize("phase", PHASES)
def test_after_a_refusal_the_position_is_unchanged(phase: str) -> None:
    check_unchanged_by_refusals(PHASES[phase])
