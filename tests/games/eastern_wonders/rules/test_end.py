"""Eastern Wonders, end, score and open information: EW21-EW24."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from century.errors import IllegalMove
from tests.games.eastern_wonders.setup import (
    GAME,
    claims,
    column,
    cubes,
    play,
    position,
    random_game,
)

SEATS = [(players, seat) for players in (2, 3, 4) for seat in range(players)]
FOUR = "RRGB YYGGG YRGB YYYBB"  # 46 points
GAMES = [(2, 2), (3, 0), (3, 2), (4, 0)]


# EW21: finishing the round


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ew21_the_fourth_vp_tile_ends_the_game(players: int) -> None:
    pos = position(cubes=["GGGG", *[""] * (players - 1)], boats="A1", claims=[3])
    assert pos.view(None)["ending"] is False
    pos = play(pos, "anchor, claim")
    assert (claims(pos, 0), pos.view(None)["ending"], pos.over) == (4, True, False)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ew21_the_third_vp_tile_does_not_end_the_game(players: int) -> None:
    pos = position(cubes=["GGGG", *[""] * (players - 1)], boats="A1", claims=[2])
    pos = play(pos, "anchor, claim" + " | anchor, pass" * (players - 1))
    assert (claims(pos, 0), pos.view(None)["ending"]) == (3, False)
    assert (pos.turn, pos.over) == ((2, 0), False)


def test_ew21_four_tiles_of_several_players_do_not_end_it() -> None:
    pos = position(cubes=["", "GGGG"], boats="C3 A1", claims=[3, 2], seat=1)
    pos = play(pos, "anchor, claim")
    assert (pos.turn, pos.view(None)["ending"]) == ((2, 0), False)


@pytest.mark.parametrize(("players", "seat"), SEATS)
def test_ew21_the_round_is_finished(players: int, seat: int) -> None:
    """The seats after the one that takes a fourth tile have one more turn; the others have none."""
    boats, hold, taken = ["C3"] * players, [""] * players, [0] * players
    boats[seat], hold[seat], taken[seat] = "A1", "GGGG", 3
    pos = position(cubes=hold, boats=" ".join(boats), claims=taken, seat=seat, rounds=9)
    pos = play(pos, "anchor, claim")
    for later in range(seat + 1, players):
        assert (pos.turn, pos.over) == ((9, later), False)
        pos = play(pos, "anchor, pass")
    assert pos.over
    assert pos.phase == "over"


def test_ew21_in_the_last_round_everyone_plays_as_usual() -> None:
    pos = position(cubes=["GGGG", "YYYRRBB", "Y"], boats="A1 A4 A2", claims=[3, 3])
    pos = play(pos, "anchor, claim | sail A3, anchor, build, trade, done")
    assert (cubes(pos, 1), pos.seat) == ("YYRBBB", 2)
    pos = play(pos, "anchor, harvest")
    assert pos.over


def test_ew21_several_players_may_take_their_fourth_tile_in_the_last_round() -> None:
    pos = position(cubes=["GGGG", "RRBB"], boats="A1 A4", claims=[3, 3])
    pos = play(pos, "anchor, claim | anchor, claim")
    assert pos.over
    assert [claims(pos, seat) for seat in (0, 1)] == [4, 4]


def test_ew21_the_last_turn_ends_after_its_discards() -> None:
    pos = position(cubes=["GGGG", "B" * 10], boats="A1", claims=[3])
    pos = play(pos, "anchor, claim | anchor, harvest")
    assert (pos.over, pos.legal()) == (False, ["discard Y", "discard B"])
    pos = play(pos, "discard B, discard B")
    assert pos.over
    assert pos.scores()[1] == 8


def test_ew21_after_the_end_nothing_is_legal() -> None:
    pos = position(cubes=["", "GGGG"], boats="C3 A1", claims=[0, 3], seat=1)
    pos = play(pos, "anchor, claim")
    assert pos.legal() == []
    for token in GAME.actions:
        with pytest.raises(IllegalMove) as caught:
            pos.act(token)
        assert caught.value.rule == "EW21"


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_ew21_whole_games_end_after_equal_turns_with_a_fourth_tile(players: int, seed: int) -> None:
    game = random_game(players, seed)
    turns = [0] * players
    for before, after in pairwise(game):
        turns[before.seat] += before.turn != after.turn or after.over
    assert len(set(turns)) == 1
    assert max(claims(game[-1], seat) for seat in range(players)) == 4
    assert not any(pos.view(None)["ending"] for pos in game if pos.turn[0] < game[-1].turn[0])


# EW22: the score


@pytest.mark.parametrize(
    ("hold", "claimed", "outposts", "bonus", "score"),
    [
        ("", "", "", "", 0),
        ("YYYYYYYYYY", "", "", "", 0),
        ("R", "", "", "", 1),
        ("G", "", "", "", 1),
        ("B", "", "", "", 1),
        ("YYRRGGGB", "", "", "", 6),
        ("", "YYGGG", "", "", 11),
        ("", "YYGGG BBBBB YRGBBB", "", "", 11 + 20 + 20),
        ("", "", "B1", "", 0),
        ("", "", "B1 B2", "", 1),
        ("", "", "B1 B2 B3 D1 D2", "", 3 + 1),
        ("", "", "A2 A3 C6 E2 E3", "", 8),
        ("", "", column(1), "upgrade", 2),
        ("", "", column(1), "harvest", 1),
        ("", "", column(1), "points6", 6),
        ("", "", column(2), "cargo move", 4),
        ("", "", column(5), "move cargo harvest upgrade points4", 4 * 8 + 1 + 2 + 4),
        ("YRB", "GGBB RRBB", column(1) + " B2 B3", "points3", 2 + 14 + 12 + 3 + 3),
    ],
)
def test_ew22_vp_tiles_uncovered_points_bonus_tiles_and_cubes_that_are_not_yellow(
    hold: str, claimed: str, outposts: str, bonus: str, score: int
) -> None:
    pos = position(
        cubes=["Y", hold], claimed=["", claimed], outposts=["", outposts], bonus=["", bonus]
    )
    assert pos.scores() == [0, score]


def test_ew22_cubes_lying_on_the_map_score_nothing() -> None:
    assert position(cubes=["", ""], lying={"C3": "BBBB", "D5": "GG"}).scores() == [0, 0]


def test_ew22_all_columns_of_the_board_are_worth_32_points() -> None:
    """Each row scores 0 + 1 + 2 + 2 + 3; the five bonus tiles taken here score nothing."""
    pos = position(cubes=["", ""], bonus=["move move cargo cargo cargo"])
    assert pos.scores() == [32, 0]


def test_ew22_a_view_shows_the_scores_only_at_the_end() -> None:
    pos = position(cubes=["GGGG", "BR"], boats="A1", claimed=["RRGB YYGGG YRGB"])
    pos = play(pos, "anchor, claim | anchor")
    assert pos.view(None)["scores"] is None
    pos = pos.act("pass")
    assert pos.view(None)["scores"] == pos.scores() == [12 + 11 + 12 + 12, 2]


# EW23: the winner


@pytest.mark.parametrize(
    ("hold", "claimed", "scores", "ranking"),
    [
        (["", ""], [FOUR, "BBBBB"], [46, 20], [0, 1]),
        (["", ""], ["BBBBB", FOUR], [20, 46], [1, 0]),
        (["", "", ""], [FOUR, "BBBB", "BBBBB"], [46, 16, 20], [0, 2, 1]),
        # The seat that took the fourth tile need not win.
        (["", ""], [FOUR, "BBBBB YRGBBB GGBBB"], [46, 58], [1, 0]),
    ],
)
def test_ew23_most_points_win(
    hold: list[str], claimed: list[str], scores: list[int], ranking: list[int]
) -> None:
    pos = position(cubes=hold, claimed=claimed, seat=len(hold) - 1, phase="over")
    assert (pos.scores(), pos.ranking(), pos.winner) == (scores, ranking, ranking[0])


@pytest.mark.parametrize(
    ("hold", "claimed", "scores", "ranking"),
    [
        # All tied: the last seat wins.
        (["", "RRRRRR"], [FOUR, "BBBBB YRGBBB"], [46, 46], [1, 0]),
        # The tied seats are the first two: the second of them wins, not the last of all.
        (["", "RRRRRR", "B"], [FOUR, "BBBBB YRGBBB"], [46, 46, 1], [1, 0, 2]),
        # The first and the last are tied.
        (["", "B", "RRRRRR"], [FOUR, "", "BBBBB YRGBBB"], [46, 1, 46], [2, 0, 1]),
        # A tie behind the winner is broken in the same way.
        (["", "RR", "BB"], [FOUR], [46, 2, 2], [0, 2, 1]),
        # Three of four.
        (
            ["", "", "RRRRRR", "RRRRRRRRR"],
            [FOUR, "", "BBBBB YRGBBB", "GGBBB RRGGBB"],
            [46, 0, 46, 46],
            [3, 2, 0, 1],
        ),
        # Neither more cubes nor fewer VP tiles break it: only the turn order.
        (["RRRRRR", ""], ["BBBBB YRGBBB", FOUR], [46, 46], [1, 0]),
    ],
)
def test_ew23_the_later_of_the_tied_players_in_turn_order_wins(
    hold: list[str], claimed: list[str], scores: list[int], ranking: list[int]
) -> None:
    pos = position(cubes=hold, claimed=claimed, seat=len(hold) - 1, phase="over")
    assert (pos.scores(), pos.ranking(), pos.winner) == (scores, ranking, ranking[0])


@pytest.mark.parametrize(("last_turn", "winner"), [("anchor, trade", 1), ("anchor, pass", 0)])
def test_ew23_the_last_turn_can_make_a_tie_and_win_it(last_turn: str, winner: int) -> None:
    pos = position(
        cubes=["GGGG", "YYYRRR"],
        boats="A1 A2",
        claimed=["RRGB YYGGG YRGB", "BBBBB GGBB RRRGG"],
        outposts=["B1 B2 B3", "A2"],
    )
    pos = play(pos, f"anchor, claim | {last_turn}")
    assert pos.scores() == [50, 50 if winner else 49]
    assert pos.winner == winner


def test_ew23_nobody_has_won_before_the_end() -> None:
    assert GAME.start(players=2, seed=7).winner is None
    assert position(cubes=["B", ""]).winner is None


# EW24: open and hidden information


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_ew24_everything_on_the_table_is_open_to_all(viewer: int | None) -> None:
    pos = position(
        cubes=["YYG", "RB", ""],
        boats="C3 A1 C3",
        outposts=["C3 B2", "C3"],
        bonus=["", "move", "points6"],
        lying={"C3": "RG", "A1": "B"},
        ports={"E1": "closed"},
        claims=[1],
    )
    shown = pos.view(viewer)
    assert [seat["cubes"] for seat in shown["seats"]] == ["YYG", "RB", ""]
    assert [seat["boat"] for seat in shown["seats"]] == ["C3", "A1", "C3"]
    assert shown["seats"][0]["outposts"] == {"ginger": 1, "chili": 0, "tea": 1, "cloves": 0}
    assert [seat["bonus"]["move"] for seat in shown["seats"]] == [0, 1, 0]
    assert [seat["point_tiles"] for seat in shown["seats"]] == [[], [], [6]]
    assert shown["map"]["C3"] == {
        "kind": "market",
        "q": 0,
        "r": 2,
        "cubes": "RG",
        "boats": [0, 2],
        "type": "tea",
        "trade": "B>GG",
        "outposts": [0, 1],
        "toll": [2],
        "price": None,
        "reach": None,
    }
    assert shown["map"]["A1"]["tile"] == {"cost": "GGGG", "points": 12}
    assert (shown["map"]["A1"]["cubes"], shown["map"]["A1"]["boats"]) == ("B", [1])
    assert (shown["map"]["E1"]["kind"], shown["map"]["E1"]["tile"]) == ("port", None)
    assert shown["bonus_stacks"]["points"] == [5, 4, 3]
    assert (shown["vp_pile"], shown["start_sets"]) == (22, [])


@pytest.mark.parametrize("viewer", [0, 1, None])
@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("YRGB GGBB", "GGBB YRGB"),
        ("closed YRGB GGBB", "YRGB GGBB closed"),
    ],
)
def test_ew24_the_order_of_the_vp_pile_is_hidden(viewer: int | None, one: str, two: str) -> None:
    """Positions that differ in the order of the pile have the same views."""
    first, second = position(pile=one), position(pile=two)
    assert first != second
    assert json.dumps(first.view(viewer)) == json.dumps(second.view(viewer))
    assert first.view(viewer)["vp_pile"] == 23


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_ew24_no_view_names_a_tile_of_the_pile_or_one_that_was_removed(viewer: int | None) -> None:
    pos = position(pile="BBBBB closed YRGB")
    written = json.dumps(pos.view(viewer))
    for hidden in ("BBBBB", "YRGB", "closed", "B>YYYRR", "BB>RRRGG", "YYYYY>GGG", "YRG>BB"):
        assert f'"{hidden}"' not in written


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_ew24_taken_vp_tiles_are_counted_for_all_and_shown_to_their_owner(
    viewer: int | None,
) -> None:
    """A ruling."""
    pos = position(claimed=["YYGGG BBBBB", "YRGB"], ports={"E1": "GGBB"})
    points, tiles = [31, 12], [[("YYGGG", 11), ("BBBBB", 20)], [("YRGB", 12)]]
    for number, seat in enumerate(pos.view(viewer)["seats"]):
        own = number == viewer
        assert seat["claimed"] == [2, 1][number]
        assert seat["points"] == (points[number] if own else None)
        seen = None if seat["tiles"] is None else [(t["cost"], t["points"]) for t in seat["tiles"]]
        assert seen == (tiles[number] if own else None)


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_ew24_everything_is_shown_at_the_end(viewer: int | None) -> None:
    pos = position(cubes=["", ""], claimed=[FOUR, "GGGG"], seat=1, phase="over")
    shown = pos.view(viewer)
    assert [seat["points"] for seat in shown["seats"]] == [46, 12]
    assert [tile["cost"] for tile in shown["seats"][0]["tiles"]] == FOUR.split()
    assert shown["scores"] == [46, 12]


def test_ew24_a_redeal_changes_only_what_is_hidden() -> None:
    pos = position(claims=[1])
    others = [pos.redeal(seat, seed) for seat in (0, 1) for seed in range(100)]
    assert len(set(others)) >= 100
    for viewer in (0, 1, None):
        assert {json.dumps(other.view(viewer)) for other in others} == {
            json.dumps(pos.view(viewer))
        }
    depths = {other.to_text().partition("pile=")[2].split(",").index("closed") for other in others}
    assert depths == {0, 1, 2, 3, 4}  # one of the first six was drawn, and it was another


# Consequences of the rules


@pytest.mark.parametrize(("players", "seed"), GAMES)
def test_ew8_ew18_in_whole_games_there_is_always_a_legal_move(players: int, seed: int) -> None:
    for pos in random_game(players, seed)[:-1]:
        legal = pos.legal()
        assert legal
        if pos.phase == "action":
            assert {"harvest", "pass"} <= set(legal)
