"""The public Python API, for every game."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
from base64 import b64decode
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from PIL import Image

import century
from century import Game, Playouts, Position, Record, read_record
from tests.games import EXAMPLE
from tests.perft.sequences import count_sequences
from tests.property.play import TABLES
from tests.property.play import purposeful_game as whole_game

LIMIT = 120  # seconds that a process may take

of_every_game = pytest.mark.parametrize("name", century.games())
at_every_table = pytest.mark.parametrize(("name", "players"), TABLES)


# Importing


def run_python(program: str) -> str:
    """Run a program in a fresh interpreter and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True, timeout=LIMIT
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


def test_the_compiler_is_imported_with_the_first_backend() -> None:
    """Without this, the test above could not fail."""
    program = (
        f"import sys, century; century.game({EXAMPLE!r}).backend; print('numba' in sys.modules)"
    )
    assert run_python(program) == "True"


@pytest.mark.parametrize(
    "name",
    [
        *("games", "game", "playouts", "perft", "read_record"),
        *("Game", "Position", "Playouts", "Record", "CenturyError", "IllegalMove"),
    ],
)
def test_the_public_names_exist(name: str) -> None:
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
    assert len(names) >= 2
    assert [century.game(name).name for name in names] == list(names)


@of_every_game
def test_a_game_has_a_name_players_and_actions(name: str) -> None:
    game = century.game(name)
    assert isinstance(game, Game)
    assert game.name == name
    assert isinstance(game.players, range)
    assert isinstance(game.actions, tuple)
    assert len(set(game.actions)) == len(game.actions)


@of_every_game
def test_a_game_is_the_same_object_every_time(name: str) -> None:
    assert century.game(name) is century.game(name)


@at_every_table
def test_the_same_seed_gives_the_same_deal(name: str, players: int) -> None:
    game = century.game(name)
    assert game.start(players=players, seed=7) == game.start(players=players, seed=7)
    assert game.start(players=players, seed=7) != game.start(players=players, seed=8)


# Deciding


@at_every_table
def test_legal_tokens_come_in_the_order_of_their_numbers(name: str, players: int) -> None:
    for pos in whole_game(name, players):
        numbers = pos.actions()
        assert all(type(number) is int for number in numbers)
        assert numbers == sorted(set(numbers))
        assert pos.legal() == [century.game(name).actions[number] for number in numbers]


@of_every_game
def test_act_and_apply_are_the_same_by_token_and_by_number(name: str) -> None:
    for pos in whole_game(name, 2):
        for number, token in zip(pos.actions(), pos.legal(), strict=True):
            assert pos.act(token) == pos.apply(number)


@of_every_game
def test_apply_takes_the_numbers_of_arrays_too(name: str) -> None:
    pos = century.game(name).start(players=2, seed=7)
    number = pos.actions()[0]
    assert pos.apply(np.int64(number)) == pos.apply(number)  # type: ignore[arg-type]


@at_every_table
def test_every_position_has_a_seat_to_decide(name: str, players: int) -> None:
    for pos in whole_game(name, players):
        assert type(pos.seat) is int
        assert pos.seat in range(players)
        assert pos.players == players
        assert pos.view(None)["seat"] == pos.seat


@at_every_table
def test_only_the_last_position_of_a_game_is_over(name: str, players: int) -> None:
    *before, last = whole_game(name, players)
    assert not any(pos.over for pos in before)
    assert last.over is True
    assert (last.legal(), last.actions()) == ([], [])
    assert {pos.winner for pos in before} == {None}


@at_every_table
def test_scores_winner_and_ranking_agree(name: str, players: int) -> None:
    last = whole_game(name, players)[-1]
    scores, ranking = last.scores(), last.ranking()
    assert all(type(score) is int for score in scores)
    assert sorted(ranking) == list(range(players))
    assert last.winner == ranking[0]
    assert type(last.winner) is int
    assert [scores[seat] for seat in ranking] == sorted(scores, reverse=True)


# Views

COMMON = {"game", "players", "seat", "round", "phase", "ending", "over", "scores", "seats"}
SEAT = {"cubes", "claimed", "points"}


