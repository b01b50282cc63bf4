"""The public Python API, as outside programs rely on it."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import century
from century import Game, Playouts, Position, Record, read_record
from century.core.kernel import draw, generator
from tests.games.spice_road.setup import GAME, play, position, random_game

PLAYERS = [2, 3, 4, 5]
TABLES = [(players, viewer) for players in PLAYERS for viewer in (*range(players), None)]


def whole_game(players: int) -> tuple[Position, ...]:
    """Return all positions of one random game."""
    return random_game(players, seed=players)


# Importing


def run_python(program: str) -> str:
    """Run a program in a fresh interpreter and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    return done.stdout.strip()


@pytest.mark.parametrize(
    "program",
    [
        "import century",
        "import century; dir(century)",
        "import century; century.__version__",
        "import century.errors",
        "from century import CenturyError, IllegalMove",
    ],
)
def test_importing_century_does_not_import_the_compiler(program: str) -> None:
    assert run_python(f"{program}\nimport sys; print('numba' in sys.modules)") == "False"


def test_the_compiler_is_imported_with_the_first_game() -> None:
    """So the test above looks for the right thing."""
    program = "import sys, century; century.game('spice-road'); print('numba' in sys.modules)"
    assert run_python(program) == "True"


@pytest.mark.parametrize(
    "name",
    [
        *("games", "game", "playouts", "perft", "read_record"),
        *("Game", "Position", "Playouts", "Record", "CenturyError", "IllegalMove"),
    ],
)
def test_the_public_names_are_there(name: str) -> None:
    assert name in century.__all__
    assert name in dir(century)
    assert getattr(century, name).__name__ == name


def test_a_name_that_is_not_public_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        century.nonsense  # noqa: B018


# Games


def test_games_are_found_by_their_names() -> None:
    names = century.games()
    assert isinstance(names, tuple)
    assert "spice-road" in names
    assert [century.game(name).name for name in names] == list(names)


def test_a_game_has_a_name_players_and_actions() -> None:
    game = century.game("spice-road")
    assert isinstance(game, Game)
    assert game.name == "spice-road"
    assert game.players == range(2, 6)
    assert isinstance(game.actions, tuple)
    assert len(set(game.actions)) == len(game.actions)


def test_a_game_is_the_same_object_every_time() -> None:
    assert century.game("spice-road") is century.game("spice-road")


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


@pytest.mark.parametrize("players", PLAYERS)
def test_the_same_seed_gives_the_same_deal(players: int) -> None:
    assert GAME.start(players=players, seed=7) == GAME.start(players=players, seed=7)
    assert GAME.start(players=players, seed=7) != GAME.start(players=players, seed=8)


# Deciding


@pytest.mark.parametrize("players", PLAYERS)
def test_legal_tokens_come_in_the_order_of_their_numbers(players: int) -> None:
    for pos in whole_game(players):
        numbers = pos.actions()
        assert all(type(number) is int for number in numbers)
        assert numbers == sorted(set(numbers))
        assert pos.legal() == [GAME.actions[number] for number in numbers]


def test_act_and_apply_are_the_same_by_token_and_by_number() -> None:
    for pos in whole_game(3):
        for number, token in zip(pos.actions(), pos.legal(), strict=True):
            assert pos.act(token) == pos.apply(number)


def test_apply_takes_the_numbers_of_arrays_too() -> None:
    pos = GAME.start(players=2, seed=7)
    number = pos.actions()[0]
    assert pos.apply(np.int64(number)) == pos.apply(number)  # type: ignore[arg-type]


@pytest.mark.parametrize("players", PLAYERS)
def test_every_position_says_who_decides(players: int) -> None:
    for pos in whole_game(players):
        assert type(pos.seat) is int
        assert pos.seat in range(players)
        assert pos.players == players
        assert pos.view(None)["seat"] == pos.seat


@pytest.mark.parametrize("players", PLAYERS)
def test_only_the_last_position_of_a_game_is_over(players: int) -> None:
    *before, last = whole_game(players)
    assert not any(pos.over for pos in before)
    assert last.over is True
    assert (last.legal(), last.actions()) == ([], [])
    assert {pos.winner for pos in before} == {None}


