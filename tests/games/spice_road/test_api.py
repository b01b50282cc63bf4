"""The Python API with Spice Road: tokens, views, records, hidden decks."""

from __future__ import annotations

import pytest

import century
from century import Position, Record
from century.core.kernel import draw, generator
from tests.games.spice_road.setup import GAME, play, position, random_game
from tests.perft.sequences import count_sequences

PLAYERS = [2, 3, 4, 5]
TABLES = [(players, viewer) for players in PLAYERS for viewer in (*range(players), None)]
TABLE = {"merchant_row", "merchant_deck", "point_row", "point_deck", "gold", "silver"}
SEAT = {"cubes", "claimed", "points", "hand", "played", "gold", "silver"}


def test_the_game_is_for_two_to_five_players() -> None:
    assert GAME.players == range(2, 6)


def test_the_actions_are_the_documented_tokens() -> None:
    plays = [token for token in GAME.actions if token.startswith("play ")]
    assert len(plays) == 45
    assert set(GAME.actions) - {"upgrade B"} == {
        *plays,
        *("rest", "trade", "done"),
        *(f"claim {slot}" for slot in range(1, 6)),
        *(f"acquire {slot}" for slot in range(1, 7)),
        *(f"upgrade {colour}" for colour in "YRG"),
        *(f"{verb} {colour}" for verb in ("pay", "discard") for colour in "YRGB"),
    }


def test_a_turn_in_a_record_is_its_tokens_joined_by_commas() -> None:
    start = position(cubes=["YYYY", ""], hand=["YY>G"])
    tokens = ("play YY>G", "trade", "acquire 1", "acquire 2", "pay G")
    text = Record(start, tokens).to_text()
    assert text.splitlines()[-2:] == ["1. play YY>G, trade | acquire 1", "2. acquire 2, pay G"]


def test_positions_reached_in_two_ways_are_equal() -> None:
    start = position(cubes=["YYY", "YYY"])
    one = play(start, "play YY | acquire 1 | play up2, done | play YY")
    two = play(start, "play up2, done | acquire 1 | play YY | play YY")
    assert one == two
    assert hash(one) == hash(two)
    assert len({one, two, start}) == 2


def test_positions_with_different_hidden_cards_are_not_equal() -> None:
    row = "YYY YR RR YG up3 YYR"
    one, two = position(row=row, deck="B G"), position(row=row, deck="G B")
    assert one.view(None) == two.view(None)
    assert one != two


@pytest.mark.parametrize("players", PLAYERS)
def test_game_i_of_a_run_is_dealt_as_by_start_with_seed_plus_i(players: int) -> None:
    """Repeat the games from `start`, decision by decision, with the same draws."""
    run = century.playouts(GAME.name, players=players, games=3, seed=40)
    steps, scores = 0, []
    for i in range(3):
        pos, rng = GAME.start(players=players, seed=40 + i), generator(40 + i)
        for _ in range(36 - 1 + 43 - 1):  # the draws that shuffle the two decks
            draw(rng, 2)
        while not pos.over and steps < run.steps:
            legal = pos.legal()
            pos = pos.act(legal[int(draw(rng, len(legal)))])
            steps += 1
        scores.append(pos.scores())
    assert run.scores.tolist() == scores
    assert run.steps == steps


def test_perft_counts_from_every_phase() -> None:
    seen = {pos.phase: pos for pos in random_game(2, seed=2)}
    assert seen.keys() >= {"turn", "pay", "upgrade", "discard", "over"}
    trading = position(cubes=["YYYYYY", "YY"], hand=["YY>G"]).act("play YY>G")
    for pos in (*seen.values(), trading):
        assert century.perft(pos, 2) == count_sequences(pos, 2)


def hidden(pos: Position) -> tuple[list[str], list[str]]:
    """Return the two decks, from the top."""
    fields = dict(part.split("=", 1) for part in pos.to_text().split()[1:])
    return fields["deck"].split(","), fields["point-deck"].split(",")


def test_redeal_shuffles_both_decks_and_keeps_their_cards() -> None:
    pos = random_game(2, seed=2)[20]
    before, after = hidden(pos), hidden(pos.redeal(0, seed=1))
    for old, new in zip(before, after, strict=True):
        assert old != new
        assert sorted(old) == sorted(new)


def test_redeal_can_put_every_hidden_card_on_top() -> None:
    pos = position(row="YYY YR G B RR YG", deck="up3 GG>BB R>YYY", others_with=1)
    tops = {hidden(pos.redeal(0, seed=seed))[0][0] for seed in range(50)}
    assert tops == {"up3", "GG>BB", "R>YYY"}


def test_redeal_with_an_empty_deck_changes_only_the_other_deck() -> None:
    pos = position(row="YYY YR", others_with=1)
    other = pos.redeal(0, seed=1)
    assert hidden(other)[0] == hidden(pos)[0] == ["-"]
    assert hidden(other)[1] != hidden(pos)[1]


@pytest.mark.parametrize(("players", "viewer"), TABLES)
def test_views_carry_the_documented_fields(players: int, viewer: int | None) -> None:
    for pos in random_game(players, seed=players)[::7]:
        view = pos.view(viewer)
        assert view.keys() >= TABLE
        for seat in view["seats"]:
            assert seat.keys() >= SEAT
            assert seat["cubes"] == "".join(sorted(seat["cubes"], key="YRGB".index))
        for stall in view["merchant_row"]:
            assert stall.keys() == {"card", "cubes", "price"}
        for card in view["point_row"]:
            assert card.keys() == {"cost", "points", "coin", "coins", "missing"}