@at_every_table
def test_views_have_the_fields_that_all_games_share(name: str, players: int) -> None:
    for pos in whole_game(name, players)[::7]:
        for viewer in (*range(players), None):
            view = pos.view(viewer)
            assert view.keys() >= COMMON
            assert (view["game"], view["players"]) == (name, players)
            assert (view["over"], view["phase"]) == (pos.over, pos.phase)
            assert (view["round"], view["seat"]) == pos.turn
            assert len(view["seats"]) == players
            assert all(seat.keys() >= SEAT for seat in view["seats"])


@of_every_game
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_views_are_plain_json(name: str, viewer: int | None) -> None:
    for pos in whole_game(name, 2):
        view = pos.view(viewer)
        assert json.loads(json.dumps(view)) == view


@of_every_game
def test_changing_a_view_does_not_change_the_position(name: str) -> None:
    pos = century.game(name).start(players=2, seed=7)
    before = copy.deepcopy(pos.view(0))
    pos.view(0)["seats"][0].clear()
    assert pos.view(0) == before


# Texts


@at_every_table
def test_texts_are_one_line_and_read_back_exactly(name: str, players: int) -> None:
    for pos in whole_game(name, players):
        text = pos.to_text()
        assert len(text.splitlines()) == 1
        again = century.game(name).read(text)
        assert again == pos
        assert again.to_text() == text
        assert again.legal() == pos.legal()


@of_every_game
def test_the_fields_of_a_text_may_come_in_any_order(name: str) -> None:
    pos = whole_game(name, 2)[10]
    header, *fields = pos.to_text().split()
    assert century.game(name).read(" ".join([header, *reversed(fields)])) == pos


@of_every_game
def test_the_repr_of_a_position_contains_its_text(name: str) -> None:
    pos = century.game(name).start(players=2, seed=7)
    assert pos.to_text() in repr(pos)


@at_every_table
def test_a_record_reads_back_exactly(name: str, players: int) -> None:
    positions = whole_game(name, players)
    tokens = tuple(_decisions(positions))
    record = Record(positions[0], tokens, names=("Ada",) * players, seed=players)
    again = read_record(record.to_text())
    assert again == record
    assert again.end == positions[-1]
    assert again.to_text() == record.to_text()


def _decisions(positions: tuple[Position, ...]) -> Iterator[str]:
    for before, after in pairwise(positions):
        yield next(token for token in before.legal() if before.act(token) == after)


# Positions as values


@of_every_game
@pytest.mark.parametrize("field", ["seat", "players", "phase", "turn", "over", "winner", "state"])
def test_the_properties_of_a_position_cannot_be_set(name: str, field: str) -> None:
    pos = century.game(name).start(players=2, seed=7)
    with pytest.raises(AttributeError):
        setattr(pos, field, 1)


@of_every_game
def test_a_position_takes_no_new_attributes(name: str) -> None:
    with pytest.raises(AttributeError):
        century.game(name).start(players=2, seed=7).note = "mine"  # type: ignore[attr-defined]


@of_every_game
def test_acting_does_not_change_the_position(name: str) -> None:
    for pos in whole_game(name, 2)[::10]:
        before = pos.to_text()
        for token in pos.legal():
            assert pos.act(token) != pos
        assert pos.to_text() == before


@of_every_game
def test_writing_to_the_state_does_not_change_the_position(name: str) -> None:
    pos = century.game(name).start(players=2, seed=7)
    before, seat, state = pos.to_text(), pos.seat, pos.state
    for field in state.dtype.names:
        state[field] = 1
    assert state != pos.state
    assert pos.to_text() == before
    assert pos.seat == seat


@of_every_game
def test_a_position_keeps_a_copy_of_the_state_it_is_made_from(name: str) -> None:
    state = century.game(name).start(players=2, seed=7).state
    pos = century.game(name).position(state)
    state["seat"] = 1 - state["seat"]
    assert pos == century.game(name).start(players=2, seed=7)


@of_every_game
def test_changing_a_returned_list_does_not_change_the_position(name: str) -> None:
    pos = century.game(name).start(players=2, seed=7)
    for ask in (pos.legal, pos.actions, pos.scores, pos.ranking):
        before: list[Any] = list(ask())
        ask().clear()
        assert ask() == before != []


@of_every_game
def test_a_position_equals_no_object_of_another_type(name: str) -> None:
    pos = century.game(name).start(players=2, seed=7)
    for other in (pos.to_text(), None, 7, pos.state):
        assert pos.__eq__(other) is NotImplemented
    assert pos != pos.to_text()