@pytest.mark.parametrize("players", PLAYERS)
def test_scores_winner_and_ranking_agree(players: int) -> None:
    last = whole_game(players)[-1]
    scores, ranking = last.scores(), last.ranking()
    assert all(type(score) is int for score in scores)
    assert sorted(ranking) == list(range(players))
    assert last.winner == ranking[0]
    assert type(last.winner) is int
    assert [scores[seat] for seat in ranking] == sorted(scores, reverse=True)


# Views

COMMON = {"game", "players", "seat", "round", "phase", "ending", "over", "scores", "seats"}
TABLE = {"merchant_row", "merchant_deck", "point_row", "point_deck", "gold", "silver"}
SEAT = {"cubes", "claimed", "points", "hand", "played", "gold", "silver"}


@pytest.mark.parametrize(("players", "viewer"), TABLES)
def test_views_carry_the_documented_fields(players: int, viewer: int | None) -> None:
    for pos in whole_game(players)[::7]:
        view = pos.view(viewer)
        assert view.keys() >= COMMON | TABLE
        assert (view["game"], view["players"]) == ("spice-road", players)
        assert (view["over"], view["phase"]) == (pos.over, pos.phase)
        assert (view["round"], view["seat"]) == pos.turn
        assert len(view["seats"]) == players
        for seat in view["seats"]:
            assert seat.keys() >= SEAT
            assert seat["cubes"] == "".join(sorted(seat["cubes"], key="YRGB".index))
        for stall in view["merchant_row"]:
            assert stall.keys() == {"card", "cubes"}
        for card in view["point_row"]:
            assert card.keys() == {"cost", "points"}


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_views_are_plain_json(viewer: int | None) -> None:
    for pos in whole_game(2):
        view = pos.view(viewer)
        assert json.loads(json.dumps(view)) == view


def test_a_view_belongs_to_the_caller() -> None:
    pos = GAME.start(players=2, seed=7)
    pos.view(0)["seats"][0]["hand"].clear()
    assert pos.view(0)["seats"][0]["hand"] == ["YY", "up2"]


# Texts


@pytest.mark.parametrize("players", PLAYERS)
def test_texts_are_one_line_and_read_back_exactly(players: int) -> None:
    for pos in whole_game(players):
        text = pos.to_text()
        assert len(text.splitlines()) == 1
        again = GAME.read(text)
        assert again == pos
        assert again.to_text() == text
        assert again.legal() == pos.legal()


def test_the_fields_of_a_text_may_come_in_any_order() -> None:
    pos = whole_game(2)[30]
    header, *fields = pos.to_text().split()
    assert GAME.read(" ".join([header, *reversed(fields)])) == pos


def test_a_position_shows_its_text() -> None:
    pos = GAME.start(players=2, seed=7)
    assert pos.to_text() in repr(pos)


@pytest.mark.parametrize("players", PLAYERS)
def test_a_record_reads_back_exactly(players: int) -> None:
    positions = whole_game(players)
    tokens = tuple(_decisions(positions))
    record = Record(positions[0], tokens, names=("Ada",) * players, seed=players)
    again = read_record(record.to_text())
    assert again == record
    assert again.end == positions[-1]
    assert again.to_text() == record.to_text()


def _decisions(positions: tuple[Position, ...]) -> Iterator[str]:
    for before, after in pairwise(positions):
        yield next(token for token in before.legal() if before.act(token) == after)


def test_a_turn_in_a_record_is_its_tokens_joined_by_commas() -> None:
    start = position(cubes=["YYYY", ""], hand=["YY>G"])
    tokens = ("play YY>G", "trade", "acquire 1", "acquire 2", "pay G")
    text = Record(start, tokens).to_text()
    assert text.splitlines()[-2:] == ["1. play YY>G, trade | acquire 1", "2. acquire 2, pay G"]


# Positions as values


@pytest.mark.parametrize("name", ["seat", "players", "phase", "turn", "over", "winner", "state"])
def test_what_a_position_says_cannot_be_set(name: str) -> None:
    pos = GAME.start(players=2, seed=7)
    with pytest.raises(AttributeError):
        setattr(pos, name, 1)


