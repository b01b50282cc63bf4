"""Spice Road, end, score and open information: SR17-SR20, and consequences of the rules."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from century.errors import IllegalMove
from tests.games.spice_road.setup import (
    GAME,
    claims,
    cubes,
    play,
    point_row,
    position,
    random_game,
)

THRESHOLDS = [(2, 6), (3, 6), (4, 5), (5, 5)]
SEATS = [(players, seat) for players, _ in THRESHOLDS for seat in range(players)]


# SR17: finishing the round


@pytest.mark.parametrize(("players", "last_card"), THRESHOLDS)
def test_sr17_the_fifth_card_ends_the_game_or_the_sixth_with_two_or_three_players(
    players: int, last_card: int
) -> None:
    pos = position(cubes=["RRRR"] * players, points="RRRR", claims=[last_card - 1])
    assert pos.view(None)["ending"] is False
    pos = pos.act("claim 1")
    assert claims(pos, 0) == last_card
    assert pos.view(None)["ending"] is True


@pytest.mark.parametrize(("players", "last_card"), THRESHOLDS)
def test_sr17_one_card_less_does_not_end_the_game(players: int, last_card: int) -> None:
    pos = position(cubes=["RRRR"] * players, points="RRRR", claims=[last_card - 2])
    pos = pos.act("claim 1")
    assert claims(pos, 0) == last_card - 1
    assert pos.view(None)["ending"] is False
    pos = play(pos, " | ".join(["acquire 1"] * (players - 1)))
    assert not pos.over
    assert pos.turn == (2, 0)


@pytest.mark.parametrize(("players", "seat"), SEATS)
def test_sr17_the_round_is_finished_so_that_all_had_equal_turns(players: int, seat: int) -> None:
    """The seats after the one that takes the last card have one more turn; the others have none."""
    last_card = dict(THRESHOLDS)[players]
    pos = position(
        cubes=["RRRR"] * players,
        points="RRRR",
        claims=[0] * seat + [last_card - 1],
        seat=seat,
        rounds=20,
    )
    pos = pos.act("claim 1")
    for later in range(seat + 1, players):
        assert not pos.over
        assert pos.turn == (20, later)
        pos = pos.act("acquire 1")
    assert pos.over
    assert pos.phase == "over"


def test_sr17_in_the_last_round_everyone_plays_as_usual() -> None:
    pos = position(cubes=["RRRR", "YYRR"], points="RRRR YYRR", claims=[5, 2], played=["", "up2"])
    pos = pos.act("claim 1")
    assert {"rest", "claim 1", "acquire 1", "play YY"} <= set(pos.legal())
    assert claims(pos.act("claim 1"), 1) == 3


def test_sr17_several_players_may_take_their_last_card_in_the_last_round() -> None:
    pos = position(cubes=["RRRR", "YYRR"], points="RRRR YYRR", claims=[5, 5])
    pos = play(pos, "claim 1 | claim 1")
    assert pos.over
    assert [claims(pos, 0), claims(pos, 1)] == [6, 6]


def test_sr17_every_turn_ends_after_its_discards_and_the_last_one_too() -> None:
    pos = position(cubes=["RRRR", "Y" * 10], points="RRRR", claims=[5])
    pos = play(pos, "claim 1 | play YY")
    assert not pos.over
    assert pos.legal() == ["discard Y"]
    pos = play(pos, "discard Y, discard Y")
    assert pos.over
    assert cubes(pos, 1) == "Y" * 10


def test_sr17_after_the_end_nothing_is_legal() -> None:
    pos = position(cubes=["YY", "RRRR"], points="RRRR", claims=[0, 5], seat=1).act("claim 1")
    assert pos.over
    assert pos.legal() == []
    for token in GAME.actions:
        with pytest.raises(IllegalMove):
            pos.act(token)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_sr17_whole_games_end_after_equal_turns_with_a_last_card(
    players: int,
) -> None:
    for seed in range(5):
        game = random_game(players, seed)
        turns = [0] * players
        for before, after in pairwise(game):
            turns[before.seat] += before.turn != after.turn or after.over
        assert len(set(turns)) == 1
        assert max(claims(game[-1], seat) for seat in range(players)) == dict(THRESHOLDS)[players]


# SR18: the score


@pytest.mark.parametrize(
    ("caravan", "claimed", "gold", "silver", "score"),
    [
        ("", "", 0, 0, 0),
        ("YYYY", "", 0, 0, 0),
        ("R", "", 0, 0, 1),
        ("G", "", 0, 0, 1),
        ("B", "", 0, 0, 1),
        ("YYRRGGGB", "", 0, 0, 6),
        ("", "YYRR", 0, 0, 6),
        ("", "YYRR BBBBB", 0, 0, 26),
        ("", "YYRR", 1, 0, 9),
        ("", "YYRR", 0, 1, 7),
        ("", "YYRR RRRR YYGG", 2, 1, 6 + 8 + 8 + 6 + 1),
        ("YRB", "YYRR RRRR YYGG GGGG", 1, 2, 6 + 8 + 8 + 12 + 3 + 2 + 2),
    ],
)
def test_sr18_points_of_cards_3_per_gold_1_per_silver_1_per_cube_that_is_not_yellow(
    caravan: str, claimed: str, gold: int, silver: int, score: int
) -> None:
    pos = position(cubes=["Y", caravan], claimed=["", claimed], gold=[0, gold], silver=[0, silver])
    assert pos.scores() == [0, score]


def test_sr18_cubes_lying_on_merchant_cards_and_cards_in_hand_score_nothing() -> None:
    pos = position(cubes=["", ""], hand=["BB>RRRGG"], row="YYY+BBBB")
    assert pos.scores() == [0, 0]


def test_sr18_cubes_returned_at_the_end_of_the_last_turn_do_not_score() -> None:
    pos = position(cubes=["RRRR", "B" * 10], points="RRRR", claims=[5])
    pos = play(pos, "claim 1 | play YY, discard B, discard B")
    assert pos.scores()[1] == 8


def test_sr18_a_view_shows_the_scores_only_at_the_end() -> None:
    pos = position(cubes=["YY", "RRRRB"], points="GGGG BBBB RRRR", claimed=["BBBBB"], claims=[1, 5])
    pos = pos.act("play YY")
    assert pos.view(None)["scores"] is None
    before = pos.scores()
    pos = pos.act("claim 3")
    assert pos.view(None)["scores"] == pos.scores() == [20, before[1] + 8 - 4]


# SR19: the winner


FIVE_CARDS = "YYRR YYYRR YYRRR RRRR YYGG"  # 37 points
SIX_CARDS = FIVE_CARDS + " YYYGG"  # 46 points


@pytest.mark.parametrize(
    ("caravans", "claimed", "ranking"),
    [
        (["", ""], [SIX_CARDS, "BBBBB"], [0, 1]),
        (["", ""], ["BBBBB", SIX_CARDS], [1, 0]),
        (["", "", ""], [SIX_CARDS, "BBBBB", "BBBB"], [0, 1, 2]),
        (["", "", ""], [SIX_CARDS, "BBBB", "BBBBB"], [0, 2, 1]),
        (["", ""], [SIX_CARDS, "BBBBB YRGBBB"], [0, 1]),
        # The seat that took the last card need not win.
        (["", ""], [SIX_CARDS, "BBBBB YRGBBB RRGGBB"], [1, 0]),
    ],
)
def test_sr19_most_points_win(caravans: list[str], claimed: list[str], ranking: list[int]) -> None:
    pos = position(cubes=caravans, claimed=claimed, seat=len(caravans) - 1, phase="over")
    assert pos.ranking() == ranking
    assert pos.winner == ranking[0]


@pytest.mark.parametrize(
    ("caravans", "claimed", "scores", "ranking"),
    [
        # All tied: the last seat wins.
        (["", "RRRRRR"], [SIX_CARDS, "BBBBB YRGBBB"], [46, 46], [1, 0]),
        # The tied seats are the first two: the second of them wins, not the last of all.
        (["", "RRRRRR", "B"], [SIX_CARDS, "BBBBB YRGBBB", ""], [46, 46, 1], [1, 0, 2]),
        # The first and the last are tied.
        (["", "B", "RRRRRR"], [SIX_CARDS, "", "BBBBB YRGBBB"], [46, 1, 46], [2, 0, 1]),
        # A tie behind the winner is broken in the same way.
        (["", "RR", "BB"], [SIX_CARDS, "", ""], [46, 2, 2], [0, 2, 1]),
        # Three tied.
        (
            ["", "RRRRRR", "RRRRRRRRR"],
            [SIX_CARDS, "BBBBB YRGBBB", "GGBBB RRGGBB"],
            [46, 46, 46],
            [2, 1, 0],
        ),
        # Neither the first nor the last of five.
        (
            ["", "", "", "R", ""],
            [FIVE_CARDS, "BBBBB RRGGBB", "", "YRGBBB YRGGGB", ""],
            [37, 39, 0, 39, 0],
            [3, 1, 0, 4, 2],
        ),
    ],
)
def test_sr19_the_tied_player_with_the_last_turn_wins(
    caravans: list[str], claimed: list[str], scores: list[int], ranking: list[int]
) -> None:
    pos = position(cubes=caravans, claimed=claimed, seat=len(caravans) - 1, phase="over")
    assert pos.scores() == scores
    assert pos.ranking() == ranking
    assert pos.winner == ranking[0]


@pytest.mark.parametrize(("last_turn", "winner"), [("play B", 1), ("play YY", 0)])
def test_sr19_the_last_turn_can_make_a_tie_and_win_it(last_turn: str, winner: int) -> None:
    pos = position(
        cubes=["RRRR", "RRRRR"],
        hand=["", "B"],
        points="GGGG BBBB RRRR",
        claimed=["YYRR YYYRR YYRRR YYGG YYYGG", "BBBBB YRGBBB"],
    )
    pos = play(pos, f"claim 3 | {last_turn}")
    assert pos.scores() == [46, 46 if winner else 45]
    assert pos.winner == winner


def test_sr19_nobody_has_won_before_the_end() -> None:
    assert GAME.start(players=2, seed=7).winner is None


# SR20: open and hidden information


def test_sr20_caravans_cards_rows_and_coins_are_open_to_all() -> None:
    pos = position(
        cubes=["YYG", "RB", ""],
        hand=["RR>GG", "B", "G>RR"],
        played=["YY", "up2 RR"],
        row="YYY+R YR+GB",
        points="YYRR RRRR",
        gold=[1, 0, 2],
        silver=[0, 1, 0],
    )
    for viewer in (0, 1, 2, None):
        shown = pos.view(viewer)
        assert [seat["cubes"] for seat in shown["seats"]] == ["YYG", "RB", ""]
        assert [seat["hand"] for seat in shown["seats"]] == [
            ["up2", "RR>GG"],
            ["YY", "B"],
            ["YY", "up2", "G>RR"],
        ]
        assert [seat["played"] for seat in shown["seats"]] == [["YY"], ["up2", "RR"], []]
        assert [(seat["gold"], seat["silver"]) for seat in shown["seats"]] == [
            (1, 0),
            (0, 1),
            (2, 0),
        ]
        assert shown["merchant_row"][:2] == [
            {"card": "YYY", "cubes": "R", "price": 0},
            {"card": "YR", "cubes": "GB", "price": 1},
        ]
        first, second, *others = shown["point_row"]
        missing = ["RR", "YYR", "YYRR"]
        shown_first = {"cost": "YYRR", "points": 6, "coin": "gold", "coins": 3, "missing": missing}
        assert first == shown_first
        assert (second["coin"], second["coins"]) == ("silver", 5)
        assert {(card["coin"], card["coins"]) for card in others} == {(None, 0)}
        assert (shown["gold"], shown["silver"]) == (3, 5)


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_sr20_the_order_of_the_decks_is_hidden(viewer: int | None) -> None:
    """Positions that differ in the order of the decks have the same views."""
    row, points = "YYY YR G B RR YG", "YYRR RRRR YYGG GGGG BBBB"
    one = position(row=row, deck="GG>BB R>YYY", points=points, point_deck="YRGB RRBB")
    two = position(row=row, deck="R>YYY GG>BB", points=points, point_deck="RRBB YRGB")
    assert one != two
    assert json.dumps(one.view(viewer)) == json.dumps(two.view(viewer))
    assert (one.view(viewer)["merchant_deck"], one.view(viewer)["point_deck"]) == (37, 31)


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_sr20_claimed_cards_are_counted_for_all_and_shown_to_their_owner(
    viewer: int | None,
) -> None:
    """A ruling."""
    pos = position(claimed=["YYRR BBBBB", "GGGG"])
    points = [26, 12]
    cards = [
        [{"cost": "YYRR", "points": 6}, {"cost": "BBBBB", "points": 20}],
        [{"cost": "GGGG", "points": 12}],
    ]
    for number, seat in enumerate(pos.view(viewer)["seats"]):
        own = number == viewer
        assert seat["claimed"] == [2, 1][number]
        assert seat["points"] == (points[number] if own else None)
        assert seat["cards"] == (cards[number] if own else None)


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_sr20_everything_is_shown_at_the_end(viewer: int | None) -> None:
    pos = position(claimed=[SIX_CARDS, "GGGG"], seat=1, phase="over")
    shown = pos.view(viewer)
    assert [seat["points"] for seat in shown["seats"]] == [46, 12]
    assert [card["cost"] for card in shown["seats"][0]["cards"]] == SIX_CARDS.split()
    assert shown["scores"] == pos.scores()


# Consequences of the rules


@pytest.mark.parametrize(
    ("hand", "laid", "way_out"),
    [("", "", "play YY"), ("", "up2", "play YY"), ("", "YY", "rest"), ("YY>G", "YY up2", "rest")],
)
def test_sr6_sr12_nobody_is_ever_without_a_legal_move(hand: str, laid: str, way_out: str) -> None:
    """Even without cubes and merchant row, a player can play create 2 or rest."""
    pos = position(cubes=["", ""], hand=[hand], played=[laid], others_with=1)
    assert pos.view(None)["merchant_row"] == []
    assert way_out in pos.legal()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_sr6_sr12_in_whole_games_there_is_always_a_legal_move(players: int) -> None:
    for seed in range(5):
        for pos in random_game(players, seed)[:-1]:
            assert pos.legal()
            if pos.phase == "turn":
                assert {"play YY", "rest"} & set(pos.legal())


@pytest.mark.parametrize(("players", "last_card"), THRESHOLDS)
def test_sr13_sr17_the_point_deck_cannot_run_out(players: int, last_card: int) -> None:
    """Even if everyone takes their last card in the same round, the row is still full."""
    costs = ["YYRR", "YYYRR", "YYRRR", "RRRR", "YYGG"]
    pos = position(cubes=costs[:players], points=" ".join(costs), claims=[last_card - 1] * players)
    for seat in range(players):
        assert pos.seat == seat
        pos = pos.act("claim 1")
    assert pos.over
    assert [claims(pos, seat) for seat in range(players)] == [last_card] * players
    assert len(point_row(pos)) == 5
    assert pos.view(None)["point_deck"] == 36 - 5 - players * last_card >= 6