@of_every_game
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
def test_positions_and_games_can_be_pickled_and_copied(
    name: str, again: Callable[[Any], Any]
) -> None:
    game = century.game(name)
    assert again(game) is game
    for pos in whole_game(name, 2)[::20]:
        other = again(pos)
        assert other == pos
        assert hash(other) == hash(pos)
        assert other.game is game
        assert other.legal() == pos.legal()


# Random games


@of_every_game
def test_playouts_return_counts_and_scores(name: str) -> None:
    players = century.game(name).players[-1]
    run = century.playouts(name, players=players, games=5, seed=1)
    assert isinstance(run, Playouts)
    assert run.games == 5
    assert run.steps > 5
    assert run.seconds > 0
    assert run.scores.shape == (5, players)
    assert {type(value) for value in (run.games, run.steps)} == {int}


@of_every_game
def test_playouts_are_reproducible(name: str) -> None:
    one = century.playouts(name, players=2, games=10, seed=1)
    two = century.playouts(name, players=2, games=10, seed=1)
    other = century.playouts(name, players=2, games=10, seed=1000)
    assert one.steps == two.steps
    assert one.scores.tolist() == two.scores.tolist()
    assert one.scores.tolist() != other.scores.tolist()


@of_every_game
def test_a_game_of_a_run_does_not_depend_on_the_games_before_it(name: str) -> None:
    run = century.playouts(name, players=2, games=5, seed=5)
    single = [century.playouts(name, players=2, games=1, seed=5 + i) for i in range(5)]
    assert run.scores.tolist() == [one.scores[0].tolist() for one in single]
    assert run.steps == sum(one.steps for one in single)


# Counting


@at_every_table
@pytest.mark.parametrize("depth", range(4))
def test_perft_counts_the_same_as_playing_all_decisions(
    name: str, players: int, depth: int
) -> None:
    pos = century.game(name).start(players=players, seed=players)
    assert century.perft(pos, depth) == count_sequences(pos, depth)


@of_every_game
def test_perft_of_the_end_is_zero(name: str) -> None:
    last = whole_game(name, 2)[-1]
    assert [century.perft(last, depth) for depth in range(3)] == [1, 0, 0]
    before = whole_game(name, 2)[-2]
    assert century.perft(before, 2) == count_sequences(before, 2)


@of_every_game
def test_perft_does_not_change_the_position(name: str) -> None:
    pos = century.game(name).start(players=2, seed=7)
    century.perft(pos, 3)
    assert pos == century.game(name).start(players=2, seed=7)


# Redealing hidden cards


@at_every_table
def test_redeal_changes_no_view_and_no_legal_action(name: str, players: int) -> None:
    for pos in whole_game(name, players)[::9]:
        for seat in range(players):
            other = pos.redeal(seat, seed=1)
            assert other.legal() == pos.legal()
            for viewer in (*range(players), None):
                assert json.dumps(other.view(viewer)) == json.dumps(pos.view(viewer))


@of_every_game
def test_redeal_is_reproducible_and_does_not_change_the_position(name: str) -> None:
    pos = century.game(name).start(players=2, seed=7)
    assert pos.redeal(0, seed=1) == pos.redeal(0, seed=1)
    assert pos.redeal(0, seed=1) != pos.redeal(0, seed=2)
    assert pos == century.game(name).start(players=2, seed=7)


@of_every_game
def test_redeal_gives_positions_that_can_be_played_and_read(name: str) -> None:
    for pos in whole_game(name, 2)[::15]:
        other = pos.redeal(0, seed=3)
        assert century.game(name).read(other.to_text()) == other
        for token in other.legal():
            assert other.act(token) != other


# Notebooks


@pytest.mark.parametrize("name", century.games())
def test_notebooks_show_a_position_as_svg(name: str) -> None:
    drawn = century.game(name).start(players=2, seed=7)._repr_svg_()
    assert drawn is not None
    root = ElementTree.fromstring(drawn)
    (image,) = root
    data = image.attrib["href"].removeprefix("data:image/png;base64,")
    picture = Image.open(BytesIO(b64decode(data)))
    assert (str(picture.width), str(picture.height)) == (
        root.attrib["width"],
        root.attrib["height"],
    )


def test_without_pillow_notebooks_show_the_text_of_a_position(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("century.drawing.position_svg.find_spec", lambda _name: None)
    assert century.game(EXAMPLE).start(players=2, seed=7)._repr_svg_() is None