def test_a_position_takes_no_new_attributes() -> None:
    with pytest.raises(AttributeError):
        GAME.start(players=2, seed=7).note = "mine"  # type: ignore[attr-defined]


def test_acting_leaves_the_position_as_it_was() -> None:
    for pos in whole_game(2)[::10]:
        before = pos.to_text()
        for token in pos.legal():
            assert pos.act(token) != pos
        assert pos.to_text() == before


def test_writing_to_the_state_leaves_the_position_as_it_was() -> None:
    pos = GAME.start(players=2, seed=7)
    before, state = pos.to_text(), pos.state
    state["caravan"][0] = 0
    state["seat"] = 1
    assert pos.to_text() == before
    assert pos.seat == 0


def test_writing_to_a_state_that_was_made_a_position_leaves_the_position_as_it_was() -> None:
    state = GAME.start(players=2, seed=7).state
    pos = GAME.position(state)
    state["seat"] = 1
    assert pos == GAME.start(players=2, seed=7)


def test_lists_given_out_belong_to_the_caller() -> None:
    pos = GAME.start(players=2, seed=7)
    for ask in (pos.legal, pos.actions, pos.scores, pos.ranking):
        before: list[Any] = list(ask())
        ask().clear()
        assert ask() == before != []


def test_positions_are_equal_if_nothing_tells_them_apart() -> None:
    """Two ways to the same position: what matters is the position, not the way."""
    start = position(cubes=["YYY", "YYY"])
    one = play(start, "play YY | acquire 1 | play up2, done | play YY")
    two = play(start, "play up2, done | acquire 1 | play YY | play YY")
    assert one == two
    assert hash(one) == hash(two)
    assert len({one, two, start}) == 2


def test_positions_differ_in_what_is_hidden_too() -> None:
    row = "YYY YR RR YG up3 YYR"
    one, two = position(row=row, deck="B G"), position(row=row, deck="G B")
    assert one.view(None) == two.view(None)
    assert one != two


def test_a_position_is_equal_to_nothing_else() -> None:
    pos = GAME.start(players=2, seed=7)
    for other in (pos.to_text(), None, 7, pos.state):
        assert pos.__eq__(other) is NotImplemented
    assert pos != pos.to_text()


@pytest.mark.parametrize(
    "again",
    [
        lambda it: pickle.loads(pickle.dumps(it)),
        lambda it: pickle.loads(pickle.dumps(it, protocol=2)),
        copy.copy,
        copy.deepcopy,
    ],
    ids=["pickle", "old pickle", "copy", "deep copy"],
)
def test_positions_and_games_survive_pickling_and_copying(again: Callable[[Any], Any]) -> None:
    assert again(GAME) is GAME
    for pos in whole_game(2)[::20]:
        other = again(pos)
        assert other == pos
        assert hash(other) == hash(pos)
        assert other.game is GAME
        assert other.legal() == pos.legal()


# Random games


def test_playouts_say_what_was_played() -> None:
    run = century.playouts("spice-road", players=3, games=20, seed=1)
    assert isinstance(run, Playouts)
    assert run.games == 20
    assert run.steps > 20
    assert run.seconds > 0
    assert run.scores.shape == (20, 3)
    assert {type(value) for value in (run.games, run.steps)} == {int}


def test_playouts_are_reproducible() -> None:
    one = century.playouts("spice-road", players=2, games=50, seed=1)
    two = century.playouts("spice-road", players=2, games=50, seed=1)
    other = century.playouts("spice-road", players=2, games=50, seed=1000)
    assert one.steps == two.steps
    assert one.scores.tolist() == two.scores.tolist()
    assert one.scores.tolist() != other.scores.tolist()


def test_a_game_of_a_run_does_not_depend_on_the_games_before_it() -> None:
    run = century.playouts("spice-road", players=4, games=10, seed=5)
    alone = [century.playouts("spice-road", players=4, games=1, seed=5 + i) for i in range(10)]
    assert run.scores.tolist() == [one.scores[0].tolist() for one in alone]
    assert run.steps == sum(one.steps for one in alone)


@pytest.mark.parametrize("players", PLAYERS)
def test_game_i_of_a_run_is_dealt_as_by_start_with_seed_plus_i(players: int) -> None:
    """Play the same games again from `start`, decision by decision, with the same draws."""
    run = century.playouts("spice-road", players=players, games=3, seed=40)
    steps, scores = 0, []
    for i in range(3):
        pos, rng = GAME.start(players=players, seed=40 + i), generator(40 + i)
        for _ in range(36 - 1 + 43 - 1):  # the draws that shuffled the two decks
            draw(rng, 2)
        while not pos.over and steps < run.steps:
            legal = pos.legal()
            pos = pos.act(legal[int(draw(rng, len(legal)))])
            steps += 1
        scores.append(pos.scores())
    assert run.scores.tolist() == scores
    assert run.steps == steps


# Counting


def count_sequences(pos: Position, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(count_sequences(pos.act(token), depth - 1) for token in pos.legal())


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("depth", range(4))
def test_perft_counts_what_going_through_all_decisions_counts(players: int, depth: int) -> None:
    pos = GAME.start(players=players, seed=players)
    assert century.perft(pos, depth) == count_sequences(pos, depth)


def test_perft_counts_from_every_kind_of_position() -> None:
    seen = {pos.phase: pos for pos in whole_game(2)}
    assert seen.keys() >= {"turn", "pay", "upgrade", "discard", "over"}
    trading = position(cubes=["YYYYYY", "YY"], hand=["YY>G"]).act("play YY>G")
    for pos in (*seen.values(), trading):
        assert century.perft(pos, 2) == count_sequences(pos, 2)


def test_perft_sees_the_end() -> None:
    last = whole_game(2)[-1]
    assert [century.perft(last, depth) for depth in range(3)] == [1, 0, 0]
    before = whole_game(2)[-2]
    assert century.perft(before, 2) == count_sequences(before, 2)


def test_perft_leaves_the_position_as_it_was() -> None:
    pos = GAME.start(players=2, seed=7)
    century.perft(pos, 3)
    assert pos == GAME.start(players=2, seed=7)


# Dealing anew what is hidden


def hidden(pos: Position) -> tuple[list[str], list[str]]:
    """Return the two decks, from the top."""
    fields = dict(part.split("=", 1) for part in pos.to_text().split()[1:])
    return fields["deck"].split(","), fields["point-deck"].split(",")


@pytest.mark.parametrize("players", PLAYERS)
def test_redeal_changes_no_view_and_no_legal_action(players: int) -> None:
    for pos in whole_game(players)[::9]:
        for seat in range(players):
            other = pos.redeal(seat, seed=1)
            assert other.legal() == pos.legal()
            for viewer in (*range(players), None):
                assert json.dumps(other.view(viewer)) == json.dumps(pos.view(viewer))


def test_redeal_shuffles_both_decks_and_keeps_their_cards() -> None:
    pos = whole_game(2)[20]
    before, after = hidden(pos), hidden(pos.redeal(0, seed=1))
    for old, new in zip(before, after, strict=True):
        assert old != new
        assert sorted(old) == sorted(new)


def test_redeal_brings_every_hidden_card_to_the_top() -> None:
    pos = position(row="YYY YR G B RR YG", deck="up3 GG>BB R>YYY", others_with=1)
    tops = {hidden(pos.redeal(0, seed=seed))[0][0] for seed in range(50)}
    assert tops == {"up3", "GG>BB", "R>YYY"}


def test_redeal_is_reproducible_and_leaves_the_position_as_it_was() -> None:
    pos = GAME.start(players=2, seed=7)
    assert pos.redeal(0, seed=1) == pos.redeal(0, seed=1)
    assert pos.redeal(0, seed=1) != pos.redeal(0, seed=2)
    assert pos == GAME.start(players=2, seed=7)


def test_redeal_gives_positions_that_can_be_played_and_read() -> None:
    for pos in whole_game(3)[::15]:
        other = pos.redeal(0, seed=3)
        assert GAME.read(other.to_text()) == other
        for token in other.legal():
            assert other.act(token) != other


def test_redeal_with_an_empty_deck_changes_only_the_other() -> None:
    pos = position(row="YYY YR", others_with=1)
    other = pos.redeal(0, seed=1)
    assert hidden(other)[0] == hidden(pos)[0] == ["-"]
    assert hidden(other)[1] != hidden(pos)[1]
